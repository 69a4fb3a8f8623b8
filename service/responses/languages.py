"""Translate responses: texts are English until they are translated, member by member.

An object with texts that have no translation names these members in `in_english`.

English responses are returned unchanged. Parts that occur in many responses are cached by language.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import orjson

from service.responses.answers import Answer
from service.texts import Language, Sentence, stays_english

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
    spoken_part: Answer = {}
    in_english = []
    for name, value in answer.items():
        if name in _TEXTS and isinstance(value, str):
            key, facts = _sentence(name, value, answer)
            spoken_part[name] = language.text(value) if key is None else language.sentence(key, facts, value)
            if stays_english(language, value, key):
                in_english.append(name)
        elif not isinstance(value, _WITH_TEXTS) or (name in _AS_SENT and isinstance(value, dict)):
            spoken_part[name] = value  # the parameters of a condition are a list, with texts
        else:
            spoken_part[name] = _translated_value(language, value)
    return {**spoken_part, "in_english": in_english} if in_english else spoken_part


def _sentence(name: str, english: str, answer: Mapping[str, Any]) -> tuple[str | None, Mapping[str, Any]]:
    """The key and the facts of a text that is a sentence; no key for any other text."""
    if name in _OF_A_SENTENCE and (key := answer.get("message_key")):
        return key, answer["parameters"]
    return (english.key, english.facts) if isinstance(english, Sentence) else (None, {})


def _part(language: Language, written: bytes) -> orjson.Fragment:
    return _kept_part(language, written) if len(written) <= _LONGEST_KEPT else _new_part(language, written)


def _new_part(language: Language, written: bytes) -> orjson.Fragment:
    return orjson.Fragment(bytes(memoryview(orjson.dumps(_translated_value(language, orjson.loads(written))))))


_kept_part = lru_cache(_KEPT)(_new_part)
