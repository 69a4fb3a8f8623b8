"""The same sitting given to the API, without the page."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.request import Request, urlopen

Json = dict[str, Any]
WINDS = ("east", "south", "west", "north")
NOTHING_TOLD: Json = {"concealed": "", "partial": True}


def ask(origin: str, path: str, body: Mapping[str, Any]) -> Json:
    """The answer of a POST that is not refused."""
    request = Request(origin + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return dict(json.load(answer))


def totals(origin: str, sheet: Mapping[str, Any]) -> list[int]:
    """Each player's total."""
    result = ask(origin, "/v1/scoresheets", sheet)
    return [each["total"] for each in sorted(result["standings"], key=lambda each: int(each["player"]))]


def seats(origin: str, sheet: Mapping[str, Any]) -> list[str]:
    """Each player's wind in the next deal."""
    result = ask(origin, "/v1/scoresheets", sheet)["next"]["seating"]
    return sorted(result, key=lambda wind: int(result[wind]))


def entry_of(deal: Mapping[str, Any], seating: Sequence[str] = WINDS) -> Json:
    """A settlement's request as a scoresheet's entry; a hand left out is a hand of which nothing was written down."""
    entry: Json = {
        "type": "deal",
        "winning_player": None if deal["winner"] is None else seating.index(deal["winner"]),
        "hands": [deal["hands"].get(wind, NOTHING_TOLD) for wind in seating],
    }
    if "win" in deal:
        win = dict(deal["win"])
        entry["win"] = win | ({"discarding_player": seating.index(win.pop("discarder"))} if "discarder" in win else {})
    return entry


def exported(ruleset: str, players: Sequence[str], entries: Sequence[Mapping[str, Any]]) -> str:
    """A sitting as the page exports it."""
    return json.dumps({"ruleset": ruleset, "players": list(players), "entries": list(entries)})
