/** What a step did, in a few words: what Undo would take back. */

import type { Step } from './session.ts';
import { t } from '../i18n/game.ts';

export function stepWords(step: Step): string {
  switch (step.kind) {
    case 'terms':
      return t('undo-settings');
    case 'seats':
      return t('undo-seats');
    case 'fifth':
      return t('undo-fifth');
    case 'drop':
      return t('undo-drop');
    case 'entry':
      if (step.after === null) return t('undo-deletion', step.at + 1);
      return step.before === null ? t('undo-entry', step.at + 1) : t('undo-change', step.at + 1);
  }
}
