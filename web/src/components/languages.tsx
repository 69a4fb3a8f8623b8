import { LANGUAGES, type Language } from '../i18n/language.ts';
import { speak, spoken } from '../i18n/texts.ts';

/** The languages that the page can speak beside its own, each by its own name. */
export const Languages = () => (
  <>
    {(Object.keys(LANGUAGES) as Language[])
      .filter((tag) => tag !== spoken.value)
      .map((tag) => (
        <button key={tag} type="button" class="quiet" lang={tag} onClick={() => void speak(tag)}>
          <bdi>{LANGUAGES[tag]}</bdi>
        </button>
      ))}
  </>
);
