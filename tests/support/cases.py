"""Requests and what their answers have, as data: tests/cases, a file for each subject.

A file is a list of groups. A group `says` what its `cases` show and has what is common to them: `path`, members of the
`body`, `headers`, and `rulesets`, with each of which every case is asked. A case adds `why`, or the `name` that it has
as a conformance vector, its own members of the body (or, as a text, the whole body), and what the answer has:

    expect   values at JSON pointers; `written` tells how a record is written
    has      elements of values at pointers, or words of texts; `lacks`: what those do not have
    faults   all faults: pointer, message key, and in brackets what is suggested; `fault`: one of them, among others
    status   the HTTP status, where it is neither 200 nor, with faults, 422

`rule` is the one rule of the table's own, with its `settlement`; `house_rules_file` is a file of
clients/examples/house_rules/; pointers of faults are below `under`. With `every_way` a batch, a file
and a scoresheet have the same faults.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ROOT: Final = Path(__file__).parents[2]
CASES: Final = ROOT / "tests" / "cases"
HOUSE_RULES: Final = ROOT / "clients" / "examples" / "house_rules"
Json = Any
Case = dict[str, Any]
REQUEST: Final = {"path", "body", "headers", "rulesets", "rule", "settlement", "house_rules_file"}
ANSWER: Final = {"expect", "has", "lacks", "faults", "fault", "status", "under", "every_way"}
MEMBERS: Final = {"says", "cases", "why", "name"} | REQUEST | ANSWER


def subjects() -> list[str]:
    """The names of the files."""
    return sorted(file.stem for file in CASES.glob("*.yaml"))


@cache
def cases_of(subject: str) -> tuple[Case, ...]:
    """The cases of a file, each with a `name`, a `path`, the whole `body` (None: a GET), and what the answer has.

    Raises ValueError for a member that no case has, or for a case that says nothing of its answer.
    """
    return tuple(_cases(yaml.load((CASES / f"{subject}.yaml").read_text(), Loader=yaml.CSafeLoader)))


def _cases(groups: list[Case]) -> Iterator[Case]:
    for group in groups:
        for number, case in enumerate(group["cases"], 1):
            whole = group.keys() | case.keys()
            if whole - MEMBERS or whole.isdisjoint(ANSWER):
                raise ValueError(f"{group['says']} {number}: {sorted(whole - MEMBERS) or 'nothing of the answer'}")
            for ruleset in case.get("rulesets", group.get("rulesets", [None])):
                name = f"{group['says']}: {case.get('why', number)} {ruleset or ''}".strip()
                yield {"name": name, **group, **case, "body": _body(group, case, ruleset)}


def _body(group: Case, case: Case, ruleset: str | None) -> Json:
    whole = {**group, **case}
    if isinstance(whole.get("body"), str) or not {"body", "rule"} & whole.keys():
        return whole.get("body")
    own: Case = {} if ruleset is None else {"ruleset": ruleset}
    if "rule" in case:
        own["house_rules"] = {"rules": {"house:a": case["rule"]}, "settlement": case.get("settlement", {})}
    if "house_rules_file" in whole:
        own["house_rules"] = json.loads((HOUSE_RULES / f"{whole['house_rules_file']}.json").read_text())
    return {**group.get("body", {}), **case.get("body", {}), **own}


def send(client: FlaskClient, case: Case, **headers: str) -> TestResponse:
    """Send the request of a case, with further headers."""
    body = case["body"]
    content = {} if body is None else {"data" if isinstance(body, str) else "json": body}
    method = "GET" if body is None else "POST"
    return client.open(case["path"], method=method, headers={**case.get("headers", {}), **headers}, **content)


# Answers

ABSENT: Final = "nothing is there"


def at(answer: Json, pointer: str) -> Json:
    """The value at a pointer, `ABSENT` if there is none.

    In a list, `id=x` is the record with that id, and `*id` the list of all ids.
    """
    for step in pointer.split("/")[1:]:
        name, _, value = step.partition("=")
        if isinstance(answer, dict):
            answer = answer.get(step, ABSENT)
        elif step.startswith("*"):
            answer = [record[step[1:]] for record in answer]
        elif value:
            answer = next((each for each in answer if each[name] == value), ABSENT)
        else:
            answer = answer[int(step)] if int(step) < len(answer) else ABSENT
        if answer is ABSENT:
            break
    return answer


def written(value: Json) -> Json:
    """A value with its payments, scores, items, waits, dangerous discards, next deals and faults in words."""
    if isinstance(value, list):
        return [written(each) for each in value]
    if not isinstance(value, dict):
        return value
    for members, words in _WORDS.items():
        if members <= value.keys():
            return " ".join(filter(None, words(value)))
    return {name: written(each) for name, each in value.items()}


def _payment(of: Case) -> tuple[str, ...]:
    """For example `south pays east 160 = 80 x 2 (winner)`."""
    how = f"= {of['difference']} x {of['multiplier']}" if of.get("difference") is not None else ""
    capped = " capped" if of.get("capped") else ""
    return f"{of['payer']} pays {of['payee']} {of['amount']}", how, f"({of['reason']}{capped})"


def _score(of: Case) -> tuple[str, ...]:
    """For example `1000 cut from 2240 = 70 points 5 doubles`, or `0 points`."""
    cut = "" if of["score"] == of["uncapped_score"] else f"cut from {of['uncapped_score']}"
    limit_hands = f"({' '.join(of['limit_hands'])})" if of["limit_hands"] else ""
    worth = ("=", *_worth(of)) if of["uncapped_score"] else ("points",)
    return str(of["score"]), cut, *worth, _rounded(of), limit_hands


def _item(of: Case) -> tuple[str, ...]:
    """For example `mah-jong 20 points`."""
    return of["rule"], *_worth(of), _rounded(of), _share(of)


def _share(of: Case) -> str:
    """For example `100 %`, or `1/8 of the limit`."""
    percent = Fraction(of.get("limit_share", "0")) * 100
    return "" if not percent else f"{percent} %" if percent.denominator == 1 else f"{of['limit_share']} of the limit"


def _rounded(of: Case) -> str:
    return f"{of['rounded']:+} rounded" if of.get("rounded") else ""


def _worth(of: Case) -> tuple[str, ...]:
    doubles = "1 double" if of["doubles"] == 1 else f"{of['doubles']} doubles"
    each = (
        (of["points"], f"{of['points']} points"),
        (of["doubles"], doubles),
        (of.get("added"), f"{of.get('added')} added"),
    )
    return tuple([words for number, words in each if number])


def _wait(of: Case) -> tuple[str, ...]:
    """For example `5m 3 unseen, 64 drawn, 60 claimed`, without the commas."""
    ways = [f"{of[way]['score']} {way}" for way in ("drawn", "claimed") if way in of]
    return of["tile"], f"{of['unseen']} unseen", *ways


def _danger(of: Case) -> tuple[str, ...]:
    """For example `north for a b excused`, then each excuse, with `!` where it holds."""
    judged = [word for word in ("excused", "overridden") if of[word]]
    excuses = [f"{each['letter']}-{each['excuse']}{'!' if each['held'] else ''}" for each in of["excuses"]]
    return of["discarder"], "for", *of["letters"], *judged, *excuses


def _next_deal(of: Case) -> tuple[str, ...]:
    """For example `east keeps the deal (next-east)`."""
    return of["next_east"], "keeps" if of["east_keeps_the_deal"] else "gets", f"the deal ({of['rule']})"


def _fault(of: Case) -> tuple[str, ...]:
    """For example `/win/source unknown-value (wall)`."""
    return of["pointer"], of["message_key"], f"({of['suggestion']})" if "suggestion" in of else ""


_WORDS: Final = {
    frozenset(("payer", "payee")): _payment,
    frozenset(("uncapped_score",)): _score,
    frozenset(("rule", "points", "text")): _item,
    frozenset(("tile", "unseen")): _wait,
    frozenset(("discarder", "excuses")): _danger,
    frozenset(("next_east", "rule")): _next_deal,
    frozenset(("pointer", "message_key")): _fault,
}
"""By the members by which a record is known."""
