"""The vectors of other programs: where they are stored, and their hands as requests."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

Json = dict[str, Any]

ROOT: Final = Path(__file__).parents[2]
VECTORS: Final = ROOT / ".." / "shared" / "rules" / "vectors"


def cases(file: str, *members: str) -> list[Any]:
    """The cases of a file; none if it is not stored beside the repository."""
    path = VECTORS / file
    if not path.is_file():
        return []
    read = json.loads(path.read_text())
    return [case for member in members for case in read[member]]


def each_of(found: list[Any]) -> list[Any]:
    """A parameter for each case by its id; a skipped one with the reason if there are no cases."""
    if found:
        return [pytest.param(case, id=case["id"]) for case in found]
    reason = "the vectors of other programs are not stored beside the repository"
    return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id="missing")]


def score_request(ruleset: str, vector: Json, win: Json | None, options: Json | None = None) -> Json:
    """The score request of a hand in bmja_cases.json or noxone_cases.json; an incomplete losing hand is partial."""
    result = {**vector, **vector.get("sets", {})}
    alike = [result.get(member, "") for member in ("tiles", "pair", "exposed_pair")]
    concealed = "".join([*alike, *result.get("concealed_sets", []), *result.get("pairs", [])])
    hand: Json = {"concealed": concealed}
    hand |= {member: result[member] for member in ("exposed", "concealed_kongs", "bonus") if result.get(member)}
    if win is None and sum(map(str.isdigit, concealed)) + 3 * len(result.get("exposed", [])) != 13:
        hand["partial"] = True
    request: Json = {
        "ruleset": ruleset,
        "options": options or {},
        "round_wind": vector["round_wind"],
        "seat": vector["own_wind"],
        "hand": hand,
    }
    return request if win is None else {**request, "win": win}
