"""docs/glossary.md lists names of the code, and the code and its docstrings use none of the old words."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHAPTERS = re.split(r"^## ", (ROOT / "docs/glossary.md").read_text(), flags=re.MULTILINE)
STILL_A_CLASS = {"Layout"}
"""Old words that are now names of something else."""
PLAIN = re.compile(r"\b(told|telling|finders?|situation|minds_others|surplus|living_\w+)\b")
"""Old words that no sentence needs; the words of `OLD` in lower case are common English."""
MEMBERS = {"Layout", "added", "others"}
"""Old words that are names of something else, or members of the API."""
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def words(chapter: str) -> list[str]:
    """The first column of a chapter's table."""
    (text,) = [each for each in CHAPTERS if each.startswith(f"{chapter}\n")]
    return re.findall(r"^\| `(\w+)` \|", text, flags=re.MULTILINE)


CODE, OLD = words("The code"), words("Old words")


def old_names(docstring: str) -> set[str]:
    """The old class names in a docstring; a word at the start of a sentence is written with a capital anyway."""
    classes = "|".join(sorted({word for word in OLD if word[0].isupper()} - STILL_A_CLASS))
    return {match[1] for match in re.finditer(rf"(?:(?<=[\w,;:(] )|`)({classes})\b", docstring)}


def names(tree: ast.AST) -> Iterator[str]:
    """Every name that a module binds or uses."""
    for node in ast.walk(tree):
        for field in ("id", "name", "attr", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value


def documented(tree: ast.AST) -> Iterator[str]:
    """The docstrings of a module and of its public classes and functions."""
    for node in ast.walk(tree):
        if isinstance(node, Documented) and not getattr(node, "name", "").startswith("_"):
            yield ast.get_docstring(node) or ""


TREES = {path: ast.parse(path.read_text()) for path in sorted((ROOT / "service").rglob("*.py"))}
KNOWN = {name for tree in TREES.values() for name in names(tree)} | {path.stem for path in TREES}


TESTS = {path: ast.parse(path.read_text()) for path in sorted((ROOT / "tests").rglob("*.py"))}


@pytest.mark.parametrize("word", sorted(set(OLD) - MEMBERS))
def test_no_old_word_is_a_name_in_service_or_tests(word: str) -> None:
    assert [path for path, tree in (TREES | TESTS).items() if word in set(names(tree))] == []


@pytest.mark.parametrize("path", TREES, ids=lambda path: str(path.relative_to(ROOT)))
def test_docstrings_use_plain_words(path: Path) -> None:
    texts = [text for text in documented(TREES[path]) if PLAIN.search(text)]
    assert texts == []


@pytest.mark.parametrize("word", CODE)
def test_every_code_word_is_a_name_in_the_service(word: str) -> None:
    assert word in KNOWN


@pytest.mark.parametrize("path", TREES, ids=lambda path: str(path.relative_to(ROOT)))
def test_public_docstrings_use_no_old_class_name(path: Path) -> None:
    assert [text for text in documented(TREES[path]) if old_names(text)] == []


@pytest.mark.parametrize(
    "text", ["Returns the Terms of a book.", "A `Finder` of sets.", "The hand, Situation and all."]
)
def test_the_check_finds_an_old_name(text: str) -> None:
    assert old_names(text)
