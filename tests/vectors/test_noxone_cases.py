"""Values of another program for the German rules (noxone's calculator): no limit, and a hand may be partly given."""

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
"""The winning tile where a vector names none: one that gives the items that the vector lists."""
NOT_COUNTED_THERE: Final = ("zero-point-hand", "only-place")
"""The program has the zero-point hand as 'to do' and knows no only place: left out of the comparison, by name."""
DIFFERS: Final = dict.fromkeys(("noxone-dmjl-23", "noxone-dmjl-25", "noxone-dmjl-26"), NOT_COUNTED_THERE)


@pytest.mark.parametrize("vector", each_of(cases("noxone_cases.json", "cases")))
def test_a_hand_scores_as_in_the_other_program(client_unchecked: FlaskClient, vector: Json) -> None:
    answer = client_unchecked.post("/v1/scores", json=score_request(RULEBOOK, vector, WINS.get(vector["id"])))
    assert answer.status_code == 200, answer.get_json()
    result = answer.get_json()["score"]
    counted = [item for item in result["items"] if item["rule"] not in DIFFERS.get(vector["id"], ())]
    points, doubles = (sum(item[kind] for item in counted) for kind in ("points", "doubles"))
    expected = vector["expected"]
    assert points * 2**doubles == expected["total"]
    if expected["points"] is not None:
        assert (result["points"], result["doubles"]) == (expected["points"], expected["doubles"])
    if vector["id"] in DIFFERS:
        assert len(counted) < len(result["items"]), "listed as different and is not"
    else:
        assert result["uncapped_score"] == expected["total"]
