"""From a JSON body to what the domain settles, or to every fault at once."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, cast

from marshmallow import ValidationError

from service.api.fields import Strictly, load, nearest, refuse, whole
from service.api.problems import refused
from service.api.schemas import BATCH, FALSE_MAHJONG, SCORE, SETTLEMENT, WASHED_TILES
from service.domain import rulebook as rulebooks
from service.domain.deal import Deal, Win
from service.domain.hand import Hand
from service.domain.legality import Case, Fault, Path, faults_of, seat_faults
from service.domain.penalties import false_call_faults, washing_faults
from service.domain.rulebook.model import Option, Options, OptionValue, Rulebook
from service.domain.seats import BY_NAME, SEAT_NAMES, SEATS, BySeat, Seat
from service.domain.tiles import Tiles
from service.domain.view import Situation

Body = Mapping[str, Any]
_OPTIONS: Final = {option.name: option for each in rulebooks.ALL for option in each.options}
"""The options of all rulebooks by name."""


class Rules(NamedTuple):
    """The rulebook of a request and every option of it."""

    rulebook: Rulebook
    options: Options


class DealRequest(NamedTuple):
    """A legal deal and what settles it."""

    rules: Rules
    deal: Deal
    id: str | None


class ScoreRequest(NamedTuple):
    """A legal hand and what scores it."""

    rules: Rules
    at: Situation


def read_deal(body: object, schema: Strictly = SETTLEMENT) -> DealRequest:
    """Read a whole deal. Raises Refused with every fault."""
    data, faults = load(schema, body)
    rulebook, options = rules_of(data, faults)
    told = body if isinstance(body, dict) else {}
    faults += win_where_won(told, data)
    case = _case(data, told, faults, rulebook, options)
    refuse_faults(faults, faults_of(case))
    assert rulebook is not None
    assert case.round_wind is not None
    deal = Deal(
        hands=BySeat(case.hands.values()),
        round_wind=case.round_wind,
        winner=case.winner,
        win=case.win,
        discards=case.discards,
    )
    return DealRequest(Rules(rulebook, options), deal, data.get("id"))


def read_score(body: object) -> ScoreRequest:
    """Read one hand; what would need the other hands is not asked. Raises Refused with every fault."""
    data, faults = load(SCORE, body)
    rulebook, options = rules_of(data, faults)
    seat = data.get("seat")
    win = win_of(data)
    hand = hand_of(data.get("hand"), ("hand",), faults)
    case = Case(
        hands={} if hand is None or seat is None else {seat: hand},
        seats=SEATS,
        winner=seat if win is not None else None,
        win=win,
        round_wind=data.get("round_wind"),
        discards=data.get("discards", ()),
        rulebook=rulebook,
        options=options,
        place=lambda _: ("hand",),
        others_known=False,
        winner_known=win is not None or not (isinstance(body, dict) and "win" in body),
    )
    refuse_faults(faults, faults_of(case))
    assert rulebook is not None
    assert hand is not None
    return ScoreRequest(
        Rules(rulebook, options), Situation(hand, data["seat"], data["round_wind"], win, (hand,), case.discards)
    )


def refuse_faults(form: list[Fault], game: list[Fault]) -> None:
    """Refuse a body with faults of its form, of the game, or both; what was told of a member is not told again."""
    told = {fault.at for fault in form}
    faults = form + [
        fault for fault in game if not any(fault.at[:length] in told for length in range(len(fault.at) + 1))
    ]
    if faults:
        raise refused(faults)


def _case(data: Body, told: Body, faults: list[Fault], rulebook: Rulebook | None, options: Options) -> Case:
    read, given = data.get("hands", {}), told.get("hands")
    legible: dict[Seat, Hand | None] = {}
    if isinstance(given, dict):
        for name, seat in BY_NAME.items():
            if name in given:
                legible[seat] = hand_of(read.get(name), ("hands", name), faults)
    misspelt = any(fault.at[:1] == ("hands",) and len(fault.at) == 2 and fault.suggestion for fault in faults)
    return Case(
        hands={seat: hand for seat, hand in legible.items() if hand is not None},
        seats=None if misspelt or not isinstance(given, dict) else tuple(legible),
        winner=data.get("winner"),
        win=win_of(data),
        round_wind=data.get("round_wind"),
        discards=data.get("discards", ()),
        rulebook=rulebook,
        options=options,
        winner_known="winner" in data and (data["winner"] is not None or "win" not in told),
    )


def win_where_won(told: Body, data: Body) -> list[Fault]:
    """`win` goes with a winner, and only with one."""
    winner = data.get("winner")
    if winner is not None and "win" not in told:
        return [Fault("missing-member", ("win",), "a deal with a winner needs to know how it was won")]
    if "winner" in data and winner is None and told.get("win") is not None:
        return [Fault("unexpected-member", ("win",), "nobody has won: the winner is null")]
    return []


def hand_of(data: Any, path: Path, faults: list[Fault]) -> Hand | None:
    """The hand, where all of its own members could be read."""
    if not isinstance(data, dict) or "concealed" not in data:
        return None
    if faults and any(fault.at[: len(path)] == path and _hides(fault) for fault in faults):
        return None
    return Hand(**data)


def _hides(fault: Fault) -> bool:
    """Whether a fault hides a part of its hand: an unknown member that means nothing does not."""
    return fault.code != "unknown-member" or fault.suggestion is not None


def win_of(data: Body) -> Win | None:
    """The win, as far as it could be read, where its source is known."""
    win = data.get("win")
    if not isinstance(win, dict) or "source" not in win:
        return None
    tile = win.get("tile")
    return Win(**{**win, "tile": tile[0] if tile else None})


# Options


def rules_of(data: Body, faults: list[Fault]) -> tuple[Rulebook | None, Options]:
    """The rulebook, where it is known, and its options; faults of the options are added."""
    rulebook: Rulebook | None = data.get("ruleset")
    given: dict[str, Any] = data.get("options", {})
    read: dict[str, OptionValue] = {}
    for name, value in given.items():
        try:
            read[name] = _option(name, value, rulebook)
        except ValidationError as error:
            faults.extend(fault._replace(at=("options", name)) for fault in cast("list[Fault]", error.messages))
    return rulebook, {} if rulebook is None else rulebook.options_under(read)


def _option(name: str, value: object, rulebook: Rulebook | None) -> OptionValue:
    own = _OPTIONS if rulebook is None else {option.name: option for option in rulebook.options}
    if name not in _OPTIONS:
        raise refuse("unknown-member", "no such option is known", nearest(name, own))
    if name not in own:
        assert rulebook is not None
        raise refuse("option-of-another-ruleset", f"{rulebook.id} has no option {name}; it has {', '.join(own)}")
    return _value(own[name], value)


def _value(option: Option, value: object) -> OptionValue:
    if value is None:
        if not option.nullable:
            raise refuse("null-not-allowed", "null is not accepted here")
        return None
    if option.is_boolean:
        if not isinstance(value, bool):
            raise refuse("wrong-type", "true or false is expected here")
        return value
    number = whole(value)
    if not option.accepts(number):
        raise refuse("out-of-range", f"{number} is not accepted: {option.range_text}")
    return number


# The other bodies


class WashedTilesRequest(NamedTuple):
    """Tiles that may be washed."""

    rules: Rules
    player: Seat
    seats: tuple[Seat, ...]
    concealed: Tiles


class FalseMahjongRequest(NamedTuple):
    """A wrong call that can be settled."""

    rules: Rules
    player: Seat
    seats: tuple[Seat, ...]
    hand_exposed: bool | None


def read_batch(body: object) -> tuple[object, ...]:
    """The deals of a batch, not yet read. Raises Refused where it is no batch."""
    data, faults = load(BATCH, body)
    refuse_faults(faults, [])
    deals: tuple[object, ...] = data["deals"]
    return deals


def read_washed_tiles(body: object) -> WashedTilesRequest:
    """Read washed tiles. Raises Refused with every fault."""
    data, faults = load(WASHED_TILES, body)
    rulebook, options = rules_of(data, faults)
    hand = data.get("hand") or {}
    player, seats = data.get("player"), _players(data)
    game = washing_faults(rulebook, player, hand.get("concealed"), hand.get("bonus", ()))
    refuse_faults(faults, game + _playing(player, seats, faults))
    assert rulebook is not None
    return WashedTilesRequest(Rules(rulebook, options), data["player"], seats, data["hand"]["concealed"])


def read_false_mahjong(body: object) -> FalseMahjongRequest:
    """Read a wrong call. Raises Refused with every fault."""
    data, faults = load(FALSE_MAHJONG, body)
    rulebook, options = rules_of(data, faults)
    player, seats, exposed = data.get("player"), _players(data), data.get("hand_exposed")
    refuse_faults(faults, [*false_call_faults(rulebook, options, exposed=exposed), *_playing(player, seats, faults)])
    assert rulebook is not None
    return FalseMahjongRequest(Rules(rulebook, options), data["player"], seats, exposed)


def _players(data: Body) -> tuple[Seat, ...]:
    """Who plays: all four, where the body does not say, or not legibly."""
    return tuple(sorted(seat for seat in data.get("seats", SEATS) if seat is not None))


def _playing(player: Seat | None, seats: tuple[Seat, ...], form: list[Fault]) -> list[Fault]:
    """Whether these seats make a game, and the player is in it; not asked where a seat could not be read."""
    if any(fault.at[:1] == ("seats",) for fault in form):
        return []
    faults = seat_faults(seats, ("seats",))
    if not faults and player is not None and player not in seats:
        faults.append(Fault("seat-not-playing", ("player",), f"{SEAT_NAMES[player]} is not among the seats that play"))
    return faults
