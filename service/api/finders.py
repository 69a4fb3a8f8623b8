"""The catalogue of conditions that house rules may use."""

from flask import Blueprint, Response

from service import rulebooks
from service.api.parameters import query
from service.api.responses import document
from service.responses.amended import finders

blueprint = Blueprint("finders", __name__)


@blueprint.get("/v1/finders", endpoint="listFinders")
def list_finders() -> Response:
    """Every condition with its parameters."""
    query()
    return document(finders(rulebooks.LIBRARY.conditions.values()))
