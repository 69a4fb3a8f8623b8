"""Random evenings of two to five players, settled entry by entry, and compared with the service."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from tests.support.oracle import answers, compared, counting, pairs
from tests.support.oracle.evening import Evening, FalseCall, Fine, false_call, fine, standings, washed
from tests.support.oracle.settling import Outcome, Win, settle
from tests.support.oracle.terms import Table, Terms

Json = dict[str, Any]
MAJORS: Final = {9: "19m19p19s123z2345m", 11: "19m19p19s12345z23m", 13: "19m19p19s1234567z"}
"""Thirteen tiles as dealt, by their different heads."""


GIVEN_WIND: Final = 0.3
"""How often an entry says the wind of the round where there are no rounds."""


@dataclass
class Row:
    """What an entry should come to."""

    entry: Json
    place: Json
    """Round wind, set, round, deal, seating, who sits out."""
    net: list[int]
    totals: list[int]


@dataclass
class Sheet:
    """An evening and what it should come to."""

    body: Json
    evening: Evening
    rows: list[Row] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)


FINES: Final[dict[str, Json]] = {
    "house:each": {"text": "Each", "points": 35, "to": "each", "east_doubles": True},
    "house:shared": {"text": "Shared", "points": 100, "to": "shared"},
    "house:one": {"text": "One", "limit_share": "3/20", "to": "one", "east_doubles": True},
    "house:all": {"text": "For all", "to": "for-all"},
}
FALSE_CALLS: Final[tuple[Json, ...]] = (
    {"points": 100, "shared": True, "east_doubles": True, "by_callers": {"2": 40}},
    {"points": 90, "by_callers": {"2": 40, "3": 25}, "passes_the_deal": True},
    {"limit_share": "9/20", "exposed_only": True, "passes_the_deal": True, "by_callers": {"2": 17}},
    {"points": 300, "exposed_only": True, "taken_back": True, "east_doubles": True, "by_callers": {"2": 150}},
)
FALSE: Final = {
    "shared": False,
    "east_doubles": False,
    "exposed_only": False,
    "passes_the_deal": False,
    "taken_back": False,
}


def penalties(rng: Random) -> Json:
    """Penalties and fines, with all their members."""
    return {
        "penalties": {
            "false-mahjong": FALSE | rng.choice(FALSE_CALLS),
            "washed-tiles": {"by_heads": {"9": 50, "10": 70, "11": 100, "12": 150, "13": 200}},
        },
        "fines": FINES,
    }


def false_call_of(data: Json) -> FalseCall:
    return FalseCall(
        data.get("points", 0),
        answers.share_of(data),
        data["shared"],
        data["east_doubles"],
        data["exposed_only"],
        data["passes_the_deal"],
        data["taken_back"],
        {int(number): points for number, points in data.get("by_callers", {}).items()},
    )


def fine_of(data: Json) -> Fine:
    return Fine(data["to"], data.get("points", 0), answers.share_of(data), data.get("east_doubles", False))


class Author:
    """Writes random entries and works out what they come to."""

    def __init__(self, rng: Random, table: Table, house: Json, body: Json) -> None:
        self.rng, self.table, self.house = rng, table, house
        players = len(body["players"])
        self.sheet = Sheet(body, Evening(players, table.terms), totals=[0] * players)

    @property
    def evening(self) -> Evening:
        return self.sheet.evening

    def write(self, number: int) -> Sheet:
        """So many entries."""
        kinds: tuple[tuple[Callable[[], None], int], ...] = (
            (self.deal, 12), (self.draw, 2), (self.fine, 3), (self.false_call, 2), (self.wash, 1), (self.correct, 1),
        )  # fmt: skip
        for _ in range(number):
            self.rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]()
        return self.sheet

    def place(self) -> Json:
        evening = self.evening
        place: Json = {"round_wind": evening.wind, "deal": evening.deals + 1, "seating": evening.seating}
        if evening.has_rounds:
            place |= {"game": evening.game, "round": evening.round}
        if evening.sits_out is not None:
            place["sits_out"] = evening.sits_out
        return place

    def add(self, entry: Json, outcome: Outcome, place: Json) -> None:
        """An entry whose payments are between seats of the present seating."""
        net = [0] * self.evening.players
        for seat, amount in outcome.net(place["seating"]).items():
            net[place["seating"][seat]] = amount
        self.total(entry, net, place)

    def total(self, entry: Json, net: list[int], place: Json) -> None:
        self.sheet.totals = [one + other for one, other in zip(self.sheet.totals, net, strict=True)]
        self.sheet.rows.append(Row(entry, place, net, self.sheet.totals))
        self.sheet.body["entries"].append(entry)

    def send_out(self) -> Json:
        """Sometimes, of five, another player sits out."""
        if self.evening.players < 5 or self.rng.random() < 0.7:
            return {}
        player = self.rng.randrange(5)
        self.evening.send_out(player)
        return {"sits_out": player}

    # Entries

    def draw(self) -> None:
        self._deal(self.send_out(), None)

    def deal(self) -> None:
        more = self.send_out()
        self._deal(more, self.rng.choice(("east", *self.evening.seating)))

    def _deal(self, more: Json, winner: str | None) -> None:
        place, seating = self.place(), self.evening.seating
        wind: Json = {}
        if not self.table.terms.rounds and self.rng.random() < GIVEN_WIND:
            wind = {"round_wind": self.rng.choice(list(seating))}
        played: str = wind.get("round_wind", self.evening.wind)
        dealt = pairs.counted_deal(self.rng, list(seating), winner, played, plain=True)
        goulash = self.goulash(dealt)
        table = counting.of_goulash(self.table) if goulash.get("goulash") else self.table
        counts = compared.counts_of(table, dealt)
        assert counts is not None
        stakes = {seat: compared.stake_of(table, dealt, seat, count) for seat, count in counts.items()}
        win = None if winner is None else Win(winner, dealt["win"]["source"], dealt["win"].get("discarder"))
        outcome = settle(self.table.terms, stakes, win)
        entry = {
            "type": "deal",
            "winning_player": None if winner is None else seating[winner],
            **wind,
            **goulash,
            **more,
        }
        if winner is not None:
            entry["win"] = answers.by_number(dealt["win"], seating)
        entry["hands"] = [dealt["hands"][seat] for seat in self.evening.seats.values()]
        shown = place | ({"round_wind": wind["round_wind"]} if wind else {})
        self.add(entry, outcome, shown)
        self.evening.end(winner, is_goulash=goulash.get("goulash", False))

    def goulash(self, dealt: Json) -> Json:
        """True if a deal is a goulash: said after a drawn deal where the table plays one, and else sometimes."""
        if not self.table.legality.goulash:
            return {}
        may_be = not any(compared.shows_chow(hand) for hand in dealt["hands"].values())
        said = {"goulash": may_be and self.rng.random() < 0.8}
        return said if self.evening.is_drawn or self.rng.random() < 0.2 else {}

    def fine(self) -> None:
        name = self.rng.choice(list(FINES))
        rule = fine_of(FINES[name])
        if rule.share and not self.table.terms.limit:
            return
        more, place, seating = self.send_out(), self.place(), self.evening.seating
        payer, payee = self.rng.sample(list(seating), 2)
        score = self.rng.choice((10, 64, 777))
        entry = {"type": "fine", "fine": name, "player": seating[payer], **more}
        if rule.to in ("one", "for-all"):
            entry["receiving_player"] = seating[payee]
        if rule.to == "for-all":
            entry["score"] = score
        self.add(entry, fine(self.table.terms, rule, list(seating), payer, payee, score), place)
        if rule.to == "for-all":
            self.evening.end(payee)
        else:
            self.evening.go_on()

    def false_call(self) -> None:
        rule = false_call_of(self.house["penalties"]["false-mahjong"])
        if rule.share and not self.table.terms.limit:
            return
        more, place, seating = self.send_out(), self.place(), self.evening.seating
        number = self.rng.choice([1, 1, *(n for n in rule.by_callers if n < len(seating))])
        callers = self.rng.sample(list(seating), number)
        exposed = self.rng.random() < 0.7
        entry = {"type": "false-mahjong", "player": seating[callers[0]], "hand_exposed": exposed, **more}
        if number > 1:
            entry["other_calling_players"] = [seating[caller] for caller in callers[1:]]
        outcome = false_call(self.table.terms, rule, list(seating), callers, exposed=exposed)
        self.add(entry, outcome, place)
        pays = exposed or not rule.exposed_only
        if not pays and rule.taken_back:
            self.evening.go_on()
        elif pays and rule.passes_the_deal and "east" in callers:
            self.evening.end("south")
        else:
            self.evening.end(None, is_deal=False)

    def wash(self) -> None:
        more, place, seating = self.send_out(), self.place(), self.evening.seating
        seat = self.rng.choice([one for one in seating if one != "east"])
        heads = self.rng.choice(list(MAJORS))
        points = self.house["penalties"]["washed-tiles"]["by_heads"][str(heads)]
        entry = {"type": "washed-tiles", "player": seating[seat], "hand": {"concealed": MAJORS[heads]}, **more}
        self.add(entry, washed(points, list(seating), seat), place)
        self.evening.end(None, is_deal=False)

    def correct(self) -> None:
        amounts = [self.rng.randint(-50, 50) for _ in range(self.evening.players - 1)]
        amounts.append(-sum(amounts))
        self.total({"type": "correction", "amounts": amounts, "reason": "A slip"}, amounts, {})


def sheet(rng: Random, asked: answers.Service, bases: pairs.Bases, ruleset: str) -> tuple[Sheet, Table] | None:
    """A random evening under two or three members; None if the rules are refused."""
    house = pairs.merged(pairs.house_rules(rng, bases, ruleset, legality=False), penalties(rng))
    table = pairs.table(asked, {"ruleset": ruleset, "house_rules": house})
    if table is None or compared.lacks_limit(table):
        return None
    names = list("ABCDE"[: rng.choice((2, 3, 4, 4, 5))])
    body: Json = {"ruleset": ruleset, "house_rules": house, "players": names, "entries": []}
    return Author(rng, table, house, body).write(rng.randint(1, 24)), table


def difference(asked: answers.Service, made: Sheet, terms: Terms) -> str | None:
    """How the service differs from the evening as it should come out; None if it does not."""
    answer = asked.ask("scoresheets", made.body)
    if answer.refused:
        return f"it refuses {answer.body['errors'][:2]}"
    said = answers.sheet_of(answer.body)
    for number, (row, its) in enumerate(zip(made.rows, said.rows, strict=True)):
        ours = (row.place, row.net, row.totals)
        if (its.place, its.net, its.totals) != ours:
            return f"entry {number} {row.entry}: {its}, not {ours}"
    wrong = []
    if said.standings != standings(made.totals):
        wrong.append(f"standings {said.standings}, not {standings(made.totals)}")
    evening = made.evening
    ours_next = {"east": evening.east, "run": evening.run, "wind": evening.wind, "deal": evening.deals + 1}
    if said.next_deal != ours_next:
        wrong.append(f"next {said.next_deal}, not {ours_next}")
    moved = [0] * evening.players
    for payer, payee, amount in said.transfers:
        moved[payer] -= amount
        moved[payee] += amount
    if terms.settled_by == "payments" and (moved != made.totals or len(said.transfers) >= evening.players):
        wrong.append(f"transfers {said.transfers} for {made.totals}")
    return "\n  ".join(wrong) or None
