/** The texts of house rules, with all others. */

import game from './en/game.json' with { type: 'json' };
import page from './en/page.json' with { type: 'json' };
import rules from './en/rules.json' with { type: 'json' };
import { teller } from './texts.ts';

export const t = teller({ ...page, ...game, ...rules });
