"""Random house rules, deterministic for a given `random.Random`: valid ones, and ones with faults."""

from random import Random
from typing import Any, Final

from pung_chow_settlement.domain.clauses.clause import Condition
from pung_chow_settlement.domain.layouts.parts import Exposed
from pung_chow_settlement.domain.layouts.spec import LayoutSpec, checked
from pung_chow_settlement.domain.rulebook.rules import is_halved
from pung_chow_settlement.rulebooks import ALL, BUILT_IN

Json = dict[str, Any]

IDS: Final = tuple(BUILT_IN.library.first)
CONDITIONS: Final = tuple(BUILT_IN.library.conditions.values())
LAYOUTS: Final = (
    *("7 pairs", "4 sets of a/honour, pair", "4 p/k, pair of 2-8", "1-9 of a, 5 tiles of honour", "3 sets, chow, pair"),
    *("pung of own wind, 3 sets, pair", "7 mixed pairs of a/b", "each 1/9/honour with one twice"),
)
"""Layouts that many hands match, and layouts that few match."""
EXPOSED: Final = tuple(each.value for each in Exposed)
WORDS: Final = ("no-such", "mah-jon", "", "x" * 300, "house:", "house:ÄÖ", "__proto__", "/", "~1", "1")


def house(rng: Random, base: str) -> Json:
    """Valid house rules for a rulebook; most set a limit, since some of their rules need one."""
    own = [rule.id for rule in BUILT_IN.by_id[base].rulebook.rules]
    rules: Json = {name: changed(rng, name) for name in rng.sample(own, 5)}
    rules |= {name: rng.choice([None, {"counts": False}]) for name in rng.sample(own, 3)}
    rules |= {name: switched_on(rng, name) for name in rng.sample(IDS, 4)}
    rules |= {f"house:own-{number}": own_rule(rng) for number in range(rng.randrange(4))}
    result: Json = {"title": f"table {rng.randrange(100)}", "rules": rules}
    if rng.random() < 0.8:
        result["settlement"] = settlement(rng)
    if rng.random() < 0.5:
        result["penalties"] = penalties(rng)
    if rng.random() < 0.3:
        result["fines"] = fines(rng)
    if rng.random() < 0.3:
        result["legality"] = legality(rng)
    if rng.random() < 0.5:
        result["options"] = {"limit": {"default_integer": 100 * rng.randrange(1, 20)}}
    return result


NOTHING: Final[tuple[object, ...]] = (None, 0, "0", {}, [])
"""Values of what a rule is worth that are none."""


def score_members(rng: Random) -> Json:
    """Random members that say what a rule scores."""
    return rng.choice([{"points": rng.randrange(30)}, {"doubles": rng.randrange(4)}, {"added": rng.randrange(20)},
                       {"points": 10, "doubles": 1}, {"limit_share": rng.choice(["0", "1/5", "1/3", "1/2", "1"])},
                       {"limit_share": rng.choice(["1/8", "1/3", "1", "3/2"])},
                       {"score": 100 * rng.randrange(9)}])  # fmt: skip


def changed(rng: Random, name: str) -> Json:
    """A rule with another score, sometimes with other rules that it replaces or is spoiled by."""
    result = _possible(name, score_members(rng))
    if rng.random() < 0.2:
        result["replaces"] = _some_after(rng, name, "replaces")
    if rng.random() < 0.2:
        result["spoiled_by"] = _some_after(rng, name, "spoiled_by")
    if rng.random() < 0.1:
        result["waiting"] = rng.choice([{"limit_share": "1/5"}, {"score": 90}, {"score": 0}])
    if rng.random() < 0.2:
        result["when_limit"] = rng.choice(["with", "without", "always"])
    if rng.random() < 0.2:
        alone = any(result.get(member) not in NOTHING for member in ("limit_share", "score"))
        result[rng.choice(["halves", "count_if_more"]) if alone else "halves"] = True
    return result


def _possible(name: str, score: Json) -> Json:
    """What a rule may score: no doubles if its layout has half of them, and nothing beside a score that it has."""
    rules = [entry.rule for (_, rule), entry in BUILT_IN.library.entries.items() if rule == name]
    left_out = {"doubles"} if any(map(is_halved, rules)) else set()
    if any(rule.score for rule in rules):
        left_out |= {"points", "doubles", "added"}
    return {member: value for member, value in score.items() if member not in left_out}


def _some_after(rng: Random, name: str, member: str) -> list[str]:
    """Two rules, or fewer, that this one can name in a list: two rules may not name each other."""
    back = {rule for (_, rule), entry in BUILT_IN.library.entries.items() if name in getattr(entry.rule, member)}
    later = [other for other in IDS if other > name and other not in back]
    return rng.sample(later, min(2, len(later)))


def switched_on(rng: Random, name: str) -> Json:
    """A rule of any rulebook, unchanged or with another score."""
    result: Json = _possible(name, rng.choice([{}, score_members(rng)]))
    if rng.random() < 0.5:
        result["ruleset"] = rng.choice([book.id for book in ALL if (book.id, name) in BUILT_IN.library.entries])
    return result


def own_rule(rng: Random) -> Json:
    """A rule that no rulebook has."""
    if rng.random() < 0.3:
        layout = {"tiles": rng.choice(LAYOUTS), "exposed": rng.choice(EXPOSED)}
        waiting = {"waiting": {"limit_share": "1/7"}} if rng.random() < 0.5 else {}
        chosen = (
            {"tiles": layout["tiles"]}
            if checked(LayoutSpec(layout["tiles"], layout["exposed"])).faults
            else rng.choice([{"tiles": layout["tiles"]}, layout])
        )
        rule = worth_something({"layout": chosen, **score_members(rng), **waiting})
        halved = rule["layout"] is layout and layout["exposed"] == "half" and rule.get("doubles")
        return {**rule, "layout": {"tiles": layout["tiles"]}} if halved else rule  # a double has no half
    if rng.random() < 0.1:
        one, other = [{"layout": {"tiles": rng.choice(LAYOUTS)}} for _ in range(2)]
        part = rng.choice([one, {"not": other}])
        how = rng.choice(["all_of", "any_of"])
        return worth_something({how: [part, {"find": "winning-tile-drawn"}], "text": "Own", **score_members(rng)})
    condition = rng.choice(CONDITIONS)
    values = parameters(rng, condition)
    who = "winner" if condition.winner_only else rng.choice(["all", "winner", "others"])
    return worth_something({"find": condition.id, "parameters": values, "applies_to": who, **score_members(rng)})


def worth_something(rule: Json) -> Json:
    """The rule, with a double if it was worth nothing."""
    worths = ("points", "doubles", "added", "limit_share", "score", "waiting", "replaces")
    return rule if "score" in rule or any(rule.get(name) not in NOTHING for name in worths) else {**rule, "doubles": 1}


def parameters(rng: Random, condition: Condition) -> Json:
    """Random values for the parameters of a condition."""
    return {
        name: rng.choice(one.choices) if one.choices else rng.randint(one.least, one.most)
        for name, one in condition.parameters.items()
    }


ROUNDINGS: Final = {
    "points_rounded": "points_rounded_up_to",
    "scores_rounded": "scores_rounded_to",
    "payments_rounded": "payments_rounded_to",
}
"""What says how amounts are rounded, and to a multiple of what."""


def settlement(rng: Random) -> Json:
    """Random rules of settlement."""
    result: Json = {
        "settled_by": rng.choice(["payments", "payments", "payments", "scores"]),
        "losers": rng.choice(["difference", "none", "full-ways"]),
        "east": {"pays": rng.randint(1, 2), "receives": rng.randint(1, 2)},
        "discarder": {"share": rng.randint(1, 2), "others_share": rng.randint(0, 1), "for_all": rng.random() < 0.2},
        "self_drawn": rng.randint(1, 3),
        "robbed_kong_as": rng.choice(["discard", "self-drawn"]),
        "limit_cuts": rng.choice(["hand", "payment"]),
        "limit_without": rng.choice([0, 1000]),
        "pays_above_limit": rng.random() < 0.5,
        "points_rounded_up_to": rng.choice([1, 10]),
        "points_rounded": rng.choice(["up", "down", "nearest"]),
        "scores_rounded_to": rng.choice([1, 2, 10, 100]),
        "scores_rounded": rng.choice(["up", "down", "nearest"]),
        "payments_rounded_to": rng.choice([1, 5, 100]),
        "payments_rounded": rng.choice(["up", "down", "nearest"]),
        "drawn_deal": rng.choice(["nothing", "difference"]),
        "after_draw": rng.choice(["stays", "keeps-run", "counts-as-win", "passes"]),
        "wins_in_a_row": rng.choice([0, 1, 2, 9]),
        "pictures": rng.choice(["bamboo-west", "chrysanthemum-west"]),
        "bonus_beside_limit": rng.random() < 0.2,
        "count_if_more": rng.random() < 0.2,
        "loser_limit": rng.choice(["score", "takes-limit"]),
        "dangerous_discard": rng.choice(["none", *BUILT_IN.library.dangers]),
        "rounds": rng.random() < 0.5,
    }
    chosen = {name: result[name] for name in rng.sample(list(result), 6)}
    for how, multiple in ROUNDINGS.items():
        if how in chosen:
            chosen[multiple] = result[multiple]
    return without_payments(chosen) if chosen.get("settled_by") == "scores" else chosen


def without_payments(settlement: Json) -> Json:
    """The settlement without what only payments have."""
    paid = ("east", "discarder", "self_drawn", "robbed_kong_as", "limit_cuts", "loser_limit", "dangerous_discard")
    kept = {
        name: value
        for name, value in settlement.items()
        if name not in (*paid, "payments_rounded_to", "payments_rounded")
    }
    return {**kept, "losers": "none"} if "losers" in kept else kept


def penalties(rng: Random) -> Json:
    """Random penalties."""
    wrong_call = rng.choice(
        [
            None,
            {"points": 300, "shared": True},
            {"points": 90, "by_callers": {"2": 40}},
            {"limit_share": "1/2", "east_doubles": True},
            {"points": 120, "passes_the_deal": True},
            {"counts": False},
        ]
    )
    washed = rng.choice([None, {"counts": False}, {"by_heads": {str(heads): 10 * heads for heads in range(9, 14)}}])
    return {"false-mahjong": wrong_call, "washed-tiles": washed}


def fines(rng: Random) -> Json:
    """Random fines, of a rulebook and of the table."""
    own = rng.choice(
        [
            {"points": 10 * rng.randrange(20), "to": rng.choice(["each", "shared", "one"])},
            {"limit_share": "1/2", "east_doubles": True},
            {"to": "for-all", "text": "A fine of the table"},
        ]
    )
    return {"house:late": own, **rng.choice([{}, {"misnamed-discard": None}, {"misnamed-discard": {"points": 40}},
                                         {"misnamed-discard": {"counts": False}}])}  # fmt: skip


SHOWN: Final = (
    [{"find": "no-kong"}, {"find": "some-kongs", "parameters": {"least": 1}}],
    [{"find": "no-chow"}, {"any_of": [{"find": "one-suit"}, {"find": "one-suit-with-honours"}]}, {"find": "no-kong"}],
)
"""What a winner must show: what every hand has, and what most have."""


def legality(rng: Random) -> Json:
    """Random requirements of a win, which most hands meet."""
    result: Json = {
        "winner_shows": rng.choice(SHOWN),
        "least_points": rng.choice([0, 20]),
        "least_doubles": rng.choice([0, 1]),
        "least_score": rng.choice([0, 20, 40]),
        "least_instead": rng.random() < 0.5,
        "special_only": rng.random() < 0.1,
        "dealt_kongs": rng.random() < 0.5,
        "short_dead_hand": rng.choice(["nothing", "points", "score"]),
    }
    chosen = {name: result[name] for name in rng.sample(list(result), 3)}
    if "least_instead" in chosen:  # which needs both
        chosen |= {"winner_shows": result["winner_shows"], "least_points": 20}
    return chosen


# Paths


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, each in inner for place in places(each, (*path, name)))]


def holder(document: Any, path: tuple[Any, ...]) -> Any:
    """The object or list that holds the value at a path."""
    for step in path[:-1]:
        document = document[step]
    return document
