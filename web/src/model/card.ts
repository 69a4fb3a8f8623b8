/** The evening as a picture to be shared: what stands on the card, and the card as SVG. */

import { EMPTY_HAND, allTiles } from './hand.ts';
import { headParts, type Head, houseLine, ratedRanks, ratedTransfers, uncountedWords } from './evening.ts';
import type { Rate } from './money.ts';
import type { CountedPart, HandResponse } from './responses.ts';
import { playersAt, totalsByPlayer } from './seats.ts';
import type { Hand, Sheet } from './shapes.ts';
import { isSaid } from './statistics.ts';
import { dealName, number, plain, signed } from './words.ts';
import { t } from '../i18n/game.ts';

interface BestHand {
  readonly name: string;
  /** Of the entry. */
  readonly at: number;
  readonly score: number;
  readonly title: string;
  readonly tiles: readonly string[];
}

/** A limit hand has its name, and one that is entered by its name has that. */
function titleOf({ items, limitHands }: HandResponse, { counted }: Hand): string {
  const limit = items.find(({ rule }) => limitHands.includes(rule));
  const named = counted && 'special' in counted ? counted.named : undefined;
  return limit?.text ?? named ?? '';
}

/** The hands of an entry that were entered, the winner's first; none where it is not counted. */
function handsOf(sheet: Sheet, { entries, uncounted }: CountedPart, at: number): readonly BestHand[] {
  const entry = sheet.entries[at];
  if (entry?.type !== 'deal' || uncounted.includes(at)) return [];
  const players = playersAt(sheet, at);
  return (entries[at]?.hands ?? [])
    .flatMap((response, chair) => {
      if (!response || !isSaid(sheet, entry, chair)) return [];
      const hand = entry.hands[chair] ?? EMPTY_HAND;
      const tiles = hand.counted ? [] : allTiles(hand);
      return [{ chair, name: players[chair] ?? '?', at, score: response.score, title: titleOf(response, hand), tiles }];
    })
    .sort((one, other) => Number(other.chair === entry.winner) - Number(one.chair === entry.winner));
}

/** The hand of the highest score, as in the figures, whether it won or not; of two alike the first. Null where none scores. */
export const bestHand = (sheet: Sheet, part: CountedPart): BestHand | null =>
  part.entries
    .flatMap((_, at) => handsOf(sheet, part, at))
    .reduce<BestHand | null>((best, hand) => (hand.score > (best?.score ?? 0) ? hand : best), null);

export interface CardFacts {
  readonly sheet: Sheet;
  readonly part: CountedPart;
  readonly rate: Rate;
  readonly head: Head;
  readonly starts: readonly number[];
  /** The drawing of a tile, by its id: the inside of a symbol of 60 by 80. */
  readonly drawn: (tile: string) => string;
}

const WIDTH = 1080;
const EDGE = 40;
const PAD = 34;
const INNER = WIDTH - 2 * EDGE - 2 * PAD;
const GAP = 20;
const FELT = '#1d5c47';
const PAPER = '#fffdf6';
const INK = '#20241f';
const SOFT = '#5b5a4b';
const GROOVE = '#eee6d3';
const ON_FELT = '#d8eae0';
const LINES = ['#0b5cad', '#b34700', '#1d6b45', '#8a1c74', '#6b4a00'] as const;
const DASHES = ['', '26 10', '5 11', '34 9 5 9', '14 8'] as const;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => plain(text).replace(/[&<>"]/g, (each) => ESCAPES[each] ?? each);

/** About how wide a text is, of the size of its letters: those of the far east are square. */
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (/[\u1100-\u115f\u2e80-\uffdc\u{1f000}-\u{3ffff}]/u.test(letter) ? 1.05 : 0.62),
    0,
  );

interface TextProps {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** How wide it may be: a longer text is written smaller, never cut. */
  readonly room: number;
  readonly bold?: boolean;
  readonly fill?: string;
  readonly end?: boolean;
}

function text(words: string, { x, y, size, room, bold = false, fill = INK, end = false }: TextProps): string {
  const fitting = Math.min(size, room / Math.max(widthOf(plain(words)) * (bold ? 1.08 : 1), 0.1));
  return `<text x="${x}" y="${y}" font-size="${fitting.toFixed(1)}" fill="${fill}"${bold ? ' font-weight="700"' : ''}${end ? ' text-anchor="end"' : ''}>${escaped(words)}</text>`;
}

const tile = (face: string, x: number, y: number, width: number, turn = 0): string =>
  `<svg x="${x}" y="${y}" width="${width}" height="${(width * 4) / 3}" viewBox="0 0 60 80" overflow="visible"><g${turn === 0 ? '' : ` transform="rotate(${turn} 30 40)"`}>${face}</g></svg>`;

/** A part of the card: how high it is, and what is drawn in it. */
interface Part {
  readonly height: number;
  readonly draw: (top: number) => string;
}

const panel = (height: number, draw: (top: number) => string): Part => ({
  height,
  draw: (top) =>
    `<rect x="${EDGE}" y="${top}" width="${WIDTH - 2 * EDGE}" height="${height}" rx="34" fill="${PAPER}"/>${draw(top)}`,
});

const LEFT = EDGE + PAD;
const RIGHT = LEFT + INNER;

const heading = (words: string, top: number): string =>
  text(words, { x: LEFT, y: top + 46, size: 27, room: INNER, bold: true, fill: SOFT });

const ROW = 62;

/** A bar for each total, to the right of nothing or to the left. */
function ranking({ sheet, part, rate }: CardFacts): Part {
  const money = ratedRanks(part.ranks, rate);
  const [low, high] = [0, 1].map((side) =>
    (side === 0 ? Math.min : Math.max)(0, ...part.ranks.map(({ total }) => total)),
  ) as [number, number];
  const from = LEFT + 330;
  const wide = RIGHT - 250 - from;
  const x = (total: number): number => from + (wide * (total - low)) / (high - low || 1);
  return panel(part.ranks.length * ROW + 36, (top) =>
    part.ranks
      .map(({ player, total, rank }, at) => {
        const y = top + 18 + at * ROW + ROW / 2;
        const [start, end] = [Math.min(x(0), x(total)), Math.max(x(0), x(total))];
        const first = rank === 1;
        return [
          text(`${rank}`, { x: LEFT, y: y + 12, size: 30, room: 40, bold: true, fill: '#7a6a3f' }),
          text(sheet.players[player] ?? '?', { x: LEFT + 48, y: y + 14, size: first ? 44 : 38, room: 268, bold: true }),
          `<rect x="${from}" y="${y - 11}" width="${wide}" height="22" rx="11" fill="${GROOVE}"/>`,
          `<rect x="${start.toFixed(1)}" y="${y - 11}" width="${Math.max(end - start, 8).toFixed(1)}" height="22" rx="11" fill="${LINES[player] ?? INK}"/>`,
          text(`${signed(total)}${money[at] ?? ''}`, {
            x: RIGHT,
            y: y + 14,
            size: first ? 44 : 38,
            room: 236,
            bold: true,
            end: true,
          }),
        ].join('');
      })
      .join(''),
  );
}

const CHART = 250;
const NAMES = 150;

/** Where each name stands: at the end of its line, or below the one above it. */
function spread(ends: readonly number[], step: number): readonly number[] {
  const places: number[] = [];
  let last = -Infinity;
  for (const at of ends.map((_, each) => each).sort((one, other) => (ends[one] ?? 0) - (ends[other] ?? 0))) {
    last = Math.max(ends[at] ?? 0, last + step);
    places[at] = last;
  }
  return places;
}

function course({ sheet, part, starts }: CardFacts): Part | null {
  const totals = [starts, ...part.entries.map((entry, at) => totalsByPlayer(sheet, at, entry.totals))];
  if (totals.length < 3) return null;
  const all = totals.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  return panel(CHART + 80, (top) => {
    const x = (step: number): number => LEFT + ((INNER - NAMES) * step) / (totals.length - 1);
    const y = (total: number): number => top + 72 + ((CHART - 24) * (high - total)) / (high - low || 1);
    const places = spread(
      sheet.players.map((_, player) => y(totals.at(-1)?.[player] ?? 0)),
      28,
    );
    const lowest = Math.max(...places) - (top + CHART + 58);
    const line = (name: string, player: number): string => {
      const points = totals.map((row, step) => `${x(step).toFixed(1)},${y(row[player] ?? 0).toFixed(1)}`).join(' ');
      const dash = totals.length > 40 ? '' : DASHES[player];
      return `<polyline points="${points}" fill="none" stroke="${LINES[player]}" stroke-width="5" stroke-linejoin="round"${dash ? ` stroke-dasharray="${dash}"` : ''}/>${text(name, { x: RIGHT - NAMES + 14, y: (places[player] ?? 0) + 9 - Math.max(lowest, 0), size: 26, room: NAMES - 14, bold: true, fill: LINES[player] ?? INK })}`;
    };
    return `${heading(t('how-it-went'), top)}<line x1="${LEFT}" x2="${RIGHT - NAMES}" y1="${y(0).toFixed(1)}" y2="${y(0).toFixed(1)}" stroke="#8a7a4f" stroke-width="2"/>${sheet.players.map(line).join('')}`;
  });
}

const MAX_TILE = 62;

function best({ sheet, part, drawn }: CardFacts): Part | null {
  const found = bestHand(sheet, part);
  if (!found) return null;
  const { name, at, score, title, tiles } = found;
  const seating = part.entries[at]?.seating;
  const words = [name, seating ? dealName(seating) : t('entry-n', at + 1), title]
    .filter((each) => each !== '')
    .join(' \u00b7 ');
  const step = Math.min(MAX_TILE + 6, INNER / Math.max(tiles.length, 1));
  const width = Math.min(MAX_TILE, step - 3);
  return panel(tiles.length > 0 ? 112 + width * 1.34 : 118, (top) =>
    [
      heading(t('best-hand'), top),
      text(words, { x: LEFT, y: top + 88, size: 33, room: INNER - 190 }),
      text(number(score), { x: RIGHT, y: top + 88, size: 36, room: 180, bold: true, end: true }),
      ...tiles.map((each, index) => tile(drawn(each), LEFT + index * step, top + 104, width)),
    ].join(''),
  );
}

const PAY_ROW = 52;
const PAY_SIZE = 34;
const PAY_AMOUNT = 190;

/** Two beside each other where the names are short, else one below the other. */
function settling({ sheet, part, rate }: CardFacts): Part | null {
  const { transfers } = part;
  if (transfers === null) return null;
  const money = ratedTransfers(sheet, transfers, rate);
  const words = transfers.map(
    ({ payer, payee }) => `${sheet.players[payer] ?? '?'} \u2192 ${sheet.players[payee] ?? '?'}`,
  );
  const half = (INNER - 60) / 2;
  const columns = words.every((each) => widthOf(each) * PAY_SIZE <= half - PAY_AMOUNT) ? 2 : 1;
  const wide = columns === 2 ? half : INNER;
  const rows = Math.max(Math.ceil(transfers.length / columns), 1);
  const line = (amount: number, at: number): string => {
    const left = LEFT + (at % columns) * (half + 60);
    const y = Math.floor(at / columns) * PAY_ROW;
    return [
      text(words[at] ?? '', { x: left, y, size: PAY_SIZE, room: wide - PAY_AMOUNT }),
      text(`${number(amount)}${money[at] ?? ''}`, {
        x: left + wide,
        y,
        size: PAY_SIZE,
        room: PAY_AMOUNT - 10,
        bold: true,
        end: true,
      }),
    ].join('');
  };
  const nobody = text(t('nobody-owes-anything'), { x: LEFT, y: 0, size: PAY_SIZE, room: INNER });
  const lines = transfers.length === 0 ? nobody : transfers.map(({ amount }, at) => line(amount, at)).join('');
  return panel(
    76 + rows * PAY_ROW,
    (top) => `${heading(t('who-hands-what'), top)}<g transform="translate(0 ${top + 96})">${lines}</g>`,
  );
}

const HEAD = 184;
const FOOT = 62;
const FAN: readonly (readonly [string, number])[] = [
  ['5z', -9],
  ['7z', 0],
  ['6z', 9],
];

/** The card of an evening. It is drawn without a font of its own, and each text has its room. */
export function card(facts: CardFacts): { readonly svg: string; readonly width: number; readonly height: number } {
  const { sheet, part, head, drawn } = facts;
  const missing = uncountedWords(sheet, part.uncounted);
  const parts = [ranking(facts), course(facts), best(facts), settling(facts)].filter((each) => each !== null);
  const height = HEAD + parts.reduce((sum, each) => sum + each.height + GAP, 0) + FOOT;
  let top = HEAD;
  const panels = parts.map(({ height, draw }) => {
    const drawn = draw(top);
    top += height + GAP;
    return drawn;
  });
  const above = [
    text(t('mahjong-evening'), { x: 330, y: 92, size: 58, room: WIDTH - 330 - EDGE, bold: true, fill: PAPER }),
    text(headParts(head, sheet).join(' \u00b7 '), {
      x: 330,
      y: 140,
      size: 30,
      room: WIDTH - 330 - EDGE,
      fill: ON_FELT,
    }),
    text(houseLine(sheet), { x: 330, y: 172, size: 24, room: WIDTH - 330 - EDGE, fill: ON_FELT }),
    ...FAN.map(([face, turn], at) => tile(drawn(face), EDGE + 22 + at * 78, turn === 0 ? 26 : 34, 88, turn)),
  ];
  const foot = text(missing === '' ? t('counted-with') : `${missing}!`, {
    x: LEFT,
    y: height - 24,
    size: 25,
    room: INNER,
    bold: missing !== '',
    fill: missing === '' ? ON_FELT : '#ffd9a0',
  });
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"><rect width="${WIDTH}" height="${height}" fill="${FELT}"/>${above.join('')}${panels.join('')}${foot}</svg>`,
    width: WIDTH,
    height,
  };
}
