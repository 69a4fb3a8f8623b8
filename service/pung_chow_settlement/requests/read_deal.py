"""Parse JSON bodies into the domain's legal deals and hands, or report every fault at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from pung_chow_settlement.domain.calls import (
    OTHER_CALLERS,
    PAYEE,
    Call,
    FalseMahjongCall,
    FineCall,
    WashedTilesCall,
    false_call_faults,
    fine_faults,
    washing_faults,
)
from pung_chow_settlement.domain.faults import Fault, Path
from pung_chow_settlement.domain.layouts.steps import Steps
from pung_chow_settlement.domain.legality.counts import seat_faults
from pung_chow_settlement.domain.legality.legal_deal import LegalDeal, LegalHand, legal_deal, legal_hand
from pung_chow_settlement.domain.legality.unchecked_deal import RequestPaths, UncheckedDeal
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook, PlayableRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.seats import BY_NAME, MAX_PLAYERS, SEAT_NAMES, SEATS, Seat
from pung_chow_settlement.requests.forms import BATCH, forms
from pung_chow_settlement.requests.house_rules import apply_house_rules, form_faults
from pung_chow_settlement.requests.options import read_options
from pung_chow_settlement.requests.refusals import Refused, invalid_request
from pung_chow_settlement.rulebooks import Rulebooks
from pung_chow_settlement.schemas.fields import Schema, is_unset, load, nearest
from pung_chow_settlement.schemas.worth import shares_without_limit

Body = dict[str, Any]


def compiled_rulebook(rulebooks: Rulebooks, data: Body, faults: list[Fault]) -> CompiledRulebook | None:
    """The compiled rulebook of a body; adds faults of house rules and options to `faults`.

    None if the rulebook is unknown or its house rules have faults. Raises Refused if another revision is required.
    """
    base: PlayableRulebook | None = data.get("ruleset")
    house = data.get("house_rules", {})
    if base is None:
        faults += [fault.prefixed(("house_rules",)) for fault in form_faults(rulebooks, house)]
        return None
    _check_revision(base.rulebook, data.get("revision"))
    played = apply_house_rules(rulebooks, base, house, faults) if house else base
    rulebook = (played or base).rulebook
    options = read_options(rulebooks.library, data.get("options", {}), rulebook, base.rulebook, faults)
    return None if played is None else played.with_options(options)


def rulebook_that_scores(rulebooks: Rulebooks, data: Body, faults: list[Fault]) -> CompiledRulebook | None:
    """The same for hands that are scored: no rule of the table's own may be a share of the limit where none is set."""
    compiled, house = compiled_rulebook(rulebooks, data, faults), data.get("house_rules")
    if house and compiled is not None and compiled.limit_hand_score is None:
        faults += shares_without_limit(compiled.rulebook, house.get("rules") or {})
    return compiled


def _check_revision(rulebook: Rulebook, required: int | None) -> None:
    if required is not None and required != rulebook.revision:
        raise Refused("other-revision", ruleset=rulebook.id, revision=rulebook.revision, asked=required)


def _well_formed(
    rulebooks: Rulebooks,
    form: Schema,
    body: object,
    rulebook: Callable[[Rulebooks, Body, list[Fault]], CompiledRulebook | None] = compiled_rulebook,
) -> tuple[Body, CompiledRulebook]:
    """The members of a body and its rulebook. Raises Refused with every fault of its form."""
    data, faults = load(form, body)
    compiled = rulebook(rulebooks, data, faults)
    if faults or compiled is None:
        raise invalid_request(faults)
    return data, compiled


class DealRequest(NamedTuple):
    """A deal that can be settled, and the client's own name for it."""

    id: str | None
    legal: LegalDeal


def read_deal(rulebooks: Rulebooks, body: object, steps: Steps) -> DealRequest:
    """Read a whole deal; `steps` are those of the request that it is part of. Raises Refused with every fault."""
    name, deal = unchecked_deal(rulebooks, body, steps)
    legal = legal_deal(deal)
    if not isinstance(legal, LegalDeal):
        raise invalid_request(legal)
    return DealRequest(name, legal)


def unchecked_deal(rulebooks: Rulebooks, body: object, steps: Steps) -> tuple[str | None, UncheckedDeal]:
    """The client's name for a deal, and the deal, whose form is right. Raises Refused with every fault of its form."""
    data, compiled = _well_formed(rulebooks, forms(rulebooks).settlement, body, rulebook_that_scores)
    hands = {seat: data["hands"][name] for name, seat in BY_NAME.items() if name in data["hands"]}
    return data.get("id"), UncheckedDeal(
        hands=hands,
        seats=tuple(hands),
        winner=data.get("winner"),
        win=data.get("win"),
        round_wind=data["round_wind"],
        discards=data.get("discards", ()),
        compiled=compiled,
        steps=steps,
        wins_before=data.get("wins_before", 0),
        goulash=data.get("goulash"),
    )


def read_score(rulebooks: Rulebooks, body: object) -> LegalHand:
    """Read one hand; checks that need other hands are skipped. Raises Refused with every fault."""
    return _one_hand(rulebooks, forms(rulebooks).score, body, "discards")


def read_waiting_hand(rulebooks: Rulebooks, body: object, *, drawn: bool = False) -> LegalHand:
    """Read a hand that is one tile short or has, if `drawn`, one to discard. Raises Refused with every fault."""
    return _one_hand(rulebooks, forms(rulebooks).waits, body, "visible", drawn=drawn)


def _one_hand(rulebooks: Rulebooks, form: Schema, body: object, seen_at: str, *, drawn: bool = False) -> LegalHand:
    """The hand, if it and the seen tiles are legal. Raises Refused with every fault."""
    data, compiled = _well_formed(rulebooks, form, body, rulebook_that_scores)
    seat, win = data["seat"], data.get("win")
    hand = UncheckedDeal(
        hands={seat: data["hand"]},
        seats=SEATS,
        winner=None if win is None else seat,
        win=win,
        round_wind=data["round_wind"],
        discards=data.get(seen_at, ()),
        compiled=compiled,
        steps=Steps(),
        at=RequestPaths(hand=lambda _: ("hand",), seen=seen_at, may_be_marked=seen_at == "discards"),
        alone=True,
        goulash=data.get("goulash"),
        drawn=drawn,
    )
    legal = legal_hand(hand)
    if not isinstance(legal, LegalHand):
        raise invalid_request(legal)
    return legal


def read_rules(rulebooks: Rulebooks, body: object) -> CompiledRulebook:
    """Read a rulebook with house rules and options. Raises Refused with every fault."""
    return _well_formed(rulebooks, forms(rulebooks).ruleset, body)[1]


class Batch(NamedTuple):
    """The deals of a batch, not validated, and the members that stand once for all of them."""

    deals: tuple[object, ...]
    shared: Body

    def whole(self, deal: object) -> object:
        """A deal with the shared members that it does not have itself; what is null or empty counts as absent."""
        if not isinstance(deal, dict):
            return deal
        return {**deal, **{name: value for name, value in self.shared.items() if is_unset(deal.get(name))}}


def read_batch(body: object) -> Batch:
    """The deals of a batch. Raises Refused if the body is not a batch."""
    data, faults = load(BATCH, body)
    if faults:
        raise invalid_request(faults)
    return Batch(data.pop("deals"), data)


# Penalties


class CallRequest(NamedTuple):
    """A call that can be settled, the client's own name for it, the number of players and the rulebook."""

    id: str | None
    compiled: CompiledRulebook
    players: int
    call: Call


def read_washed_tiles(rulebooks: Rulebooks, body: object) -> CallRequest:
    """Read washed tiles. Raises Refused with every fault."""
    data, compiled = _well_formed(rulebooks, forms(rulebooks).washed_tiles, body)
    seats, call = _players(data), WashedTilesCall(data["seat"], data["hand"]["concealed"])
    faults = washing_faults(compiled, call, data["hand"].get("bonus", ()))
    faults += _absent({("seat",): call.player}, seats)
    return _legal_call(data, compiled, call, faults)


def read_false_mahjong(rulebooks: Rulebooks, body: object) -> CallRequest:
    """Read a false Mah-Jong. Raises Refused with every fault."""
    data, compiled = _well_formed(rulebooks, forms(rulebooks).false_mahjong, body)
    others: Sequence[Seat] = data.get(OTHER_CALLERS, ())
    seats, call = _players(data), FalseMahjongCall((data["seat"], *others), data.get("hand_exposed"))
    places: dict[Path, Seat | None] = {(OTHER_CALLERS, index): caller for index, caller in enumerate(others)}
    absent = _absent({("seat",): data["seat"]} | places, seats)
    faults = false_call_faults(compiled, call, MAX_PLAYERS if absent else len(seats))
    return _legal_call(data, compiled, call, [*faults, *absent])


def read_fine(rulebooks: Rulebooks, body: object) -> CallRequest:
    """Read a fine. Raises Refused with every fault."""
    data, compiled = _well_formed(rulebooks, forms(rulebooks).fine, body)
    seats, call = _players(data), FineCall(data["fine"], data["seat"], data.get(PAYEE), data.get("score"))
    faults = fine_faults(compiled, call, nearest)
    faults += _absent({("seat",): call.payer, (PAYEE,): call.payee}, seats)
    return _legal_call(data, compiled, call, faults)


def _legal_call(data: Body, compiled: CompiledRulebook, call: Call, faults: Sequence[Fault]) -> CallRequest:
    if faults:
        raise invalid_request(faults)
    return CallRequest(data.get("id"), compiled, len(_players(data)), call)


def _players(data: Body) -> tuple[Seat, ...]:
    """The seats in play; all four if the member is absent."""
    return tuple(sorted(data.get("seats", SEATS)))


def _absent(players: Mapping[Path, Seat | None], seats: tuple[Seat, ...]) -> list[Fault]:
    """Faults of seats that are no game or do not include the players."""
    return seat_faults(seats, ("seats",)) or [
        Fault("seat-not-playing", path, facts={"seat": SEAT_NAMES[seat]}, sentence="seats")
        for path, seat in players.items()
        if seat is not None and seat not in seats
    ]
