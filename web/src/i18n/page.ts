/** The texts that the first screen needs, and every other. */

import page from './en/page.json' with { type: 'json' };
import { teller } from './texts.ts';

export const t = teller(page);
