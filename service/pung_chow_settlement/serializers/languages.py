"""Write responses as JSON in the client's language.

What is for people is marked where it is made, as a `Text` or a `Sentence`; all other strings are written as they are.
In a language that has not every text, an object names its English ones in `in_english`.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

import orjson

from pung_chow_settlement.domain.faults import Named
from pung_chow_settlement.domain.statements import RuleText
from pung_chow_settlement.texts import Language, Sentence, Text, Texts

JsonObject = dict[str, Any]
_ENGLISH: Final = attrgetter("english")


class CachedJson:
    """A part that many responses share: written once in each language in which it is asked for."""

    __slots__ = ("_response", "_spoken", "english")

    def __init__(self, response: JsonObject) -> None:
        self._response = response
        self.english: Final = orjson.Fragment(_copied(orjson.dumps(response)))
        self._spoken: Final[dict[Language, orjson.Fragment]] = {}

    def translated(self, language: Language) -> orjson.Fragment:
        """The part in a language."""
        if language not in self._spoken:
            self._spoken[language] = orjson.Fragment(_copied(to_json(self._response, language)))
        return self._spoken[language]


def _copied(text: bytes) -> bytes:
    return bytes(memoryview(text))  # orjson's own bytes keep a buffer of 4 KiB


def identified(name: str | None) -> JsonObject:
    """The client's own name for what it sent, if it has one."""
    return {} if name is None else {"id": name}


def to_json(response: Any, language: Language | None = None, option: int = 0) -> bytes:
    """A response as JSON in a language (None: English)."""
    if language is None:
        return orjson.dumps(response, default=_ENGLISH, option=option)
    named = response if language.is_complete else _naming_english(response, language)
    return orjson.dumps(named, default=language.said, option=option | orjson.OPT_PASSTHROUGH_SUBCLASS)


def _naming_english(response: Any, language: Language) -> Any:
    """The response with the names of the members whose text stays English, in each object."""
    if isinstance(response, list | tuple):
        return [_naming_english(each, language) for each in response]
    if not isinstance(response, dict):
        return response
    left = [
        name for name, text in response.items() if isinstance(text, Text | Sentence) and text.stays_english(language)
    ]
    named = {name: _naming_english(each, language) for name, each in response.items()}
    return {**named, "in_english": left} if left else named


def marked(text: RuleText, book: str = "") -> Text | Sentence:
    """What a rule of a book says, marked as for people."""
    if isinstance(text, str):
        return Text(text, book)
    return Sentence(text.key, {name: each if isinstance(each, int) else marked(each) for name, each in text.facts})


def sentence(key: str, facts: Mapping[str, Any], member: str = "text") -> JsonObject:
    """A sentence with its key and facts."""
    return {"message_key": key, "facts": facts, member: Sentence(key, facts)}


def sentence_by_texts(key: str, facts: Mapping[str, Any], member: str = "text") -> JsonObject:
    """A sentence that has the text of what is among its facts by an id and a text; its `facts` have the id."""
    texts = {name: _texts(value) for name, value in facts.items() if _is_named(value)}
    ids = {name: _ids(facts[name]) for name in texts}
    return {"message_key": key, "facts": {**facts, **ids}, member: Sentence(key, {**facts, **texts})}


def _is_named(fact: Any) -> bool:
    return isinstance(fact, Named) or (isinstance(fact, list | tuple) and any(isinstance(each, Named) for each in fact))


def _texts(fact: Named | Sequence[Named]) -> Texts:
    return Texts([marked(each.text, each.book) for each in ((fact,) if isinstance(fact, Named) else fact)])


def _ids(fact: Named | Sequence[Named]) -> str | list[str]:
    return fact.id if isinstance(fact, Named) else [each.id for each in fact]
