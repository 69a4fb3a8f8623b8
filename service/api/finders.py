"""What the rules of a table may look for."""

from flask import Blueprint, Response

from service.api.parameters import query
from service.api.responses import document
from service.domain import rulebooks
from service.responses.amended import finders

blueprint = Blueprint("finders", __name__)


@blueprint.get("/v1/finders", endpoint="listFinders")
def list_finders() -> Response:
    """Every condition with its parameters."""
    query()
    return document(finders(rulebooks.LIBRARY.conditions.values()))
