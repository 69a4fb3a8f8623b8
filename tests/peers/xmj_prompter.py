"""Somebody between a robot and the server who says for it what robots never say.

xmj's robots go Mah-Jong with thirteen wonders and then do not know how to lay them, and they never declare an original
call; the server knows both. So a prompter passes on every line between the two and changes those.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Final

LAY_DRAWN: Final = "FormClosedSpecialSet"
LAY_CLAIMED: Final = "SpecialSet"


class Prompter:
    """What one player says, line by line; `calls` where its first discard declares an original call."""

    def __init__(self, *, calls: bool) -> None:
        self._calls = calls
        self._lay: str | None = None

    def __call__(self, line: str) -> str:
        """The line that the server hears."""
        word, _, told = line.partition(" ")  # after a deal, the next begins with everybody's flowers and seasons
        if word == "MahJong":
            self._lay = LAY_DRAWN if told == "0" else LAY_CLAIMED
        elif word == "DeclareSpecial":
            self._lay = None
        elif word == "ShowTiles" and self._lay is not None:
            return self._lay
        elif word == "Discard" and self._calls:
            self._calls = False
            return f"{word} {told.split()[0]} 1"
        return line


@contextmanager
def prompted(server: Path, folder: Path, calls: tuple[int, ...]) -> Iterator[list[Path]]:
    """A socket for each of four players, behind which a prompter speaks to the server."""
    doors = [folder / f"player-{number}" for number in range(1, 5)]
    listening = [_listen(door) for door in doors]
    for number, each in enumerate(listening, 1):
        Thread(target=_serve, args=(each, server, Prompter(calls=number in calls)), daemon=True).start()
    try:
        yield doors
    finally:
        for each in listening:
            each.close()


def _listen(door: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(door))
    listening.listen(1)
    return listening


def _serve(listening: socket.socket, server: Path, prompter: Prompter) -> None:
    with suppress(OSError):
        robot, _ = listening.accept()
        theirs = socket.socket(socket.AF_UNIX)
        theirs.connect(str(server))
        Thread(target=_pass_on, args=(theirs, robot, str), daemon=True).start()
        _pass_on(robot, theirs, prompter)


def _pass_on(from_: socket.socket, to: socket.socket, say: Callable[[str], str]) -> None:
    """Lines from one to the other until either goes; then both are told."""
    with suppress(OSError), from_, to, from_.makefile("rb") as lines:
        for line in lines:
            text = line.decode().rstrip("\r\n")
            ending = line[len(text.encode()) :]
            to.sendall(say(text).encode() + ending)
