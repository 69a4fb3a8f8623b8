"""Write the generated tables of pages in docs/: `make generate`. With `--check` only compare."""

import re
import sys
from pathlib import Path
from typing import Any

import yaml

from pung_chow_settlement.api.problem_pages import HELP, help_texts
from pung_chow_settlement.domain.rulebook.model import Rulebook, Session
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong
from pung_chow_settlement.domain.rulebook.rules import Option, ScoringRule, ShareOf
from pung_chow_settlement.domain.rulebook.settlement_terms import SettlementTerms
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.schemas.sections import fields_of
from pung_chow_settlement.serializers.rulesets import ruleset
from pung_chow_settlement.server import settings
from tools import operations

ROOT = Path(__file__).parents[1]
MAX_CHOWS = 4
SECTIONS = {
    "settlement": (SettlementTerms, Session),
    "legality": (Rulebook,),
    "penalties.false-mahjong": (FalseMahjong,),
    "a rule": (ScoringRule,),
}
"""The records whose columns each section of house rules has."""


def rulebooks() -> str:
    """Every rulebook with its options."""
    rows = [f"| `{book.id}` | {book.title} | {_options(book)} |" for book in ALL]
    return "\n".join(["| id | rulebook | options |", "| --- | --- | --- |", *rows])


def choice() -> str:
    """What tells the rulebooks apart at a table."""
    rows = [f"| {' | '.join(_choice(book))} |" for book in ALL]
    names = (
        "rulebook",
        "Mah-Jong",
        "limit caps",
        "chows",
        "special hands",
        "dangerous discard",
        "false Mah-Jong",
        "fines",
        "goulash",
    )
    return "\n".join([f"| {' | '.join(names)} |", f"|{' --- |' * len(names)}", *rows])


def _choice(book: Rulebook) -> tuple[str, ...]:
    limit = next((option for option in book.options if option.name == "limit"), None)
    special = sum(1 for rule in book.rules if rule.limit_hand or rule.limit_percent)
    chows = book.most_chows.option if isinstance(book.most_chows, ShareOf) else book.most_chows
    return (
        f"`{book.id}`: {book.title}",
        _mah_jong(book),
        "no limit" if limit is None or limit.default is None else f"each {book.settlement.limit_cuts}",
        f"option `{chows}`" if isinstance(chows, str) else "any number" if chows == MAX_CHOWS else f"at most {chows}",
        str(special or "none"),
        "the discarder pays for all" if book.settlement.danger else "no penalty",
        _false_mahjong(book.false_mahjong),
        "yes" if book.fines else "no",
        "yes" if book.goulash else "no",
    )


def _false_mahjong(penalty: FalseMahjong | None) -> str:
    if penalty is None:
        return "no penalty"
    return "a penalty, if a hand was exposed" if penalty.exposed_only else "a penalty"


def rule_ids() -> str:
    """The id, the text and the worth of every rule, by rulebook."""
    return "\n\n".join(_rules_of(book) for book in ALL)


def _rules_of(book: Rulebook) -> str:
    rows = [f"| `{rule['id']}` | {rule['text']} | {_worth(rule)} |" for rule in _served(book)]
    return "\n".join([f"## {book.id}\n\n{book.title}\n", "| id | rule | worth |", "| --- | --- | --- |", *rows])


def _served(book: Rulebook) -> list[dict[str, Any]]:
    """The rules as `GET /v1/rulesets/{ruleset}` has them."""
    rules: list[dict[str, Any]] = ruleset(BUILT_IN.by_id[book.id].default)["rules"]
    return rules


def _worth(rule: dict[str, Any]) -> str:
    """What a rule is worth, in a few words."""
    numbers = [(rule["points"], "point"), (rule["doubles"], "double"), (rule["added"], "added point")]
    parts = [f"{number:,} {noun}{'' if number == 1 else 's'}" for number, noun in numbers if number]
    share = rule.get("limit_share")
    parts += ["the limit"] if share == "1" else [f"{share} of the limit"] if share else []
    if (option := rule.get("option")) is not None:
        part = "" if option["divided_by"] == 1 else f"1/{option['divided_by']} of "
        parts.append(f"{part}the option `{option['name']}`")
    return ", ".join(parts)


def _mah_jong(book: Rulebook) -> str:
    """The points for going Mah-Jong."""
    points = next(rule.points for rule in book.rules if rule.id == "mah-jong")
    return f"option `{points.option}`" if isinstance(points, ShareOf) else str(points)


def _options(book: Rulebook) -> str:
    return "; ".join(f"`{option.name}` ({_default(option)})" for option in book.options)


def _default(option: Option) -> str:
    if option.is_boolean:
        return "true" if option.default else "false"
    result = "no limit" if option.default is None else str(option.default)
    if option.default_by is not None:
        other, values = option.default_by
        result += "".join(
            f"; {default} if `{other}` is {value}" for value, default in values.items() if default != option.default
        )
    return result


def members() -> str:
    """The columns of rulebooks by their places in house rules, with their values and sentences."""
    rows = [row for section, records in SECTIONS.items() for row in _members(section, fields_of(*records))]
    return "\n".join(["| section | member | values | |", "| --- | --- | --- | --- |", *rows])


def _members(section: str, fields: dict[str, Any], within: str = "") -> list[str]:
    rows: list[str] = []
    for name, field in fields.items():
        inner = getattr(getattr(field, "schema", None), "members", None)
        if inner is not None and "description" not in field.metadata:
            rows += _members(section, inner, f"{name}.")
        else:
            values = _values(field.described({}))
            rows.append(f"| {section} | `{within}{name}` | {values} | {field.metadata['description']} |")
    return rows


def _values(described: dict[str, Any]) -> str:
    """What a member accepts."""
    if "enum" in described:
        return ", ".join(f"`{word}`" for word in described["enum"])
    if described.get("type") == "integer":
        return f"{described['minimum']:,} to {described['maximum']:,}"
    return _KINDS.get(described.get("type", ""), _FURTHER["$ref" in described])


_KINDS = {"boolean": "true, false", "string": "an id", "object": "an object"}
_FURTHER = ("a list of ids", "an object")


def version() -> str:
    """The contract's version, in a sentence."""
    now = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)["info"]["version"]
    return f"Version {now} of the contract: [what changed](CHANGELOG.md), and [what stays](docs/api.md#compatibility)."


def problems() -> str:
    """Every problem, with its status."""
    rows = [f"| {known.status} | {_help(code)} |" for code, known in PROBLEMS.items() if code in help_texts()]
    return "\n".join(["| status | code | meaning | usual cause | what to do |", f"|{' --- |' * 5}", *rows])


def faults() -> str:
    """Every fault of a request."""
    rows = [f"| {_help(code)} |" for code in sorted(help_texts()) if code not in PROBLEMS]
    return "\n".join(["| code | meaning | usual cause | what to do |", f"|{' --- |' * 4}", *rows])


def _help(code: str) -> str:
    return f"`{code}` | {' | '.join(help_texts()[code][part] for part in HELP)}"


def alerts() -> str:
    """Every alert of deploy/prometheus, with what to do."""
    (group,) = yaml.load((ROOT / "deploy/prometheus/alerts.yaml").read_text(), yaml.CSafeLoader)["groups"]
    rows = [
        f"| `{each['alert']}` | {each['labels']['severity']} | {' | '.join(each['annotations'].values())} |"
        for each in group["rules"]
    ]
    return "\n".join(["| alert | severity | meaning | what to do |", f"|{' --- |' * 4}", *rows])


TABLES = {
    "docs/rulebooks.md": {"choice": choice, "rulebooks": rulebooks},
    "docs/rules.md": {"rules": rule_ids},
    "docs/operations.md": {"operations": operations.examples},
    "docs/settings.md": {"settings": settings.table},
    "docs/operating.md": {"alerts": alerts},
    "docs/members.md": {"members": members},
    "docs/faults.md": {"problems": problems, "faults": faults},
    "README.md": {"version": version},
}
"""The generated tables of each page."""


def rendered(page: str, text: str) -> str:
    """The text of a page with its tables regenerated. Raises SystemExit if a marker is missing."""
    for name, table in TABLES[page].items():
        start = re.search(rf"<!-- {name}: [^>]*-->\n", text)
        if start is None:
            sys.exit(f"{page}: no marker for the table {name}")
        end = text.index(f"<!-- /{name} -->", start.end())
        text = f"{text[: start.end()]}{table()}\n{text[end:]}"
    return text


def main(*, check: bool) -> None:
    """Write every page that differs, or name it and exit with 1."""
    for page in TABLES:
        before = (ROOT / page).read_text()
        after = rendered(page, before)
        if before != after and check:
            sys.exit(f"{page}: its table does not match the data; run `make generate`")
        if before != after:
            (ROOT / page).write_text(after)


if __name__ == "__main__":
    main(check="--check" in sys.argv)
