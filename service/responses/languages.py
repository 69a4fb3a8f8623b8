"""Translate responses: texts are English until they are translated, member by member.

English responses are returned unchanged. Parts that occur in many responses are cached by language.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import orjson

from service.responses.answers import Answer
from service.texts import Language, Sentence

_TEXTS: Final = frozenset({"text", "title", "about", "interpretation", "detail", "of"})
"""The members with texts for people, anywhere in a response."""
_OF_A_SENTENCE: Final = frozenset({"text", "detail"})
"""Those of them that are sentences, if `message_key` and `parameters` are in the same object."""
_AS_SENT: Final = frozenset({"parameters", "house_rules", "table"})
"""Members that are not translated: for programs, or with texts of the client."""
_WITH_TEXTS: Final = (dict, list, orjson.Fragment)
"""Types of values that can contain texts."""
_KEPT: Final = 8192
"""Serialized parts in the cache, under four megabytes."""
_LONGEST_KEPT: Final = 2048
"""Most bytes of a cached part."""


def translated(language: Language | None, answer: Answer) -> Answer:
    """The response in a language; None: English, unchanged."""
    return answer if language is None else _object(language, answer)


def _translated_value(language: Language, value: Any) -> Any:
    if isinstance(value, dict):
        return _object(language, value)
    if isinstance(value, list):
        return [_translated_value(language, each) for each in value]
    if isinstance(value, orjson.Fragment):
        return _part(language, orjson.dumps(value))
    return value


def _object(language: Language, answer: Mapping[str, Any]) -> Answer:
    key = answer.get("message_key")
    spoken_part: Answer = {}
    for name, value in answer.items():
        if name in _TEXTS and isinstance(value, str):
            spoken_part[name] = _text(language, value, answer, key if name in _OF_A_SENTENCE else None)
        elif not isinstance(value, _WITH_TEXTS) or (name in _AS_SENT and isinstance(value, dict)):
            spoken_part[name] = value  # the parameters of a condition are a list, with texts
        else:
            spoken_part[name] = _translated_value(language, value)
    return spoken_part


def _text(language: Language, english: str, answer: Mapping[str, Any], key: str | None) -> str:
    if key is not None:
        return language.sentence(key, answer["parameters"], english)
    if isinstance(english, Sentence):
        return language.sentence(english.key, english.facts, english)
    return language.text(english)


def _part(language: Language, written: bytes) -> orjson.Fragment:
    return _kept_part(language, written) if len(written) <= _LONGEST_KEPT else _new_part(language, written)


def _new_part(language: Language, written: bytes) -> orjson.Fragment:
    return orjson.Fragment(bytes(memoryview(orjson.dumps(_translated_value(language, orjson.loads(written))))))


_kept_part = lru_cache(_KEPT)(_new_part)
