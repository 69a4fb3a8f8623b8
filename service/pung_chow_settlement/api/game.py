"""The operations of the game."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from flask import Blueprint, Response
from werkzeug.routing import BaseConverter

from pung_chow_settlement.api import documents
from pung_chow_settlement.api.incoming import JSON, accepts, language, note, read_json, rulebooks
from pung_chow_settlement.api.parameters import FLAG, query, ruleset_field, ruleset_in_path
from pung_chow_settlement.api.responses import json_response
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
from pung_chow_settlement.requests.forms import MAX_ENTRIES
from pung_chow_settlement.schemas.fields import Digits, Field
from pung_chow_settlement.serializers import rulesets as serialize
from pung_chow_settlement.serializers.amended import conditions
from pung_chow_settlement.serializers.comparison import comparison
from pung_chow_settlement.serializers.languages import JsonObject

Parameters = Mapping[str, Field[Any]]


class Operation(NamedTuple):
    """An operation on a body: what it calls, which returns the response as JSON, and the parameters of its query."""

    id: str
    path: str
    call: Callable[..., bytes]
    parameters: Parameters = MappingProxyType({})
    many: bool = False
    """True if the body has many deals, and so may be longer."""


def _flags(*names: str) -> Parameters:
    return dict.fromkeys(names, FLAG)


_FIRST: Final = {"from": Digits(1, MAX_ENTRIES + 1, attribute="first")}
OPERATIONS: Final = (
    Operation("settleDeal", "/v1/settlements", settle, _flags("counters", "transfers", "explain", "items")),
    Operation("scoreHand", "/v1/scores", score, _flags("explain", "items")),
    Operation("listWaits", "/v1/waits", list_waits, _flags("each_discard", "items")),
    Operation("settleWashedTiles", "/v1/washed-tiles", wash_tiles, _flags("counters", "transfers")),
    Operation("settleFalseMahjong", "/v1/false-mahjong", call_falsely, _flags("counters", "transfers")),
    Operation("settleFine", "/v1/fines", settle_fine, _flags("counters", "transfers")),
    Operation("resolveRuleset", "/v1/rulesets/resolve", resolve_rules),
    Operation("settleBatch", "/v1/settlements/batch", settle_batch, _flags("items"), many=True),
    Operation(
        "settleScoresheet",
        "/v1/scoresheets",
        settle_scoresheet,
        {**_flags("counters"), **_FIRST, **_flags("items")},
        many=True,
    ),
)
blueprint = Blueprint("game", __name__)


def _answer(operation: Operation) -> Response:
    """Read the request, call the operation, and send its response."""
    given = query(operation.parameters)
    accepts(JSON)
    target, body = language(), read_json(many=operation.many)
    return json_response(operation.call(rulebooks(), body, language=target, **given), target)


for operation in OPERATIONS:
    blueprint.add_url_rule(operation.path, operation.id, partial(_answer, operation), methods=["POST"])


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
