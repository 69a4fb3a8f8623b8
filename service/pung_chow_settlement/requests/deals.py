"""Parse JSON bodies into the domain's legal deals and hands, or report every fault at once."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Fault, Path, merge_faults
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.deal import LegalDeal, LegalHand, legal_deal, legal_hand
from pung_chow_settlement.domain.legality.partial_deal import Known, PartialDeal, RequestPaths
from pung_chow_settlement.domain.legality.tiles import seat_faults
from pung_chow_settlement.domain.penalties import (
    OTHER_CALLERS,
    PAYEE,
    Call,
    FalseMahjongCall,
    FineAsked,
    FineCall,
    WashedTilesCall,
    false_call_faults,
    fine_faults,
    washing_faults,
)
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook, PlayableRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.seats import BY_NAME, MAX_PLAYERS, SEAT_NAMES, SEATS, Seat
from pung_chow_settlement.requests.hands import hands_of, win_of
from pung_chow_settlement.requests.house_rules import apply_house_rules
from pung_chow_settlement.requests.options import legality_unread, read_options
from pung_chow_settlement.requests.refusals import Refused, invalid_request
from pung_chow_settlement.requests.schemas import (
    BATCH,
    FALSE_MAHJONG,
    FINE,
    RULESET,
    SCORE,
    SETTLEMENT,
    WAITS,
    WASHED_TILES,
)
from pung_chow_settlement.requests.worth import shares_without_limit
from pung_chow_settlement.schemas.fields import load, nearest

Body = dict[str, Any]


def compiled_rulebook(data: Body, faults: list[Fault]) -> CompiledRulebook | None:
    """The compiled rulebook of a body, None if it is unknown; adds faults of house rules and options to `faults`.

    Raises Refused if the body requires another revision of the rulebook.
    """
    named: PlayableRulebook | None = data.get("ruleset")
    rulebook = None if named is None else named.rulebook
    if rulebook is not None:
        _check_revision(rulebook, data.get("revision"))
    house = data.get("house_rules")
    if house:
        named = apply_house_rules(named, house, faults)
        rulebook = rulebook if named is None else named.rulebook
    given = data.get("options", {})
    read = read_options(given, rulebook, faults) if given else {}
    return None if named is None else named.with_options(read)


def rulebook_that_scores(data: Body, faults: list[Fault]) -> CompiledRulebook | None:
    """The same for hands that are scored: no rule of the table's own may be a share of the limit where none is set."""
    compiled, house = compiled_rulebook(data, faults), data.get("house_rules")
    if house and compiled is not None and compiled.limit_hand_score is None:
        faults += shares_without_limit(compiled.rulebook, house.get("rules") or {})
    return compiled


def compiled_for_hands(compiled: CompiledRulebook | None, faults: list[Fault]) -> CompiledRulebook | None:
    """The compiled rulebook to judge hands by; None also if an option that decides what may win could not be read."""
    unread = bool(faults) and compiled is not None and legality_unread(compiled.rulebook, faults)
    return None if unread else compiled


def _check_revision(rulebook: Rulebook, required: int | None) -> None:
    if required is not None and required != rulebook.revision:
        raise Refused("other-revision", ruleset=rulebook.id, revision=rulebook.revision, asked=required)


def read_deal(body: object, steps: Steps | None = None) -> LegalDeal:
    """Read a whole deal; `steps` are those of the request that it is part of. Raises Refused with every fault."""
    legal = legal_deal(*read_partial_deal(body, steps))
    if not isinstance(legal, LegalDeal):
        raise invalid_request(legal)
    return legal


def read_partial_deal(body: object, steps: Steps | None = None) -> tuple[PartialDeal, list[Fault]]:
    """A deal as far as it can be read, and every fault of its form."""
    data, faults = load(SETTLEMENT, body)
    compiled = rulebook_that_scores(data, faults)
    sent = body if isinstance(body, dict) else {}
    data = drawn_if_absent(sent, data, "winner")
    faults += win_if_won(sent, data, "winner")
    if data.get("winner") is not None and "consecutive_wins" in data:
        faults.append(Fault("unexpected-member", ("consecutive_wins",), sentence="consecutive-wins"))
    judged_by = compiled_for_hands(compiled, faults)
    return _partial(data, sent, faults, judged_by, Steps() if steps is None else steps), faults


def read_score(body: object) -> LegalHand:
    """Read one hand; checks that need other hands are skipped. Raises Refused with every fault."""
    data, faults = load(SCORE, body)
    compiled = rulebook_that_scores(data, faults)
    win = win_of(data.get("win"))
    unreadable = win is None and isinstance(body, dict) and body.get("win") is not None
    return _one_hand(data, faults, compiled, "discards", win=win, winner_known=not unreadable)


def read_waiting_hand(body: object, *, drawn: bool = False) -> LegalHand:
    """Read a hand that is one tile short or has, if `drawn`, one to discard. Raises Refused with every fault."""
    data, faults = load(WAITS, body)
    return _one_hand(data, faults, rulebook_that_scores(data, faults), "visible", drawn=drawn)


def _one_hand(
    data: Body,
    faults: list[Fault],
    compiled: CompiledRulebook | None,
    seen_at: str,
    *,
    win: Win | None = None,
    winner_known: bool = True,
    drawn: bool = False,
) -> LegalHand:
    """The hand, if it and the seen tiles are legal. Raises Refused with every fault."""
    seat = data.get("seat")
    hands, unread = hands_of([] if seat is None else [(seat, data.get("hand"), ("hand",))], faults)
    partial = PartialDeal(
        hands=hands,
        seats=SEATS,
        winner=seat if win is not None else None,
        win=win,
        round_wind=data.get("round_wind"),
        discards=data.get(seen_at, ()),
        compiled=compiled_for_hands(compiled, faults),
        steps=Steps(),
        at=RequestPaths(hand=lambda _: ("hand",), seen=seen_at, may_be_marked=seen_at == "discards"),
        known=Known(winner=winner_known, others=False, unread=unread),
        drawn=drawn,
    )
    legal = legal_hand(partial, faults)
    if not isinstance(legal, LegalHand):
        raise invalid_request(legal)
    return legal


def read_rules(body: object) -> CompiledRulebook:
    """Read a rulebook with house rules and options. Raises Refused with every fault."""
    data, faults = load(RULESET, body)
    compiled = compiled_rulebook(data, faults)
    if faults or compiled is None:
        raise invalid_request(faults)
    return compiled


def _partial(
    data: Body, sent: Body, faults: list[Fault], compiled: CompiledRulebook | None, steps: Steps
) -> PartialDeal:
    read, given = data.get("hands", {}), sent.get("hands")
    names = {}
    if isinstance(given, dict):
        names = {seat: name for name, seat in BY_NAME.items() if given.get(name) is not None}
    hands, unread = hands_of([(seat, read.get(name), ("hands", name)) for seat, name in names.items()], faults)
    misspelt = faults and any(_is_misspelt_seat(fault) for fault in faults)
    seats = None if misspelt or not isinstance(given, dict) else tuple(names)
    winner, win = data.get("winner"), win_of(data.get("win"))
    winner_known = winner is not None or ("winner" in data and sent.get("win") is None)
    return PartialDeal(
        hands=hands,
        seats=seats,
        winner=winner,
        win=win,
        round_wind=data.get("round_wind"),
        discards=data.get("discards", ()),
        compiled=compiled,
        steps=steps,
        known=Known(winner=winner_known, unread=unread),
        wins_before=data.get("consecutive_wins", 0),
    )


def _is_misspelt_seat(fault: Fault) -> bool:
    return fault.lies_in(("hands",)) and len(fault.path) == 2 and fault.suggestion is not None


def drawn_if_absent(sent: Body, data: Body, member: str) -> Body:
    """The data of a deal, drawn if its body has neither a winner, as the member `member`, nor a win."""
    return data if member in sent or sent.get("win") is not None else {**data, "winner": None}


def win_if_won(sent: Body, data: Body, member: str) -> list[Fault]:
    """A fault unless `win` is given exactly if there is a winner, which is the body's member `member`."""
    if member not in sent and sent.get("win") is not None:
        return [Fault("missing-member", (member,))]
    winner = data.get("winner")
    if winner is not None and sent.get("win") is None:
        return [Fault("missing-member", ("win",), sentence="win")]
    if "winner" in data and winner is None and sent.get("win") is not None:
        return [Fault("unexpected-member", ("win",), sentence="win")]
    return []


def read_batch(body: object) -> tuple[object, ...]:
    """The deals of a batch, not validated. Raises Refused if the body is not a batch."""
    data, faults = load(BATCH, body)
    if faults:
        raise invalid_request(faults)
    deals: tuple[object, ...] = data["deals"]
    return deals


# Penalties


Called = tuple[Call | None, list[Fault]]
"""A call, None if it could not be read, and the faults that the rulebook finds in it."""


class CallRequest(NamedTuple):
    """A call that can be settled, the number of players and the rulebook."""

    compiled: CompiledRulebook
    players: int
    call: Call


def read_washed_tiles(body: object) -> CallRequest:
    """Read washed tiles. Raises Refused with every fault."""
    data, faults = load(WASHED_TILES, body)
    compiled = compiled_rulebook(data, faults)
    player, seats = data.get("seat"), _players(data)
    absent = _playing({("seat",): player}, seats, faults)
    return _settled_call(compiled, len(seats), washed_tiles(data, player, compiled), faults, absent)


def read_false_mahjong(body: object) -> CallRequest:
    """Read a false Mah-Jong. Raises Refused with every fault."""
    data, faults = load(FALSE_MAHJONG, body)
    compiled = compiled_rulebook(data, faults)
    callers, seats = (data.get("seat"), *data.get(OTHER_CALLERS, ())), _players(data)
    places: list[Path] = [("seat",), *[(OTHER_CALLERS, index) for index in range(len(callers) - 1)]]
    absent = _playing(dict(zip(places, callers, strict=True)), seats, faults)
    players = MAX_PLAYERS if absent or _unread(faults) else len(seats)
    called = false_mahjong(data, callers, callers, players, compiled)
    return _settled_call(compiled, len(seats), called, faults, absent)


def read_fine(body: object) -> CallRequest:
    """Read a fine. Raises Refused with every fault."""
    data, faults = load(FINE, body)
    compiled = compiled_rulebook(data, faults)
    payer, payee, seats = data.get("seat"), data.get("payee"), _players(data)
    absent = _playing({("seat",): payer, (PAYEE,): payee}, seats, faults)
    called = fine(data, (payer, payee), (payer, payee), compiled)
    return _settled_call(compiled, len(seats), called, faults, absent)


def fine(
    data: Body,
    named: tuple[Seat | int | None, Seat | int | None],
    seats: tuple[Seat | None, Seat | None],
    compiled: CompiledRulebook | None,
    payee_member: str = PAYEE,
) -> Called:
    """A fine of a request or an entry; the payer and who is paid, as they are named there, and their seats."""
    name, score, (payer, payee) = data.get("fine"), data.get("score"), seats
    faults = fine_faults(compiled, FineAsked(name, *named, score), nearest, payee_member)
    return None if payer is None or name is None else FineCall(name, payer, payee, score), faults


def _settled_call(
    compiled: CompiledRulebook | None, players: int, called: Called, faults: list[Fault], absent: list[Fault]
) -> CallRequest:
    call, game = called
    found = merge_faults(faults, game + absent)
    if found or compiled is None or call is None:
        raise invalid_request(found)
    return CallRequest(compiled, players, call)


def washed_tiles(data: Body, player: Seat | None, compiled: CompiledRulebook | None) -> Called:
    """The tiles that a player washes, of a request or an entry."""
    hand = data.get("hand") or {}
    concealed = hand.get("concealed")
    faults = washing_faults(compiled, player, concealed, hand.get("bonus", ()))
    return None if player is None or concealed is None else WashedTilesCall(player, concealed), faults


def false_mahjong(
    data: Body,
    callers: Sequence[Seat | int | None],
    seats: Sequence[Seat | None],
    players: int,
    compiled: CompiledRulebook | None,
    others: str = OTHER_CALLERS,
) -> Called:
    """A false Mah-Jong of a request or an entry; `callers` as named there, `others` the member that has more."""
    exposed = data.get("hand_exposed")
    faults = false_call_faults(compiled, callers, players, exposed=exposed, others=others)
    known = tuple([seat for seat in seats if seat is not None])
    return FalseMahjongCall(known, exposed) if len(known) == len(seats) else None, faults


def _players(data: Body) -> tuple[Seat, ...]:
    """The seats in play; all four if the member is absent or cannot be parsed."""
    return tuple(sorted(seat for seat in data.get("seats", SEATS) if seat is not None))


def _playing(players: Mapping[Path, Seat | None], seats: tuple[Seat, ...], form: list[Fault]) -> list[Fault]:
    """Faults of seats that are no game or do not include the players; none if a seat could not be parsed."""
    if _unread(form):
        return []
    return seat_faults(seats, ("seats",)) or [
        Fault("seat-not-playing", path, facts={"seat": SEAT_NAMES[seat]}, sentence="seats")
        for path, seat in players.items()
        if seat is not None and seat not in seats
    ]


def _unread(form: list[Fault]) -> bool:
    """Whether the seats in play could not be parsed."""
    return any(fault.lies_in(("seats",)) for fault in form)
