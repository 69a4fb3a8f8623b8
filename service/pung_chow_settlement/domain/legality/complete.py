"""Faults of the winner's hand: whether it is complete, and meets what the rulebook requires of a winner."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pung_chow_settlement.domain.arrangements import decomposed, nearest
from pung_chow_settlement.domain.clauses.clause import BoundCondition
from pung_chow_settlement.domain.clauses.of_hands import are_cleared
from pung_chow_settlement.domain.clauses.patterns import layouts_in
from pung_chow_settlement.domain.deal import Win
from pung_chow_settlement.domain.faults import Facts, Fault, Named, Path
from pung_chow_settlement.domain.hand import HAND_SETS, Hand
from pung_chow_settlement.domain.hand_context import ArrangedHand, HandContext, arranged_hand, traits_of
from pung_chow_settlement.domain.layouts.match import CountedHand
from pung_chow_settlement.domain.layouts.steps import TooManyStepsError
from pung_chow_settlement.domain.legality.counts import has_too_many, real_concealed
from pung_chow_settlement.domain.legality.unchecked_deal import UncheckedDeal, win_conditions_of
from pung_chow_settlement.domain.rulebook.compiled_rulebook import CompiledRulebook
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.rules import ScoringRule, layout_of, part_layouts
from pung_chow_settlement.domain.scoring import (
    MadeBy,
    Score,
    has_any,
    is_enough,
    score_winner,
    shows_enough,
    shows_one,
)
from pung_chow_settlement.domain.seats import Seat
from pung_chow_settlement.domain.sets import CONCEALED, Kind
from pung_chow_settlement.domain.shapes import Pattern
from pung_chow_settlement.domain.tiles import NAMES


def too_few_points(points: int, least: int, path: Path) -> Iterator[Fault]:
    """A fault of points before doubling that are too few."""
    if points < least:
        yield Fault("too-few-points", path, facts={"given": points, "needed": least})


def incomplete_hand_faults(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    """A fault of a winner's hand that is not complete, or has too many chows."""
    context = deal.contexts[winner]
    if _can_be_arranged(context, win):
        return
    place = (*deal.at.hand(winner), "concealed")
    refused = _refused_special(deal, winner, win)
    if refused is not None:
        yield refused
    elif context.decompositions():
        most = context.win_conditions.most_chows
        yield Fault("too-many-chows", place, facts={"most": most}, sentence="" if most else "none")
    else:
        yield _incomplete(deal, winner, place)


def _refused_special(deal: UncheckedDeal, winner: Seat, win: Win) -> Fault | None:
    """Why the special hand that the tiles make is refused: what was claimed, or how it was won; None if it is none."""
    hand, conditions, rules = deal.hands[winner], win_conditions_of(deal, winner), deal.compiled.rulebook.rules
    unclaimed = _with_claims_concealed(hand)
    if has_too_many(real_concealed(unclaimed)):
        return None
    try:
        made = decomposed(CountedHand(unclaimed, deal.steps), conditions)
    except TooManyStepsError:
        return None
    for shape, _ in made:
        found = shape.matcher
        if found is None:
            continue
        facts: Facts = {"hand": _name_of(shape, rules)}
        if not found.allows_claimed_sets(hand):
            return Fault("incomplete-hand", (*deal.at.hand(winner), "exposed"), facts=facts, sentence="claimed")
        if not shape.may_be_won(deal.contexts[winner].counted_hand(), win):
            return Fault("wrong-winning-tile", ("win", "tile"), facts=facts)
    return None


def _name_of(shape: Pattern, rules: Iterable[ScoringRule]) -> Named:
    """The first rule whose layout the shape is; the shape itself if there is none."""
    named = [rule for rule in rules if any(each.key == shape.layout for each in layouts_in(rule.condition))]
    return _as_fact(named[0]) if named else Named(shape.id, shape.text)


def _as_fact(rule: ScoringRule) -> Named:
    return Named(rule.id, rule.text, rule.source.book)


def _with_claims_concealed(hand: Hand) -> Hand:
    """The hand as if no set on the table had been claimed."""
    kongs = [each for each in hand.claimed if each.kind is Kind.KONG]
    rest = [tile for each in hand.exposed if each.kind is not Kind.KONG for tile in each.tiles]
    declared = (*hand.concealed_kongs, *[CONCEALED[kong.tiles] for kong in kongs])
    concealed = tuple(sorted((*hand.concealed, *rest)))
    return replace(hand, concealed=concealed, exposed=(), claimed_kongs=(), concealed_kongs=declared)


def _incomplete(deal: UncheckedDeal, winner: Seat, place: Path) -> Fault:
    """The fault of an incomplete hand: what it is nearest to, unless searching the layouts takes too many steps."""
    counted, rules = deal.contexts[winner].counted_hand(), deal.compiled.rulebook.rules
    try:
        near = nearest(counted, win_conditions_of(deal, winner))
        missing = [NAMES[tile] for tile in near.completing(counted)]
    except TooManyStepsError:
        return Fault("incomplete-hand", place, sentence="far")
    facts: Facts = {"short": near.short}
    if near.layout is None:
        return Fault("incomplete-hand", place, facts=facts, sentence="" if near.four_sets else "far")
    facts = {**facts, "hand": _name_of(near.layout, rules), "missing": missing}
    return Fault("incomplete-hand", place, facts=facts, sentence="layouts" if near.four_sets else "nearest")


def _can_be_arranged(context: HandContext, win: Win) -> bool:
    """True if the hand is complete and, if it holds its winning tile, has an arrangement with few enough chows."""
    complete = context.decompositions()
    plain = context.win_conditions.most_chows == HAND_SETS and any(not shape.layout for shape, _ in complete)
    if plain or (win.tile is not None and win.tile not in context.hand.concealed):
        return bool(complete)
    return bool(context.arrangements())


def may_win_faults(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    """Faults of a hand that is not cleared, if only cleared hands may win."""
    compiled = deal.compiled
    required, shows = compiled.required, _to_be_shown(compiled.rulebook)
    if not (required or shows or compiled.by_parts) and compiled.rulebook.exposed_chows:
        return
    context = deal.contexts[winner]
    if win.tile not in context.hand.concealed:
        context = replace(context, win=win._replace(tile=None))
    arranged, path = _judged(context, compiled), (*deal.at.hand(winner), "concealed")
    if arranged is None:
        return
    yield from _not_met(arranged, compiled, path)
    lacking = [option.name for option in required if not has_any(arranged, option.requires)]
    yield from [Fault("not-a-cleared-hand", path, facts={"option": name}) for name in lacking]
    if shows and not shows_one(arranged, compiled.rulebook):
        yield _refused_special(deal, winner, win) or _not_shown(shows, path)
    elif _has_forbidden_chow(arranged, compiled):
        yield _refused_special(deal, winner, win) or Fault("too-many-chows", path, sentence="exposed")


def _judged(context: HandContext, compiled: CompiledRulebook) -> ArrangedHand | None:
    """A winner's hand in its first arrangement that shows what it must, or else in its first one; None: it has none."""
    first = context.first_arranged()
    if first is None or shows_enough(first, compiled):
        return first
    traits = traits_of(context.hand)
    others = (arranged_hand(context, each, traits) for each in context.arrangements()[1:])
    return next((each for each in others if shows_enough(each, compiled)), first)


def _not_met(arranged: ArrangedHand, compiled: CompiledRulebook, path: Path) -> Iterator[Fault]:
    """A fault if the hand is complete only by layouts that are parts of rules, none of which holds."""
    if not compiled.by_parts or any(not arrangement.shape.layout for arrangement in arranged.context.arrangements()):
        return
    won = arranged.layouts
    if any(layout.key in won for rule in compiled.rulebook.rules if (layout := layout_of(rule))):
        return
    asking = [rule for rule in compiled.by_parts if any(each.key in won for each in part_layouts(rule))]
    if not any(compiled.requirement_of(rule).evidence(arranged) for rule in asking):
        yield Fault("incomplete-hand", path, facts={"rules": [_as_fact(rule) for rule in asking]}, sentence="part")


def _to_be_shown(rulebook: Rulebook) -> tuple[BoundCondition, ...]:
    """The conditions; the winner must meet one of them, whatever the hand scores."""
    return () if rulebook.shows_or_least else rulebook.winner_shows


def _not_shown(shows: tuple[BoundCondition, ...], path: Path) -> Fault:
    if are_cleared(shows):
        return Fault("not-a-cleared-hand", path, sentence="house")
    facts: Facts = {"finders": tuple(dict.fromkeys([each.definition.named for each in shows]))}
    return Fault("not-a-cleared-hand", path, facts=facts, sentence="shows")


def _has_forbidden_chow(arranged: ArrangedHand, compiled: CompiledRulebook) -> bool:
    """True if a hand that is no layout has a claimed chow, where it may have none."""
    if compiled.rulebook.exposed_chows or arranged.layouts:
        return False
    return any(each.kind is Kind.CHOW for each in arranged.context.hand.exposed)


def requirement_faults(deal: UncheckedDeal, winner: Seat, win: Win) -> Iterator[Fault]:
    """Faults of a win that is otherwise legal but does not meet the rulebook's further requirements."""
    compiled, context = deal.compiled, deal.contexts[winner]
    if compiled.rulebook.has_minimum:
        yield from _too_few(context, compiled, (*deal.at.hand(winner), "concealed"))
    penalty = compiled.settlement.danger
    if penalty is not None and penalty.special_only and win.dangerous_discard_by is not None:
        shown = deal.hands[winner].declared
        if not shown or not _is_special(score_winner(context, compiled)):
            yield Fault("dangerous-discard-impossible", ("win", deal.at.liable), sentence="no-special-hand")
        return
    if penalty is None or not (penalty.excuses and _may_be_undecided(deal, win)):
        return
    arranged = context.first_arranged()
    if arranged is not None and penalty.patterns_served(arranged):
        yield Fault("excuse-undecided", ("win", "discarder_excused"))


def _is_special(score: Score) -> bool:
    """True if the hand is worth a share of the limit or a score of its own."""
    return score.made_by is MadeBy.FIXED or bool(score.limit_percent)


def _too_few(context: HandContext, compiled: CompiledRulebook, path: Path) -> Iterator[Fault]:
    """Faults of a winner without the minimum, where what he has does not stand for it."""
    rulebook, score = compiled.rulebook, score_winner(context, compiled)
    if is_enough(score, rulebook):
        return
    yield from no_special_hand(rulebook, path)
    if score.replaces_least:
        return
    if rulebook.shows_or_least:
        yield _not_shown(rulebook.winner_shows, path)
    yield from too_few_points(score.points, rulebook.least_points, path)
    if score.doubles < rulebook.least_doubles:
        facts = {"given": score.doubles, "needed": rulebook.least_doubles}
        yield Fault("too-few-doubles", path, facts=facts)
    yield from too_low(score.uncapped_score, rulebook.least_score, path)


def no_special_hand(rulebook: Rulebook, path: Path) -> Iterator[Fault]:
    """A fault where only a special hand may win, which this one is not."""
    if rulebook.special_only:
        yield Fault("not-a-cleared-hand", path, sentence="special")


def too_low(score: int, least: int, path: Path) -> Iterator[Fault]:
    """A fault of a score that is too low."""
    if score < least:
        yield Fault("too-few-points", path, facts={"given": score, "needed": least}, sentence="score")


def may_win(context: HandContext, compiled: CompiledRulebook) -> bool:
    """True if a hand without excess copies of a tile may win: it is complete and meets the rulebook's requirements."""
    arranged = _judged(context, compiled)
    if arranged is None or any(_not_met(arranged, compiled, ())):
        return False
    if not shows_enough(arranged, compiled) or _has_forbidden_chow(arranged, compiled):
        return False
    return not compiled.rulebook.has_minimum or not any(_too_few(context, compiled, ()))


def _may_be_undecided(deal: UncheckedDeal, win: Win) -> bool:
    """True if an excuse cannot be judged, as neither the discarder's whole hand nor the players' decision is given."""
    if win.discarder_excused is not None:
        return False
    discarder = None if win.discarder is None else deal.hands.get(win.discarder)
    return win.discarder in deal.counted or (discarder is not None and discarder.partial)
