/** The texts of a language in two parts, as vite.config.ts makes them of its file. */

declare module '*.json?first' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}

declare module '*.json?rest' {
  const texts: Readonly<Record<string, string>>;
  export default texts;
}
