"""A seat that is liable for a dangerous discard is a player in a scoresheet."""

from typing import Any

from flask.testing import FlaskClient

from tests.conftest import request_named

Json = dict[str, Any]
CANNON: Json = request_named("millington")


def sheet(players: int = 4, **win: Any) -> Json:
    """A scoresheet with one deal, in which West may be liable for South's hand."""
    result = {
        member: value for member, value in CANNON["win"].items() if member not in ("discarder", "dangerous_discard_by")
    }
    hands = list(CANNON["hands"].values())[:players]
    entry = {"type": "deal", "winning_player": 1, "win": {**result, "discarding_player": 3, **win}, "hands": hands}
    return {"ruleset": "millington", "players": list("ABCD")[:players], "entries": [entry]}


def test_in_a_scoresheet_a_liable_player_is_named_by_number(client: FlaskClient) -> None:
    alone = client.post("/v1/settlements", json=CANNON).get_json()["settlement"]
    (entry,) = client.post("/v1/scoresheets", json=sheet(dangerous_discarding_player=2)).get_json()["entries"]
    assert entry["net"] == list(alone["net"].values())
    assert entry["win"]["dangerous_discarding_player"] == 2
    assert entry["dangerous_discard"]["discarding_player"] == 2
    (without_liability,) = client.post("/v1/scoresheets", json=sheet()).get_json()["entries"]
    assert "dangerous_discarding_player" not in without_liability["win"]
    assert "dangerous_discard" not in without_liability
    assert without_liability["net"] != entry["net"]
