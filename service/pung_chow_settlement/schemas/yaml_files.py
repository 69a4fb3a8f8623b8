"""The one reader of YAML: its values are those of JSON, so that every name is a text, and nothing is guessed."""

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, ClassVar, Final

import yaml

DEEPEST: Final = 32
"""The deepest nesting of a file, of JSON too, and of a line of JSON."""
MAX_VALUES: Final = 10_000
"""Most values of a file; a value repeated by an alias counts each time."""
_MAX_DIGITS: Final = 1000
"""Most digits of a number; Python raises an error of its own for several thousand."""
_TAG: Final = "tag:yaml.org,2002:"


def _number(make: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The constructor of a number; 1:30 is text, although YAML 1.1 parses it as 90."""

    def read(loader: Any, node: Any) -> Any:
        if len(node.value) > _MAX_DIGITS:
            problem = f"a number has at most {_MAX_DIGITS} digits"
            raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
        return node.value if ":" in node.value else make(loader, node)

    return read


class _Loader(yaml.CSafeLoader):  # in C, as PyYAML's wheels have it, which takes a tenth of the time
    """YAML restricted to JSON's values: names are texts, and duplicate names are refused."""

    yaml_constructors: ClassVar = {
        **yaml.SafeLoader.yaml_constructors,
        f"{_TAG}timestamp": yaml.SafeLoader.construct_yaml_str,
        f"{_TAG}int": _number(yaml.SafeLoader.construct_yaml_int),
        f"{_TAG}float": _number(yaml.SafeLoader.construct_yaml_float),
    }

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        self.flatten_mapping(node)
        members: dict[str, Any] = {}
        for name, value in node.value:
            if not isinstance(name, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a name is expected here", name.start_mark)
            if name.value in members:
                unquoted = " (a text with a comma is written in quotation marks)" if _is_empty(value) else ""
                problem = f"the member {name.value!r} appears twice{unquoted}"
                raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark)
            members[name.value] = self.construct_object(value, deep=deep)
        return members


def _is_empty(node: Any) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.value == ""


def read_yaml(text: bytes, most: int = MAX_VALUES) -> Any:
    """Parse YAML with at most so many values, JSON's only. Raises ValueError or yaml.YAMLError."""
    _check_events(text)
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return None
        _check_size(node, DEEPEST, count(1), most)
        return loader.construct_document(node)
    finally:
        loader.dispose()


def _check_events(text: bytes) -> None:
    """Raise an error for a tag, or for a text that nests too deep to be composed."""
    depth = 0
    for event in yaml.parse(text, yaml.CSafeLoader):
        if tag := getattr(event, "tag", None):
            problem = f"no tag ({tag.replace(_TAG, '!!')}) is accepted: write the value alone"
            raise yaml.composer.ComposerError(None, None, problem, event.start_mark)  # type: ignore[arg-type] # a mark in C
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _too_deep()


def _check_size(node: yaml.Node, left: int, number: Iterator[int], most: int) -> None:
    """Raise an error if a node is too large, aliases expanded; an alias may refer to a node that contains it."""
    if next(number) > most:
        raise ValueError(f"the file has more than {most} values")
    if isinstance(node, yaml.CollectionNode):
        if left == 0:
            raise _too_deep()
        for inner in node.value:
            for each in inner if isinstance(inner, tuple) else (inner,):
                _check_size(each, left - 1, number, most)


def _too_deep() -> ValueError:
    return ValueError(f"the file nests deeper than {DEEPEST}")
