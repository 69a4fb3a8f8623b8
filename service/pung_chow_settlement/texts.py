"""The languages of the texts: one catalogue (gettext's .po) for each, found by file name.

`en.po` has the English of every sentence with a key; all other English texts are in the records of rules. Another
language's catalogue has texts by their English (msgid), so that a reworded text loses its translation, and sentences
also by their key (msgctxt). Texts missing in a catalogue stay English. Nothing here depends on the game, so that every
package may import it.
"""

import logging
from collections.abc import Callable, Mapping, Sequence, Set
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, Final

import polib

PLAIN: Final = "payment."
"""Prefix of sentences whose facts need no conversion: they are frequent, and `str.format` is ten times as fast."""
ENGLISH: Final = "en"
"""The language of the source texts."""
CATALOGUES: Final = Path(__file__).parent / "locales"
WORD: Final = "word"
"""The context (msgctxt) of words that are facts of sentences."""
_SOURCE: Final = polib.pofile(str(CATALOGUES / f"{ENGLISH}.po"))
MESSAGES: Final[Mapping[str, str]] = {each.msgctxt: each.msgid for each in _SOURCE if not each.msgid_plural}
"""The English sentences by key: a code and, if it has several sentences, a dot and the variant."""
NOUNS: Final[Mapping[str, tuple[str, str]]] = {
    each.msgctxt: (each.msgid, each.msgid_plural) for each in _SOURCE if each.msgid_plural
}
"""The nouns of numbers, with their plurals."""
PARTIAL: Final = "Partial:"
"""Marks, in the header comment, a catalogue that need not have every text; the rest is in English."""
_NUMBER: Final = "number"
"""Prefix of numbers in words: `number.3` is `three`."""
_AND: Final = "list.and"
"""What stands between the parts of a sentence."""
_MAX_TEXTS: Final = 5
"""Most texts of one fact in a sentence: texts of clients may be long and many."""
_LOG: Final = logging.getLogger(__name__)


class Text(str):  # orjson serializes it as a string
    """A text for people in English, which a catalogue has by its words, or by those of one book (msgctxt)."""

    __slots__ = ("book",)
    book: str

    def __new__(cls, english: str, book: str = "") -> "Text":
        """The text; `book` is the id of the book that a rule is from."""
        text = super().__new__(cls, english)
        text.book = book
        return text

    def translated(self, language: "Language") -> str:
        """The text in a language."""
        return str(language.text(self, self.book))

    def stays_english(self, language: "Language") -> bool:
        """True if it has no translation in the language; one that no catalogue has is a client's, in any language."""
        known = language.knows(self, self.book)
        return not known and any(each.knows(self, self.book) for each in LANGUAGES.values())


class Sentence(str):
    """A sentence in English, with its key and facts for translation."""

    __slots__ = ("facts", "key")
    key: str
    facts: Mapping[str, Any]

    def __new__(cls, key: str, facts: Mapping[str, Any]) -> "Sentence":
        """The sentence of a key with these facts."""
        sentence = super().__new__(cls, english(key, facts))
        sentence.key = key
        sentence.facts = facts
        return sentence

    def translated(self, language: "Language") -> str:
        """The sentence in a language; English as a whole if a part of it is."""
        if not language.is_complete and self.stays_english(language):
            return str(self)
        return str(language.sentence(self.key, self.facts, self))

    def stays_english(self, language: "Language") -> bool:
        """True if it, one of its parts or a text that is one of its facts has no translation in the language."""
        texts = [fact for fact in self.facts.values() if isinstance(fact, Text | Sentence | Texts)]
        return any(text.stays_english(language) for text in texts) or not language.has_whole(self.key, self.facts)


class Texts(tuple[Text | Sentence, ...]):
    """Texts as one fact of a sentence, which has the first few of them."""

    __slots__ = ()

    def translated(self, language: "Language") -> str:
        """The texts in a language."""
        more = ("\u2026",) if len(self) > _MAX_TEXTS else ()
        return "; ".join([*(each.translated(language) for each in self[:_MAX_TEXTS]), *more])

    def stays_english(self, language: "Language") -> bool:
        """True if one of those that the sentence has is English."""
        return any(each.stays_english(language) for each in self[:_MAX_TEXTS])


class _Untranslated(Exception):  # noqa: N818 - a partial catalogue is no error
    """A part of a sentence has no translation, so that the whole sentence is English."""


class Language:
    """A language with its catalogue."""

    def __init__(
        self,
        tag: str,
        known: NullTranslations,
        keys: Set[str] | None = None,
        texts: Set[str] = frozenset(),
        of_books: Set[tuple[str, str]] = frozenset(),
        *,
        partial: bool = False,
    ) -> None:
        self.tag = tag
        self._texts = texts
        self._of_books = of_books
        self._keys = keys
        """The keys of its translated sentences; all other sentences are English as a whole; None: every key."""
        self._known = known
        self.is_complete: Final = keys is None or (keys >= MESSAGES.keys() and not partial)
        """True if it has every text; a partial language has English texts among its own."""
        self.content_language: Final = tag if self.is_complete else f"{tag}, {ENGLISH}"
        """The header Content-Language of its responses."""

    def text(self, english: str, book: str = "") -> str:
        """Translate a text without a key, with the words of the book if the catalogue has them."""
        if not english:
            return english
        in_book = (book, english) in self._of_books
        return self._known.pgettext(book, english) if in_book else self._known.gettext(english)

    def knows(self, english: str, book: str = "") -> bool:
        """True if a text without a key has a translation, which may be the same words."""
        return english in self._texts or (book, english) in self._of_books

    def has_message(self, key: str) -> bool:
        """True if the sentence of a key has a translation."""
        return self._keys is None or key in self._keys

    def has_whole(self, key: str, facts: Mapping[str, Any]) -> bool:
        """True if the sentence of a key has a translation, and so have its nouns, words and parts."""
        if self.is_complete or not self.has_message(key):
            return self.is_complete
        try:
            self._formatted(key, facts)
        except _Untranslated:
            return False
        except (LookupError, ValueError, TypeError):
            return True  # `sentence` reports facts that do not fit
        return True

    def word(self, english: str) -> str:
        """Translate a word of a sentence."""
        if not (self.is_complete or (WORD, english) in self._of_books):
            raise _Untranslated
        return self._known.pgettext(WORD, english)

    def counted(self, noun: str, number: int, shown: str) -> str:
        """A number with its noun; `shown` is the number as text."""
        if not self.has_message(noun):
            raise _Untranslated
        return self._known.npgettext(noun, *NOUNS[noun], number).format(n=shown)

    def sentence(self, key: str, facts: Mapping[str, Any], otherwise: str = "") -> str:
        """A sentence with its facts; if they do not fit, log an error and return `otherwise` or the raw text."""
        if not self.has_message(key):
            return _IN_ENGLISH.sentence(key, facts, otherwise)
        try:
            return self._formatted(key, facts)
        except _Untranslated:
            return _IN_ENGLISH.sentence(key, facts, otherwise)
        except (LookupError, ValueError, TypeError):
            _LOG.exception("the text %s of the language %s does not fit its facts", key, self.tag)
            return otherwise or MESSAGES.get(key, key)

    def has_word_of(self, number: int) -> bool:
        """True if a number is written as a word in this language; else it is written in digits."""
        key = f"{_NUMBER}.{number}"
        return key in MESSAGES and self.has_message(key)

    def _formatted(self, key: str, facts: Mapping[str, Any]) -> str:
        is_english = self is _IN_ENGLISH  # where a fact that is a sentence is a string
        text = MESSAGES[key] if is_english else self._known.pgettext(key, MESSAGES[key])
        if facts and not key.startswith(PLAIN):
            return _MessageFormatter(self, key, facts).vformat(text, (), facts)
        return text.format_map(facts if is_english else {name: self.fact(value) for name, value in facts.items()})

    def fact(self, value: Any) -> Any:
        """A fact, translated if it is for people."""
        return value.translated(self) if isinstance(value, Text | Sentence | Texts) else value

    def said(self, marked: Any) -> Any:
        """What is marked as for people, in this language."""
        return marked.translated(self)


class _MessageFormatter(Formatter):
    """Formats one sentence with its facts.

    `{held}` is a fact, lists separated by commas; `{held:#}` a number in words; `{given:tile}` and `{short:#tile}` are
    numbers with their noun; `{seat!w}` is a translated word, or several. Parts of a sentence have keys that begin with
    its own: `{reasons!s}` are the parts that the fact lists, `{kongs!p}` is the part `kongs` unless the fact is 0 or
    empty, `{seats!e}` is the fact or, if it is empty, the part `seats`.
    """

    def __init__(self, language: Language, key: str, facts: Mapping[str, Any]) -> None:
        self.language = language
        self.key = key
        self.facts = facts
        self.name = ""

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A fact; its name is stored for `convert_field`."""
        self.name = field_name
        return super().get_field(field_name, args, kwargs)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """A fact, translated."""
        return self.language.fact(super().get_value(key, args, kwargs))

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """A fact as translated words, or as parts of the sentence."""
        match conversion:
            case "w":
                return _joined(value, self.language.word)
            case "s":
                return self._sentence(_AND, {}).join(map(self._part, value))
            case "p":
                return self._part(self.name) if value else ""
            case "e":
                return value or self._part(self.name)
        return super().convert_field(value, conversion)

    def _part(self, name: str) -> str:
        return self._sentence(f"{self.key}.{name}", self.facts, name)

    def _sentence(self, key: str, facts: Mapping[str, Any], otherwise: str = "") -> str:
        if not self.language.has_whole(key, facts):
            raise _Untranslated
        return self.language.sentence(key, facts, otherwise)

    def format_field(self, value: Any, format_spec: str) -> Any:
        """A fact as text; of a number, in words and with its noun, as the specification says."""
        noun = format_spec.removeprefix("#")
        in_words = noun != format_spec and self.language.has_word_of(value)
        shown = self.language.sentence(f"{_NUMBER}.{value}", {}) if in_words else _joined(value, str)
        return self.language.counted(noun, value, shown) if noun else shown


def _joined(value: Any, written: Callable[[Any], str]) -> str:
    return ", ".join(map(written, value)) if isinstance(value, list | tuple) else written(value)


_IN_ENGLISH: Final = Language(ENGLISH, NullTranslations())


def english(key: str, facts: Mapping[str, Any]) -> str:
    """The English sentence of a key."""
    return _IN_ENGLISH.sentence(key, facts)


def _language(file: Path) -> Language:
    catalogue = polib.pofile(str(file))
    translated = catalogue.translated_entries()
    keys = frozenset([entry.msgctxt for entry in translated])
    texts = frozenset([entry.msgid for entry in translated if entry.msgctxt is None])
    partial = PARTIAL in catalogue.header
    of_books = frozenset([(entry.msgctxt, entry.msgid) for entry in translated if entry.msgctxt])
    return Language(file.stem, GNUTranslations(BytesIO(catalogue.to_binary())), keys, texts, of_books, partial=partial)


def languages_in(folder: Path) -> dict[str, Language]:
    """The language of each catalogue in a folder except English, by its tag (BCP 47) in lower case."""
    return {file.stem.lower(): _language(file) for file in sorted(folder.glob("*.po")) if file.stem != ENGLISH}


LANGUAGES: Final[Mapping[str, Language]] = languages_in(CATALOGUES)
"""Every language except English."""
