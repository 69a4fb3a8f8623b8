"""The penalty for a dangerous discard (1922 p. 67; 1923 pp. 118-120): the books' layouts, excuses, who pays what."""

from typing import Any

import pytest

from service.domain.danger import Danger
from service.domain.pipeline import Settled
from tests.cases import ALL_BOOKS, LIMIT_BOOKS, NO_LIMIT_BOOKS, deal, hand, paid, reasons, score_of, settle, won

Json = dict[str, Any]

DISCARDER = hand("4679m2578p24678s")
BYSTANDER = hand("23568m257p13579s")
SCORING = hand("4456888m27p1467s")
"""Three eights: four points, which the others would pay him."""


def of_circles(concealed: str) -> Json:
    return hand(concealed, "666p", "333p", "999p")


def of_heads(concealed: str) -> Json:
    return hand(concealed, "111m", "444z", "999s")


def of_dragons(concealed: str) -> Json:
    return hand(concealed, "666z", "777z", "123p")


def of_winds(concealed: str) -> Json:
    return hand(concealed, "444z", "222z", "333z")


LAYOUTS = {
    "1: 1p": (of_circles("11144p"), "1p", "a"),
    "1: 4p": (of_circles("11444p"), "4p", "a"),
    "2: 7z": (of_heads("22277z"), "7z", "b"),
    "3: 5z": (of_dragons("11p555z"), "5z", "c"),
    "4: 1z": (of_winds("33s111z"), "1z", "d"),
}
"""The winner's hand with the discard that the book calls dangerous, and its letter."""
HARMLESS = {
    "3: 1p": (of_dragons("111p55z"), "1p"),
    "4: 3s": (of_winds("333s11z"), "3s"),
}
PLACES = {
    "a bystander": ("north", "south", 1 + 1 + 2),
    "the discarder": ("north", "east", 1 + 1 + 2),
    "the winner": ("east", "south", 2 + 2 + 2),
}
"""Where East is: winner, discarder, and how many shares are paid."""


def request(
    its_hand: Json, tile: str, winner: str = "north", discarder: str = "south", other: Json = DISCARDER, **more: Any
) -> Json:
    """A settlement in which `other` is the discarder's hand."""
    rest = [seat for seat in ("east", "south", "west", "north") if seat not in (winner, discarder)]
    hands = {winner: its_hand, discarder: other, rest[0]: BYSTANDER, rest[1]: SCORING}
    flags = more.pop("flags", {})
    in_order = {seat: hands[seat] for seat in ("east", "south", "west", "north")}
    ruleset = more.pop("ruleset", "harr-1923-limit")
    return deal(ruleset, winner, won("discard", tile, discarder, **flags), in_order, **more)


def danger_of(settled: Settled) -> Danger:
    assert settled.settlement.danger is not None
    return settled.settlement.danger


def excused(settled: Settled) -> bool:
    """Whether the discarder was excused; then everybody settled as usual."""
    danger = danger_of(settled)
    assert ("dangerous-discard" in reasons(settled).values()) is not danger.excused
    return danger.excused


# The layouts


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("pattern", LAYOUTS)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_discarder_pays_for_all_and_all_other_scores_are_cancelled(ruleset: str, pattern: str, place: str) -> None:
    its_hand, tile, letter = LAYOUTS[pattern]
    winner, discarder, shares = PLACES[place]
    settled = settle(request(its_hand, tile, winner, discarder, ruleset=ruleset))
    assert score_of(settled, winner).score == 300
    assert paid(settled) == {f"{discarder} to {winner}": 300 * shares}
    (payment,) = settled.settlement.payments
    assert payment.reason.value == "dangerous-discard"
    assert (payment.difference, payment.multiplier) == (None, None)
    danger = danger_of(settled)
    assert (danger.discarder.name.lower(), danger.patterns) == (discarder, (letter,))
    assert (danger.excused, danger.overridden) == (False, False)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("limit", "each", "cut"),
    [(300, 300, True), (352, 352, False), (1000, 352, False)],  # 10 + 4 + 4 + 2 + 2, one suit and no chow: 22 x 2^4
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_limit_cuts_the_winners_score_only(ruleset: str, limit: int, each: int, cut: bool, place: str) -> None:
    winner, discarder, shares = PLACES[place]
    its_hand, tile, _ = LAYOUTS["1: 1p"]
    settled = settle(request(its_hand, tile, winner, discarder, ruleset=ruleset, options={"limit": limit}))
    assert paid(settled) == {f"{discarder} to {winner}": each * shares}
    assert settled.settlement.payments[0].capped is cut


@pytest.mark.parametrize("pattern", HARMLESS)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_books_harmless_discards_are_not_dangerous(ruleset: str, pattern: str) -> None:
    its_hand, tile = HARMLESS[pattern]
    settled = settle(request(its_hand, tile, ruleset=ruleset))
    assert settled.settlement.danger is None
    score = score_of(settled, "north").score
    assert paid(settled) == {
        "east to north": 2 * score,
        "south to north": score,
        "west to north": score,
        "east to west": 8,
        "south to west": 4,
    }


@pytest.mark.parametrize("pattern", LAYOUTS)
@pytest.mark.parametrize("ruleset", NO_LIMIT_BOOKS)
def test_without_a_limit_no_discard_is_dangerous(ruleset: str, pattern: str) -> None:
    its_hand, tile, _ = LAYOUTS[pattern]
    settled = settle(request(its_hand, tile, ruleset=ruleset, options={"limit": 300}))
    assert settled.settlement.danger is None
    assert set(reasons(settled).values()) == {"winner", "difference"}


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_between_three_he_pays_for_the_two(ruleset: str) -> None:
    its_hand, tile, _ = LAYOUTS["1: 1p"]
    hands = {"east": SCORING, "south": DISCARDER, "west": its_hand}
    settled = settle(deal(ruleset, "west", won("discard", tile, "south"), hands))
    assert paid(settled) == {"south to west": 300 * (2 + 1)}


@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_between_two_he_pays_his_own_share(ruleset: str) -> None:
    its_hand, tile, _ = LAYOUTS["1: 1p"]
    settled = settle(deal(ruleset, "south", won("discard", tile, "east"), {"east": DISCARDER, "south": its_hand}))
    assert paid(settled) == {"east to south": 600}
    assert set(reasons(settled).values()) == {"dangerous-discard"}


# What makes a discard dangerous


@pytest.mark.parametrize(
    ("its_hand", "tile", "letters"),
    [
        (hand("11144p", "666p", "333p", kongs=("9999p",)), "1p", ("a",)),  # declared kongs lie on the table
        (hand("11144p333p", "6666p", "9999p"), "1p", ()),  # eight tiles
        (hand("11144p", "6666p", "9999p", "333p"), "1p", ("a",)),
        (hand("44p666p", "123p", "333p", "789p"), "6p", ("a",)),  # chows are tiles of the suit
        (hand("444p55z", "666p", "333p", "999p"), "4p", ()),  # the hand won is not of one suit
        (hand("666p11144p", "333p", "999p"), "1p", ()),  # six tiles on the table
        (hand("22277z444z", "111m", "999s"), "7z", ()),  # six heads on the table
        (hand("22333m", "111m", "444z", "999s"), "3m", ()),  # the hand won is not of heads
        (hand("22277z", "111m", "999s", kongs=("4444z",)), "7z", ("b",)),
        (hand("444p55z", "666z", "777z", "123p"), "5z", ()),  # the third dragon's pair is no set of it
        (hand("11p555z", "123p", "6666z", kongs=("7777z",)), "5z", ("c",)),
        (hand("11p555z777z", "666z", "123p"), "5z", ()),  # one set of dragons on the table
        (hand("333s11z", "444z", "222z", "333z"), "1z", ("d",)),  # the fourth wind as a pair
        (hand("11z333z456s", "444z", "222z"), "1z", ()),  # two sets of winds on the table
        (hand("55z333s", "444z", "222z", "333z"), "5z", ()),
        (hand("11m777z", "555z", "666z", "999p"), "7z", ("b", "c")),
        (hand("99s111z", "444z", "222z", "333z"), "1z", ("b", "d")),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_a_discard_is_dangerous_by_what_lies_on_the_table_and_what_it_completes(
    ruleset: str, its_hand: Json, tile: str, letters: tuple[str, ...]
) -> None:
    settled = settle(request(its_hand, tile, ruleset=ruleset))
    danger = settled.settlement.danger
    assert (danger.patterns if danger else ()) == letters
    assert (len(paid(settled)) == 1) is bool(letters)


@pytest.mark.parametrize("source", ["wall", "discard", "robbed-kong"])
@pytest.mark.parametrize("ruleset", [*LIMIT_BOOKS, "pamphlet"])
def test_neither_a_drawn_tile_nor_a_robbed_kong_is_a_discard(ruleset: str, source: str) -> None:
    hands = {
        "east": hand("23568m57p135679s"),
        "south": hand("4679m578p468s", "222p"),
        "west": hand("4456888m7p14679s"),
        "north": of_circles("12388p"),
    }
    win = won(source, "2p", None if source == "wall" else "south")
    settled = settle(deal(ruleset, "north", win, hands))
    assert (settled.settlement.danger is not None) is (source == "discard")


# Excuse (i): waiting with doubling honours


TWO_HONOURS = hand("123456m7s666z", "555z")
"""Waits for 7s; two sets of dragons are complete."""
OWN_WIND = hand("123456m7s", "222z", "789s")
"""Waits for 7s; South's set of his own wind is complete."""


@pytest.mark.parametrize(
    ("other", "wind", "is_excused"),
    [
        (TWO_HONOURS, "east", True),
        (hand("1247m379s666z", "555z"), "east", False),  # two honours, but not waiting
        (hand("123456m7s888p", "555z"), "east", False),  # waiting, but one honour
        (hand("123456m7s888p", "555z", bonus="2f2y"), "east", False),  # flowers are left out
        (OWN_WIND, "south", True),  # South's own wind in South's round is two
        (OWN_WIND, "east", False),
        (hand("11345567m66z", "555z"), "east", True),  # with 6z two dragons and one suit with honours: three
        (hand("11345m567s66z", "555z"), "east", False),  # with 6z two, which is not more than two
        (hand("22777m66z", "555z", "444s"), "east", True),  # with 6z two dragons and no chow
        (hand("1112227779993m"), "east", True),  # one suit, for a winner only, would give three
        (TWO_HONOURS | {"dead": True}, "east", False),  # a dead hand never waits
        (hand("11345567m66z", "555z", dead=True), "east", False),
        (hand("123m666z7777z", "555z"), "east", False),  # waits for a fifth 7z only: no wait
        (hand("123m9s666z777z", "555z"), "east", True),
        (hand("19m19p19s1234567z"), "east", False),  # a limit hand counts none
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_who_waits_with_enough_doubling_honours_is_excused(
    ruleset: str, other: Json, wind: str, is_excused: bool
) -> None:
    settled = settle(request(of_circles("11144p"), "1p", other=other, ruleset=ruleset, round_wind=wind))
    assert excused(settled) is is_excused
    (waiting,) = (each for each in danger_of(settled).excuses if each.kind.value == "waiting")
    assert (waiting.pattern, waiting.held) == ("a", is_excused)
    assert waiting.text


@pytest.mark.parametrize("pattern", LAYOUTS)
def test_waiting_excuses_under_every_letter(pattern: str) -> None:
    its_hand, tile, letter = LAYOUTS[pattern]
    other = OWN_WIND if letter == "c" else TWO_HONOURS
    assert excused(settle(request(its_hand, tile, other=other, round_wind="south")))


@pytest.mark.parametrize("place", PLACES)
def test_the_excuse_holds_wherever_east_is(place: str) -> None:
    winner, discarder, _ = PLACES[place]
    settled = settle(request(of_circles("11144p"), "1p", winner, discarder, TWO_HONOURS, round_wind="west"))
    assert excused(settled)
    assert paid(settled)[f"{discarder} to {winner}"] == (300 if place == "a bystander" else 600)


def test_an_excused_discarder_settles_as_usual() -> None:
    settled = settle(request(of_circles("11144p"), "1p", other=TWO_HONOURS, options={"limit": 1000}))
    honours = (8 + 4) << 2
    assert paid(settled) == {
        "east to north": 2 * 352,
        "south to north": 352,
        "west to north": 352,
        "east to south": 2 * honours,
        "west to south": honours - 4,
        "east to west": 2 * 4,
    }
    assert danger_of(settled).patterns == ("a",)


# Excuse (ii): no choice

CHOWS = ("123m", "456m", "678s")


@pytest.mark.parametrize(
    ("pattern", "concealed", "sets", "is_excused"),
    [
        ("1: 1p", "2578p", CHOWS, True),  # only circles, whatever lies on the table
        ("1: 4p", "2578p", CHOWS, True),
        ("1: 1p", "257p8s", CHOWS, False),  # one bamboo was left
        ("1: 1p", "257p5z", CHOWS, False),
        ("2: 7z", "19p15z", CHOWS, True),  # only heads
        ("2: 7z", "19p1z8p", CHOWS, False),
        ("3: 5z", "5z", (*CHOWS, "234s"), True),  # that very tile
        ("3: 5z", "1s", (*CHOWS, "234s"), False),
        ("4: 1z", "1z", (*CHOWS, "234s"), True),
        ("4: 1z", "5z", (*CHOWS, "234s"), False),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_who_has_no_choice_is_excused(
    ruleset: str, pattern: str, concealed: str, sets: tuple[str, ...], is_excused: bool
) -> None:
    its_hand, tile, letter = LAYOUTS[pattern]
    settled = settle(request(its_hand, tile, other=hand(concealed, *sets), ruleset=ruleset))
    assert excused(settled) is is_excused
    held = {each.kind.value: (each.pattern, each.held) for each in danger_of(settled).excuses}
    assert held == {"waiting": (letter, False), "no-choice": (letter, is_excused)}


@pytest.mark.parametrize(
    ("concealed", "sets", "held"),
    [
        ("19p1z8s", CHOWS, set()),
        ("19p1z9m", CHOWS, {"b"}),  # only heads, but other tiles than the red dragon
        ("7z", (*CHOWS, "234s"), {"b", "c"}),
    ],
)
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_where_several_letters_apply_he_must_be_excused_under_each(
    ruleset: str, concealed: str, sets: tuple[str, ...], held: set[str]
) -> None:
    winners = hand("11s777z", "555z", "666z", "999p")
    settled = settle(request(winners, "7z", other=hand(concealed, *sets), ruleset=ruleset))
    danger = danger_of(settled)
    assert danger.patterns == ("b", "c")
    assert {each.pattern for each in danger.excuses if each.held} == held
    assert excused(settled) is (held == {"b", "c"})


# The players' own word


@pytest.mark.parametrize("word", [True, False])
@pytest.mark.parametrize("other", [TWO_HONOURS, DISCARDER], ids=["excused", "not excused"])
@pytest.mark.parametrize("ruleset", LIMIT_BOOKS)
def test_the_players_may_overrule_the_service(ruleset: str, other: Json, word: bool) -> None:
    flags = {"discarder_excused": word}
    settled = settle(request(of_circles("11144p"), "1p", other=other, ruleset=ruleset, flags=flags))
    assert excused(settled) is word
    assert danger_of(settled).overridden


@pytest.mark.parametrize("ruleset", ALL_BOOKS)
def test_their_word_has_no_effect_on_a_harmless_discard(ruleset: str) -> None:
    its_hand, tile = HARMLESS["3: 1p"]
    settled = settle(request(its_hand, tile, ruleset=ruleset, flags={"discarder_excused": False}))
    assert settled.settlement.danger is None
    assert set(reasons(settled).values()) == {"winner", "difference"}


# The pamphlet: three exposed pungs of the suit, no excuses


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("options", "each", "cut"), [({}, 600, True), ({"limit": 1000}, 672, False), ({"limit": None}, 672, False)]
)
def test_in_the_pamphlet_three_exposed_pungs_of_the_suit_are_dangerous(
    options: Json, each: int, cut: bool, place: str
) -> None:
    winner, discarder, shares = PLACES[place]
    its_hand, tile, _ = LAYOUTS["1: 1p"]
    settled = settle(request(its_hand, tile, winner, discarder, ruleset="pamphlet", options=options))
    assert score_of(settled, winner).uncapped_score == (20 + 10 + 4 + 4 + 2 + 2) << 4
    assert paid(settled) == {f"{discarder} to {winner}": each * shares}
    assert settled.settlement.payments[0].capped is cut
    assert danger_of(settled).patterns == ("a",)


@pytest.mark.parametrize(
    ("its_hand", "tile", "dangerous"),
    [
        (hand("11144p", "6666p", "333p", kongs=("9999p",)), "1p", True),  # kongs count like pungs
        (hand("44p666p", "123p", "333p", "789p"), "6p", False),  # chows do not
        (hand("123p44p", "333p", "666p", "999p"), "4p", True),
        (hand("55z444p", "333p", "666p", "999p"), "4p", False),  # the hand won is not of one suit
        (hand("666p11144p", "333p", "999p"), "1p", False),
        (of_heads("22277z"), "7z", False),
        (of_dragons("11p555z"), "5z", False),
        (of_winds("33s111z"), "1z", False),
    ],
)
def test_in_the_pamphlet_only_letter_a_is_dangerous(its_hand: Json, tile: str, dangerous: bool) -> None:
    settled = settle(request(its_hand, tile, ruleset="pamphlet"))
    assert (settled.settlement.danger is not None) is dangerous
    assert (len(paid(settled)) == 1) is dangerous


@pytest.mark.parametrize("flags", [{}, {"discarder_excused": True}])
@pytest.mark.parametrize("other", [TWO_HONOURS, hand("2578p", *CHOWS)], ids=["waiting", "no choice"])
def test_the_pamphlet_knows_no_excuse(other: Json, flags: Json) -> None:
    settled = settle(request(of_circles("11144p"), "1p", other=other, ruleset="pamphlet", flags=flags))
    assert not excused(settled)
    assert (danger_of(settled).excuses, danger_of(settled).overridden) == ((), False)
