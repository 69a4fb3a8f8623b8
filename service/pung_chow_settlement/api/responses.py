"""Build JSON responses in the client's language."""

from collections.abc import Mapping

from flask import Response

from pung_chow_settlement.api.incoming import JSON
from pung_chow_settlement.texts import ENGLISH, Language


def language_headers(target: Language | None) -> Mapping[str, str]:
    """The headers of a response in a language (None: English)."""
    return {"Content-Language": ENGLISH if target is None else target.content_language, "Vary": "Accept-Language"}


def json_response(text: bytes, target: Language | None, status: int = 200, media_type: str = JSON) -> Response:
    """A response in a language."""
    return Response(text, status, language_headers(target), content_type=media_type)
