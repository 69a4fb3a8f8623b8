/** The texts of an evening, with the first screen's. */

import game from './en/game.json' with { type: 'json' };
import page from './en/page.json' with { type: 'json' };
import { teller } from './texts.ts';

export const t = teller({ ...page, ...game });
