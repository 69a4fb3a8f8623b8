import type { Wind } from '../model/shapes.ts';
import { windName, windTile } from '../model/words.ts';
import { Tile } from './tile.tsx';

/** A name keeps its own direction and is never cut. */
export const Name = ({ children }: { readonly children: string | undefined }) => <bdi class="name">{children}</bdi>;

/** A player's wind: drawn for the eye, said for the ear. */
export const WindBadge = ({ wind }: { readonly wind: Wind | undefined }) =>
  wind ? (
    <>
      <Tile tile={windTile(wind)} kind="badge" />
      <span class="unseen">{windName(wind)} </span>
    </>
  ) : null;
