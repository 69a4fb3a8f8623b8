import { LANGUAGES, type Language, language, speak } from '../i18n/language.ts';

const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((tag) => tag !== language);

/** The languages that the page can speak beside its own, each by its own name. */
export const Languages = () => (
  <>
    {OTHERS.map((tag) => (
      <button key={tag} type="button" class="quiet" lang={tag} onClick={() => speak(tag)}>
        <bdi>{LANGUAGES[tag]}</bdi>
      </button>
    ))}
  </>
);
