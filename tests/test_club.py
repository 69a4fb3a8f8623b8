"""The file that docs/club.md prints: the service plays it, the page opens it. The taps: web/tests/test_club.py."""

import json
from pathlib import Path
from typing import Any, Final

from flask.testing import FlaskClient

from tests.support.pages import blocks
from tests.support.scorekeeper import copied, needs_node, npm

(TEXT,) = (each.text for each in blocks("docs/club.md") if each.language == "json")
FILE: Final[dict[str, Any]] = json.loads(TEXT)
OPENED: Final = """
import {{ expect, it }} from 'vitest';
import {{ imported }} from '../src/api/imported.ts';
it('opens', () => expect(imported({text})).toEqual({{ sheet: {file} }}));
"""


def test_the_file_of_the_guide_for_clubs_gives_half_the_limit(client: FlaskClient) -> None:
    (rule,) = FILE["house_rules"]["rules"].values()
    assert rule["limit_share"] == "1/2"
    assert FILE["entries"] == []
    won = {"concealed": "1133557799m2244m"}
    losing = {"counted": {"score": 0}}
    deal = {"type": "deal", "winning_player": 1, "win": {"source": "wall", "tile": "4m"}, "hands": [losing] * 4}
    deal["hands"] = [losing, won, losing, losing]
    (entry,) = client.post("/v1/scoresheets", json={**FILE, "entries": [deal]}).get_json()["entries"]
    assert entry["net"] == [-1000, 2000, -500, -500], "half of 1,000, and East pays double"
    assert client.post("/v1/scoresheets", json=FILE).status_code == 200


@needs_node
def test_the_page_opens_the_file_of_the_guide_for_clubs(tmp_path: Path) -> None:
    web = copied(tmp_path)
    (web / "unit/guide.test.ts").write_text(OPENED.format(text=json.dumps(TEXT), file=json.dumps(FILE)))
    opened = npm(web, "test", "--", "unit/guide.test.ts")
    assert opened.returncode == 0, opened.stderr
