"""The operations of the game."""

from functools import partial
from typing import Any, Final

from flask import Blueprint, Response
from werkzeug.routing import BaseConverter

from pung_chow_settlement.api import documents
from pung_chow_settlement.api.incoming import JSON, accepts, language, note, rulebooks
from pung_chow_settlement.api.parameters import FLAG, query, ruleset_field, ruleset_in_path
from pung_chow_settlement.api.responses import json_response, response_to_many, response_to_one
from pung_chow_settlement.domain.clauses.catalogue import CONDITIONS
from pung_chow_settlement.domain.rulebook.compiled_rulebook import PlayableRulebook
from pung_chow_settlement.operations.batch import settle_batch
from pung_chow_settlement.operations.deals import (
    call_falsely,
    list_waits,
    resolve_rules,
    score,
    settle,
    settle_fine,
    wash_tiles,
)
from pung_chow_settlement.operations.scoresheets import settle_scoresheet
from pung_chow_settlement.requests.schemas import MAX_ENTRIES
from pung_chow_settlement.schemas.fields import Digits
from pung_chow_settlement.serializers import rulebooks as serialize
from pung_chow_settlement.serializers.amended import conditions
from pung_chow_settlement.serializers.comparison import comparison
from pung_chow_settlement.serializers.languages import JsonObject

ONE: Final = (
    ("settleDeal", "/v1/settlements", settle, ("counters", "transfers", "explain", "items")),
    ("scoreHand", "/v1/scores", score, ("explain", "items")),
    ("listWaits", "/v1/waits", list_waits, ("discards", "items")),
    ("settleWashedTiles", "/v1/washed-tiles", wash_tiles, ("counters", "transfers")),
    ("settleFalseMahjong", "/v1/false-mahjong", call_falsely, ("counters", "transfers")),
    ("settleFine", "/v1/fines", settle_fine, ("counters", "transfers")),
    ("resolveRuleset", "/v1/rulesets/resolve", resolve_rules, ()),
)
"""The operations on one deal, hand or rulebook: operationId, path, use case, and the flags of the query."""
MANY: Final = (
    ("settleBatch", "/v1/settlements/batch", settle_batch, {"items": FLAG}),
    (
        "settleScoresheet",
        "/v1/scoresheets",
        settle_scoresheet,
        {"counters": FLAG, "from": Digits(1, MAX_ENTRIES + 1), "items": FLAG},
    ),
)
"""The operations on many deals: operationId, path, use case, parameters of the query."""
blueprint = Blueprint("game", __name__)


def _one(use_case: Any, flags: tuple[str, ...]) -> Response:
    return response_to_one(use_case, **query(dict.fromkeys(flags, FLAG)))


def _many(use_case: Any, parameters: dict[str, Any]) -> Response:
    given = query(parameters)
    accepts(JSON)
    target = language()
    options = {("first" if name == "from" else name): value for name, value in given.items()}

    def respond(body: Any) -> Response:
        return json_response(use_case(rulebooks(), body, language=target, **options))

    return response_to_many(respond)


for endpoint, path, use_case, flags in ONE:
    blueprint.add_url_rule(path, endpoint, partial(_one, use_case, flags), methods=["POST"])
for endpoint, path, use_case, parameters in MANY:
    blueprint.add_url_rule(path, endpoint, partial(_many, use_case, parameters), methods=["POST"])


# The rulebooks as data


class RulesetId(BaseConverter):
    """The id of a rulebook in a path: anything except `resolve`, which is another operation (POST)."""

    regex = "(?!resolve$)[^/]+"
    part_isolating = True


@blueprint.get("/v1/rulesets", endpoint="listRulesets")
def list_rulesets() -> Response:
    """A summary of every rulebook."""
    query()
    return documents.written(_summaries, *rulebooks().by_id.values())


@blueprint.get("/v1/rulesets/<ruleset_id:ruleset>", endpoint="getRuleset")
def get_ruleset(ruleset: str) -> Response:
    """One rulebook."""
    query()
    found = ruleset_in_path(ruleset)
    note(found.rulebook.id)
    return documents.written(_ruleset, found)


@blueprint.get("/v1/rulesets/compare", endpoint="compareRulesets")
def compare_rulesets() -> Response:
    """Compare two rulebooks."""
    given = query({"a": ruleset_field(), "b": ruleset_field()}, required=("a", "b"))
    for each in given.values():
        note(each.rulebook.id)
    return documents.written(comparison, given["a"], given["b"])


@blueprint.get("/v1/finders", endpoint="listFinders")
def list_finders() -> Response:
    """Every condition that house rules may use."""
    query()
    return documents.written(_conditions)


def _ruleset(given: PlayableRulebook) -> JsonObject:
    return serialize.ruleset(given.default)


def _summaries(*given: PlayableRulebook) -> JsonObject:
    return {"rulesets": [serialize.summary(each.rulebook) for each in given]}


def _conditions() -> JsonObject:
    return conditions(CONDITIONS.values())
