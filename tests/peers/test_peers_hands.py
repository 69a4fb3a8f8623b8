"""The hands that `make bench-peers` gives to other programs mean the same here."""

from bench.peers.hands import declared, hands, standing, waiting
from bench.peers.ours import body
from service.reading.requests import read_score

HANDS = hands(200)


def test_every_hand_is_complete_and_legal() -> None:
    for hand in HANDS:
        situation = read_score(body(hand)).situation
        assert len(situation.hand.concealed) + 3 * len(situation.hand.declared) == 14
        assert situation.win is not None


def test_the_winning_tile_was_never_on_the_table() -> None:
    for hand in HANDS:
        table = [tile for one in hand["sets"] if declared(one) for tile in one["tiles"]]
        every = [tile for one in hand["sets"] for tile in one["tiles"]] + hand["pair"]
        assert sorted(table + standing(hand)) == sorted(every)
        assert sorted([*waiting(hand), hand["won"]]) == sorted(standing(hand))


def test_claimed_and_concealed_sets_drawn_and_claimed_wins_are_among_them() -> None:
    sets = {(one["kind"], one["claimed"]) for hand in HANDS for one in hand["sets"]}
    assert sets == {(kind, claimed) for kind in ("chow", "pung", "kong") for claimed in (True, False)}
    assert {(hand["drawn"], hand["seat"]) for hand in HANDS} == {
        (drawn, seat) for drawn in (True, False) for seat in range(4)
    }
    assert hands(200) == HANDS
