"""Every condition that rules can have: those written here, and those of `layouts/named.toml`, which combine them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from pung_chow_settlement.domain.clauses import of_claims, of_hands, of_sets, of_wins, patterns
from pung_chow_settlement.domain.clauses.clause import (
    TRUTH,
    BoundCondition,
    Clauses,
    Condition,
    OptionRef,
    Parameter,
    Reason,
    Value,
    all_of,
    reworded,
    with_parameters,
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
    of_hands.TERMINALS_AND_HONOURS_NOT_HONOURS_ONLY,
    of_hands.ONES_AND_NINES_WITH_HONOURS,
    of_hands.ONES_AND_NINES_OF_ONE_SUIT_WITH_HONOURS,
    of_hands.ONES_AND_NINES,
    of_hands.TERMINALS_AND_HONOURS_ONLY,
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
_BY_ID: Final = {each.id: each for each in _WRITTEN}

_Row = Mapping[str, Any]
"""A part of a condition of `named.toml`."""


def _parts(rows: Iterable[_Row], values: Mapping[str, Value | OptionRef]) -> Iterator[tuple[_Row, BoundCondition]]:
    """The parts that are asked, given these arguments of the whole."""
    for row in rows:
        if values.get(row.get("if", ""), True) and not values.get(row.get("unless", "")):
            one = _BY_ID[row["find"]]
            yield row, one(**{name: row.get(name, values.get(name)) for name in one.parameters})


def _clauses(row: _Row, part: BoundCondition) -> Clauses:
    """The clauses of a part, with the message keys that it has in place of its own."""
    keys = {f"why.{name}": f"why.{other}" for name, other in row.get("says", {}).items()}

    def says(reason: Reason) -> Reason:
        return reason._replace(key=keys.get(reason.key, reason.key))

    clauses = part.with_options({}).clauses
    return reworded(clauses, says) if keys else clauses


def _named(name: str, text: str, rows: Iterable[_Row], parameters: Mapping[str, str]) -> Condition:
    def clauses(**values: Value) -> Clauses:
        found = [_clauses(row, part) for row, part in _parts(rows, values)]
        return found[0] if len(found) == 1 else all_of(found)

    conditions = [(row, _BY_ID[row["find"]]) for row in rows]
    of_parts = {key: each for row, one in conditions for key, each in one.parameters.items() if key not in row}
    return with_parameters(
        name,
        text,
        clauses,
        winner_only=any(one.winner_only for _, one in conditions),
        win_members=lambda **values: tuple([each for _, part in _parts(rows, values) for each in part.win_members]),
        **of_parts,
        **{key: Parameter(text=about, choices=TRUTH) for key, about in parameters.items()},
    )


CONDITIONS: Final[Mapping[str, Condition]] = {
    **_BY_ID,
    **{name: _named(name, row["text"], row["all_of"], row.get("parameters", {})) for name, row in ROWS.items()},
}
"""The catalogue, by id."""
