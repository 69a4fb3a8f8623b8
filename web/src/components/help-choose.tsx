import { useState } from 'preact/hooks';
import { ANSWERS, type Answers, QUESTIONS, type Question, suggested } from '../model/choosing.ts';
import type { Ruleset } from '../model/responses.ts';
import { t } from '../i18n/page.ts';
import { Choice } from './choice.tsx';

const LEGENDS: Readonly<Record<Question, string>> = { learnt: t('where-learnt'), chows: t('how-many-chows'), 'special-hands': t('how-many-special-hands') };

const WORDS: Readonly<Record<string, string>> = {
  britain: t('in-britain'),
  germany: t('in-germany'),
  netherlands: t('in-the-netherlands'),
  australia: t('in-australia'),
  'old-book': t('from-an-old-book'),
  one: t('at-most-one-chow'),
  any: t('any-chows'),
  few: t('few-special-hands'),
  many: t('many-special-hands'),
};

interface HelpChooseProps {
  readonly rulesets: readonly Ruleset[];
  readonly choose: (id: string) => void;
}

/** For who does not know by what a table plays: three questions, and the rulebook that fits best. */
export function HelpChoose({ rulesets, choose }: HelpChooseProps) {
  const [answers, answer] = useState<Answers>({});
  const found = rulesets.find(({ id }) => id === suggested(answers));
  const told = (question: Question, value: string): void => {
    const next = { ...answers, [question]: value };
    answer(next);
    const fits = suggested(next);
    if (rulesets.some(({ id }) => id === fits)) choose(fits ?? '');
  };
  return (
    <details class="help-choose">
      <summary>{t('help-me-choose')}</summary>
      {QUESTIONS.map((question) => (
        <Choice
          key={question}
          legend={LEGENDS[question]}
          kind="inline"
          offers={ANSWERS[question].map((value) => ({ value, label: WORDS[value] }))}
          chosen={answers[question]}
          choose={(value) => told(question, value)}
        />
      ))}
      <p role="status">{found?.title}</p>
    </details>
  );
}
