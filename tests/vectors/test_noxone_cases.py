"""Scores of another program for the German rules (noxone's calculator), without a limit; hands may be partial."""

from typing import Final

import pytest
from flask.testing import FlaskClient

from tests.vectors.adapters import Json, cases, each_of, score_request

RULEBOOK: Final = "dmjl"
WINS: Final[dict[str, Json]] = {
    "noxone-dmjl-23": {"source": "discard", "tile": "4m", "discarder": "south"},
    "noxone-dmjl-24": {"source": "wall", "tile": "5s", "last_tile": True},
    "noxone-dmjl-25": {"source": "discard", "tile": "7p", "discarder": "south"},
    "noxone-dmjl-26": {"source": "discard", "tile": "9m", "discarder": "south"},
}
"""The wins of vectors that name no winning tile: a tile that gives the items of the vector."""
NOT_COUNTED_THERE: Final = ("zero-point-hand", "only-place")
"""Rules that the program lacks, which are left out of the comparison."""
DIFFERS: Final = dict.fromkeys(("noxone-dmjl-23", "noxone-dmjl-25", "noxone-dmjl-26"), NOT_COUNTED_THERE)


@pytest.mark.parametrize("vector", each_of(cases("noxone_cases.json", "cases")))
def test_a_hand_scores_as_in_the_other_program(client_unchecked: FlaskClient, vector: Json) -> None:
    response = client_unchecked.post("/v1/scores", json=score_request(RULEBOOK, vector, WINS.get(vector["id"])))
    assert response.status_code == 200, response.get_json()
    result = response.get_json()["score"]
    counted = [item for item in result["items"] if item["rule"] not in DIFFERS.get(vector["id"], ())]
    points, doubles = (sum(item[kind] for item in counted) for kind in ("points", "doubles"))
    expected = vector["expected"]
    assert points * 2**doubles == expected["total"]
    if expected["points"] is not None:
        assert (result["points"], result["doubles"]) == (expected["points"], expected["doubles"])
    if vector["id"] in DIFFERS:
        assert len(counted) < len(result["items"]), "listed as different, but has the same items"
    else:
        assert result["uncapped_score"] == expected["total"]
