"""Points, doubles, limit and special hands of three modern rulebooks, written from the text of the rules."""

from collections import Counter
from dataclasses import dataclass, field

from tests.support.oracle.modern_tiles import (
    GREEN,
    Form,
    Meld,
    nine_gates_form,
    seven_pairs,
    standard,
    suits_of,
    thirteen_heads,
)
from tests.support.oracle.tiles import DRAGONS, HONOURS, KINDS, MAJORS, SEATS, TERMINALS, WINDS, Tiles

CLAIMED = ("discard", "robbed-kong")
DEFAULT_LIMIT = {"millington": 1000, "bmja": 1000, "dmjl": 500}


@dataclass(frozen=True)
class Hand:
    """A hand of a request."""

    concealed: list[str]
    declared: list[Meld]
    bonus: list[str]
    dead: bool = False
    partial: bool = False
    original_call: bool = False
    wild: list[str] = field(default_factory=list)
    """The tiles that its blanks stand for."""

    @property
    def all_tiles(self) -> list[str]:
        """Concealed and declared tiles, without flowers and seasons."""
        return self.concealed + self.on_the_table

    @property
    def on_the_table(self) -> list[str]:
        """The tiles of its declared sets."""
        return [t for m in self.declared for t in m.tiles]

    @property
    def real(self) -> Counter[str]:
        """Its tiles without blanks; there are four of each kind."""
        return Counter(self.all_tiles) - Counter(self.wild)


@dataclass(frozen=True)
class Win:
    """How the deal was won."""

    source: str
    tile: str | None = None
    discarder: str | None = None
    last_tile: bool = False
    first_discard: bool = False
    last_discard: bool = False
    original_call: bool = False
    kong_upon_kong: bool = False
    dangerous_discard_by: str | None = None
    consecutive_wins: int = 1

    @property
    def claimed(self) -> bool:
        """True if the winning tile was claimed."""
        return self.source in CLAIMED


@dataclass(frozen=True)
class Options:
    """The options of the rulebook."""

    limit: int | None
    mahjong_points: int = 20
    claimed_kong_concealed: bool = False
    seven_pairs: bool = False
    chows: int = 1


@dataclass(frozen=True)
class OracleDeal:
    """A hand with everything that its score depends on; `win` only for the winner."""

    book: str
    options: Options
    seat: str
    round_wind: str
    hand: Hand
    win: Win | None
    face_up: Counter[str] = field(default_factory=Counter)
    goulash: bool = False
    """True if blanks are wild: there are no chows."""

    @property
    def own_wind(self) -> str:
        """The tile of the own wind."""
        return WINDS[SEATS.index(self.seat)]

    @property
    def wind_of_the_round(self) -> str:
        """The tile of the wind of the round."""
        return WINDS[SEATS.index(self.round_wind)]

    @property
    def number(self) -> str:
        """The number of the seat's own flower and season."""
        return str(SEATS.index(self.seat) + 1)

    @property
    def won(self) -> Win:
        """The winner's win."""
        assert self.win is not None
        return self.win

    @property
    def whole_kongs_are_concealed(self) -> bool:
        """True if a claimed kong counts as concealed."""
        return self.book == "dmjl" or self.options.claimed_kong_concealed


@dataclass(frozen=True)
class Row:
    """A line of a score."""

    rule: str
    points: int = 0
    doubles: int = 0


# what all three have in common


def set_points(meld: Meld) -> int:
    """The points of a chow, pung or kong."""
    if not meld.is_three:
        return 0
    points = 2 if meld.kind == "pung" else 8
    if meld.first in MAJORS:
        points *= 2
    return points if meld.exposed else points * 2


def pair_points(case: OracleDeal, meld: Meld) -> int:
    """The points of a pair: dragons, own wind, wind of the round."""
    tile = meld.first
    return 2 * ((tile in DRAGONS) + (tile == case.own_wind) + (tile == case.wind_of_the_round))


def playing_points(case: OracleDeal, melds: tuple[Meld, ...]) -> list[Row]:
    """Rows of sets and pairs."""
    rows = [Row(m.kind, set_points(m)) for m in melds if m.is_three]
    rows += [Row("pair", pair_points(case, m)) for m in melds if m.kind == "pair"]
    return [r for r in rows if r.points]


def set_doubles(case: OracleDeal, melds: tuple[Meld, ...]) -> list[Row]:
    """Rows of pungs and kongs of dragons, the own wind and the wind of the round."""
    rows = []
    for meld in melds:
        if meld.is_three:
            rows += [Row("pung-of-dragons", 0, 1)] * (meld.first in DRAGONS)
            rows += [Row("own-wind", 0, 1)] * (meld.first == case.own_wind)
            rows += [Row("round-wind", 0, 1)] * (meld.first == case.wind_of_the_round)
    return rows


def bonus_points(case: OracleDeal) -> list[Row]:
    """Four points for each flower and season."""
    return [Row("bonus-tile", 4 * len(case.hand.bonus))] if case.hand.bonus else []


def bouquets(case: OracleDeal) -> tuple[bool, bool]:
    """True if the hand has all four flowers, and all four seasons."""
    kinds = [t[1] for t in case.hand.bonus]
    return kinds.count("f") == 4, kinds.count("y") == 4


def counts_as_concealed(case: OracleDeal, meld: Meld) -> bool:
    """True if a set counts as concealed under the rulebook."""
    return not meld.exposed or (meld.whole and case.whole_kongs_are_concealed)


def nothing_claimed(case: OracleDeal, form: Form) -> bool:
    """True if the whole hand is concealed, including the winning tile."""
    return not case.won.claimed and all(counts_as_concealed(case, m) for m in form.melds)


def concealed_threes(case: OracleDeal, form: Form) -> int:
    """How many concealed pungs and kongs there are."""
    return sum(counts_as_concealed(case, m) for m in form.threes)


def completing_kinds(case: OracleDeal) -> list[str]:
    """The kinds that complete the hand without its winning tile, in any form of the rulebook."""
    before = list(case.hand.concealed)
    assert case.won.tile is not None
    before.remove(case.won.tile)
    return [t for t in KINDS if completes(case, [*before, t])]


def readings(case: OracleDeal, concealed: list[str]) -> list[list[Meld]]:
    """Every reading of the tiles and the declared sets as four sets and a pair; in a goulash without chows."""
    found = standard(concealed, case.hand.declared)
    return [melds for melds in found if not (case.goulash and any(m.kind == "chow" for m in melds))]


def has_double_for_no_chow(case: OracleDeal, form: Form) -> bool:
    """True if having no chow counts; in a goulash, where nobody has one, it does not."""
    return not case.goulash and not form.chows and len(form.pairs) == 1


def completes(case: OracleDeal, concealed: list[str]) -> bool:
    """True if the tiles complete the hand with its declared sets, in any form."""
    declared = case.hand.declared
    if readings(case, concealed) or thirteen_heads(concealed, declared):
        return True
    return case.options.seven_pairs and seven_pairs(concealed, declared) is not None


# winds and dragons, flowers and seasons as in Millington and DMJL


def chinese_doubles(case: OracleDeal, form: Form) -> list[Row]:
    """The doubles that Millington and DMJL have in common, of winning and losing hands."""
    rows = set_doubles(case, form.melds) + chinese_flowers(case)
    pairs = {m.first for m in form.pairs}
    threes = {m.first for m in form.threes}
    dragons, winds = len(threes & set(DRAGONS)), len(threes & set(WINDS))
    rows += [Row("little-three-dragons", 0, 1)] * (dragons == 2 and bool((pairs - threes) & set(DRAGONS)))
    rows += [Row("big-three-dragons", 0, 2)] * (dragons == 3)
    rows += [Row("little-four-winds", 0, 1)] * (winds == 3 and bool((pairs - threes) & set(WINDS)))
    rows += [Row("big-four-winds", 0, 2)] * (winds == 4)
    rows += [Row("three-concealed-pungs", 0, 1)] * (concealed_threes(case, form) >= 3)
    return rows


def chinese_flowers(case: OracleDeal) -> list[Row]:
    """Own flower and own season together, and each bouquet."""
    rows = [Row("bouquet", 0, 1) for full in bouquets(case) if full]
    if {case.number + "f", case.number + "y"} <= set(case.hand.bonus):
        rows.append(Row("own-flower-and-season", 0, 1))
    return rows


def suit_doubles(case: OracleDeal) -> list[Row]:
    """One suit, with honours or without; only majors."""
    its = case.hand.all_tiles
    one, honours = len(suits_of(its)) == 1, any(t in HONOURS for t in its)
    rows = [Row("one-suit-with-honours", 0, 1)] * (one and honours)
    rows += [Row("one-suit", 0, 3)] * (one and not honours)
    rows += [Row("all-majors", 0, 1)] * all(t in MAJORS for t in its)
    return rows


def circumstances(case: OracleDeal) -> list[Row]:
    """Last tile, last discard, robbed kong."""
    win = case.won
    rows = [Row("last-tile", 0, 1)] * win.last_tile
    rows += [Row("last-discard", 0, 1)] * win.last_discard
    rows += [Row("robbed-kong", 0, 1)] * (win.source == "robbed-kong")
    return rows


def scores_nothing(case: OracleDeal, form: Form) -> bool:
    """Four chows and a pair that scores nothing."""
    return len(form.chows) == 4 and not playing_points(case, form.melds)


def pair_completed(form: Form) -> Meld | None:
    """The pair that the winning tile completed in this reading."""
    if form.won_in is not None and form.melds[form.won_in].kind == "pair":
        return form.melds[form.won_in]
    return None


def points_of_a_completed_pair(pair: Meld) -> int:
    """Two for a minor, four for a major."""
    return 4 if pair.first in MAJORS else 2


def four_kinds(form: Form, kinds: Tiles) -> int:
    """The number of pungs and kongs of some kinds."""
    return len({m.first for m in form.threes} & set(kinds))


def events(case: OracleDeal, form: Form) -> list[str]:
    """The circumstances that make a limit hand: heaven, earth, plum blossom, moon, kong upon kong."""
    win = case.won
    found = ["heaven"] * (win.source == "original-hand")
    found += ["earth"] * win.first_discard
    found += ["plum-blossom"] * (win.tile == "5p" and is_loose(case, form))
    found += ["moon"] * (win.tile == "1p" and win.last_tile)
    found += ["kong-upon-kong"] * win.kong_upon_kong
    return found


def is_loose(case: OracleDeal, form: Form) -> bool:
    """True if the winning tile is a loose tile; under Millington only after a kong."""
    return case.won.source == "loose-tile" and (case.book != "millington" or bool(form.kongs))


# millington


def millington_points(case: OracleDeal, form: Form) -> list[Row]:
    """The winner's points besides sets and pairs."""
    rows = [Row("mah-jong", case.options.mahjong_points)]
    flower_replaced = case.won.source == "loose-tile" and not form.kongs
    rows += [Row("winning-tile-drawn", 2)] * (case.won.source in ("wall", "original-hand") or flower_replaced)
    rows += [Row("seven-pairs", 20)] * (form.shape == "seven-pairs")
    if case.won.tile is not None and len(form.pairs) == 1:
        rows += [Row("only-place", 2)] * millington_only_place(case)
        rows += millington_eyes(case, form)
    return rows


def millington_only_place(case: OracleDeal) -> bool:
    """True if at most one kind completes the hand, not counting exhausted kinds other than the winning tile's."""
    available = [t for t in completing_kinds(case) if t == case.won.tile or case.face_up[t] < 4]
    return len(available) <= 1


def millington_eyes(case: OracleDeal, form: Form) -> list[Row]:
    """Fishing the eyes: the only pair is of the winning tile, which was drawn, or claimed for the pair."""
    pair = form.pairs[0]
    if pair.first != case.won.tile:
        return []
    if case.won.claimed and pair_completed(form) is None:
        return []
    return [Row("fishing-the-eyes", points_of_a_completed_pair(pair))]


def millington_doubles(case: OracleDeal, form: Form) -> list[Row]:
    """The winner's doubles."""
    rows = [Row("no-score-hand", 0, 1)] * scores_nothing(case, form)
    rows += [Row("no-chow", 0, 1)] * has_double_for_no_chow(case, form)
    rows += [Row("concealed-hand", 0, 1)] * nothing_claimed(case, form)
    rows += [Row("loose-tile", 0, 1)] * is_loose(case, form)
    rows += circumstances(case)
    rows += [Row("original-call", 0, 1)] * case.won.original_call
    if form.shape != "thirteen":
        rows += suit_doubles(case)
        rows += [Row("all-honours", 0, 2)] * all(t in HONOURS for t in case.hand.all_tiles)
        rows += [Row("all-terminals", 0, 2)] * all(t in TERMINALS for t in case.hand.all_tiles)
    return rows


def millington_limits(case: OracleDeal, form: Form) -> list[str]:
    """Limit hands a to r."""
    win, its = case.won, case.hand.all_tiles
    found = events(case, form)
    found += ["carrying-pole"] * (win.source == "robbed-kong" and win.tile == "2s")
    found += ["four-kongs"] * (len(form.kongs) == 4)
    found += ["buried-treasure"] * (len(form.threes) == 4 and nothing_claimed(case, form))
    found += ["three-great-scholars"] * (four_kinds(form, DRAGONS) == 3 and not form.chows)
    found += ["four-blessings"] * (four_kinds(form, WINDS) == 4)
    found += ["all-honours"] * all(t in HONOURS for t in its)
    found += ["heads-and-tails"] * all(t in TERMINALS for t in its)
    found += ["imperial-jade"] * all(t in GREEN for t in its)
    found += ["nine-gates"] * waited_on_nine_gates(case)
    found += ["wriggling-snake"] * millington_snake(case, form)
    found += ["concealed-clear-suit"] * (one_suit_only(its) and nothing_claimed(case, form))
    found += ["thirteen-wonders"] * (form.shape == "thirteen")
    found += ["thirteenth-win"] * (case.seat == "east" and win.consecutive_wins == 13)
    return found


def one_suit_only(its: list[str]) -> bool:
    """True if all tiles are of one suit."""
    return len({t[1] for t in its}) == 1 and its[0][1] != "z"


def waited_on_nine_gates(case: OracleDeal) -> bool:
    """True if the hand before the winning tile was 1112345678999 of a suit, all concealed."""
    if case.won.tile is None:
        return False
    before = list(case.hand.concealed)
    before.remove(case.won.tile)
    return nine_gates_form(before, case.hand.declared)


def millington_snake(case: OracleDeal, form: Form) -> bool:
    """Pungs or kongs of one and nine, a pair of 2, 5 or 8, and chows of every other number once, in one suit."""
    if form.shape != "sets" or not one_suit_only(case.hand.all_tiles) or len(form.chows) != 2:
        return False
    pair = form.pairs[0].first[0]
    in_chows = sorted([t[0] for m in form.chows for t in m.tiles] + [pair])
    ends = sorted(m.first[0] for m in form.threes)
    return pair in "258" and ends == ["1", "9"] and in_chows == list("2345678")


# dmjl


def dmjl_points(case: OracleDeal, form: Form) -> list[Row]:
    """The winner's points besides sets and pairs."""
    rows = [Row("mah-jong", 20)]
    rows += [Row("winning-tile-drawn", 2)] * (case.won.source in ("wall", "loose-tile"))
    pair = pair_completed(form)
    if pair is not None:
        rows.append(Row("completed-pair", points_of_a_completed_pair(pair)))
    if case.won.tile is not None and form.shape == "sets":
        rows += [Row("only-place", 2)] * dmjl_only_place(case)
    return rows


def dmjl_only_place(case: OracleDeal) -> bool:
    """True if exactly one kind completes the hand, not counting those of which it held all four."""
    held = case.hand.real
    assert case.won.tile is not None
    held[case.won.tile] -= 1
    return len([t for t in completing_kinds(case) if held[t] < 4]) == 1


def dmjl_doubles(case: OracleDeal, form: Form) -> list[Row]:
    """The winner's doubles."""
    rows = [Row("zero-point-hand", 0, 1)] * scores_nothing(case, form)
    rows += [Row("no-chow", 0, 1)] * (form.shape == "sets" and has_double_for_no_chow(case, form))
    rows += [Row("concealed", 0, 1)] * nothing_claimed(case, form)
    rows += [Row("loose-tile", 0, 1)] * is_loose(case, form)
    rows += circumstances(case)
    rows += [Row("original-call", 0, 1)] * (case.won.original_call and sum(m.exposed for m in form.melds) < 3)
    if form.shape != "thirteen":
        rows += suit_doubles(case)
        rows += [Row("only-honours", 0, 2)] * all(t in HONOURS for t in case.hand.all_tiles)
    return rows


DMJL_NAMES = {"kong-upon-kong": "twofold-fortune"}


def dmjl_limits(case: OracleDeal, form: Form) -> list[str]:
    """The limit hands."""
    win, its = case.won, case.hand.all_tiles
    found = [DMJL_NAMES.get(e, e) for e in events(case, form)]
    found += ["nine-gates"] * waited_on_nine_gates(case)
    found += ["thirteen-orphans"] * (form.shape == "thirteen")
    found += ["squirming-snake"] * dmjl_snake(its)
    found += ["east-nine-times"] * (case.seat == "east" and win.consecutive_wins == 9)
    found += ["concealed-true-color"] * (one_suit_only(its) and nothing_claimed(case, form))
    found += ["hidden-treasure"] * (len(form.threes) == 4 and nothing_claimed(case, form))
    found += ["heads-and-tails"] * all(t in TERMINALS for t in its)
    found += ["fourfold-plenty"] * (len(form.kongs) == 4)
    found += ["three-great-scholars"] * (four_kinds(form, DRAGONS) == 3)
    found += ["four-blessings"] * (four_kinds(form, WINDS) == 4)
    found += ["imperial-jade"] * all(t in GREEN for t in its)
    found += ["carrying-pole"] * (win.source == "robbed-kong" and win.tile == "2s")
    return found


def dmjl_snake(its: list[str]) -> bool:
    """Fourteen tiles of one suit: three ones, three nines, two of 2, 5 or 8, one of each other number."""
    counts = Counter(t[0] for t in its)
    complete = [Counter("111" + "2345678" + "999" + twice) for twice in "258"]
    return one_suit_only(its) and counts in complete


# bmja


def bmja_flowers(case: OracleDeal) -> list[Row]:
    """A double for the own flower and for the own season, or two for all four of a kind."""
    rows = []
    for kind, full in zip("fy", bouquets(case), strict=True):
        if full:
            rows.append(Row("bouquet", 0, 2))
        elif case.number + kind in case.hand.bonus:
            rows.append(Row("own-bonus-tile", 0, 1))
    return rows


def bmja_points(case: OracleDeal) -> list[Row]:
    """The winner's points besides sets and pairs."""
    return [Row("mah-jong", 20)] + [Row("winning-tile-drawn", 2)] * (case.won.source == "wall")


def bmja_doubles(case: OracleDeal, form: Form) -> list[Row]:
    """The winner's doubles."""
    its = case.hand.all_tiles
    honours = any(t in HONOURS for t in its)
    rows = [Row("original-call", 0, 2)] * case.won.original_call
    rows += [Row("no-chow", 0, 1)] * has_double_for_no_chow(case, form)
    rows += [Row("one-suit-with-honours", 0, 1)] * (len(suits_of(its)) == 1 and honours)
    rows += [Row("all-majors-with-honours", 0, 1)] * (
        honours and any(t in TERMINALS for t in its) and all(t in MAJORS for t in its)
    )
    rows += [Row("concealed", 0, 1)] * bmja_concealed(case, form)
    rows += [Row("loose-tile", 0, 1)] * is_loose(case, form)
    return rows + circumstances(case)


def bmja_concealed(case: OracleDeal, form: Form) -> bool:
    """All sets and the pair concealed, a suit and a pung or kong of honours among them."""
    honour_set = any(m.first in HONOURS for m in form.threes)
    return nothing_claimed(case, form) and honour_set and bool(suits_of(case.hand.all_tiles))


def bmja_shapes(concealed: list[str], declared: list[Meld]) -> list[str]:
    """The special hands of other shapes, and the gates of heaven."""
    if declared or len(concealed) != 14:
        return []
    found = ["thirteen-unique-wonders"] * thirteen_heads(concealed, declared)
    found += ["all-pair-honours"] * all_pair_honours(concealed)
    found += ["knitting"] * knitting(concealed)
    found += ["triple-knitting"] * triple_knitting(concealed)
    found += ["wriggling-snake"] * bmja_snake(concealed)
    found += ["gates-of-heaven"] * gates_of_heaven(concealed)
    return found


def all_pair_honours(concealed: list[str]) -> bool:
    """Seven pairs of ones, nines, winds and dragons; four alike in the hand are two of them."""
    return all(t in MAJORS and n in (2, 4) for t, n in Counter(concealed).items())


def by_number(concealed: list[str], suit: str) -> Counter[str]:
    """The number of tiles of each number of a suit."""
    return Counter(t[0] for t in concealed if t[1] == suit)


def knitting(concealed: list[str]) -> bool:
    """Seven of one suit and the same numbers of another."""
    suits = sorted({t[1] for t in concealed})
    if len(suits) != 2 or "z" in suits:
        return False
    return by_number(concealed, suits[0]) == by_number(concealed, suits[1])


def triple_knitting(concealed: list[str]) -> bool:
    """Four times a number in all three suits, and a number in two suits."""
    for number in "123456789":
        for pair in (("m", "p"), ("m", "s"), ("p", "s")):
            rest = list(concealed)
            if not all(number + suit in rest for suit in pair):
                continue
            for suit in pair:
                rest.remove(number + suit)
            if by_number(rest, "m") == by_number(rest, "p") == by_number(rest, "s") and not by_number(rest, "z"):
                return True
    return False


def bmja_snake(concealed: list[str]) -> bool:
    """Two ones, two to nine of the same suit, and one of each wind."""
    return any(sorted(concealed) == sorted([*(f"{n}{s}" for n in "1123456789"), *WINDS]) for s in "mps")


def gates_of_heaven(concealed: list[str]) -> bool:
    """Three ones, three nines, two to eight of the suit, one of these twice."""
    complete = [Counter("111" + "2345678" + "999" + twice) for twice in "2345678"]
    return one_suit_only(concealed) and Counter(t[0] for t in concealed) in complete


def bmja_specials(form: Form, its: list[str]) -> list[str]:
    """The special hands of four sets and a pair, except Purity."""
    found = ["buried-treasure"] * buried_treasure(form, its)
    found += ["fourfold-plenty"] * (len(form.kongs) == 4)
    found += ["heads-and-tails"] * all(t in TERMINALS for t in its)
    found += ["all-winds-and-dragons"] * all(t in HONOURS for t in its)
    found += ["imperial-jade"] * (not form.chows and all(t in GREEN for t in its))
    found += ["three-great-scholars"] * (four_kinds(form, DRAGONS) == 3 and not form.chows)
    found += ["four-blessings"] * (four_kinds(form, WINDS) == 4)
    return found


def buried_treasure(form: Form, its: list[str]) -> bool:
    """Four concealed pungs, no kong, in one suit with or without honours; the pair may be claimed."""
    pungs = [m for m in form.melds if m.kind == "pung" and not m.exposed]
    return len(pungs) == 4 and len(suits_of(its)) == 1


def purity(form: Form, its: list[str]) -> bool:
    """Four pungs or kongs and a pair of one suit."""
    return len(form.threes) == 4 and one_suit_only(its)


BMJA_EVENTS = {"heaven": "heavens-blessing", "earth": "earths-blessing", "kong-upon-kong": "twofold-fortune"}
HALVES = ("all-pair-honours", "knitting", "triple-knitting")


def bmja_events(case: OracleDeal, form: Form) -> list[str]:
    """The special hands by circumstances; a replaced flower spoils Heaven's Blessing."""
    found = events(case, form)
    if case.hand.bonus and "heaven" in found:
        found.remove("heaven")
    return [BMJA_EVENTS.get(e, e) for e in found]


def gates_may_be_claimed(win: Win) -> bool:
    """True if the last tile of the gates was drawn or, if claimed, is a one or a nine."""
    return not win.claimed or (win.tile is not None and win.tile[0] in "19")
