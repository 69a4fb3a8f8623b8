"""The languages of the texts: one catalogue (gettext's .po) for each beside English, found by its file.

English is written beside the rule, or, where a sentence has a key, in service/messages.py. A catalogue knows a text by
its English, so that a translation of what has since been reworded is not used, and a sentence by its key (msgctxt)
too. What a catalogue lacks is written in English. Nothing here knows the game, so that every room may use it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, Final

import polib

from service.messages import MESSAGES

ENGLISH: Final = "en"
"""The language that everything is written in."""
CATALOGUES: Final = Path(__file__).parent / "locales"
WORD: Final = "word"
"""The context of words that stand in such sentences."""
PATTERN: Final = "pattern"
"""The context of texts that are made of others: each `{}` stands for a number, one with its noun, or a word."""
COUNTED: Final = "counted"
"""The context of words that stand behind a number, with their plurals."""


_GAP: Final = re.escape("{}")
_LONGEST_MADE: Final = 200
"""Characters of a text that is made of others; a client's own may be of any kind."""


class Sentence(str):  # orjson writes it like any text
    """A sentence in English with what another language needs: its key and its facts."""

    __slots__ = ("facts", "key")
    key: str
    facts: Mapping[str, Any]

    def __new__(cls, english: str, key: str, facts: Mapping[str, Any]) -> "Sentence":
        """The sentence of a key with these facts."""
        sentence = super().__new__(cls, english)
        sentence.key = key
        sentence.facts = facts
        return sentence


class Language:
    """A language other than English."""

    def __init__(self, tag: str, catalogue: polib.POFile) -> None:
        self.tag = tag
        self._known = GNUTranslations(BytesIO(catalogue.to_binary()))
        self._sentences = {
            entry.msgctxt: entry.msgstr
            for entry in catalogue.translated_entries()
            if entry.msgctxt in MESSAGES and entry.msgid == MESSAGES[entry.msgctxt]
        }
        self._patterns = [
            (re.compile(re.escape(entry.msgid).replace(_GAP, "(.+?)")), entry.msgstr)
            for entry in catalogue.translated_entries()
            if entry.msgctxt == PATTERN
        ]

    def text(self, english: str) -> str:
        """A text that stands by itself."""
        if not english:
            return english
        told = self._known.gettext(english)
        return self._made(english) if told == english else told

    def _made(self, english: str) -> str:
        """A text that is made of others; in English where it is none that is known."""
        if len(english) > _LONGEST_MADE:
            return english
        for pattern, told in self._patterns:
            made = pattern.fullmatch(english)
            if made and all(map(self._fills_a_gap, made.groups())):
                return told.format(*[self._made(self.word(each)) for each in made.groups()])
        return english

    def _fills_a_gap(self, english: str) -> bool:
        """Whether it is a number, or a word that is known: what a client wrote is left as it is."""
        return english[0].isdigit() or self.word(english) != english

    def word(self, english: str) -> str:
        """A word of a sentence."""
        return self._known.pgettext(WORD, english)

    def counted(self, noun: str, number: int) -> str:
        """A number with its noun."""
        return self._known.npgettext(COUNTED, noun, noun, number).format(n=number)

    def sentence(self, english: str, key: str, facts: Mapping[str, Any]) -> str:
        """A sentence with its facts; in English where the catalogue lacks it, or asks for other facts."""
        template = self._sentences.get(key)
        if template is None:
            return english
        try:
            return _Filled(self, key, facts).vformat(template, (), facts)
        except (LookupError, ValueError, TypeError):
            return english


class _English:
    """English, for the sentences of the table."""

    def word(self, english: str) -> str:
        """A word of a sentence."""
        return english

    def counted(self, noun: str, number: int) -> str:
        """A number with its noun."""
        return f"{number} {noun if number == 1 else plural(noun)}"

    def sentence(self, _english: str, key: str, facts: Mapping[str, Any]) -> str:
        """A sentence with its facts. Raises KeyError for an unknown key, or a fact that lacks."""
        return _Filled(self, key, facts).vformat(MESSAGES[key], (), facts)


def plural(noun: str) -> str:
    """The plural of a noun that stands behind a number in an English sentence."""
    return f"{noun}s"


class _Filled(Formatter):
    """Puts facts into one sentence.

    `{held}` is a fact as it stands, a list with commas between; `{seat!w}` a word, or words, of the language;
    `{given:tile}` a number with its noun; `{reasons!s}` are parts of the sentence with keys of their own beneath its.
    """

    def __init__(self, language: Language | _English, key: str, facts: Mapping[str, Any]) -> None:
        self.language = language
        self.key = key
        self.facts = facts

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A fact; one that is a sentence itself is told in the language too."""
        value = super().get_value(key, args, kwargs)
        if isinstance(value, Sentence):
            return self.language.sentence(value, value.key, value.facts)
        return value

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """A fact as words of the language, or as parts of the sentence."""
        if conversion == "w":
            return _joined(value, self.language.word)
        if conversion == "s":
            return self.language.word(" and ").join(map(self._part, value))
        return super().convert_field(value, conversion)

    def _part(self, name: str) -> str:
        return self.language.sentence(name, f"{self.key}.{name}", self.facts)

    def format_field(self, value: Any, format_spec: str) -> Any:
        """A fact as it stands, or a number with its noun."""
        if format_spec:
            return self.language.counted(format_spec, value)
        return _joined(value, str)


def _joined(value: Any, told: Callable[[str], str]) -> str:
    return ", ".join(map(told, value)) if isinstance(value, list | tuple) else told(value)


def english(key: str, facts: Mapping[str, Any]) -> str:
    """The English sentence of a key. Raises KeyError for an unknown key, or a fact that lacks."""
    return _ENGLISH.sentence("", key, facts)


_ENGLISH: Final = _English()


def languages_in(folder: Path) -> dict[str, Language]:
    """The language of each catalogue in a folder, by its tag (BCP 47) in small letters."""
    files = sorted(folder.glob("*.po"))
    return {file.stem.lower(): Language(file.stem, polib.pofile(str(file))) for file in files}


LANGUAGES: Final[Mapping[str, Language]] = languages_in(CATALOGUES)
"""Every language that is spoken here beside English."""
