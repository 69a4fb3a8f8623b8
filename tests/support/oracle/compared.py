"""A deal as the service settles it and as the evaluator does."""

from typing import Any, Final

from tests.support.oracle import answers, counting, settling
from tests.support.oracle.answers import Item, Paid, Scored, Settled
from tests.support.oracle.counting import Count
from tests.support.oracle.evening import Evening
from tests.support.oracle.settling import Payment, Stake, Win
from tests.support.oracle.terms import Table
from tests.support.oracle.tiles import parse

Json = dict[str, Any]


def difference(asked: answers.Service, table: Table, deal: Json, request: Json) -> str | None:
    """How the service differs from the evaluator on a deal; None if it does not."""
    answer = asked.settle(answers.as_request(request))
    if deal.get("goulash") and not table.legality.goulash:
        return None if answer.refused else "it settles a goulash of a table that plays none"
    table = counting.of_goulash(table) if deal.get("goulash") else table
    counts = counts_of(table, deal)
    if counts is None:
        return None if answer.refused else f"it settles what may not win: {answer.body['hands']}"
    if answer.refused and any(may_be_refused(table, counts, code) for code, _ in answer.codes):
        return None
    if answer.refused:
        return f"it refuses {answer.codes}: {answer.body['errors'][0].get('detail')}; we count {counts}"
    said = answers.settled_of(answer.body)
    wrong = [
        f"{seat}: {text}"
        for seat, count in counts.items()
        for text in wrong_score(table, deal, seat, count, said.scores[seat])
    ]
    wrong += [f"{seat}: {text}" for seat in counts for text in inconsistent(table, said.scores[seat])]
    wrong += wrong_payments(table, deal, counts, said)
    wrong += wrong_turn(table, deal, said)
    return "\n  ".join(wrong) or None


MAX_SCORE: Final = 10_000_000_000


def may_be_refused(table: Table, counts: dict[str, Count], code: str) -> bool:
    """True if a deal may be refused so, although it is legal."""
    if code == "limit-required":
        return lacks_limit(table)
    if code == "out-of-range":
        return any(count.uncapped > MAX_SCORE for count in counts.values())
    return code == "excuse-undecided" and table.terms.dangers != "none"  # the discarder's hand is not given in full


def counts_of(table: Table, deal: Json) -> dict[str, Count] | None:
    """Every hand's count; None if the winner's may not win, or if a hand shows a chow in a goulash."""
    found: dict[str, Count] = {}
    if deal.get("goulash") and any(shows_chow(hand) for hand in deal["hands"].values()):
        return None
    for seat, hand in deal["hands"].items():
        won = deal["winner"] == seat
        count = counting.score(table, hand, seat, deal["round_wind"], deal["win"] if won else None)
        if count is None:
            return None
        found[seat] = count
    return found


def shows_chow(hand: Json) -> bool:
    """True if a chow lies on the table."""
    return any(len({*parse(text)}) > 1 for text in hand.get("exposed", ()))


def takes(table: Table, deal: Json, seat: str, count: Count) -> bool:
    """True if a hand takes the limit from each other who did not win (ruling 41)."""
    terms, won = table.terms, deal["winner"] is not None
    return could_take(table, deal, seat, count) and terms.settles_losers(won=won)


def could_take(table: Table, deal: Json, seat: str, count: Count) -> bool:
    """True if a hand would take the limit if those who did not win settled with one another."""
    terms = table.terms
    return seat != deal["winner"] and count.whole_limit and terms.takes_limit and terms.settled_by == "payments"


def lacks_limit(table: Table) -> bool:
    """True if a rule is worth a share of a limit that the table does not have."""
    shares = any(rule.share or (rule.waiting and rule.waiting.share) for rule in table.rules)
    return not table.terms.base and shares


def wrong_score(table: Table, deal: Json, seat: str, count: Count, said: Scored) -> list[str]:
    own = min(count.own, table.terms.limit or count.own)
    if could_take(table, deal, seat, count) and said.score in (count.own, own, count.score):
        return []  # what it takes is settled apart
    if (count.score, count.uncapped, count.capped) == (said.score, said.uncapped, said.capped):
        return []
    at_limit = said.score == count.score == table.terms.limit
    if at_limit and said.capped and said.uncapped == count.own and min(count.own, count.value) >= count.score:
        return []  # both its own score and what a rule makes it worth come to the limit
    items = [(item.rule, item.points, item.doubles, item.added, str(item.share)) for item in said.items]
    return [f"score {said.score} of {said.uncapped}, not {count.score} of {count.uncapped}; {items}, we {count}"]


def inconsistent(table: Table, said: Scored) -> list[str]:
    """What in a score does not follow from its items and the table's terms."""
    items = said.items
    sums = tuple(sum(getattr(item, name) for item in items) for name in ("points", "doubles", "added"))
    wrong = []
    if sums != (said.points, said.doubles, said.added):
        wrong.append(f"the items sum to {sums}, not {(said.points, said.doubles, said.added)}")
    halved = said.points * 2**said.doubles + said.added
    halved = halved // 2 if said.halved else halved
    if halved + said.rounded != said.uncapped:
        wrong.append(f"the score's parts come to {halved + said.rounded}, not {said.uncapped}")
    by_id = {rule.id: rule for rule in table.rules}
    wrong += [f"{item} is not of the table" for item in items if not _is_of(item, by_id)]
    return wrong


def _is_of(item: Item, by_id: dict[str, Any]) -> bool:
    rule = by_id.get(item.rule)
    if rule is None:
        return item.rule in ("rounded-points", "rounded-scores") or item.rule.endswith("-by-the-table")
    if item.waiting:
        return rule.waiting is not None and item.share == rule.waiting.share
    if item.share:  # one item for all that it is found in
        return item.share == rule.share and not (item.points and item.points % rule.points)
    return item.points in (0, rule.points) and item.doubles in (0, rule.doubles)


def stake_of(table: Table, deal: Json, seat: str, count: Count) -> Stake:
    """What a hand brings to the settlement."""
    return Stake(count.score, count.value, count.above, takes(table, deal, seat, count))


def wrong_turn(table: Table, deal: Json, said: Settled) -> list[str]:
    """True if East's turn ends, with the run of wins that the deal says."""
    evening = Evening(len(deal["hands"]), table.terms)
    if deal["winner"] == "east":
        evening.run = deal["win"].get("run", 1) - 1
    evening.end(deal["winner"], is_goulash=deal.get("goulash", False))
    passes = evening.east != 0
    ours = ("south" if passes else "east", passes)
    return [] if (said.next_east, said.passes) == ours else [f"next {said.next_east}, {said.passes}, not {ours}"]


def as_payment(paid: Paid) -> Payment:
    """A payment as the evaluator has it."""
    one = Payment(paid.payer, paid.payee, paid.amount, paid.difference, paid.multiplier, paid.capped, paid.reason)
    return without_basis(one._replace(difference=None, multiplier=None) if paid.shares else one)


def without_basis(one: Payment) -> Payment:
    """A payment; of one to the winner without its basis, which may be before the limit or after it."""
    return one._replace(difference=None, capped=False) if one.reason in ("winner", "dangerous-discard") else one


def wrong_payments(table: Table, deal: Json, counts: dict[str, Count], said: Settled) -> list[str]:
    stakes = {seat: stake_of(table, deal, seat, count) for seat, count in counts.items()}
    win = None
    if deal["winner"] is not None:
        win = Win(deal["winner"], deal["win"]["source"], deal["win"].get("discarder"), said.liable)
    outcome = settling.settle(table.terms, stakes, win)
    paid = sorted(as_payment(each) for each in said.payments)
    ours = sorted(without_basis(each) for each in outcome.payments)
    wrong = []
    if paid != ours:
        wrong.append(f"pays {paid}, not {ours}")
    if said.net != outcome.net(counts):
        wrong.append(f"net {said.net}, not {outcome.net(counts)}")
    if said.added != outcome.added:
        wrong.append(f"adds {said.added}, not {outcome.added}")
    for payment in said.payments:
        if payment.difference is not None and payment.multiplier is not None and not payment.shares:
            limit = table.terms.limit
            basis = payment.difference if limit is None or not payment.capped else min(payment.difference, limit)
            if basis * payment.multiplier + payment.rounded != payment.amount:
                wrong.append(f"its parts do not come to the amount: {payment}")
    return wrong
