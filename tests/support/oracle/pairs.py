"""Random tables of two or three rules where they meet, and hands and deals for them."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from tests.support.oracle import answers
from tests.support.oracle.conditions import WINNERS_ONLY, is_known, looks_at_tiles_alone
from tests.support.oracle.terms import Table, table_of
from tests.support.oracle.tiles import DRAGONS, KINDS, MAJORS, SEATS, SUITS, WINDS, parse, written

Json = dict[str, Any]
RULESETS: Final = (
    *("harr-1922", "harr-1922-limit", "harr-1923", "harr-1923-limit", "pamphlet", "millington", "bmja", "dmjl"),
    *("nts-2002", "babcock-1923", "outside-the-box", "western"),
)

OF: Final = (
    *("any", "simples", "terminals", "heads", "honours", "dragons", "winds", "own-wind", "round-wind"),
    *("own-and-round-wind", "other-wind", "suits", "characters", "circles", "bamboos"),
)
EXPOSURES: Final = ("exposed", "claimed", "promoted", "concealed", "concealed-or-promoted", "either", "either")


def condition(rng: Random) -> Json:
    """A condition that many hands meet."""
    sets = {"kind": rng.choice(("pung", "kong", "pung-or-kong", "pair")), "of": rng.choice(OF)}
    whole = rng.random() < 0.5
    some: list[Json] = [
        {"find": "mah-jong"},
        {"find": "no-kong"},
        {"find": "no-kong"},
        {"find": "bonus-tiles"},
        {"find": "own-flower"},
        {"find": "own-season"},
        {"find": "flowers-of", "parameters": {"kind": rng.choice(("flower", "season", "either", "both")),
                                              "of": rng.choice(("own-wind", "round-wind", "other-wind", "any"))}},
        {"find": "sets-of", "parameters": {**sets, "exposure": rng.choice(EXPOSURES)}},
        {"find": "some-sets-of", "parameters": {**sets, "exposure": "either", "least": rng.randint(1, 2)}},
        {"find": "some-kongs", "parameters": {"least": rng.randint(1, 2)}},
        {"find": "some-concealed-pungs", "parameters": {"least": rng.randint(1, 3), "claimed_kongs": whole}},
        {"find": "sits-as", "parameters": {"wind": rng.choice(SEATS)}},
        {"find": "in-round", "parameters": {"wind": rng.choice(SEATS)}},
        {"find": "three-dragons"},
        {"find": "one-suit-with-honours"},
        {"find": "no-chow"},
        {"find": "winning-tile-drawn"},
        {"find": "circumstance", "parameters": {"circumstance": "standing_hand"}},
    ]  # fmt: skip
    one = rng.choice(some)
    if rng.random() < 0.15:
        other = rng.choice(some)
        pair = [{**each, "parameters": each.get("parameters", {})} for each in (one, other)]
        return rng.choice(({"all_of": pair}, {"any_of": pair}, {"not": pair[0]}))
    return one


def is_winners(data: Json) -> bool:
    """True if a condition can hold only for a winner."""
    if "find" in data:
        return data["find"] in WINNERS_ONLY
    if "not" in data:
        return False
    parts = data.get("all_of") or data["any_of"]
    return any(is_winners(part) for part in parts) if "all_of" in data else all(is_winners(part) for part in parts)


def worth(rng: Random) -> Json:
    """What a rule is worth: one thing, or points and doubles."""
    return rng.choice(
        (
            {"points": rng.choice((1, 2, 5, 10, 20, 33))},
            {"points": rng.choice((1, 2, 5, 10, 20, 33))},
            {"doubles": rng.randint(1, 3)},
            {"added": rng.choice((1, 7, 10, 50))},
            {"points": 4, "doubles": 1},
            {"limit_share": rng.choice(("1/8", "1/4", "1/3", "1/2", "1", "1", "3/2", "2"))},
            {"score": rng.choice((0, 20, 100, 333, 900, 2000))},
        )
    )


def own_rule(rng: Random, own: str, names: list[str]) -> Json:
    """A rule of the table's own; `names` are the rules that it may name in its lists."""
    data = condition(rng)
    rule: Json = {**data, **worth(rng), "text": "Own rule"}
    rule["applies_to"] = "winner" if is_winners(data) else rng.choice(("all", "all", "winner", "others"))
    return rule | how_it_counts(rng, own, names, rule)


def how_it_counts(rng: Random, own: str, names: list[str], rule: Json) -> Json:
    """Members that say when and how a rule counts, of a rule of this name."""
    special = "limit_share" in rule or "score" in rule

    def some(most: int) -> list[str]:
        return rng.sample(names, min(len(names), rng.randint(1, most)))

    members: list[tuple[float, str, Any]] = [
        (0.2, "replaces", some(2)),
        (0.15, "spoiled_by", some(1)),
        (0.2, "only_beside", rng.choice(([own], some(3)))),
        (0.15, "when_limit", rng.choice(("with", "without"))),
        (0.1 if special else 0.25, "bonus", True),
        (0.08, "bonus_apart", True),
        (0.15, "halves", True),
        (0.2 if special else 0, "count_if_more", True),
    ]
    return {name: value for chance, name, value in members if rng.random() < chance}


WAITED_FOR: Final = ("one-suit", "one-suit-with-honours", "no-chow", "honours-only", "simples-only", "heads-only")


def waited_for(rng: Random) -> Json:
    """A rule whose hand is worth something to a losing hand that waits for it."""
    worth = rng.choice(({"limit_share": rng.choice(("1/8", "1/3", "3/4"))}, {"score": rng.choice((0, 90, 777))}))
    rule = {"find": rng.choice(WAITED_FOR), "text": "Waited for", "waiting": worth}
    return rule | rng.choice(({"doubles": 1}, {"points": 5}, {}))


ROUNDED: Final = (
    ("points_rounded_up_to", "points_rounded"),
    ("scores_rounded_to", "scores_rounded"),
    ("payments_rounded_to", "payments_rounded"),
)


def rounding(rng: Random) -> Json:
    multiple, how = rng.choice(ROUNDED)
    return {multiple: rng.choice((2, 5, 10, 100)), how: rng.choice(("up", "down", "nearest"))}


SETTLEMENT: Final[tuple[Callable[[Random], Json], ...]] = (
    lambda rng: {"losers": rng.choice(("none", "full-ways", "difference"))},
    lambda rng: {"east": {"pays": rng.randint(1, 3), "receives": rng.randint(1, 3)}},
    lambda rng: {"discarder": {"share": rng.randint(1, 3), "others_share": rng.randint(0, 2)}},
    lambda rng: {"discarder": {"for_all": True}},
    lambda rng: {"self_drawn": rng.randint(1, 3)},
    lambda rng: {"robbed_kong_as": rng.choice(("discard", "self-drawn"))},
    lambda rng: {"limit_cuts": rng.choice(("hand", "payment"))},
    lambda rng: {"limit_cuts": rng.choice(("hand", "payment"))},
    lambda rng: {"loser_limit": rng.choice(("score", "takes-limit"))},
    lambda rng: {"loser_limit": "takes-limit"},
    lambda rng: {"limit_without": rng.choice((0, 600, 1000))},
    lambda rng: {"pays_above_limit": rng.random() < 0.7},
    lambda rng: {"pays_above_limit": True},
    rounding,
    rounding,
    lambda rng: {"drawn_deal": "difference"},
    lambda rng: {"settled_by": "scores"},
    lambda rng: {"dangerous_discard": rng.choice(("harr-1922-limit", "pamphlet", "millington", "outside-the-box"))},
    lambda rng: {"after_draw": rng.choice(("keeps-run", "counts-as-win", "passes"))},
    lambda rng: {"after_goulash": "passes"},
    lambda rng: {"wins_in_a_row": rng.randint(1, 4)},
    lambda rng: {"bonus_beside_limit": rng.random() < 0.7},
    lambda rng: {"bonus_beside_limit": True},
    lambda rng: {"count_if_more": rng.random() < 0.7},
    lambda rng: {"pictures": "chrysanthemum-west"},
    lambda rng: {"rounds": rng.random() < 0.5},
    lambda rng: {"rounds_of_three": rng.randint(1, 4)},
)
"""Members of the settlement, each with a random value."""

LEGALITY: Final[tuple[Callable[[Random], Json], ...]] = (
    lambda rng: {"least_points": rng.choice((10, 30))},
    lambda rng: {"least_doubles": rng.randint(1, 2)},
    lambda rng: {"least_score": rng.choice((40, 100))},
    lambda rng: {"special_only": True},
    lambda rng: {
        "winner_shows": [{"find": rng.choice(("no-chow", "no-kong", "one-suit-with-honours")), "parameters": {}}]
    },
    lambda rng: {"winner_shows": [{"find": "no-chow", "parameters": {}}], "least_doubles": 2, "least_instead": True},
    lambda rng: {"one_suit_only": True},
    lambda rng: {"chows": rng.randint(0, 4)},
    lambda rng: {"short_dead_hand": rng.choice(("nothing", "points", "points", "score"))},
)


def merged(one: Json, other: Json) -> Json:
    """Two objects as one, deeply."""
    return one | {
        name: merged(one[name], value) if isinstance(value, dict) and isinstance(one.get(name), dict) else value
        for name, value in other.items()
    }


class Bases:
    """The rulebooks without the rules that the evaluator does not know."""

    def __init__(self, asked: answers.Service) -> None:
        self._known: dict[str, tuple[Json, list[str]]] = {}
        self._asked = asked

    def of(self, ruleset: str) -> tuple[Json, list[str]]:
        """House rules that leave out what the evaluator does not know, and the ids of the rules that stay."""
        if ruleset not in self._known:
            resolved = self._asked.table({"ruleset": ruleset})
            assert resolved is not None
            rules = resolved["table"]["rules"]
            kept = [name for name, rule in rules.items() if is_known(rule) and not rule.get("waiting")]
            house: Json = {
                "rules": {name: None for name in rules if name not in kept},
                "legality": {"shapes": ["four-sets"], "stands_for": {}, "exposed_chows": True, "chows": 4},
                "settlement": {"dangerous_discard": "none"},
            }
            self._known[ruleset] = house, kept
        return self._known[ruleset]


def house_rules(rng: Random, bases: Bases, ruleset: str, *, legality: bool = True) -> Json:
    """Two or three members with random values on a rulebook."""
    house, kept = bases.of(ruleset)
    if rng.random() < MEETING:
        meetings = [meeting for meeting in MEETINGS if legality or meeting is not minimums]
        return merged(house, rng.choice(meetings)(rng))
    named = [*kept, "house:a", "house:b", "house:c"]
    for number in range(rng.choice((2, 2, 3))):
        house = merged(house, member(rng, named, f"house:{'abc'[number]}", legality=legality))
    return house


MEETING: Final = 0.3
"""How often the members of a table are those of one subject."""


def _rule(rng: Random, **more: Any) -> Json:
    return {"find": rng.choice(("no-kong", "no-kong", "bonus-tiles")), "text": "Own rule", "applies_to": "all", **more}


def flowers_beside(rng: Random) -> Json:
    """A rule that gives the whole score beside rules of flowers."""
    special = rng.choice(({"limit_share": rng.choice(("1/4", "1/2", "1", "3/2"))}, {"score": rng.choice((0, 20, 333))}))
    worth = rng.choice(({"points": 5}, {"doubles": 1}, {"doubles": 2}, {"added": 7}, {"points": 4, "doubles": 1}))
    flowers = rng.choice(
        ({"find": "bonus-tiles"}, {"find": "flowers-of", "parameters": {"kind": "either", "of": "any"}})
    )
    rules = {"house:a": {**_rule(rng), "find": "no-kong", **special}, "house:b": {**_rule(rng), **flowers, **worth}}
    rules["house:b"] |= {"bonus": True} | rng.choice(({}, {}, {"halves": True}))
    return merged({"rules": rules, "settlement": {"bonus_beside_limit": rng.random() < 0.8}}, answers.with_limit(1000))


def above_the_limit(rng: Random) -> Json:
    """Hands worth the limit or more, and what the limit caps."""
    worth = rng.choice(({"limit_share": rng.choice(("1/2", "1", "3/2", "2"))}, {"score": rng.choice((333, 900))}))
    settlement = {
        "limit_cuts": rng.choice(("hand", "payment")),
        "pays_above_limit": rng.random() < 0.6,
        "losers": rng.choice(("difference", "difference", "full-ways")),
        "loser_limit": rng.choice(("score", "score", "takes-limit")),
        "drawn_deal": rng.choice(("difference", "nothing")),
    }
    rules = {"house:a": {**_rule(rng), **worth, **rng.choice(({}, {}, {"halves": True}))}}
    return merged({"rules": rules, "settlement": settlement}, answers.with_limit(rng.choice((300, 500))))


def turns(rng: Random) -> Json:
    """Who is East next."""
    return {
        "settlement": {
            "wins_in_a_row": rng.randint(0, 4),
            "after_draw": rng.choice(("stays", "keeps-run", "counts-as-win", "passes")),
            "rounds": rng.random() < 0.5,
        }
    }


def goulashes(rng: Random) -> Json:
    """Who is East after a goulash."""
    settlement = {"after_goulash": "passes", "after_draw": rng.choice(("stays", "keeps-run", "counts-as-win"))}
    return {"settlement": settlement, "legality": {"goulash": True}}


def minimums(rng: Random) -> Json:
    """What may win, by several members."""
    shown: Json = {"winner_shows": [{"find": rng.choice(("no-chow", "no-kong")), "parameters": {}}]}
    least: Json = rng.choice(({"least_points": 20}, {"least_doubles": 1}, {"least_score": 40}))
    legality = shown | least | {"least_instead": rng.random() < 0.7, "special_only": rng.random() < 0.4}
    return merged(
        {"legality": legality, "rules": {"house:a": own_rule(rng, "house:a", ["mah-jong"])}}, answers.with_limit(500)
    )


def only_beside(rng: Random) -> Json:
    """Rules that give points beside some others only."""
    names = ["mah-jong", "house:a", "house:b", "house:c", "concealed-pung-of-simples", "exposed-pung-of-simples"]
    rules = {name: {**_rule(rng), "points": rng.choice((1, 2, 5, 10))} for name in ("house:a", "house:b", "house:c")}
    for rule in rules.values():
        if rng.random() < 0.7:
            rule["only_beside"] = rng.sample(names, rng.randint(1, 3))
    return {"rules": rules}


def dead_hands(rng: Random) -> Json:
    """What a dead hand with too few tiles scores."""
    rules = {name: own_rule(rng, name, ["mah-jong", "house:a", "house:b"]) for name in ("house:a", "house:b")}
    legality = {"short_dead_hand": rng.choice(("nothing", "points", "points", "score"))}
    return merged({"rules": rules, "legality": legality}, answers.with_limit(rng.choice((100, 500))))


MEETINGS: Final = (flowers_beside, above_the_limit, turns, minimums, only_beside, dead_hands, goulashes)
"""Tables of one subject, whose members meet more often than any two."""


def member(rng: Random, named: list[str], own: str, *, legality: bool) -> Json:
    """One member with a random value."""
    kinds = ("own", "changed", "settlement", "limit", "waiting", "legality")
    kind = rng.choices(kinds, (8, 4, 7, 2, 1, legality))[0]
    if kind == "waiting":
        return {"rules": {"house:waited": waited_for(rng)}}
    if kind == "own":
        return {"rules": {own: own_rule(rng, own, [name for name in named if name != own])}}
    if kind == "changed":
        name = rng.choice([name for name in named if not name.startswith("house:")])
        change = worth(rng) if rng.random() < 0.6 else {}
        change |= how_it_counts(rng, name, [other for other in named if other != name], change)
        return {"rules": {name: change or None}}
    if kind == "settlement":
        return {"settlement": rng.choice(SETTLEMENT)(rng)}
    if kind == "legality":
        return {"legality": rng.choice(LEGALITY)(rng)}
    return answers.with_limit(rng.choice((answers.NO_LIMIT, 100, 300, 500, 1000)))


# Hands


RUNS: Final = [tuple(f"{first + k}{suit}" for k in range(3)) for suit in SUITS for first in range(1, 8)]


class Wall:
    """The tiles that are left."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.left = dict.fromkeys(KINDS, 4)

    def alike(self, number: int, kinds: tuple[str, ...]) -> list[str] | None:
        free = [kind for kind in kinds if self.left[kind] >= number]
        if not free:
            return None
        kind = self.rng.choice(free)
        self.left[kind] -= number
        return [kind] * number

    def chow(self, kinds: tuple[str, ...]) -> list[str] | None:
        free = [run for run in RUNS if all(self.left[tile] and tile in kinds for tile in run)]
        if not free:
            return None
        run = self.rng.choice(free)
        for tile in run:
            self.left[tile] -= 1
        return list(run)

    def thrice(self) -> list[str]:
        """Three of each tile of a run."""
        run = self.rng.choice(RUNS)
        for tile in run:
            self.left[tile] -= 3
        return [tile for tile in run for _ in range(3)]


def pool(rng: Random) -> tuple[str, ...]:
    """The kinds of a hand: often few, so that rules hold."""
    suit = rng.choice(SUITS)
    own = tuple(kind for kind in KINDS if kind[1] == suit)
    return rng.choice((KINDS, KINDS, MAJORS, (*own, *WINDS, *DRAGONS), (*WINDS, *DRAGONS, *own[:3]), own))


def laid(rng: Random, wall: Wall, sets: int, kinds: tuple[str, ...], chows: float) -> Json:
    """Sets of a hand, on the table or not."""
    hand: Json = {"standing": [], "exposed": [], "claimed_kongs": [], "concealed_kongs": []}
    for _ in range(sets):
        if rng.random() < chows:
            part = wall.chow(kinds) or wall.alike(3, KINDS)
        else:
            part = wall.alike(rng.choices((3, 4), (4, 1))[0], kinds) or wall.alike(3, KINDS)
        assert part is not None
        places = ("exposed", "claimed_kongs", "concealed_kongs") if len(part) == 4 else ("exposed", "standing")
        place = rng.choice(places)
        if place == "standing":
            hand["standing"] += part
        else:
            hand[place].append(written(part))
    return hand


def finished(hand: Json, bonus: str) -> Json:
    """The hand as a request has it."""
    data = {"concealed": written(hand["standing"]), "bonus": bonus}
    data |= {name: hand[name] for name in ("exposed", "claimed_kongs", "concealed_kongs")}
    return {name: value for name, value in data.items() if value or name == "concealed"}


def bonus_tiles(rng: Random) -> list[str]:
    """Flowers and seasons of four hands."""
    tiles = [f"{number}{suit}" for suit in "fy" for number in range(1, 5)]
    hands: list[list[str]] = [[], [], [], []]
    for tile in tiles:
        if rng.random() < 0.5:
            hands[rng.randrange(4)].append(tile)
    if rng.random() < 0.2:
        lucky = rng.randrange(4)
        hands = [tiles if place == lucky else [] for place in range(4)]
    return [written(hand) for hand in hands]


THRICE: Final = 0.15
"""How often a winner's hand can be arranged in three chows or in three sets of its tiles."""


def winning(rng: Random, wall: Wall) -> tuple[Json, list[str]]:
    """A complete hand and the tiles that may have been the last."""
    kinds = pool(rng)
    three = wall.thrice() if rng.random() < THRICE else []
    hand = laid(rng, wall, 1 if three else 4, kinds, rng.choice((0, 0, 0.3, 0.9)))
    hand["standing"] += three
    pair = wall.alike(2, kinds) or wall.alike(2, KINDS)
    assert pair is not None
    hand["standing"] += pair
    return hand, sorted(set(hand["standing"]))


def losing(rng: Random, wall: Wall) -> Json:
    """A hand that did not win: a few sets, and other tiles, or only what scores."""
    kinds = pool(rng)
    hand = laid(rng, wall, rng.choice((0, 1, 1, 2, 2, 3)), kinds, 0.2)
    sets = sum(len(hand[name]) for name in ("exposed", "claimed_kongs", "concealed_kongs"))
    missing = 13 - 3 * sets - len(hand["standing"])
    while missing > 0:
        some = min(missing, rng.choice((1, 1, 1, 2, 2, 3)))
        part = wall.alike(some, kinds) or wall.alike(some, KINDS) or wall.alike(1, KINDS)
        assert part is not None
        hand["standing"] += part
        missing -= len(part)
    return hand


def deal(rng: Random) -> Json:
    """A deal of tiles, without a rulebook: a legal one under any table that lets four sets and a pair win."""
    seats = SEATS[: rng.choice((2, 3, 4, 4, 4))]
    wall, bonus = Wall(rng), bonus_tiles(rng)
    body: Json = {"round_wind": rng.choice(SEATS), "winner": None, "hands": {}}
    if rng.random() < 0.85:
        winner = rng.choice(seats)
        hand, last = winning(rng, wall)
        body |= {"winner": winner, "win": won(rng, hand, last, winner, seats, bonus[SEATS.index(winner)])}
        body["hands"][winner] = finished(hand, bonus[SEATS.index(winner)])
    for place, seat in enumerate(seats):
        if seat not in body["hands"]:
            body["hands"][seat] = other_hand(rng, wall, bonus[place])
    body["hands"] = {seat: body["hands"][seat] for seat in seats}
    return body


def won(rng: Random, hand: Json, last: list[str], winner: str, seats: tuple[str, ...], bonus: str) -> Json:
    """How a hand was won."""
    kongs = any(len(text) == 5 for name in ("exposed", "claimed_kongs", "concealed_kongs") for text in hand[name])
    source = rng.choice(("wall", "wall", "discard", "discard", *(("loose-tile",) if kongs or bonus else ())))
    win: Json = {"source": source, "tile": rng.choice(last)}
    if source == "discard":
        win["discarder"] = rng.choice([seat for seat in seats if seat != winner])
    if source == "wall" and rng.random() < 0.1:
        win["last_tile"] = True
    if not hand["exposed"] and not hand["claimed_kongs"] and rng.random() < 0.3:
        win["standing_hand"] = True
    if winner == "east" and rng.random() < 0.5:
        win["run"] = rng.randint(1, 5)
    return win


def other_hand(rng: Random, wall: Wall, bonus: str) -> Json:
    if rng.random() < 0.1:
        flag = rng.choice(("partial", "dead"))
        return {**finished(laid(rng, wall, rng.randint(0, 3), KINDS, 0.1), bonus), flag: True}
    return finished(losing(rng, wall), bonus)


def counted(rng: Random, *, plain: bool = False) -> Json:
    """A hand that the players counted themselves; a plain one is no limit hand."""
    count: Json = rng.choice(
        (
            {"points": rng.choice((2, 8, 22, 36)), "doubles": rng.randint(0, 5)},
            {"score": rng.choice((0, 4, 16, 136, 250, 999, 3000))},
        )
    )
    if not plain and rng.random() < 0.2:
        count = rng.choice((count, {})) | {"limit_hand": True}
    return {"counted": count}


def counted_deal(rng: Random, seats: Sequence[str], winner: str | None, wind: str, *, plain: bool = False) -> Json:
    """A deal whose hands are counted, some losing ones given by their tiles; plain ones are no limit hands."""
    wall, bonus = Wall(rng), bonus_tiles(rng)
    hands = {
        seat: other_hand(rng, wall, bonus[place])
        if seat != winner and rng.random() < 0.2
        else counted(rng, plain=plain)
        for place, seat in enumerate(seats)
    }
    dealt: Json = {"round_wind": wind, "winner": winner, "hands": hands}
    if winner is not None:
        source = rng.choice(("wall", "discard", "discard", "robbed-kong", "loose-tile"))
        dealt["win"] = {"source": source}
        if source in ("discard", "robbed-kong"):
            dealt["win"]["discarder"] = rng.choice([seat for seat in seats if seat != winner])
    return dealt


def with_named_hands(rng: Random, table: Table, deal: Json) -> Json:
    """The deal with some counted hands named by a rule that says what such a hand scores.

    A winner's rule is one that the win, which is random, cannot exclude.
    """
    hands = dict(deal["hands"])
    for seat, hand in hands.items():
        applies = ("all", "winner" if seat == deal["winner"] else "others")
        rules = [
            rule.id
            for rule in table.rules
            if rule.is_special
            and rule.applies_to in applies
            and rule.when_limit in (None, table.terms.limit is not None)
            and (seat != deal["winner"] or looks_at_tiles_alone(rule.data))
        ]
        if "counted" in hand and rules and rng.random() < 0.3:
            hands[seat] = {"counted": {"special": rng.choice(rules)}}
    return {**deal, "hands": hands}


def with_goulash(rng: Random, table: Table, deal: Json) -> Json:
    """The deal, at random marked as a goulash, seldom where the table plays none."""
    chance = 0.6 if table.terms.after_goulash == "passes" else 0.3 if table.legality.goulash else 0.02
    return deal if rng.random() >= chance else {**deal, "goulash": True}


def with_dead_hands(rng: Random, table: Table, deal: Json) -> Json:
    """The deal with some losing hands that are dead and lack tiles, where the table scores such."""
    if table.legality.short_dead_hand == "nothing":
        return deal
    hands = {
        seat: hand if seat == deal["winner"] or "counted" in hand or rng.random() < 0.3 else short_dead(rng, hand)
        for seat, hand in deal["hands"].items()
    }
    return {**deal, "hands": hands}


def short_dead(rng: Random, hand: Json) -> Json:
    """A dead hand with some of these tiles."""
    concealed = parse(hand["concealed"])
    kept = rng.sample(concealed, max(0, len(concealed) - rng.randint(1, 4)))
    return {
        **{name: value for name, value in hand.items() if name != "partial"},
        "concealed": written(kept),
        "dead": True,
    }


def random_counted_deal(rng: Random) -> Json:
    """A counted deal of two to four players, one in six of them drawn."""
    seats = SEATS[: rng.choice((2, 3, 4, 4))]
    return counted_deal(rng, seats, rng.choice((*seats, *seats, None)), rng.choice(SEATS))


def table(asked: answers.Service, body: Json) -> Table | None:
    """The table that a request is settled by; None if its house rules are refused."""
    resolved = asked.table(body)
    return None if resolved is None else table_of(resolved)
