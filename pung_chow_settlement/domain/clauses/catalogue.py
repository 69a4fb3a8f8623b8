"""Every condition that rules can have: those written here, and those of `layouts/named.toml`, which combine them."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pung_chow_settlement.domain.clauses import of_claims, of_hands, of_sets, of_wins, patterns
from pung_chow_settlement.domain.clauses.clause import (
    TRUTH,
    BoundCondition,
    Clauses,
    Condition,
    Parameter,
    Reason,
    all_of,
    reworded,
)
from pung_chow_settlement.domain.layouts.named import CONDITIONS as ROWS

_WRITTEN: Final = (
    of_sets.SETS,
    of_sets.SETS_OF,
    of_sets.SOME_SETS_OF,
    of_sets.PAIR_OF_DRAGONS,
    of_sets.PAIR_OF_OWN_WIND,
    of_sets.PAIR_OF_ROUND_WIND,
    of_sets.PAIR_OF_OWN_AND_ROUND_WIND,
    of_sets.PUNG_OF_DRAGONS,
    of_sets.PUNG_OF_OWN_WIND,
    of_sets.PUNG_OF_ROUND_WIND,
    of_sets.PUNG_OF_OWN_AND_ROUND_WIND,
    of_sets.COMPLETED_PAIR,
    of_sets.COMPLETED_PAIR_OF_OWN_AND_ROUND_WIND,
    of_sets.COMPLETED_CHOW,
    of_wins.MAH_JONG,
    of_wins.SITS_AS,
    of_wins.IN_ROUND,
    of_sets.FOUR_SETS,
    of_wins.WINNING_TILE_DRAWN,
    of_wins.LOOSE_TILE,
    of_wins.ROBBED_KONG,
    of_wins.ORIGINAL_HAND,
    of_wins.LAST_TILE,
    of_wins.FIRST_DISCARD,
    of_wins.STANDING_HAND,
    of_wins.FOURTH_OF_OWN_PUNG,
    of_wins.CONSECUTIVE_WINS,
    of_wins.LAST_WIN_IN_A_ROW,
    of_wins.ONLY_PLACE_TO_WIN,
    of_wins.ONLY_POSSIBLE_PIECE,
    of_hands.ONE_SUIT,
    of_hands.ONE_SUIT_WITH_HONOURS,
    of_hands.HONOURS_ONLY,
    of_hands.MAJORS_NOT_HONOURS_ONLY,
    of_hands.ONES_AND_NINES_WITH_HONOURS,
    of_hands.ONES_AND_NINES_OF_ONE_SUIT_WITH_HONOURS,
    of_hands.ONES_AND_NINES,
    of_hands.MAJORS_ONLY,
    of_hands.SIMPLES_ONLY,
    of_sets.NO_CHOW,
    of_sets.FOUR_CHOWS,
    of_hands.BONUS_TILES,
    of_hands.OWN_FLOWER,
    of_hands.OWN_SEASON,
    of_hands.FLOWERS_OF,
    of_hands.ALL_FLOWERS,
    of_hands.ALL_SEASONS,
    of_sets.SETS_OF_HONOURS,
    patterns.SHAPE,
    of_claims.NOTHING_CLAIMED,
    of_claims.CONCEALED_PUNGS,
    of_wins.WINNING_TILE,
    of_wins.CIRCUMSTANCE,
    of_wins.FROM_THE_LIVE_WALL,
    of_wins.DRAWN_BUT_FOR_A_KONG,
    of_wins.ONLY_PLACE,
    of_wins.EYES,
    of_sets.WON_PAIR,
    of_wins.ORIGINAL_CALL,
    of_wins.CALLED_WITHOUT_WINNING,
    of_wins.STAND_IN,
    of_wins.DEALT,
    of_hands.OWN_FLOWER_AND_SEASON,
    of_claims.CONCEALED_HAND,
    of_claims.ALMOST_CONCEALED,
    of_claims.CONCEALED_WITH_HONOURS,
    of_claims.SOME_CONCEALED_PUNGS,
    of_claims.SOME_CONCEALED_KONGS,
    of_claims.FOUR_CONCEALED,
    of_claims.CONCEALED_ONE_SUIT,
    of_hands.IN_ONE_SUIT,
    of_sets.NO_KONG,
    of_sets.SOME_KONGS,
    of_hands.ONLY_TILES,
    patterns.NAMED_HAND,
    patterns.WAITING_FOR,
)
"""In the order of `GET /v1/finders`."""
_BY_ID: Final = {each.id: each for each in _WRITTEN}
_NO_PARAMETERS: Final = ("find", "says")


def _part(row: Mapping[str, Any]) -> tuple[BoundCondition, Clauses]:
    """A part of a condition of `named.toml`, with the message keys that it has in place of its own."""
    values = {name: value for name, value in row.items() if name not in _NO_PARAMETERS}
    bound = _BY_ID[row["find"]](**values)
    keys = {f"why.{name}": f"why.{other}" for name, other in row.get("says", {}).items()}

    def says(reason: Reason) -> Reason:
        return reason._replace(key=keys.get(reason.key, reason.key))

    return bound, reworded(bound.under({}).clauses, says) if keys else bound.under({}).clauses


class _Parts:
    """The conditions that one of `named.toml` puts together."""

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        parts = [_part(row) for row in rows]
        self.winner_only = any(bound.winner_only for bound, _ in parts)
        self.win_members = tuple([member for bound, _ in parts for member in bound.win_members])
        self.clauses = parts[0][1] if len(parts) == 1 else all_of([clauses for _, clauses in parts])


def _named(name: str, row: Mapping[str, Any]) -> Condition:
    truth: str = row.get("truth", "")
    sections: dict[bool | None, str] = {True: "yes", False: "no"} if truth else {None: "all_of"}
    variants = {value: _Parts(row[section]) for value, section in sections.items()}
    return Condition(
        id=name,
        text=row["text"],
        clauses=lambda **values: variants[values.get(truth)].clauses,
        parameters={truth: Parameter(text=row["about"], choices=TRUTH)} if truth else {},
        winner_only=any(each.winner_only for each in variants.values()),
        win_members=lambda **values: variants[values.get(truth)].win_members,
    )


CONDITIONS: Final[Mapping[str, Condition]] = {**_BY_ID, **{name: _named(name, row) for name, row in ROWS.items()}}
"""The catalogue, by id."""
