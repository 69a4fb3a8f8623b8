"""What the rulebooks of today bring to the interface: other names, shares of the limit, liability in sheets."""

from typing import Any

from flask.testing import FlaskClient

from tests.conftest import request_named

Json = dict[str, Any]
CANNON: Json = request_named("millington")


def a_sheet(players: int = 4, **win: Any) -> Json:
    """A sitting with the one deal in which West is liable for South's hand."""
    result = {
        member: value for member, value in CANNON["win"].items() if member not in ("discarder", "dangerous_discard_by")
    }
    hands = list(CANNON["hands"].values())[:players]
    entry = {"type": "deal", "winning_player": 1, "win": {**result, "discarding_player": 3, **win}, "hands": hands}
    return {"ruleset": "millington", "players": list("ABCD")[:players], "entries": [entry]}


def test_in_a_sitting_a_player_is_liable_by_his_number(client: FlaskClient) -> None:
    alone = client.post("/v1/settlements", json=CANNON).get_json()["settlement"]
    (entry,) = client.post("/v1/scoresheets", json=a_sheet(dangerous_discarding_player=2)).get_json()["entries"]
    assert entry["net"] == list(alone["net"].values())
    assert entry["win"]["dangerous_discarding_player"] == 2
    assert entry["dangerous_discard"]["discarding_player"] == 2
    (freely,) = client.post("/v1/scoresheets", json=a_sheet()).get_json()["entries"]
    assert "dangerous_discarding_player" not in freely["win"]
    assert "dangerous_discard" not in freely
    assert freely["net"] != entry["net"]
