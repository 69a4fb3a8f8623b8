"""The request bodies of every operation that takes a deal, and where each reports its faults.

A deal is the JSON of `POST /v1/settlements`. Only this module knows the members of the other bodies, and how to call
the file command in process.
"""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any, NamedTuple

import orjson

from pung_chow_settlement.domain.tiles import parse, write
from pung_chow_settlement.operations.files import answer_file
from tests.support.fuzz.service import post
from tests.support.sessions import SEATS, SessionModel, as_entry

Json = dict[str, Any]
Faults = list[tuple[str, str]]

SETTLE, SCORE, BATCH, SHEET = "/v1/settlements", "/v1/scores", "/v1/settlements/batch", "/v1/scoresheets"
WASH, CALL, FINE, WAIT = "/v1/washed-tiles", "/v1/false-mahjong", "/v1/fines", "/v1/waits"
ALL = (SETTLE, SCORE, BATCH, SHEET, WASH, CALL, FINE, WAIT)
"""The operations whose bodies hold tiles or seats."""
RESOLVE = "/v1/rulesets/resolve"
MAX_LINE = 65_536
"""The limit of a line of a file in bytes, as of a body."""


class Answer(NamedTuple):
    """What the service answered about a deal, whatever the operation."""

    status: int
    body: Json

    @property
    def faults(self) -> Faults:
        return [(error["pointer"], error["code"]) for error in self.body.get("errors", ())]

    @property
    def net(self) -> Json:
        return dict(self.body["settlement"]["net"])


# --- bodies --------------------------------------------------------------------------------------------------------


def rules_of(deal: Json) -> Json:
    """The members that say by which rules a deal is settled."""
    return {name: deal[name] for name in ("ruleset", "options", "house_rules") if name in deal}


def score_body(deal: Json, seat: str) -> Json:
    """The request that scores one hand of a deal."""
    kept = rules_of(deal) | {name: deal[name] for name in ("round_wind", "discards") if name in deal}
    win = {"win": deal["win"]} if deal.get("winner") == seat and "win" in deal else {}
    return {**kept, "seat": seat, "hand": deal["hands"][seat], **win}


def wait_body(deal: Json, seat: str) -> Json:
    """The request for the waits of a hand of a deal; the winner's is taken without its winning tile."""
    kept = rules_of(deal) | {"round_wind": deal["round_wind"]}
    hand = {name: value for name, value in deal["hands"][seat].items() if name not in ("dead", "partial")}
    if seat == deal["winner"] and "tile" in deal["win"]:
        winning = parse(deal["win"]["tile"])[0][0]
        for name in ("concealed", "wild"):
            tiles = list(parse(hand.get(name, ""))[0])
            if winning in tiles:
                tiles.remove(winning)
                hand[name] = write(tiles)
    return {**kept, "seat": seat, "hand": hand, "visible": deal.get("discards", "")}


def batch_body(deals: Sequence[Any]) -> Json:
    return {"deals": list(deals)}


def sheet_body(deal: Json) -> Json:
    """A scoresheet with the deal as its first entry, in East's round and without earlier wins."""
    players = len(deal["hands"])
    entry = as_entry(deal, SessionModel(players))
    return {**rules_of(deal), "players": ["A", "B", "C", "D"][:players], "entries": [entry]}


def wash_body(deal: Json, seat: str) -> Json:
    """The request that washes the concealed tiles of a hand of the deal."""
    kept = rules_of(deal)
    hand = {name: deal["hands"][seat][name] for name in ("concealed", "bonus") if name in deal["hands"][seat]}
    return {**kept, "seat": seat, "seats": list(deal["hands"]), "hand": hand}


def call_body(deal: Json, seat: str) -> Json:
    """The request for a false Mah-Jong by a player of the deal."""
    return {**rules_of(deal), "seat": seat, "seats": list(deal["hands"]), "hand_exposed": True}


def fine_body(deal: Json, fine: str, **more: Any) -> Json:
    """The request for a fine of East's, by its name; `more` says who is paid, or the score of one who pays for all."""
    return {**rules_of(deal), "fine": fine, "seat": "east", "seats": list(deal["hands"]), **more}


# --- sending --------------------------------------------------------------------------------------------------------


def ask(path: str, body: Any) -> Answer:
    response = post(path, orjson.dumps(body))
    return Answer(response.status_code, response.get_json())


def of_result(result: Json) -> Answer:
    """The answer in a result of a batch or in a line of a file."""
    return (
        Answer(200, result["answer"]) if "answer" in result else Answer(result["problem"]["status"], result["problem"])
    )


def by_settlement(deals: Sequence[Json]) -> list[Answer]:
    return [ask(SETTLE, deal) for deal in deals]


def by_batch(deals: Sequence[Json]) -> list[Answer]:
    answer = ask(BATCH, batch_body(deals))
    if answer.status != 200:
        return [answer] * len(deals)
    results = answer.body["results"]
    return [of_result(result) for result in results]


def by_file(deals: Sequence[Json]) -> list[Answer]:
    """The answers that `python -m pung_chow_settlement settle` writes for a file of these deals."""
    lines = b"".join(orjson.dumps(deal, option=orjson.OPT_APPEND_NEWLINE) for deal in deals)
    written = b"".join(results.text for results in answer_file(BytesIO(lines), MAX_LINE))
    results = [orjson.loads(line) for line in written.splitlines()]
    return [of_result(result) for result in results]


def by_sheet(deals: Sequence[Json]) -> list[Answer]:
    """The answers to scoresheets of one entry, with pointers and amounts by seat again."""
    return [_of_seats(ask(SHEET, sheet_body(deal))) for deal in deals]


def _of_seats(answer: Answer) -> Answer:
    if answer.status == 200:
        net = dict(zip(SEATS, answer.body["entries"][0]["net"], strict=False))
        return Answer(200, {"settlement": {"net": net}})
    errors = [{**error, "pointer": _by_seat(error["pointer"])} for error in answer.body["errors"]]
    return Answer(answer.status, {**answer.body, "errors": errors})


def _by_seat(pointer: str) -> str:
    """`/entries/0/hands/2/concealed` is `/hands/west/concealed` of the deal."""
    steps = pointer.removeprefix("/entries/0").split("/")
    if steps[1:2] == ["hands"] and len(steps) > 2:
        steps[2] = SEATS[int(steps[2])]
    return "/".join(steps)


WAYS: dict[str, Callable[[Sequence[Json]], list[Answer]]] = {
    "settlement": by_settlement,
    "batch": by_batch,
    "file": by_file,
    "scoresheet": by_sheet,
}
