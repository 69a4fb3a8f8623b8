"""Histories of deals as xmj's server writes them, made up here, and what is read out of them."""

import pytest

from tests.peers.deals import Asked, DeclaredSet, flaws, settlement_request, tiles_of
from tests.peers.xmj_history import UnreadableHistoryError, code_of, read_history, read_score, tile_of

TABLE = """\
Player 3 Robot(1)
Game 2 3 4 1 S 1 1 0 0 0 0 1110 0
GameOption 0 DeadWall16 bool 1020 1 0 dead wall is 16 tiles, unreplenished
Wall {wall}
NewHand {east} 0 17
"""
HANDS = {
    "1": "1B 2B 3B 4B 4B 4B 7C 7C 8D 8D 8D 5C 6C",
    "2": "1C 1C 1C 2C 2C 2C 9D 9D RD RD 3D 3D 7C 4S",
    "3": "5B 6B 7B EW EW SW SW NW NW WD WD GD GD",
    "4": "9B 9B 1D 1D 2D 2D 4D 4D 5D 5D 6D 6D 7D",
}
SCORES = """\
HandScore 1 44 basic        20 (going Mah Jong)\\
4B+4B+4B      4 (closed pung of minors)\\
total pts    44\\
total dbls    0\\
SCORE:       44
HandScore 2 0 total pts     0\\
total dbls    0\\
SCORE:        0
HandScore 3 8 WD+WD         2 (pair of dragons)\\
total pts     4\\
WD-WD-WD      1 dbl (pung/kong of dragons)\\
total dbls    1\\
SCORE:        8
HandScore 4 0 total pts     0\\
total dbls    0\\
SCORE:        0
Settlement {net} {text}
"""


def history(*events: str, east: str = "2", wall: int = 144, net: str = "-88 28 -8 68", text: str = "") -> str:
    """A history: the deal, what happens, and the end."""
    dealt = [f"PlayerDraws {player} {tile}" for player, tiles in HANDS.items() for tile in tiles.split()]
    table = TABLE.format(east=east, wall=" ".join(["1C"] * wall))
    return table + "\n".join([*dealt, *events]) + "\n" + SCORES.format(net=net, text=text)


WON_ON_A_DISCARD = (
    "PlayerDeclaresSpecial 2 4S",
    "PlayerDraws 2 3C",
    "PlayerDeclaresSpecial 2 --",
    "PlayerDiscards 2 7C 1 0",
    "PlayerClaimsMahJong 1 1",
    "PlayerMahJongs 1 --",
    "PlayerChows 1 7C Upper",
    "PlayerFormsClosedChow 1 1B",
    "PlayerFormsClosedPung 1 8D",
    "PlayerFormsClosedPung 1 4B",
    "PlayerFormsClosedPair 1 7C",
    "PlayerFormsClosedPung 2 1C",
    "PlayerShowsTiles 3 --",
)


@pytest.mark.parametrize(
    ("code", "tile"), [("1C", "1m"), ("9D", "9p"), ("5B", "5s"), ("NW", "4z"), ("WD", "5z"), ("GD", "6z"), ("RD", "7z"),
                       ("3F", "3f"), ("4S", "4y")],
)  # fmt: skip
def test_a_tile_is_known_by_its_code_both_ways(code: str, tile: str) -> None:
    assert (tile_of(code), code_of(tile)) == (tile, code)


def test_seats_follow_from_who_is_east_and_the_round_from_the_game() -> None:
    deal = read_history(history(*WON_ON_A_DISCARD), "one")
    assert deal is not None
    assert (deal.round_wind, deal.win.seat, deal.win.discarder) == ("south", "north", "east")
    assert {seat: hand.net for seat, hand in deal.hands.items()} == {"east": -88, "south": 28, "west": -8, "north": 68}
    assert deal.hands["east"].bonus == "4y"


@pytest.mark.parametrize(("east", "before"), [("2", 1), ("3", 0)])
def test_east_has_won_before_only_where_east_stayed(east: str, before: int) -> None:
    deal = read_history(history(*WON_ON_A_DISCARD, east=east), "one")
    assert deal is not None
    assert deal.east_wins_before == before


def test_a_claimed_tile_goes_from_the_discards_into_a_set_that_it_completes() -> None:
    deal = read_history(history(*WON_ON_A_DISCARD), "one")
    assert deal is not None
    assert (deal.win.tile, deal.win.source, deal.win.completes, deal.discards) == ("7m", "discard", "567m", "")
    assert deal.win.first_discard
    assert DeclaredSet("chow", "567m", open=True) in deal.hands["north"].sets
    assert flaws(deal) == []


def test_the_request_has_the_winning_tile_among_the_concealed_ones() -> None:
    deal = read_history(history(*WON_ON_A_DISCARD), "one")
    assert deal is not None
    request = settlement_request(deal, Asked("millington", {"limit": 300}))
    assert request["hands"]["north"] == {"concealed": "56777m888p123444s"}
    assert request["win"] == {"source": "discard", "tile": "7m", "discarder": "east", "first_discard": True}
    assert request["hands"]["east"] == {"concealed": "1112223m3399p77z", "bonus": "4y"}


def test_kongs_are_told_as_they_were_made() -> None:
    deal = read_history(
        history(
            "PlayerDiscards 2 7C 1 0",
            "PlayerPungs 1 7C",
            "PlayerDiscards 1 5C 2 0",
            "PlayerDraws 2 8D",
            "PlayerDiscards 2 8D 3 0",
            "PlayerKongs 1 8D",
            "PlayerDrawsLoose 1 4B",
            "PlayerDeclaresClosedKong 1 4B 4",
            "PlayerDrawsLoose 1 7C",
            "PlayerAddsToPung 1 7C 5",
            "PlayerDrawsLoose 1 6C",
            "PlayerMahJongs 1 6C",
            "PlayerFormsClosedPair 1 6C",
        ),
        "kongs",
    )
    assert deal is not None
    request = settlement_request(deal, Asked("millington"))
    assert request["hands"]["north"] == {
        "concealed": "66m123s",
        "exposed": ["7777m"],
        "claimed_kongs": ["8888p"],
        "concealed_kongs": ["4444s"],
    }
    assert request["win"] == {"source": "loose-tile", "tile": "6m", "kong_upon_kong": True}


def test_a_robbed_kong_is_a_pung_again() -> None:
    robbed = history(
        "PlayerDiscards 2 RD 1 0",
        "PlayerDraws 3 WD",
        "PlayerDiscards 3 WD 2 0",
        "PlayerDraws 4 7C",
        "PlayerDiscards 4 7C 3 0",
        "PlayerPungs 1 7C",
        "PlayerDiscards 1 8D 4 0",
        "PlayerDraws 2 7C",
        "PlayerDraws 1 7C",
        "PlayerAddsToPung 1 7C 5",
        "PlayerRobsKong 4 7C",
        "PlayerPairs 4 7C",
    )
    with pytest.raises(UnreadableHistoryError, match="west has no 7m"):
        read_history(robbed, "nobody can pair a tile that he has not")
    deal = read_history(robbed.replace("PlayerDraws 2 7C", "PlayerDraws 4 7C"), "robbed")
    assert deal is not None
    assert (deal.win.source, deal.win.discarder, deal.win.completes) == ("robbed-kong", "north", "77m")
    assert DeclaredSet("pung", "777m", open=True) in deal.hands["north"].sets


@pytest.mark.parametrize(("wall", "last"), [(144, False), (69, False), (68, True)])
def test_the_last_tile_is_the_one_before_the_dead_wall(wall: int, last: bool) -> None:
    deal = read_history(history(*WON_ON_A_DISCARD, wall=wall), "one")
    assert deal is not None
    assert deal.win.last_tile is last
    assert settlement_request(deal, Asked("millington"))["win"].get("last_discard", False) is last


def test_who_let_off_a_cannon_stands_in_the_settlement() -> None:
    text = "East  let off a cannon\\\n\\\nEast  pays North   368\\\n"
    deal = read_history(history(*WON_ON_A_DISCARD, text=text), "cannon")
    assert deal is not None
    assert deal.cannoner == "east"
    assert settlement_request(deal, Asked("millington"))["win"]["dangerous_discard_by"] == "east"


def test_a_deal_that_nobody_won_is_none() -> None:
    assert read_history(history("WashOut"), "drawn") is None


def test_an_event_that_nobody_knows_is_not_passed_over() -> None:
    with pytest.raises(UnreadableHistoryError, match="PlayerSings"):
        read_history(history("PlayerSings 1 4C"), "odd")


def test_a_score_is_read_with_its_items_and_limit_hands() -> None:
    plain = read_score(
        "184 basic        20 (going Mah Jong)\ttotal pts    46\t  2 dbl (Big Three Dragons)\ttotal dbls    2\t"
    )
    assert (plain.score, plain.points, plain.doubles, plain.limit_hands) == (184, 46, 2, ())
    assert plain.items == ("20 going Mah Jong", "2 dbl Big Three Dragons")
    limit = read_score("1000 Limit Hand 1000 (Heaven's Blessing)\tLimit Hand 1000 (Imperial Jade)\tSCORE:     1000")
    assert (limit.points, limit.limit_hands) == (None, ("Heaven's Blessing", "Imperial Jade"))


def test_impossible_deals_are_told() -> None:
    deal = read_history(history(*WON_ON_A_DISCARD, net="1 2 3 4"), "sum")
    assert deal is not None
    assert flaws(deal) == ["the payments do not sum to zero"]
    assert tiles_of("12m5z") == ["1m", "2m", "5z"]
