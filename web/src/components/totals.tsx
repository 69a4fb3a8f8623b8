import { number } from '../model/words.ts';
import { Name } from './name.tsx';

interface TotalsProps {
  readonly caption: string;
  readonly players: readonly string[];
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Each player's total as it is, and as a change would make it. */
export const OldAndNew = ({ caption, players, before, after }: TotalsProps) => (
  <table class="old-and-new">
    <caption>{caption}</caption>
    <tbody>
      {players.map((name, player) => (
        <tr key={player}>
          <th scope="row">
            <Name>{name}</Name>
          </th>
          <td>{before[player] === undefined ? '' : number(before[player])}</td>
          <td>
            <span aria-hidden="true">→ </span>
            {number(after[player] ?? 0)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
