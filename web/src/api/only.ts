/** Members that are undefined are left out. */
export const only = <Whole extends object>(whole: Whole): { [Key in keyof Whole]: Exclude<Whole[Key], undefined> } =>
  Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined)) as never;
