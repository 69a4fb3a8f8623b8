"""Games between four of xmj's robot players, played on this machine only: Debian's package `mah-jong`.

The server listens on a socket in a directory of its own; the same seed, options and manners give the same game.
"""

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.peers.deals import PeerDeal
from tests.peers.xmj_history import read_history
from tests.peers.xmj_prompter import prompted
from tests.peers.xmj_rules import option_file

PLACES: Final = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
"""Debian's games are in no PATH but a user's."""
LONGEST_GAME: Final = 30.0
"""Seconds; a game takes less than one."""
BETWEEN_PLAYERS: Final = 0.05
"""Seconds between two players' coming: the server falls over those who come at once."""
ATTEMPTS: Final = 3
MANNERS: Final = (
    (),
    (),
    ("--chowness", "-1"),
    ("--suitness", "1"),
    ("--chowness", "-1", "--suitness", "0.6"),
    ("--hiddenness", "1"),
)
"""How players may be told to play, so that more than the cheap hands are made."""
HIDDEN: Final = 5
"""The manner of players who claim nothing but to win; their games take long."""


class NoGameError(Exception):
    """The programs are not there, or no game could be played."""


@dataclass(frozen=True)
class Game:
    """What is to be played: four players' manners and, where it is given, the wall of every deal from the second."""

    seed: int
    rules: str = "default"
    manners: tuple[int, ...] = (0, 0, 0, 0)
    wall: str | None = None
    deals: int | None = None
    """To stop after this many; None plays the game to its end."""
    title: str = "fresh"
    prompted: bool = False
    """Whether a prompter helps the robots to lay thirteen wonders."""
    calls: tuple[int, ...] = ()
    """Players who declare an original call with their first discard."""

    @property
    def name(self) -> str:
        return f"xmj-{self.title}-{self.rules}-{self.seed}"


def available() -> bool:
    """Whether the programs are installed."""
    return all(shutil.which(program, path=PLACES) for program in ("mj-server", "mj-player"))


def fresh_game(seed: int, rules: Sequence[str]) -> Game:
    """The game of a seed: its option set and its players' manners follow from it."""
    chance = random.Random(seed)
    return Game(seed, rules[seed % len(rules)], tuple(chance.choices(range(HIDDEN), k=4)))


def played(game: Game) -> list[PeerDeal]:
    """Play a game; every deal of it that somebody won."""
    for _ in range(ATTEMPTS):
        histories = _histories(game)
        if histories:
            read = [read_history(text, f"{game.name}-{name}", game.rules) for name, text in histories]
            return [deal for deal in read if deal is not None]
    raise NoGameError(f"{game.name}: no deal was played in {ATTEMPTS} attempts")


def _histories(game: Game) -> list[tuple[str, str]]:
    """Number and text of the histories of one attempt, in the order of the deals."""
    with TemporaryDirectory(prefix="xmj") as directory, _server(Path(directory), game) as server:
        folder = Path(directory)
        with _doors(folder, game) as doors:
            players = [
                _player(folder, seat, *told) for seat, told in enumerate(zip(doors, game.manners, strict=True), 1)
            ]
            try:
                _wait(server, folder, game.deals)
            finally:
                for process in (server, *players):
                    _end(process)
        unseen = game.wall is not None
        found = sorted(folder.glob("hand-*.mjs"))[unseen : game.deals]
        return [(path.stem.removeprefix("hand-"), path.read_text()) for path in found]


@contextmanager
def _server(folder: Path, game: Game) -> Iterator[subprocess.Popen[bytes]]:
    options = folder / "options"
    options.write_text(option_file(game.rules))
    command = ["mj-server", "--server", str(folder / "socket"), "--timeout", "0", "--seed", str(game.seed)]
    command += ["--hand-history", "--exit-on-disconnect", "--id-order-seats", "--option-file", str(options)]
    if game.wall is not None:
        (folder / "wall").write_text(game.wall)
        command += ["--wallfile", str(folder / "wall")]
    server = _started(command, folder)
    try:
        _until(lambda: (folder / "socket").exists() or server.poll() is not None, 5.0)
        yield server
    finally:
        _end(server)


def _doors(folder: Path, game: Game) -> AbstractContextManager[list[Path]]:
    """The socket that each player connects to."""
    server = folder / "socket"
    return prompted(server, folder, game.calls) if game.prompted else nullcontext([server] * 4)


def _player(folder: Path, number: int, door: Path, manner: int) -> subprocess.Popen[bytes]:
    time.sleep(BETWEEN_PLAYERS)
    return _started(["mj-player", "--id", str(number), "--server", str(door), *MANNERS[manner]], folder)


def _started(command: list[str], folder: Path) -> subprocess.Popen[bytes]:
    program = shutil.which(command[0], path=PLACES)
    if program is None:
        raise NoGameError(f"{command[0]} is not installed (Debian's package mah-jong)")
    null = subprocess.DEVNULL
    return subprocess.Popen([program, *command[1:]], cwd=folder, stdin=null, stdout=null, stderr=null)


def _wait(server: subprocess.Popen[bytes], folder: Path, deals: int | None) -> None:
    def over() -> bool:
        return server.poll() is not None or (deals is not None and (folder / f"hand-{deals + 1:02}.mjs").exists())

    _until(over, LONGEST_GAME)


def _until(true: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.01)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
