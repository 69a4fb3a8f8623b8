import { number } from '../model/words.ts';
import { Name } from './name.tsx';
import { t } from '../i18n/game.ts';

interface ChartProps {
  readonly players: readonly string[];
  /** The totals after each entry, the totals at the start first. */
  readonly totals: readonly (readonly number[])[];
}

const WIDTH = 340;
/** Beside the lines, for the names. */
const NAMES = 112;
const NAME_HEIGHT = 15;
const LETTER = 14;
/** Of a letter's height, on average. */
const LETTER_WIDTH = 0.7;
const HEIGHT = 130;
const EDGE = 8;

const DASHES = ['none', '9 5', '2 5', '12 4 2 4', '5 3'] as const;

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly x: (step: number) => number;
  readonly y: (total: number) => number;
}

function scaleOf(totals: ChartProps['totals']): Scale {
  const all = totals.flat();
  const low = Math.min(...all);
  const high = Math.max(...all);
  const span = high - low || 1;
  const steps = Math.max(totals.length - 1, 1);
  return {
    low,
    high,
    x: (step) => EDGE + ((WIDTH - NAMES - 2 * EDGE) * step) / steps,
    y: (total) => EDGE + ((HEIGHT - 2 * EDGE) * (high - total)) / span,
  };
}

/** A different end for each line, so that nobody has to tell colours apart. */
function End({ player, x, y }: { readonly player: number; readonly x: number; readonly y: number }) {
  const shapes = [
    <circle cx={x} cy={y} r="5" />,
    <rect x={x - 4.5} y={y - 4.5} width="9" height="9" />,
    <path d={`M${x} ${y - 6}l6 10h-12z`} />,
    <path d={`M${x} ${y - 6}l6 6-6 6-6-6z`} />,
    <path d={`M${x - 5} ${y - 5}l10 10m0-10l-10 10`} />,
  ];
  return shapes[player] ?? null;
}

/** Beyond this many entries dashes run into each other: the lines become thin and whole, told apart by marks along them. */
const DENSE = 40;
const MARKS = 6;

/** Where the marks of a line stand, between those of the others, so that lines upon each other are all seen. */
const marksOf = <Point,>(points: readonly Point[], player: number): readonly Point[] =>
  Array.from(
    { length: MARKS },
    (_, mark) => points[Math.round(((mark + (player + 1) / 5) * points.length) / MARKS)],
  ).filter((point) => point !== undefined);

interface LineProps {
  readonly player: number;
  readonly points: readonly (readonly [number, number])[];
}

function Line({ player, points }: LineProps) {
  const dense = points.length > DENSE;
  const [x, y] = points.at(-1) ?? [0, 0];
  return (
    <g class={`line-${player + 1}`}>
      <polyline
        class={dense ? 'dense' : ''}
        points={points.map((point) => point.join(',')).join(' ')}
        stroke-dasharray={dense ? 'none' : DASHES[player]}
      />
      {dense && marksOf(points, player).map(([x, y]) => <End key={x} player={player} x={x} y={y} />)}
      <End player={player} x={x} y={y} />
    </g>
  );
}

/** Where each name stands: at the end of its line, or as far below the one above as a name is high. */
function namePlaces(ends: readonly number[]): readonly number[] {
  const order = ends.map((_, player) => player).sort((one, other) => (ends[one] ?? 0) - (ends[other] ?? 0));
  const places: number[] = [];
  const lowest = HEIGHT - 4 - (ends.length - 1) * NAME_HEIGHT;
  order.forEach((player, rank) => {
    const above = rank === 0 ? -Infinity : (places[order[rank - 1] ?? 0] ?? 0) + NAME_HEIGHT;
    places[player] = Math.max(above, Math.min((ends[player] ?? 0) + 4, lowest + rank * NAME_HEIGHT), NAME_HEIGHT - 4);
  });
  return places;
}

/** A long name is written smaller, never cut. */
const sizeOf = (name: string): number => Math.min(LETTER, (NAMES - 8) / ([...name].length * LETTER_WIDTH));

/** The little piece of line beside a name that tells which one is his. */
export const Swatch = ({ player }: { readonly player: number }) => (
  <svg class={`swatch line-${player + 1}`} viewBox="0 0 40 14" aria-hidden="true">
    <polyline points="2,7 38,7" stroke-dasharray={DASHES[player]} />
    <End player={player} x={20} y={7} />
  </svg>
);

const summary = ({ players, totals }: ChartProps): string =>
  players.map((name, player) => t('from-to', name, totals[0]?.[player] ?? 0, totals.at(-1)?.[player] ?? 0)).join(', ');

/** Large text has no room for names beside the lines: they stand below them. */
const Legend = ({ players }: Pick<ChartProps, 'players'>) => (
  <figcaption aria-hidden="true">
    {players.map((name, player) => (
      <span key={player}>
        <Swatch player={player} /> <Name>{name}</Name>
      </span>
    ))}
  </figcaption>
);

export function Chart(props: ChartProps) {
  const { players, totals } = props;
  const scale = scaleOf(totals);
  const places = namePlaces(players.map((_, player) => scale.y(totals.at(-1)?.[player] ?? 0)));
  const zero = scale.low < 0 && scale.high > 0 ? scale.y(0) : null;
  return (
    <figure class="chart">
      <div class="scale" aria-hidden="true">
        <span>{number(scale.high)}</span>
        {scale.low !== scale.high && <span>{number(scale.low)}</span>}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('chart-totals', summary(props))}>
        {zero !== null && <line class="zero" x1="0" x2={WIDTH - NAMES} y1={zero} y2={zero} />}
        {players.map((name, player) => (
          <text
            key={player}
            class={`line-${player + 1}`}
            x={WIDTH - NAMES + 6}
            y={places[player]}
            font-size={sizeOf(name)}
          >
            {name}
          </text>
        ))}
        {players.map((_, player) => (
          <Line
            key={player}
            player={player}
            points={totals.map((row, step) => [scale.x(step), scale.y(row[player] ?? 0)] as const)}
          />
        ))}
      </svg>
      <Legend players={players} />
    </figure>
  );
}
