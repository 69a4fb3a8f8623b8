import { useState } from 'preact/hooks';
import { storedForm } from '../storage/store.ts';
import { ANSWERS, type Answers, fittingToo, QUESTIONS, type Question, suggested } from '../model/choosing.ts';
import type { Ruleset } from '../model/responses.ts';
import { t } from '../i18n/page.ts';
import { Choice } from './choice.tsx';

const LEGENDS: Readonly<Record<Question, string>> = {
  get learnt() {
    return t('where-learnt');
  },
  get chows() {
    return t('how-many-chows');
  },
  get 'special-hands'() {
    return t('how-many-special-hands');
  },
};

const WORDS: Readonly<Record<string, string>> = {
  get britain() {
    return t('in-britain');
  },
  get germany() {
    return t('in-germany');
  },
  get netherlands() {
    return t('in-the-netherlands');
  },
  get australia() {
    return t('in-australia');
  },
  get 'old-book'() {
    return t('from-an-old-book');
  },
  get one() {
    return t('at-most-one-chow');
  },
  get any() {
    return t('any-chows');
  },
  get few() {
    return t('few-special-hands');
  },
  get many() {
    return t('many-special-hands');
  },
};

interface HelpChooseProps {
  readonly rulesets: readonly Ruleset[];
  readonly choose: (id: string) => void;
}

/** They last as long as the form that they fill in, whatever screens come between. */
let given: Answers = {};

const begunWith = (): Answers => (storedForm() ? given : {});

/** For who does not know by what a table plays: three questions, the rulebook that fits best, and others that fit. */
export function HelpChoose({ rulesets, choose }: HelpChooseProps) {
  const [answers, answer] = useState(begunWith);
  const [isOpen] = useState(Object.keys(answers).length > 0);
  const found = rulesets.find(({ id }) => id === suggested(answers));
  const others = found ? fittingToo(answers).flatMap((fits) => rulesets.filter(({ id }) => id === fits)) : [];
  const answered = (question: Question, value: string): void => {
    const next = { ...answers, [question]: value };
    given = next;
    answer(next);
    const fits = suggested(next);
    if (rulesets.some(({ id }) => id === fits)) choose(fits ?? '');
  };
  return (
    <details class="help-choose" open={isOpen || undefined}>
      <summary>{t('help-me-choose')}</summary>
      {QUESTIONS.map((question) => (
        <Choice
          key={question}
          legend={LEGENDS[question]}
          kind="inline"
          offers={ANSWERS[question].map((value) => ({ value, label: WORDS[value] }))}
          chosen={answers[question]}
          choose={(value) => answered(question, value)}
        />
      ))}
      <div role="status">
        {found && <p>{t('suggested', found.title)}</p>}
        {others.length > 0 && <p>{t('others-fit-too', others.map(({ title }) => title).join('; '))}</p>}
      </div>
    </details>
  );
}
