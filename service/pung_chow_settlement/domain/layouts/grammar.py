"""The language of layouts: parse text to parts, and write parts as text. `docs/layouts.md` documents it for players.

layout = item {"," item}
item   = part {"or" part} | letter "in" value {"/" value}
part   = ( "(" layout ")" | group | loose | listed | run ) ["with" ("one" | kinds) "twice"] | bonus
bonus  = ["tile" "of"] picture {"/" picture}
picture = "flower" | "season" | a flower or season in the notation of hands
group  = [count] ["different"] what [["of"] ["each"] kinds] | [count] ["different"] ["each"] kinds
loose  = numbers {"/" numbers} ["of"] suit {"/" suit}
run    = [count] "run of" number ["from" number] [["of"] kinds]
kinds  = term {"/" term}
term   = [number {"/" number} ["of"]] suit | honours | "any"
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from importlib.resources import files
from itertools import zip_longest
from typing import Final, NamedTuple, NoReturn

from pung_chow_settlement.domain.faults import Facts, Fault
from pung_chow_settlement.domain.hand import COMPLETE_TILES
from pung_chow_settlement.domain.layouts.parts import (
    ANY_SUIT,
    COLOURS,
    DRAGON_OF,
    EACH_SUIT,
    NUMBER_LETTERS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUITED,
    Bonus,
    Completes,
    Group,
    GroupKind,
    Kinds,
    Listed,
    Loose,
    OneOf,
    Part,
    RefusedError,
    Several,
    Term,
    Within,
)
from pung_chow_settlement.domain.tiles import FLOWERS, FULL_WIDTH, NAMES, SEASONS
from pung_chow_settlement.domain.tiles import parse as parse_tiles
from pung_chow_settlement.domain.tiles import write as write_tiles

MAX_CHARACTERS: Final = 300
"""Most characters of a layout that a client or a file sends, and of what is suggested; their schema refuses more."""
MAX_DEPTH: Final = 4
"""Deepest nesting of brackets."""
_MAX_WORD: Final = 20
_TOKEN: Final = re.compile(r"p/k\b|(?:\d+[mpszfy])+(?![a-z0-9])|[a-zß-ɏ]+|\d+|[-/,+()]", re.ASCII)
_SPACE: Final = re.compile(r"\s*")
_PUNG_OR_ONE_KONG: Final = re.compile(r"\b(pungs?) or kong\b")
"""Two alternatives that would be read as one group, a pung or a kong, without the number of kongs."""
_FULL_WIDTH: Final = FULL_WIDTH | {0xFF0C: ",", 0x3001: ",", 0xFF08: "(", 0xFF09: ")", 0xFF0F: "/", 0xFF0D: "-"}
"""What East Asian keyboards write: letters, digits, commas, brackets."""
_NOTATION: Final = re.compile(r"(?:\d+[mpsz])+")
_BONUS: Final = re.compile(r"(?:\d+[mpszfy])*\d+[fy](?:\d+[mpszfy])*")
_PICTURES: Final = {"flower": (*FLOWERS,), "season": (*SEASONS,)}
"""Flowers and seasons, by their words."""
_WINDS: Final = ("east", "south", "west", "north")
_DRAGONS: Final = ("white", "green", "red")
_GROUP_KINDS: Final = {word: GroupKind(word) for word in ("tile", "pair", "pung", "kong", "chow", "set")}
_MIXED: Final = {"pair": GroupKind.MIXED_PAIR, "triple": GroupKind.MIXED_TRIPLE, "chow": GroupKind.MIXED_CHOW}
_HONOURS: Final = ("honour", "wind", "dragon", "own", "round", *_WINDS, "white")
_SUITS: Final = frozenset({*SUIT_LETTERS, *SUIT_NAMES, "suit"})
_NUMBER_WORDS: Final = frozenset({"odd", "even", *COLOURS, *NUMBER_LETTERS})
_AFTER_A_COLOUR: Final = frozenset({"/", "of", *_SUITS})
_KIND_STARTS: Final = frozenset({"each", "green", "red", "any", *_HONOURS, *NUMBER_LETTERS})
"""Words that begin a group given by its kinds of tiles only."""
_BARE_KINDS: Final = (_KIND_STARTS | _SUITS | _NUMBER_WORDS) - {"each"}
"""Words that begin kinds of tiles without a group."""
_PLAIN: Final = frozenset(
    {GroupKind.PAIR, GroupKind.PUNG, GroupKind.KONG, GroupKind.PUNG_OR_KONG, GroupKind.CHOW, GroupKind.SET}
)
"""Groups that a reader joined by `or` takes to be of the same kinds of tiles."""
_SYNONYMS: Final = {
    "honor": "honour",
    "character": "characters",
    "circle": "circles",
    "knitted": "mixed",
    "every": "each",
    "another": "other",
}
"""Synonyms."""
_MEANT: Final = {
    word: meant
    for meant, words in tomllib.loads(
        (files("pung_chow_settlement.domain.layouts") / "misspelt.toml").read_text(encoding="utf-8")
    ).items()
    for word in words.split()
}
"""What is meant by words that are no words of a layout, though some are close to one; of some of them nothing is."""
_CLOSE: Final = 0.75
"""The least likeness of a misspelt word."""
_UNREAD: Final = "?"
_PLURALS: Final = (
    "tile",
    "pair",
    "pung",
    "kong",
    "chow",
    "set",
    "run",
    "wind",
    "dragon",
    "honour",
    "honor",
    "suit",
    "flower",
    "season",
)
_WORDS: Final = (
    *(*_GROUP_KINDS, *_MIXED, *_HONOURS, *SUIT_NAMES, *COLOURS, *SUIT_LETTERS, *NUMBER_LETTERS, *_PLURALS, *_SYNONYMS),
    *(
        "of",
        "or",
        "with",
        "one",
        "twice",
        "each",
        "any",
        "different",
        "in",
        "from",
        "odd",
        "even",
        "mixed",
        "p/k",
        *_PICTURES,
    ),
)
_WORDS_BY_LETTER: Final = {
    letter: [*dict.fromkeys([word for word in _WORDS if word[0] == letter])] for letter in {word[0] for word in _WORDS}
}
"""By first letter. A misspelt word is compared with these only: with all of them, 200 misspelt layouts took 0.4 s."""
_KNOWN: Final = frozenset({*_WORDS, *(f"{word}s" for word in _PLURALS), "bamboos", "triples"})
_A_SUIT: Final = f"a suit ({', '.join((*SUIT_LETTERS, *SUIT_NAMES, ANY_SUIT, EACH_SUIT))})"
_A_NAMED_SUIT: Final = f"a suit by its name ({', '.join(SUIT_NAMES)})"
_A_LETTER: Final = f"a letter ({', '.join(SUIT_LETTERS + NUMBER_LETTERS)})"
_A_GROUP: Final = "a group (pair of a, pung, chow, 1-9 of a, each wind ...)"
_A_BRACKET: Final = "a bracket with no number or word before it, written as often as it counts"
_A_PICTURE: Final = "one flower or season, by itself (flower, season, 1f, flower/season)"
_A_KIND: Final = "kinds of tiles (a, 2-8 of circles, odd a, wind, red dragon, honour, any ...)"
_A_NUMBER: Final = "a number (1 to 9)"
_NUMBERS: Final = f"numbers of tiles (1 to 9, at most {COMPLETE_TILES} of them)"
_GREATER: Final = "a greater number"
_HOW_MANY: Final = f"how many groups there are (1 to {COMPLETE_TILES})"
_MIXED_GROUP: Final = "pair, triple or chow"
_SHALLOW: Final = f"no more than {MAX_DEPTH} brackets within each other"
_COMMA_OR_END: Final = "a comma, or the end"
_COMMA_OR_BRACKET: Final = "a comma or a closing bracket"
_TWICE: Final = "'twice'"
_WIND: Final = "'wind'"
_OF: Final = "'of' and how many numbers"
_A_DRAGON: Final = "a dragon or a suit"
_A_COMPLETED: Final = "pair, pung, chow, tile, run ..."
_END_ONLY: Final = "the end"
EXPECTED: Final = (
    *(
        _A_SUIT,
        _A_NAMED_SUIT,
        _A_LETTER,
        _A_GROUP,
        _A_BRACKET,
        _A_PICTURE,
        _A_KIND,
        _A_NUMBER,
        _NUMBERS,
        _GREATER,
        _HOW_MANY,
        _MIXED_GROUP,
    ),
    *(_SHALLOW, _COMMA_OR_END, _COMMA_OR_BRACKET, _TWICE, _WIND, _OF, _A_DRAGON, _A_COMPLETED, _END_ONLY),
)
"""What a fault can report as expected."""


class _Token(NamedTuple):
    text: str
    position: int
    """Its first character, counted from 1."""
    written: str
    """As the text has it; `text` is the standard word."""


def _error(sentence: str, facts: Facts, suggestion: str | None = None) -> RefusedError:
    return RefusedError(Fault("unreadable-layout", (), suggestion, facts, sentence))


def parse(text: str) -> tuple[tuple[Part, ...], list[Fault]]:
    """The parts of a layout; or, if it cannot be parsed, the first fault of each item with its position."""
    tokens, faults = _tokens(text)
    parts: list[Part] = []
    for item in _items_of(tokens) if tokens or not faults else ():
        if all(token.text != _UNREAD for token in item):
            try:
                parts.append(_Parser(text, item).item())
            except RefusedError as refused:
                faults.append(refused.fault)
    faults.sort(key=lambda fault: int(str(fault.facts["position"])))
    return (() if faults else (*parts,)), faults


def parse_completes(text: str) -> tuple[Completes, list[Fault]]:
    """Parse what a winning tile must complete or be: `pair`, `pung/kong`, `1/9`."""
    tokens, faults = _tokens(text)
    try:
        return (Completes(), faults) if faults else (_Parser(text, tokens).completes(), [])
    except RefusedError as refused:
        return Completes(), [refused.fault]


# Words


def _normalized(word: str) -> str:
    """The standard form of a plural or a synonym."""
    if word == "bamboos":
        return "bamboo"
    if word == "triples":
        return "triple"
    if word.endswith("s") and word[:-1] in _PLURALS:
        word = word[:-1]
    return _SYNONYMS.get(word, word)


def _tokens(text: str) -> tuple[list[_Token], list[Fault]]:
    """The words of a text, and a fault for each that is none; `_UNREAD` stands in its place."""
    found: list[_Token] = []
    faults: list[Fault] = []
    lower, place = text.translate(_FULL_WIDTH).lower(), _end_of(_SPACE, text, 0)
    while place < len(text):
        match = _TOKEN.match(lower, place)
        try:
            if match is None:
                raise _error("character", {"position": place + 1, "character": text[place]})
            found.append(_token(match.group(), place + 1))
        except RefusedError as refused:
            faults.append(refused.fault)
            found.append(_Token(_UNREAD, place + 1, text[place]))
        place = _end_of(_SPACE, text, match.end() if match else place + 1)
    return found, faults


def _items_of(tokens: list[_Token]) -> Iterator[list[_Token]]:
    """The tokens of each item, up to the comma after it; commas within brackets divide no items."""
    item: list[_Token] = []
    depth = 0
    for token in tokens:
        item.append(token)
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "," and depth <= 0:
            yield item
            item = []
    yield item


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return place if match is None else match.end()


def _token(word: str, position: int) -> _Token:
    if not word.isalpha() or word in _KNOWN:
        return _Token(_normalized(word) if word != "+" else ",", position, word)
    singular = word.removesuffix("s")
    meant = _MEANT.get(word, _MEANT.get(singular, _misspelt(singular)))
    if not meant:
        raise _error("unknown-word", {"position": position, "word": word})
    raise _error("unknown-word-meant", {"position": position, "word": word, "meant": meant}, meant)


def _misspelt(word: str) -> str:
    """The word of a layout that is most like this one and begins with the same letter; empty if none is."""
    return next(iter(get_close_matches(word[:_MAX_WORD], _WORDS_BY_LETTER.get(word[:1], ()), 1, _CLOSE)), "")


_END: Final = ""


class _Parser:
    """A recursive descent parser. Its methods raise RefusedError."""

    def __init__(self, text: str, tokens: list[_Token]) -> None:
        self._text = text
        self._tokens = tokens
        self._index = 0
        self._depth = 0
        self._end = len(text) + 1

    # Tokens

    def _peek(self, far: int = 0) -> str:
        place = self._index + far
        return self._tokens[place].text if place < len(self._tokens) else _END

    @property
    def _position(self) -> int:
        return self._tokens[self._index].position if self._index < len(self._tokens) else self._end

    def _next(self) -> str:
        text = self._peek()
        self._index += 1
        return text

    def _accept(self, *words: str) -> bool:
        """Consume these words if they come next; return whether they did."""
        if any(self._peek(far) != word for far, word in enumerate(words)):
            return False
        self._index += len(words)
        return True

    def _expect(self, word: str, what: str) -> None:
        if not self._accept(word):
            self._fail(what)

    def _fail(self, expected: str, meant: str | None = None) -> NoReturn:
        position = self._position
        if not self._peek():
            raise _error("end", {"position": position, "expected": expected})
        found = self._tokens[self._index].written
        facts: Facts = {"position": position, "expected": expected, "found": found}
        if meant is None:
            raise _error("expected", facts)
        raise _error("expected-meant", {**facts, "meant": meant}, meant)

    # Parts

    def item(self) -> Part:
        """Parse an item of a layout, with the comma after it unless it is the last."""
        part = self._item()
        if self._peek() not in (",", _END):
            self._fail(_COMMA_OR_END, "/" if self._peek() == "or" else None)
        return part

    def _items(self) -> tuple[Part, ...]:
        parts = [self._item()]
        while self._accept(","):
            parts.append(self._item())
        return tuple(parts)

    def _item(self) -> Part:
        if self._peek(1) == "in":
            return self._within()
        start, options = self._position, [self._part()]
        while self._peek() == "or":
            options.append(self._alternative(options[-1], start))
        return options[0] if len(options) == 1 else OneOf(tuple(options))

    def _alternative(self, before: Part, start: int) -> Part:
        """Parse `or` and what follows; refuse it if a reader may mean more kinds of the group before, or kinds of both.

        `pair of wind or dragon` would be a pair of winds, or one dragon; `chow or pung of a` a chow of any suit.
        """
        place, end = self._index, self._position
        self._index += 1
        if not isinstance(before, Group) or before.twice is not None:
            return self._part()
        if before.kind is not GroupKind.TILE and self._is_bare_kind():
            bare, position = self._index, self._position
            self._kinds()
            kinds = self._between(position, self._position)
            self._index = bare
            self._fail(_A_GROUP, f"{self._between(start, end)}{'/' if before.tile_kinds else ' of '}{kinds}")
        part = self._part()
        if isinstance(part, Group) and part.tile_kinds and not before.tile_kinds and {before.kind, part.kind} <= _PLAIN:
            kinds, written = _write_kinds(part.tile_kinds), self._between(start, self._position)
            self._index = place
            if before.most == 1:
                self._fail(_A_KIND, f"{self._between(start, end)} of {kinds}{written[end - start - 1 :]}")
            has_chows = GroupKind.CHOW in (before.kind, part.kind)
            self._fail(_A_KIND, f"{_write_count(before)} sets of {kinds}" if has_chows else None)
        return part

    def _is_bare_kind(self) -> bool:
        """True if kinds of tiles come next, without a group and without `each`."""
        word, after = self._peek(), self._peek(1)
        if word.isdigit():
            return len(word) == 1 and after != "-" and not self._is_group_count()
        return word in _BARE_KINDS and after not in _GROUP_KINDS

    def _between(self, start: int, end: int) -> str:
        """The text between two positions."""
        return self._text[start - 1 : end - 1].strip()

    def _within(self) -> Within:
        letter = self._next()
        self._next()
        if letter in SUIT_LETTERS:
            return Within(letter, self._listed_by(lambda: self._one_of(SUIT_NAMES, _A_NAMED_SUIT)))
        if letter not in NUMBER_LETTERS:
            self._index -= 2
            self._fail(_A_LETTER)
        return Within(letter, self._listed_by(self._number))

    def _listed_by(self, read: Callable[[], str]) -> tuple[str, ...]:
        values = [read()]
        while self._accept("/"):
            values.append(read())
        return tuple(values)

    def _one_of(self, words: tuple[str, ...], what: str) -> str:
        if self._peek() not in words:
            self._fail(what)
        return self._next()

    def _part(self) -> Part:
        if self._accept("("):
            return self._several()
        if self._is_picture(2 if self._peek() == "tile" and self._peek(1) == "of" else 0):
            return self._bonus()
        if _NOTATION.fullmatch(self._peek()):
            return self._notation()
        if self._is_counted_bracket():
            self._fail(_A_BRACKET, self._repeated())
        if self._peek().isdigit() and not self._is_group_count():
            return self._loose()
        return self._group()

    def _is_picture(self, far: int = 0) -> bool:
        """True if a flower or season comes next, or so far away."""
        return self._peek(far) in _PICTURES or _BONUS.fullmatch(self._peek(far)) is not None

    def _bonus(self) -> Bonus:
        self._accept("tile", "of")
        tiles = {*self._picture()}
        while self._accept("/"):
            tiles.update(self._picture())
        return Bonus(tuple(sorted(tiles)))

    def _picture(self) -> tuple[int, ...]:
        word = self._peek()
        if word in _PICTURES:
            return _PICTURES[self._next()]
        if word not in NAMES or not self._is_picture():
            self._fail(_A_PICTURE)
        return (NAMES.index(self._next()),)

    def _is_counted_bracket(self) -> bool:
        """True if a bracket comes next with a number before it, a range of numbers, or `different`."""
        far = (3 if self._peek(1) == "-" else 1) if self._peek().isdigit() else 0
        far += self._peek(far) == "different"
        return far > 0 and self._peek(far) == "("

    def _repeated(self) -> str | None:
        """What to write for a number before brackets: the brackets so many times; None if that is too long."""
        if not self._peek().isdigit() or self._peek(1) != "(":
            return None
        times, depth = int(self._peek()[:3]), 0
        for token in self._tokens[self._index + 1 :]:
            depth += (token.text == "(") - (token.text == ")")
            if not depth:
                within = self._between(self._tokens[self._index + 1].position, token.position + 1)
                length = times * len(f"{within}, ")
                return ", ".join([within] * times) if 0 < times <= COMPLETE_TILES and length <= MAX_CHARACTERS else None
        return None

    def _several(self) -> Several:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._index -= 1
            self._fail(_SHALLOW)
        parts = self._items()
        self._expect(")", _COMMA_OR_BRACKET)
        self._depth -= 1
        return Several(parts, self._twice())

    def _notation(self) -> Listed:
        position = self._position
        tiles, faults = parse_tiles(self._next())
        if faults:
            text = self._tokens[self._index - 1].written
            raise _error("notation", {"position": position, "tiles": text})
        return Listed(tiles, self._twice())

    def _twice(self) -> Kinds | None:
        if not self._accept("with"):
            return None
        kinds: Kinds = ()
        if self._accept("one"):
            self._accept("of", "each")
        else:
            kinds = self._kinds()
        self._expect("twice", _TWICE)
        return kinds

    # Loose tiles

    def _is_group_count(self) -> bool:
        """True if the next number counts groups."""
        far = 3 if self._peek(1) == "-" else 1
        after = self._peek(far)
        if self._is_picture(far):
            return True
        if after == "each":
            return self._peek(far + 1) != "suit"
        return after in _GROUP_KINDS or after in ("p/k", "mixed", "different", "run") or after in _HONOURS

    def _loose(self) -> Part:
        numbers = [self._numbers()]
        while self._accept("/"):
            numbers.append(self._numbers())
        self._accept("of")
        suits = self._listed_by(self._suit)
        return Loose(tuple(numbers), suits, self._twice())

    def _numbers(self) -> tuple[int, ...]:
        if self._peek(1) == "-":
            first, last = self._range()
            return tuple(range(first, last + 1))
        if not self._peek().isdigit() or "0" in self._peek():
            self._fail(_NUMBERS)
        if len(self._peek()) > COMPLETE_TILES:
            self._fail(_NUMBERS)
        return tuple(sorted(int(digit) for digit in self._next()))

    def _range(self) -> tuple[int, int]:
        first = int(self._one_number())
        self._expect("-", _A_NUMBER)
        if not self._peek().isdigit() or int(self._peek()[:2]) <= first:
            self._fail(_GREATER)
        return first, int(self._one_number())

    def _one_number(self) -> str:
        if len(self._peek()) > 1 and self._peek().isdigit():
            numbers = self._peek()
            self._fail(_A_NUMBER, "/".join(numbers) if len(numbers) <= COMPLETE_TILES and "0" not in numbers else None)
        return self._one_of(tuple("123456789"), _A_NUMBER)

    def _suit(self) -> str:
        if self._accept("any", "suit") or self._accept("suit"):
            return ANY_SUIT
        if self._accept("each", "suit"):
            return EACH_SUIT
        return self._one_of(SUIT_LETTERS + SUIT_NAMES, _A_SUIT)

    # Groups

    def _group(self) -> Group:
        least, most = self._count()
        different = self._accept("different")
        if self._accept("run"):
            group = self._run()
        elif self._peek() in _KIND_STARTS:
            group = self._tiles_of()
        else:
            kind = self._group_kind()
            of, each = self._accept("of"), self._each()
            group = Group(kind)._replace(each=each, tile_kinds=self._kinds() if of or each else self._kinds_if_any())
        return group._replace(least=least, most=most, different=different, twice=self._twice())

    def _tiles_of(self) -> Group:
        if self._peek() in NUMBER_LETTERS:
            self._fail(_A_GROUP, f"tile of {self._peek()}")
        if self._peek() == "any" and self._peek(1) in _GROUP_KINDS:
            self._fail(_A_GROUP, f"{self._peek(1)} of any")
        return Group(GroupKind.TILE)._replace(each=self._each(), tile_kinds=self._kinds())

    def _count(self) -> tuple[int, int]:
        if not self._peek().isdigit():
            return 1, 1
        least = self._how_many()
        if not self._accept("-"):
            if not least:
                self._index -= 1
                self._fail(_HOW_MANY)
            return least, least
        most = self._how_many()
        if most <= least:
            self._index -= 1
            self._fail(_GREATER)
        return least, most

    def _how_many(self) -> int:
        if not self._peek().isdigit() or len(self._peek()) > 2 or int(self._peek()) > COMPLETE_TILES:
            self._fail(_HOW_MANY)
        return int(self._next())

    def _group_kind(self) -> GroupKind:
        if self._accept("p/k") or self._accept("pung", "or", "kong"):
            return GroupKind.PUNG_OR_KONG
        if self._accept("mixed"):
            return _MIXED[self._one_of(tuple(_MIXED), _MIXED_GROUP)]
        word = self._peek()
        if self._is_picture():
            self._fail(_A_PICTURE)
        if word not in _GROUP_KINDS:
            self._fail(_A_GROUP, f"{word} (without 'a')" if word == "a" else None)
        return _GROUP_KINDS[self._next()]

    def _each(self) -> bool:
        """Consume `each`, unless it begins `each suit`; return whether it did."""
        return self._peek(1) != "suit" and self._accept("each")

    def _run(self) -> Group:
        self._expect("of", _OF)
        length = int(self._one_number())
        start = self._start() if self._accept("from") else ""
        kinds = self._kinds() if self._accept("of") else self._kinds_if_any()
        return Group(GroupKind.RUN)._replace(tile_kinds=kinds, length=length, start=start)

    def _start(self) -> str:
        return self._next() if self._peek() in NUMBER_LETTERS else self._one_number()

    # Kinds

    def _kinds_if_any(self) -> Kinds:
        return () if self._peek() in (_END, ",", ")", "or", "with") else self._kinds()

    def _kinds(self) -> Kinds:
        terms = [self._term()]
        while self._accept("/"):
            terms.append(self._term())
        return tuple(terms)

    def _term(self) -> Term:
        if self._is_number():
            return self._of_numbers()
        if self._is_suit():
            return Term(SUITED, (), self._suit())
        if self._accept("any"):
            return Term("any")
        return self._honours()

    def _is_suit(self) -> bool:
        return self._peek() in _SUITS or self._peek(1) == "suit"

    def _is_number(self) -> bool:
        """True if numbers come next; `green` and `red` are, if a suit or another number follows."""
        word = self._peek()
        if word in ("green", "red"):
            return self._peek(1) in _AFTER_A_COLOUR
        return word.isdigit() or word in _NUMBER_WORDS

    def _of_numbers(self) -> Term:
        position = self._position
        numbers = [self._number()]
        while self._peek() == "/":
            self._index += 1
            if not self._is_number():
                self._index -= 1
                break
            numbers.append(self._number())
        self._accept("of")
        suit = self._suit() if self._is_suit() else ANY_SUIT
        self._check_colours(numbers, suit, position)
        return Term(SUITED, tuple(numbers), suit)

    def _check_colours(self, numbers: Iterable[str], suit: str, position: int) -> None:
        for number in numbers:
            if number in COLOURS and COLOURS[number][0] != suit:
                right = COLOURS[number][0]
                facts: Facts = {"position": position, "colour": number, "suit": right}
                raise _error("colour", facts, f"{number} {right}")

    def _number(self) -> str:
        if self._peek() in _NUMBER_WORDS:
            return self._next()
        if self._peek(1) == "-":
            first, last = self._range()
            return f"{first}-{last}"
        return self._one_number()

    def _honours(self) -> Term:
        word = self._peek()
        if word in ("own", "round"):
            self._next()
            self._expect("wind", _WIND)
            return Term(f"{word} wind")
        if word in _WINDS:
            self._next()
            self._accept("wind")
            return Term(word)
        if word in _DRAGONS:
            self._next()
            if not self._accept("dragon"):
                self._index -= 1
                self._fail(_A_DRAGON, f"{word} dragon")
            return Term(f"{word} dragon")
        if self._accept("dragon", "of"):
            return Term(DRAGON_OF, (), self._suit())
        return Term(self._one_of(("honour", "wind", "dragon"), _A_KIND))

    def completes(self) -> Completes:
        """Parse the whole text as groups, or as kinds of tiles."""
        if self._peek() in _GROUP_KINDS or self._peek() in ("p/k", "run"):
            words = self._listed_by(lambda: self._one_of((*_GROUP_KINDS, "p/k", "run"), _A_COMPLETED))
            found = Completes(tuple(GroupKind(word) for word in words))
        else:
            self._refuse_letters()
            found = Completes((), self._kinds())
        if self._peek():
            self._fail(_END_ONLY)
        return found

    def _refuse_letters(self) -> None:
        """Refuse letters and `each`, which mean nothing for a single tile."""
        wrong = (*SUIT_LETTERS, *NUMBER_LETTERS, "each")
        index = next((index for index, token in enumerate(self._tokens) if token.text in wrong), None)
        if index is not None:
            self._index = index
            self._fail(_A_NUMBER if self._peek() in NUMBER_LETTERS else _A_NAMED_SUIT)


# Writing


def write(parts: Iterable[Part]) -> str:
    """The layout in its standard form; parsing it gives the same parts."""
    return ", ".join(_write(part) for part in parts)


def write_completes(completes: Completes) -> str:
    """What a winning tile must complete or be; empty if there is no limit."""
    return "/".join(completes.groups) or _write_kinds(completes.kinds)


def _write(part: Part) -> str:
    if isinstance(part, OneOf):
        return _PUNG_OR_ONE_KONG.sub(r"\1 or 1 kong", " or ".join(_write(option) for option in part.options))
    if isinstance(part, Within):
        return f"{part.letter} in {'/'.join(part.values)}"
    if isinstance(part, Bonus):
        return _write_bonus(part.tiles)
    return _write_plain(part) + _write_twice(part.twice)


def _write_bonus(tiles: tuple[int, ...]) -> str:
    left, words = [*tiles], list[str]()
    for word, pictures in _PICTURES.items():
        if {*pictures} <= {*tiles}:
            words.append(word)
            left = [tile for tile in left if tile not in pictures]
    return "/".join([*words, *[NAMES[tile] for tile in left]])


def _write_plain(part: Group | Loose | Listed | Several) -> str:
    if isinstance(part, Several):
        return f"({write(part.parts)})"
    if isinstance(part, Listed):
        return write_tiles(part.tiles)
    if isinstance(part, Loose):
        return f"{'/'.join(_write_numbers(numbers) for numbers in part.numbers)} of {'/'.join(part.suits)}"
    return _write_group(part)


def _write_numbers(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return "".join(map(str, numbers))


def _write_twice(twice: Kinds | None) -> str:
    if twice is None:
        return ""
    return f" with {_write_kinds(twice) if twice else 'one'} twice"


def _write_group(group: Group) -> str:
    words = [_write_count(group)] if group.most > 1 or not group.least else []
    words += ["different"] if group.different else []
    if words or not (group.each and group.kind is GroupKind.TILE):
        words.append(_write_kind(group))
        words += ["of"] if group.tile_kinds else []
    words += ["each"] if group.each else []
    words += [_write_kinds(group.tile_kinds)] if group.tile_kinds else []
    return " ".join(words)


def _write_kind(group: Group) -> str:
    plural = "s" if group.most > 1 and group.kind is not GroupKind.PUNG_OR_KONG else ""
    if group.kind is GroupKind.RUN:
        start = f" from {group.start}" if group.start else ""
        return f"run{plural} of {group.length}{start}"
    return f"{group.kind}{plural}"


def _write_count(group: Group) -> str:
    return str(group.most) if group.least == group.most else f"{group.least}-{group.most}"


def _write_kinds(kinds: Kinds) -> str:
    return "/".join(_write_term(term, following) for term, following in zip_longest(kinds, kinds[1:]))


def _write_term(term: Term, following: Term | None) -> str:
    if term.name == DRAGON_OF:
        return f"dragon of {term.suit}"
    if term.name != SUITED:
        return term.name
    if not term.numbers:
        return term.suit
    numbers = "/".join(term.numbers)
    if term.suit == ANY_SUIT and not (following and following.numbers):
        return numbers
    return f"{numbers} of {term.suit}" if term.suit == EACH_SUIT else f"{numbers} {term.suit}"
