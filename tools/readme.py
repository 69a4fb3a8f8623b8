"""Write the generated tables of pages in docs/: `make generate`. With `--check` only compare."""

import re
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml

from pung_chow_settlement.api.problem_pages import HELP, help_texts
from pung_chow_settlement.domain.rulebook.model import Rulebook
from pung_chow_settlement.domain.rulebook.penalties import FalseMahjong
from pung_chow_settlement.domain.rulebook.rules import Option, ShareOf
from pung_chow_settlement.problems import PROBLEMS
from pung_chow_settlement.rulebooks import ALL, BUILT_IN
from pung_chow_settlement.serializers.rulesets import ruleset
from pung_chow_settlement.server import settings
from pung_chow_settlement.server.settings import Settings
from tools import operations

ROOT = Path(__file__).parents[1]
MAX_CHOWS = 4
SECTIONS = {
    "house rules": "HouseRules",
    "a rule": "RuleChange",
    "a condition": "ConditionPart",
    "a layout": "GivenLayout",
    "`settlement`": "SettlementChange",
    "`legality`": "LegalityChange",
    "a penalty": "PenaltyChange",
    "a fine": "FineChange",
    "an option": "OptionChange",
}
"""The schema of each part of house rules."""
WITH_SECTION = ("settlement", "legality")
"""The members of house rules whose own members are a section."""
NAMED_VALUES = {
    "RulesetId": "the id of a rulebook",
    "LimitShare": "a fraction as text, such as `1/8`",
    "GivenLayout": "a layout",
    "ConditionPart": "a condition",
    "ConditionParts": "a list of conditions",
}
"""What a member accepts, by the schema that it refers to."""
IN_A_SCORESHEET = {"discarder": "discarding_player", "dangerous_discard_by": "dangerous_discarding_player"}
"""The members of a win that have another name in a scoresheet, where players have numbers."""
LIMITED = ("max_body", "max_body_many", "max_depth")
"""The settings that limit a request."""
LISTED = {"NamedRule": "ids of rules", "ConditionPart": "conditions", "ShapeName": "ids of shapes"}


def options() -> str:
    """Every option of every rulebook."""
    rows = [
        f"| `{book.id}` | `{option.name}` | {_default(option)} | {_accepted(option)} |"
        for book in ALL
        for option in book.options
    ]
    return "\n".join(["| rulebook | option | default | accepted |", "| --- | --- | --- | --- |", *rows])


def _accepted(option: Option) -> str:
    if option.is_boolean:
        return "true, false"
    accepted = re.sub(r"\d{4,}", lambda number: f"{int(number[0]):,}", option.range_text)
    return f"0 (no limit), or {accepted}" if option.unlimited else accepted


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
    return (
        f"`{book.id}`: {book.title}",
        _mah_jong(book),
        "no limit" if limit is None or limit.default is None else f"each {book.settlement.limit_cuts}",
        _most_chows(book),
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


def _most_chows(book: Rulebook) -> str:
    most = book.most_chows
    if isinstance(most, ShareOf):
        option = next(option for option in book.options if option.name == most.option)
        return f"at most {option.default} (option `{option.name}`)"
    return "any number" if most == MAX_CHOWS else f"at most {most}"


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
    """Every member of house rules, as the contract has them."""
    rows = [row for section, schema in SECTIONS.items() for row in _members(section, _schema(schema)["properties"])]
    return "\n".join(["| section | member | values | |", "| --- | --- | --- | --- |", *rows])


def _members(section: str, properties: dict[str, Any], within: str = "") -> list[str]:
    rows: list[str] = []
    for name, written in properties.items():
        schema = _schema(_name(written))
        if schema.get("properties") and _name(written) not in SECTIONS.values():
            rows += _members(section, schema["properties"], f"{within}{name}.")
        elif not (section == "house rules" and name in WITH_SECTION):
            rows.append(f"| {section} | `{within}{name}` | {_values(written)} | {_sentence(written)} |")
    return rows


def _name(written: dict[str, Any]) -> str:
    """The name of the schema that a member refers to; "" if it has one of its own."""
    return str(written.get("$ref", "")).rpartition("/")[2]


def _schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = operations.contract()["components"]["schemas"].get(name, {})
    return found


def _sentence(written: dict[str, Any]) -> str:
    return " ".join(written["description"].split())


def _values(written: dict[str, Any]) -> str:
    """What a member accepts."""
    name = _name(written)
    if name in NAMED_VALUES:
        return NAMED_VALUES[name]
    schema = _schema(name) if name else written
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if schema["type"] == "integer":
        return f"{schema['minimum']:,} to {schema['maximum']:,}"
    if schema["type"] == "string":
        return f"a text of at most {schema['maxLength']} characters"
    if "array" in schema["type"]:
        return f"a list of {LISTED[_name(schema['items'])]}"
    return "true, false" if schema["type"] == "boolean" else "an object"


def win() -> str:
    """Every member of a win, in a deal and in a scoresheet."""
    deal, entry = (_schema(name)["properties"] for name in ("Win", "EntryWin"))
    meanings = {name: _sentence(each) for name, each in deal.items()} | {"source": _sentence(_schema("WinSource"))}
    rows = [f"| `{name}` | {_in_a_scoresheet(name, entry)} | {meaning} |" for name, meaning in meanings.items()]
    return "\n".join(["| member | in a scoresheet | |", "| --- | --- | --- |", *rows])


def _in_a_scoresheet(name: str, entry: dict[str, Any]) -> str:
    """The name there; "left out" for what follows from the entries."""
    there = IN_A_SCORESHEET.get(name, name)
    return f"`{there}`" if there in entry else "left out"


def limits() -> str:
    """How much a request can hold."""
    body, many, depth = (known.metadata for known in fields(Settings) if known.name in LIMITED)
    sheet = _schema("ScoresheetRequest")["properties"]
    deals = _schema("BatchRequest")["properties"]["deals"]["maxItems"]
    rows = [
        ("bytes of a body", f"{int(body['shown']):,} (`{body['variable']}`)", "413 `body-too-large`"),
        ("bytes of a batch or a scoresheet", f"{int(many['shown']):,} (`{many['variable']}`)", "413 `body-too-large`"),
        ("levels of nesting", f"{depth['shown']} (`{depth['variable']}`)", "400 `nested-too-deep`"),
        ("deals of a batch", f"{deals:,}", "422 `too-many-items`"),
        ("entries of a scoresheet", f"{sheet['entries']['maxItems']:,}", "422 `too-many-items`"),
        ("players of a scoresheet", f"{sheet['players']['maxItems']}", "422 `too-many-items`"),
    ]
    return "\n".join(
        ["| what | at most | beyond that |", "| --- | --- | --- |", *map("| {0[0]} | {0[1]} | {0[2]} |".format, rows)]
    )


def version() -> str:
    """The version of the contract, which is the package's too, in a sentence."""
    now = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)["info"]["version"]
    pages = "[changelog](CHANGELOG.md), and [what stays](docs/api.md#compatibility)"
    return f"Service and contract are version {now}: {pages}."


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
    "docs/rulebooks.md": {"choice": choice, "options": options},
    "docs/api.md": {"win": win, "limits": limits},
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
