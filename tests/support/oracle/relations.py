"""What must not change an amount, or must change it in a known way, under random tables.

Each relation takes a `Case` and returns what is wrong, or None.
"""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final

from pung_chow_settlement import settle_lines
from tests.support.oracle import answers, compared, conditions, counting, pairs
from tests.support.oracle.answers import Answer
from tests.support.oracle.evening import Evening
from tests.support.oracle.terms import Table, table_of
from tests.support.oracle.tiles import KINDS, SEATS, parse, written

Json = dict[str, Any]
TILES: Final = ("concealed", "bonus", "tile", "exposed", "claimed_kongs", "concealed_kongs")
"""The members that hold tiles, or lists of them."""


@dataclass(frozen=True)
class Case:
    """A random table and a random deal."""

    rng: Random
    asked: answers.Service
    bases: pairs.Bases
    ruleset: str
    house: Json
    deal: Json

    def request(self, **more: Any) -> Json:
        return answers.as_request(self.deal, ruleset=self.ruleset, house_rules=self.house) | more

    @cached_property
    def said(self) -> Answer:
        return self.asked.settle(self.request())

    @cached_property
    def resolved(self) -> Json | None:
        return self.asked.table({"ruleset": self.ruleset, "house_rules": self.house})

    @cached_property
    def table(self) -> Table:
        assert self.resolved is not None
        return table_of(self.resolved)


Relation = Callable[[Case], str | None]


def amounts(answer: Answer) -> Any:
    """All that an answer says in numbers, or the codes of its faults."""
    if answer.refused:
        return sorted({code for code, _ in answer.codes})
    said = answers.settled_of(answer.body)
    scores = {
        seat: (one.points, one.doubles, one.added, one.uncapped, one.score, one.capped, sorted(one.limit_hands))
        for seat, one in said.scores.items()
    }
    return {"scores": scores, "net": said.net, "added": said.added, "next": (said.next_east, said.passes)}


def results(answer: Answer) -> Any:
    """Scores and payments alone."""
    found = amounts(answer)
    if isinstance(found, list):
        return found
    return {"scores": {seat: one[4] for seat, one in found["scores"].items()}, "net": found["net"]}


def differs(one: Any, other: Any, what: str) -> str | None:
    return None if one == other else f"{what}: {one} and {other}"


# Tiles, seats and suits


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """A part of a request with every tile changed."""
    if isinstance(value, dict):
        return {
            name: mapped(each, change) if isinstance(each, dict) or name in TILES else each
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [mapped(each, change) for each in value]
    return written([change(tile) for tile in parse(value)])


def suits_changed(case: Case) -> str | None:
    """Suits exchanged, those that rules name too."""
    if any(name in OF_A_SUIT for name in finders(case.table)):
        return None
    suits = dict(zip("mps", case.rng.sample("mps", 3), strict=True))
    names = {"m": "characters", "p": "circles", "s": "bamboos"}
    renamed = {names[one]: names[other] for one, other in suits.items()}
    deal = mapped(case.deal, lambda tile: tile[0] + suits.get(tile[1], tile[1]))
    request = answers.as_request(deal, ruleset=case.ruleset, house_rules=named_anew(case.house, renamed))
    return differs(amounts(case.said), amounts(case.asked.settle(request)), f"suits as {suits}")


OF_A_SUIT: Final = ("green", "moon", "carrying-pole", "winning-tile")
"""Conditions that look for tiles of one suit."""


def finders(table: Table) -> Iterator[str]:
    for rule in table.rules:
        yield from found_in(rule.data)


def found_in(value: Any) -> Iterator[str]:
    """Every finder that a condition names."""
    if isinstance(value, dict):
        if isinstance(value.get("find"), str):
            yield value["find"]
        for each in value.values():
            yield from found_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from found_in(each)


def named_anew(value: Any, names: Mapping[str, str]) -> Any:
    """House rules whose conditions name other suits or seats: the parameters `of` and `wind`."""
    if isinstance(value, dict):
        return {
            name: names.get(each, each) if name in ("of", "wind") and isinstance(each, str) else named_anew(each, names)
            for name, each in value.items()
        }
    return [named_anew(each, names) for each in value] if isinstance(value, list) else value


def seats_changed(case: Case) -> str | None:
    """The seats but East's exchanged, with their winds, flowers and seasons; the round's wind too."""
    if case.table.terms.chrysanthemum_west:
        return None
    seats = [seat for seat in case.deal["hands"] if seat != "east"]
    new = dict(zip(seats, case.rng.sample(seats, len(seats)), strict=True)) | {"east": "east"}
    new |= {seat: seat for seat in SEATS if seat not in new}
    number = {SEATS.index(one) + 1: SEATS.index(other) + 1 for one, other in new.items()}

    def change(tile: str) -> str:
        return f"{number.get(int(tile[0]), tile[0])}{tile[1]}" if tile[1] in "zfy" and int(tile[0]) <= 4 else tile

    deal = mapped(case.deal, change)
    hands = {new[seat]: hand for seat, hand in deal["hands"].items()}
    deal |= {"hands": {seat: hands[seat] for seat in SEATS if seat in hands}, "round_wind": new[deal["round_wind"]]}
    if deal["winner"]:
        deal |= {"winner": new[deal["winner"]], "win": dict(deal["win"])}
        if "discarder" in deal["win"]:
            deal["win"]["discarder"] = new[deal["win"]["discarder"]]
    request = answers.as_request(deal, ruleset=case.ruleset, house_rules=named_anew(case.house, new))
    ours, theirs = results(case.said), results(case.asked.settle(request))
    if isinstance(ours, dict):
        ours = {name: {new[seat]: each for seat, each in part.items()} for name, part in ours.items()}
    return differs(ours, theirs, f"seats as {new}")


def order_changed(case: Case) -> str | None:
    """The tiles of each hand in another order."""
    deal = copy.deepcopy(case.deal)
    for hand in deal["hands"].values():
        for name in ("concealed", "bonus"):
            if name in hand:
                hand[name] = "".join(case.rng.sample(parse(hand[name]), len(parse(hand[name]))))
        for name in ("exposed", "claimed_kongs", "concealed_kongs"):
            if name in hand:
                hand[name] = case.rng.sample(hand[name], len(hand[name]))
    deal["hands"] = dict(case.rng.sample(list(deal["hands"].items()), len(deal["hands"])))
    again = case.asked.settle(answers.as_request(deal, ruleset=case.ruleset, house_rules=case.house))
    return differs(amounts(case.said), amounts(again), "order of tiles")


# Rules


def with_rules(house: Json, rules: Json) -> Json:
    return {**house, "rules": {**house.get("rules", {}), **rules}}


def empty_rule_added(case: Case) -> str | None:
    """A rule that never holds, worth anything."""
    never = {"all_of": [{"find": "no-kong", "parameters": {}}, {"find": "some-kongs", "parameters": {"least": 1}}]}
    rule = {**never, "text": "Never", "applies_to": "all", **pairs.worth(case.rng)}
    if "limit_share" in rule and not case.table.terms.base:
        return None
    again = case.asked.settle(case.request(house_rules=with_rules(case.house, {"house:never": rule})))
    return differs(amounts(case.said), amounts(again), f"with {rule}")


def rule_split(case: Case) -> str | None:
    """A rule of two doubles, or of points, as two rules with half of it each."""
    own = {name: rule for name, rule in case.house["rules"].items() if rule and name.startswith("house:")}
    named = json.dumps(case.house)
    for name, rule in own.items():
        total = {member: rule[member] for member in ("points", "doubles", "added") if rule.get(member, 0) > 1}
        if not total or rule.get("halves") or named.count(f'"{name}"') > 1:
            continue
        part = {member: case.rng.randint(1, number - 1) for member, number in total.items()}
        rest = {member: number - part[member] for member, number in total.items()}
        once = {member: value for member, value in rule.items() if member not in ("points", "doubles", "added")}
        two = {name: {**rule, **part}, "house:rest": {**once, **rest}}
        if rule.get("only_beside") is not None:
            beside = answers.names_in(rule, "only_beside")
            two[name]["only_beside"] = [*beside, "house:rest"]
            two["house:rest"]["only_beside"] = [*beside, name]
        again = case.asked.settle(case.request(house_rules=with_rules(case.house, two)))
        return differs(results(case.said), results(again), f"{name} split into {part} and {rest}")
    return None


def limit_hand_split(case: Case) -> str | None:
    """A rule that is worth a share of the limit, twice: it is scored once."""
    for name, rule in case.house["rules"].items():
        if rule and name.startswith("house:") and "limit_share" in rule and not rule.get("halves"):
            again = case.asked.settle(case.request(house_rules=with_rules(case.house, {"house:again": rule})))
            return differs(results(case.said), results(again), f"{name} twice")
    return None


# One deal in many ways


def in_many_ways(case: Case) -> str | None:
    """A deal alone, in a batch, in a file and, if it is the first of an evening, in a scoresheet; each hand alone."""
    request = case.request()
    batch = case.asked.ask("settlements/batch", {"deals": [request, request]})
    line = json.loads(settle_lines([json.dumps(request)])[0])
    said: Json = case.said.body
    for what, other in (("batch", batch.body["results"][1]), ("file", line)):
        theirs = answers.result_of(other)
        ours = said if not case.said.refused else {"errors": said["errors"]}
        found = theirs if not case.said.refused else {"errors": theirs.get("errors")}
        if _without_pointers(ours) != _without_pointers(found):
            return f"{what}: {found} and {ours}"
    if case.said.refused:
        return None
    return as_sheet(case) or hands_alone(case)


def _without_pointers(value: Json) -> Any:
    if "errors" in value:
        return [(each["code"], each.get("detail")) for each in value["errors"] or ()]
    return {name: each for name, each in value.items() if name not in ("line", "id")}


def as_sheet(case: Case) -> str | None:
    terms = case.table.terms
    evening = Evening(len(case.deal["hands"]), terms)
    if case.deal.get("win", {}).get("run", 1) > 1 or (terms.rounds and case.deal["round_wind"] != "east"):
        return None
    entry: Json = {"type": "deal", "winning_player": None, "round_wind": case.deal["round_wind"]}
    if case.deal["winner"]:
        entry["winning_player"] = evening.player(case.deal["winner"])
        entry["win"] = answers.by_number(case.deal["win"], evening.seating)
    entry["hands"] = [case.deal["hands"][seat] for seat in evening.seats.values()]
    body = {"ruleset": case.ruleset, "house_rules": case.house, "players": list("ABCD"[: evening.players])}
    sheet = case.asked.ask("scoresheets", {**body, "entries": [entry]})
    if sheet.refused:
        return f"the sheet is refused: {sheet.body['errors'][:2]}"
    row = answers.sheet_of(sheet.body).rows[0]
    net = list(answers.settled_of(case.said.body).net.values())
    return differs(net, row.net, "sheet")


def hands_alone(case: Case) -> str | None:
    """Each hand's score alone; what others lay face up matters only where a rule looks for it."""
    said = answers.settled_of(case.said.body).scores
    for seat, hand in case.deal["hands"].items():
        if "counted" in hand:
            continue
        body = {"ruleset": case.ruleset, "house_rules": case.house, "round_wind": case.deal["round_wind"]}
        body |= {"seat": seat, "hand": hand}
        if seat == case.deal["winner"]:
            body["win"] = answers.as_request(case.deal)["win"]
        alone = case.asked.score(body)
        if alone.refused:
            return f"{seat} alone is refused: {alone.codes}"
        its = answers.scored_hand(alone)
        if its.uncapped != said[seat].uncapped or its.points != said[seat].points:
            return f"{seat} alone: {its} and {said[seat]}"
    return None


def on_another_rulebook(case: Case) -> str | None:
    """The table of `resolve` on another rulebook (ruling 47)."""
    assert case.resolved is not None
    other = case.rng.choice([ruleset for ruleset in pairs.RULESETS if ruleset != case.ruleset])
    again = case.asked.settle(answers.as_request(case.deal, ruleset=other, house_rules=case.resolved["table"]))
    return differs(amounts(case.said), amounts(again), f"on {other}")


# Reasons


def reasons_are_true(case: Case) -> str | None:
    """The condition of a reason made true: the reason vanishes. Reasons of scores agree with the scores."""
    explained = case.asked.ask("settlements", case.request(), "?explain=true")
    if explained.refused:
        return None
    reasons = [
        (seat, reason)
        for seat, hand in explained.body["hands"].items()
        for reason in answers.reasons_of(hand)
        if reason.key in MENDED or reason.key == "why.counts-less"
    ]
    for seat, reason in case.rng.sample(reasons, min(2, len(reasons))):
        if reason.key == "why.counts-less":
            untrue = counts_less(case, seat, reason.rules)
        else:
            untrue = vanishes(case, seat, reason)
        if untrue is not None:
            return untrue
    return None


def vanishes(case: Case, seat: str, reason: answers.Reason) -> str | None:
    request = MENDED[reason.key](case, seat, reason)
    if request is None:
        return None
    again = case.asked.ask("settlements", request, "?explain=true")
    if again.refused:
        return None  # what the reason asks for is impossible here, as an original call with a claimed set
    left = [each for each in answers.reasons_of(again.body["hands"][seat]) if each.key == reason.key]
    still = [each for each in left if each.facts == reason.facts and set(each.rules) & set(reason.rules)]
    return f"{seat}: {reason} remains though its condition was made true" if still else None


def counts_less(case: Case, seat: str, rules: tuple[str, ...]) -> str | None:
    """True if the hand scores more without a rule, as the reason says."""
    deal, table = case.deal, case.table
    win = deal["win"] if deal["winner"] == seat else None
    found = counting.all_counts(table, deal["hands"][seat], seat, deal["round_wind"], win)
    counted = {rule.id for rule in table.rules if not rule.is_special and (rule.points or rule.doubles or rule.added)}
    for rule in sorted(counted.intersection(rules)):  # the hand's own score exceeds a special one
        by_it = [count for count in found if rule in count.counting]
        others = [count for count in found if rule not in count.counting]
        if not by_it or not others or max(map(_rank, by_it)) > max(map(_rank, others)):
            return f"{seat}: it is untrue that the hand scores more without {rule}"
    return None


def _rank(count: counting.Count) -> tuple[int, int]:
    return count.score, count.uncapped


def _with_bonus(case: Case, seat: str, reason: answers.Reason) -> Json:
    deal = copy.deepcopy(case.deal)
    tiles = parse(reason.facts.get("tiles") or "1f")
    for other, hand in deal["hands"].items():
        kept = [tile for tile in parse(hand.get("bonus", "")) if tile not in tiles or other == seat]
        hand["bonus"] = written(kept)
    its = deal["hands"][seat]
    its["bonus"] = written({*parse(its["bonus"]), *tiles})
    return answers.as_request(deal, ruleset=case.ruleset, house_rules=case.house)


def _told(case: Case, seat: str, reason: answers.Reason) -> Json | None:
    deal = copy.deepcopy(case.deal)
    member = reason.facts["member"]
    if seat != deal["winner"]:
        deal["hands"][seat][member] = True
    else:
        deal["win"][member] = True
    return answers.as_request(deal, ruleset=case.ruleset, house_rules=case.house)


def _without_rules(case: Case, seat: str, reason: answers.Reason) -> Json | None:
    left_out = dict.fromkeys(reason.facts["rules"])
    own = {name: rule for name, rule in case.house["rules"].items() if name not in left_out}
    house = {**case.house, "rules": own | {name: None for name in left_out if not name.startswith("house:")}}
    return case.request(house_rules=house)


def _in_other_round(case: Case, seat: str, reason: answers.Reason) -> Json | None:
    rules = [rule for rule in case.table.rules if rule.id in reason.rules and rule.data.get("find") == "in-round"]
    if not rules:
        return None
    return case.request(round_wind=rules[0].data["parameters"]["wind"])


def _drawn(case: Case, seat: str, reason: answers.Reason) -> Json | None:
    win = {name: value for name, value in case.deal["win"].items() if name != "discarder"} | {"source": "wall"}
    return answers.as_request({**case.deal, "win": win}, ruleset=case.ruleset, house_rules=case.house)


def _with_limit(case: Case, seat: str, reason: answers.Reason) -> Json | None:
    limit = 500 if reason.facts["only"] == ["with"] else answers.NO_LIMIT
    return case.request(house_rules={**case.house, **answers.with_limit(limit)})


MENDED: Final[dict[str, Callable[[Case, str, answers.Reason], Json | None]]] = {
    "why.missing-bonus": _with_bonus,
    "why.no-bonus": _with_bonus,
    "why.not-told": _told,
    "why.replaced": _without_rules,
    "why.spoiled": _without_rules,
    "why.only-beside": _without_rules,
    "why.in-round": _in_other_round,
    "why.claimed": _drawn,
    "why.when-limit": _with_limit,
}
"""How the condition of a reason is made true."""


# Waits


def waits_are_right(case: Case) -> str | None:
    """Each tile that `waits` lists wins with the score that it says, and no other tile wins."""
    seat = case.rng.choice(SEATS)
    wall = pairs.Wall(case.rng)
    hand, last = pairs.winning(case.rng, wall)
    removed = case.rng.choice(last)
    hand["standing"].remove(removed)
    waiting = pairs.finished(hand, case.rng.choice(("", "12f", "3y")))
    body = {"ruleset": case.ruleset, "house_rules": case.house, "round_wind": case.deal["round_wind"], "seat": seat}
    answer = case.asked.ask("waits", {**body, "hand": waiting})
    if answer.refused:
        return None if compared.lacks_limit(case.table) else f"waits refused: {answer.codes}"
    listed = answers.waits_of(answer.body)
    held = [tile for name in TILES for text in _texts(waiting.get(name, "")) for tile in parse(text)]
    wrong = (_wrong_wait(case, seat, waiting, tile, listed) for tile in KINDS if held.count(tile) < 4)
    return next((text for text in wrong if text is not None), None)


def _wrong_wait(case: Case, seat: str, waiting: Json, tile: str, listed: Mapping[tuple[str, str], int]) -> str | None:
    """What is wrong with a tile that `waits` lists or does not."""
    complete = {**waiting, "concealed": waiting["concealed"] + tile}
    if not conditions.is_complete(complete, tile):
        is_listed = {(tile, "drawn"), (tile, "claimed")} & listed.keys()
        return f"{tile} completes no hand: {waiting}" if is_listed else None
    discarder = next(other for other in SEATS if other != seat)
    wins = {"drawn": {"source": "wall"}, "claimed": {"source": "discard", "discarder": discarder}}
    for way, win in wins.items():
        ours = counting.score(case.table, complete, seat, case.deal["round_wind"], win | {"tile": tile})
        if listed.get((tile, way)) != (None if ours is None else ours.score):
            return f"{tile} {way} of {waiting} as {seat}: said {listed.get((tile, way))}, we {ours}"
    return None


def _texts(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


RELATIONS: Final[dict[str, Relation]] = {
    "suits exchanged": suits_changed,
    "seats exchanged": seats_changed,
    "tiles in another order": order_changed,
    "a rule that never holds": empty_rule_added,
    "a rule split in two": rule_split,
    "a limit hand twice": limit_hand_split,
    "batch, file, sheet, hands alone": in_many_ways,
    "the table on another rulebook": on_another_rulebook,
    "a reason's condition made true": reasons_are_true,
    "waits": waits_are_right,
}


def case(rng: Random, asked: answers.Service, bases: pairs.Bases, ruleset: str) -> Case | None:
    """A random case; None if its rules are refused."""
    house = pairs.house_rules(rng, bases, ruleset)
    made = Case(rng, asked, bases, ruleset, house, pairs.deal(rng))
    return None if made.resolved is None else made
