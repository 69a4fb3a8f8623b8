"""The rulebooks as data."""

from flask import Blueprint, Response
from werkzeug.routing import BaseConverter

from service import rulebooks
from service.api.parameters import query, ruleset, ruleset_in_path
from service.api.requests import note
from service.api.responses import answer_one, document
from service.responses import answers as serialize
from service.responses.comparison import comparison
from service.usecases.rulesets import resolve_rules

blueprint = Blueprint("rulesets", __name__)


class RulesetId(BaseConverter):
    """The id of a rulebook in a path: anything except `resolve`, which is another operation (POST)."""

    regex = "(?!resolve$)[^/]+"
    part_isolating = True


@blueprint.get("/v1/rulesets", endpoint="listRulesets")
def list_rulesets() -> Response:
    """Every rulebook with its rules."""
    query()
    return document({"rulesets": [serialize.ruleset(each.plain) for each in rulebooks.BY_ID.values()]})


@blueprint.get("/v1/rulesets/outline", endpoint="outlineRulesets")
def outline_rulesets() -> Response:
    """Every rulebook without its rules."""
    query()
    return document({"rulesets": [serialize.outline(each.rulebook) for each in rulebooks.BY_ID.values()]})


@blueprint.get("/v1/rulesets/<ruleset_id:ruleset>", endpoint="getRuleset")
def get_ruleset(ruleset: str) -> Response:
    """One rulebook."""
    query()
    rulebook = ruleset_in_path(ruleset)
    note(rulebook.id)
    return document(serialize.ruleset(rulebooks.BY_ID[rulebook.id].plain))


@blueprint.get("/v1/rulesets/compare", endpoint="compareRulesets")
def compare_rulesets() -> Response:
    """Compare two rulebooks."""
    given = query({"a": ruleset, "b": ruleset}, required=("a", "b"))
    for rulebook in given.values():
        note(rulebook.id)
    return document(comparison(given["a"], given["b"]))


@blueprint.post("/v1/rulesets/resolve", endpoint="resolveRuleset")
def resolve_ruleset() -> Response:
    """A rulebook with house rules applied."""
    return answer_one(resolve_rules, **query())
