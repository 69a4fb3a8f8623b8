"""The short page behind each problem's type and each fault's code: its meaning, usual cause and fix, and an example.

The examples are requests with the service's own responses; `make generate` writes them.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, render_template

from pung_chow_settlement.api.documents import fixed
from pung_chow_settlement.api.incoming import language
from pung_chow_settlement.api.parameters import query
from pung_chow_settlement.api.responses import language_headers
from pung_chow_settlement.domain.faults import SHOWN
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.requests.refusals import Refused
from pung_chow_settlement.schemas.yaml_files import read_yaml
from pung_chow_settlement.serializers.languages import JsonObject, to_json
from pung_chow_settlement.texts import ENGLISH, Language, Sentence, Text

ANSWERED: Final = "<code>{code}</code>, answered with status {status}."
WHERE: Final = (
    "The <code>detail</code> of the answer, and where the body was at fault its <code>errors</code>, "
    "say what was wrong and where."
)
FAULT: Final = (
    "<code>{code}</code>, a fault of a request: one of those that a problem lists. Its <code>pointer</code> or "
    "<code>parameter</code> says where, its <code>facts</code> and its <code>detail</code> what was wrong."
)
EXAMPLE: Final = "For example"
HELP: Final = {"meaning": "Meaning", "cause": "Usual cause", "fix": "How to fix it"}
"""The parts of the help for a code (`problem_help.yaml`), and their headings."""
_QUOTED: Final = re.compile(r"`([^`]+)`")
COUNTED: Final = ("invalid-request", "invalid-parameters")
"""Problems whose sentence is the number of faults."""
ERRORS: Final = "errors"
"""The member of a problem that lists faults."""
_EXAMPLES: Final = Path(__file__).with_name("problem_examples.json")
_HELP: Final = Path(__file__).with_name("problem_help.yaml")
blueprint = Blueprint("problems", __name__, template_folder="templates")


@blueprint.get("/problems/<code>", endpoint="getProblemPage")
def get_page(code: str) -> Response:
    """The page of a problem, or of a fault."""
    query()
    if code not in help_texts():
        raise Refused("not-found", sentence="problem", given=code[SHOWN])
    target = language()
    if target is not None and not target.knows(FAULT):
        target = None  # the whole page is English, as its `lang` says
    return fixed(_page(code, target).encode(), "text/html", language_headers(target))


@cache
def _examples() -> dict[str, dict[str, Any]]:
    """By code: a request as it is sent, and the response; parsed on first use, which takes half a millisecond."""
    found: dict[str, dict[str, Any]] = json.loads(_EXAMPLES.read_text())
    return found


@cache
def help_texts() -> dict[str, dict[str, str]]:
    """By code: its meaning, usual cause and fix; parsed on first use, which takes 7 milliseconds."""
    found: dict[str, dict[str, str]] = read_yaml(_HELP.read_bytes())
    return found


def _help(code: str, translate: Callable[[str], str]) -> Iterator[str]:
    for part, heading in HELP.items():
        text = _QUOTED.sub(r"<code>\1</code>", escape(translate(help_texts()[code][part])))
        yield f"<b>{translate(heading)}:</b> {text}"


def _page(code: str, target: Language | None) -> str:
    translate = str if target is None else target.text
    kind, example = PROBLEMS.get(code), _examples().get(code)
    about = [translate(FAULT).format(code=code)]
    if kind is not None:
        about = [translate(ANSWERED).format(code=code, status=kind.status), translate(WHERE)]
    return render_template(
        "problem.html",
        language=ENGLISH if target is None else target.tag,
        title=code if kind is None else translate(kind.title),
        paragraphs=[*_help(code, translate), *about],
        heading=translate(EXAMPLE),
        blocks=[] if example is None else [each for each in _example(target, **example) if each],
    )


def _example(target: Language | None, request: str, answer: JsonObject) -> tuple[str, str]:
    """The request (empty if none leads to the problem) and the response in the client's language."""
    faults = answer.get(ERRORS, ())
    marked = _marked(answer)
    if answer["code"] in COUNTED:
        marked["detail"] = Sentence(answer["code"], {"number": len(faults)})
    return request, json.dumps(json.loads(to_json(marked, target)), indent=2, ensure_ascii=False)


def _marked(stored: JsonObject) -> JsonObject:
    """A stored problem, or an error in it, with what is for people marked."""
    lists = {name: [_marked(each) for each in value] for name, value in stored.items() if name == ERRORS}
    title = {"title": Text(stored["title"])} if "title" in stored else {}
    key = stored.get("message_key")
    detail = Text(stored["detail"]) if key is None else Sentence(key, stored["facts"])
    return {**stored, **title, "detail": detail, **lists}
