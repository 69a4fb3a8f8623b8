"""Scoresheets for the API, to compare the page with."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.request import Request, urlopen

Json = dict[str, Any]
WINDS = ("east", "south", "west", "north")
UNREPORTED: Json = {"concealed": "", "partial": True}


def post(origin: str, path: str, body: Mapping[str, Any]) -> Json:
    """POST a body, and return the answer; HTTPError if it is refused."""
    request = Request(origin + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as response:
        return dict(json.load(response))


def totals(origin: str, sheet: Mapping[str, Any]) -> list[int]:
    """Each player's total."""
    result = post(origin, "/v1/scoresheets", sheet)
    return [each["total"] for each in sorted(result["standings"], key=lambda each: int(each["player"]))]


def seats(origin: str, sheet: Mapping[str, Any]) -> list[str]:
    """Each player's wind in the next deal."""
    result = post(origin, "/v1/scoresheets", sheet)["next_deal"]["seating"]
    return sorted(result, key=lambda wind: int(result[wind]))


def entry_of(deal: Mapping[str, Any], seating: Sequence[str] = WINDS) -> Json:
    """A settlement request as an entry of a scoresheet; absent hands are `UNREPORTED`."""
    entry: Json = {
        "type": "deal",
        "winning_player": None if deal["winner"] is None else seating.index(deal["winner"]),
        "hands": [deal["hands"].get(wind, UNREPORTED) for wind in seating],
    }
    if "win" in deal:
        win = dict(deal["win"])
        entry["win"] = win | ({"discarding_player": seating.index(win.pop("discarder"))} if "discarder" in win else {})
    return entry


def exported(ruleset: str, players: Sequence[str], entries: Sequence[Mapping[str, Any]]) -> str:
    """A session as in the page's export file."""
    return json.dumps({"ruleset": ruleset, "players": list(players), "entries": list(entries)})
