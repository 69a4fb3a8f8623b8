"""The permanent check against xmj: play deals, settle them here, hold our answers against its own.

    python -m tests.peers.xmj [--deals 500] [--seed 1]

Needs Debian's package `mah-jong` (mj-server and mj-player) and installs nothing. Everything stays on this machine.
Exits with 1 where a difference is not explained, a prepared wall no longer reaches its hand, or no game can be played.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from itertools import count, islice

from service import create_app
from service.ops.settings import from_environment
from tests.peers.compare import Compared, compare
from tests.peers.deals import Json, PeerDeal, flaws, settlement_request
from tests.peers.xmj_games import Game, NoGameError, available, fresh_game, played
from tests.peers.xmj_rules import OWN, RULEBOOK, asked_for
from tests.peers.xmj_walls import WALLS, game_of

AT_ONCE = 2
"""Games played at a time."""
Settle = Callable[[Json], tuple[int, Json]]
"""A settlement request in, status and answer out."""


@dataclass
class Tally:
    """What a run has found."""

    deals: Counter[str] = field(default_factory=Counter)
    """By option set."""
    limit_hands: Counter[str] = field(default_factory=Counter)
    cannons: int = 0
    better: list[str] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def take(self, deal: PeerDeal, compared: Compared) -> None:
        """Count a deal and its comparison."""
        self.deals[deal.rules] += 1
        self.limit_hands.update(compared.limit_hands)
        self.cannons += deal.cannoner is not None
        self.better += [f"{deal.name} {seat}" for seat in compared.better]
        self.explained += [f"{deal.name}: {reason}" for reason in compared.explained]
        self.faults += [f"{deal.name} {fault}" for fault in compared.faults]


def held(deal: PeerDeal, settle: Settle) -> Compared:
    """A deal held against the service: what it says, or that it refuses the deal."""
    wrong = flaws(deal)
    if wrong:
        return Compared(deal.name, tuple(f"not a finished deal: {flaw}" for flaw in wrong))
    status, answer = settle(settlement_request(deal, asked_for(deal.rules)))
    if status != 200:
        told = [f"{error['pointer']} {error['detail']}" for error in answer.get("errors", [answer])]
        return Compared(deal.name, (f"refused with {status}: {told}",))
    return compare(deal, answer)


def deals_of(games: Iterator[Game]) -> Iterator[list[PeerDeal]]:
    """The deals of each game, some games being played at a time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while batch := list(islice(games, AT_ONCE * 2)):
            yield from pool.map(played, batch)


def fresh_deals(seed: int, deals: int) -> Iterator[PeerDeal]:
    """So many deals of fresh games, from the seed on, under every option set that the rulebook itself has."""
    games = deals_of(fresh_game(each, OWN) for each in count(seed))
    yield from islice((deal for of_game in games for deal in of_game), deals)


def prepared(settle: Settle, tally: Tally) -> None:
    """Play the prepared walls; one that does not reach its hand is a fault."""
    games = [(wall, game_of(wall, rules)) for wall in WALLS for rules in wall.rules]
    for (wall, game), deals in zip(games, deals_of(iter([game for _, game in games])), strict=True):
        for deal in deals:
            tally.take(deal, held(deal, settle))
        if not any(wall.reaches in told for deal in deals for told in _names(deal)):
            tally.faults.append(f"{game.name} no longer reaches {wall.reaches}")


def _names(deal: PeerDeal) -> Iterator[str]:
    for hand in deal.hands.values():
        yield from hand.score.limit_hands
        yield from hand.score.items


def run(settle: Settle, seed: int, deals: int) -> Tally:
    """The prepared walls and so many fresh deals."""
    tally = Tally()
    prepared(settle, tally)
    for deal in fresh_deals(seed, deals):
        tally.take(deal, held(deal, settle))
    return tally


def service() -> Settle | None:
    """The service in this process, or None where it does not have the rulebook."""
    client = create_app(replace(from_environment(), log_requests=False)).test_client()
    if client.get(f"/v1/rulesets/{RULEBOOK}").status_code == 404:
        return None

    def settle(request: Json) -> tuple[int, Json]:
        answer = client.post("/v1/settlements", json=request)
        return answer.status_code, answer.get_json()

    return settle


def main(arguments: list[str]) -> int:
    """Run the check and tell what it found."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers.xmj", description=__doc__)
    parser.add_argument("--deals", type=int, default=500, help="fresh deals (500)")
    parser.add_argument("--seed", type=int, default=1, help="the first game's seed (1)")
    given = parser.parse_args(arguments)
    settle = service()
    if settle is None:
        print(f"the service does not know {RULEBOOK}")
        return 1
    if not available():
        print("mj-server and mj-player are not installed (Debian's package mah-jong)")
        return 1
    try:
        tally = run(settle, given.seed, given.deals)
    except NoGameError as error:
        print(error)
        return 1
    return told(tally)


def told(tally: Tally) -> int:
    """Print a tally; 1 where it has a fault."""
    print(f"{tally.deals.total()} deals of xmj: {dict(tally.deals)}, {tally.cannons} let off a cannon")
    print(f"limit hands: {dict(tally.limit_hands.most_common())}")
    print(f"read better here, legally: {len(tally.better)} {tally.better}")
    for told_of in tally.explained:
        print(f"explained: {told_of}")
    print(f"unexplained differences: {len(tally.faults)}")
    for fault in tally.faults:
        print(f"  {fault}")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
