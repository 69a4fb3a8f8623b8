"""The English of every sentence with a key: what a fault, a refusal or an excuse says, with its facts in braces.

`message` marks a sentence for extraction into the catalogues of other languages (`python -m scripts.texts`). The facts
are formatted as service/texts.py describes.
"""

from collections.abc import Mapping
from typing import Final


def message(key: str, english: str) -> tuple[str, str]:
    """A sentence by its key: a code and, behind a dot, which of the code's sentences it is."""
    return key, english


def counted(noun: str, one: str, many: str) -> tuple[str, tuple[str, str]]:
    """What stands behind a number, by its name."""
    return noun, (one, many)


NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The numbers that sentences have in words."""
COUNTED: Final[Mapping[str, tuple[str, str]]] = dict(
    [
        counted("character", "{n} character", "{n} characters"),
        counted("chow", "{n} chow", "{n} chows"),
        counted("fault", "one fault", "{n} faults"),
        counted("kong", "{n} kong", "{n} kongs"),
        counted("more fault", "{n} more fault", "{n} more faults"),
        counted("tile", "{n} tile", "{n} tiles"),
        counted("value", "{n} value", "{n} values"),
    ]
)
"""The nouns of numbers, with their plurals."""


MESSAGES: Final[Mapping[str, str]] = dict(
    [
        message("answer-too-large", "the answer would be longer than {most} bytes"),
        message(
            "answer-too-large.hand",
            "the hands score too many items by these rules, or their texts are too long, to be told",
        ),
        message("body-too-large", "the body is longer than {most} bytes"),
        message("body-too-large.line", "the line is longer than {most} bytes"),
        message("bad-request.gzip", "the body is said to be gzip, and is none"),
        message("bonus-tile-misplaced", "{tiles}: flowers and seasons stand in bonus and nowhere else"),
        message("consecutive-wins-not-east", "only East's wins in a row are counted"),
        message("correction-not-zero-sum", "the amounts sum to {sum}, not to zero"),
        message("dead-and-partial", "a dead hand is told whole, or left empty: it cannot be partial too"),
        message("dead-winner", "a dead hand cannot win"),
        message("discarder-is-winner", "the discarder is the winner"),
        message("discarder-is-winner.liable", "the winner is not liable for a dangerous discard"),
        message("duplicate-id", "entry {entry} has this id already"),
        message("duplicate-key", "the member {member!r} appears twice in one object"),
        message(
            "east-player-contradicts",
            "by the entries before it player {east_player} is East in this deal, not player {given}",
        ),
        message(
            "excuse-undecided",
            "the discard was dangerous, and a hand not told whole cannot tell whether its discarder is excused: "
            "say so here",
        ),
        message("first-discard-impossible", "at the first discard, {reasons!s}"),
        message("first-discard-impossible.discards", "nothing can have been discarded before"),
        message("first-discard-impossible.exposed-set", "nobody can have an exposed set yet"),
        message("first-discard-impossible.kong", "nobody but East can have a kong yet"),
        message("first-discard-impossible.not-east", "it must be East's discard"),
        message("first-discard-impossible.source", "it must be East's discard"),
        message("headers-too-large", "the header {name} is longer than {most} characters"),
        message("impossible-layout.different", "only tiles and pairs can be 'different'; of {what} it cannot be asked"),
        message("impossible-layout.letter", "{letter!r} is limited, but stands in no group"),
        message("impossible-layout.too-few-tiles", "it is {sizes} tiles; a hand is {most}, and one for each kong"),
        message(
            "impossible-layout.too-many-of-a-tile",
            "it asks for more than {most} of a tile, or for more different groups than there are",
        ),
        message(
            "impossible-layout.too-many-tiles",
            "it is more than {most} tiles; a hand is {most}, and one for each kong",
        ),
        message("impossible-layout.twice", "only tiles that are all told can have one of them twice"),
        message("incomplete-hand", "the winner's hand is {short:#tile} from complete: four sets and a pair are needed"),
        message("internal-error", "the service failed to answer; its log tells why, under the request's id"),
        message("invalid-request", "{number:fault}"),
        message("invalid-request.first", "{number:fault}, the first {most} told"),
        message("invalid-request.shortened", "{told}; here {most}, since those of other deals were told at length"),
        message("kong-upon-kong-impossible", "{reasons!s}"),
        message("kong-upon-kong-impossible.source", "the winning tile is a loose tile; the source is {source}"),
        message("kong-upon-kong-impossible.two-kongs", "the winner needs two kongs"),
        message("last-discard-impossible", "{reasons!s}"),
        message("last-discard-impossible.source", "the last discard is a discard; the source is {source}"),
        message("last-tile-not-from-wall", "{reasons!s}"),
        message("last-tile-not-from-wall.source", "the last tile comes from the wall; the source is {source}"),
        message(
            "layout-too-costly.steps",
            "a layout may cost {most} steps at most, this one {cost}: name suits or numbers in it",
        ),
        message("layout-too-costly.ways", "a layout may be read in {most} ways at most: name suits or numbers in it"),
        message("layouts-too-costly.number", "a table may have {most} layouts at most, not {layouts}"),
        message("layouts-too-costly.steps", "the layouts of a table may cost {most} steps together, these cost {cost}"),
        message("limit-required", "the penalty is a share of the limit, and none is set"),
        message(
            "loose-tile-impossible",
            "a loose tile is drawn after a kong, flower or season only, and the winner has none",
        ),
        message("malformed-json", "the body is not well-formed JSON: {error} at line {line} column {column}"),
        message("missing-member", "this member is required"),
        message("missing-member.count", "points with doubles, or a score, are required"),
        message(
            "missing-member.count-of-a-limit-hand",
            "no limit is set: a limit hand scores its count, which is required",
        ),
        message("missing-member.discarder", "a win with source {source} needs its discarder"),
        message("missing-member.find", "a new rule needs to say what it looks for"),
        message(
            "missing-member.hand-exposed",
            "in {ruleset} only a call after which a hand was exposed pays: say whether one was",
        ),
        message("missing-member.parameter", "the finder {finder} needs {member}"),
        message("missing-member.query", "this query parameter is required"),
        message("missing-member.win", "a deal with a winner needs to know how it was won"),
        message("missing-member.winning-tile", "the winning tile is required"),
        message("missing-number", "{suit!r} at position {position} has no number before it"),
        message(
            "missing-number.and-more",
            "{suit!r} at position {position} has no number before it; {more:more fault} in this string",
        ),
        message("missing-suit", "{digits!r} before position {position} has no suit letter (m, p, s, z, f or y)"),
        message(
            "missing-suit.and-more",
            "{digits!r} before position {position} has no suit letter (m, p, s, z, f or y); "
            "{more:more fault} in this string",
        ),
        message("missing-suit.at-the-end", "{digits!r} at the end has no suit letter (m, p, s, z, f or y)"),
        message("nested-too-deep", "objects and lists nest deeper than {most}"),
        message("no-choice.none", "every tile that the discarder could part with would have served the hand"),
        message("no-choice.others", "the discarder could have parted with {tiles}"),
        message("no-pung-to-rob", "{seat!w} has no exposed pung of {tile}, which a robbed kong leaves behind"),
        message("no-pung-to-rob.seen", "a robbed kong leaves three of its tile behind, but {held:#} {tile} are told"),
        message("no-such-penalty.false-mahjong", "{ruleset} names no penalty for a wrong call"),
        message("no-such-penalty.washed-tiles", "{ruleset} knows no washing of tiles"),
        message("no-such-tile", "there is no tile {tile} (position {position})"),
        message(
            "no-such-tile.and-more",
            "there is no tile {tile} (position {position}); {more:more fault} in this string",
        ),
        message("not-a-bonus-tile", "{tiles}: only flowers (1f-4f) and seasons (1y-4y) stand here"),
        message(
            "not-a-cleared-hand",
            "the option {option} is on "
            "(A player may go Mah-Jong only with one suit, one suit with honours, or honours only)",
        ),
        message("not-a-cleared-hand.house", "only one suit, one suit with honours, or honours only may win here"),
        message("not-a-kong.tiles", "an empty string"),
        message("not-a-kong", "{tiles!e} is no kong: four of one tile are"),
        message("not-a-number", "{constant} is no JSON number"),
        message("not-a-number.finite", "this number is beyond every bound: it cannot be read"),
        message("not-a-set.tiles", "an empty string"),
        message("not-a-set", "{tiles!e} is no chow, pung or kong"),
        message("not-acceptable", "the answer comes as {known}"),
        message("not-found.file", "no such file belongs to this page"),
        message("not-ready", "the service is stopping"),
        message("not-found.problem", "no problem {given!r} is known"),
        message("not-one-tile", "one tile is expected here, not {given}"),
        message("null-not-allowed", "null is not accepted here"),
        message("option-of-another-ruleset", "{ruleset} has no option {option}; it has {known}"),
        message("original-call-impossible", "{reasons!s}"),
        message(
            "original-call-impossible.exposed-set",
            "a hand that was called with the first discard has claimed no set",
        ),
        message("original-call-impossible.hand", "a hand that was called with the first discard has claimed no set"),
        message("original-call-impossible.original-hand", "nobody has discarded yet"),
        message("original-hand-impossible.discards", "nobody has played yet, but tiles were discarded"),
        message("original-hand-impossible.exposed", "nobody has played yet, but {seat!w} has an exposed set"),
        message("original-hand-impossible.flag", "an original hand goes with no other flag, so not with {member}"),
        message("original-hand-impossible.kong", "an original hand has no declared kong"),
        message("original-hand-impossible.kong-of-another", "nobody has played yet, but {seat!w} has declared a kong"),
        message("original-hand-impossible.not-east", "only East is dealt a complete hand"),
        message("other-revision", "{ruleset} is at revision {revision} here; the request goes by revision {asked}"),
        message("out-of-range", "{given} is out of range: {least} to {most}"),
        message("out-of-range.characters", "{given:character}; {least} to {most} are accepted"),
        message("out-of-range.option", "{given} is not accepted: {accepted!w}"),
        message("out-of-range.query", "{given!r} is not accepted: a whole number from {least} to {most} is"),
        message("partial-winner", "the winner's hand is told whole: every tile counts"),
        message(
            "red-five",
            "0{suit} at position {position} is a red five elsewhere; the sets of the 1920s have none: write 5{suit}",
        ),
        message(
            "red-five.and-more",
            "0{suit} at position {position} is a red five elsewhere; the sets of the 1920s have none: write 5{suit}; "
            "{more:more fault} in this string",
        ),
        message("round-wind-contradicts", "by the entries before it this deal is of {round_wind!w}'s round"),
        message("seat-not-playing.deal", "{seat!w} has no hand in this deal"),
        message("seat-not-playing.player", "there is no player {player}: they are numbered 0 to {last}"),
        message("seat-not-playing.seats", "{seat!w} is not among the seats that play"),
        message("set-is-over", "the last of the {sets} sets agreed on ended with the deal before"),
        message("space-inside-group", "the blank at position {position} parts {digits!r} from its suit letter"),
        message(
            "space-inside-group.and-more",
            "the blank at position {position} parts {digits!r} from its suit letter; {more:more fault} in this string",
        ),
        message("standing-hand-impossible", "{reasons!s}"),
        message("standing-hand-impossible.exposed-set", "a standing hand has no exposed set"),
        message("too-few-doubles", "{given} doubles: a winner needs {needed} here"),
        message("too-few-heads", "{given} different heads; {needed} are needed"),
        message("too-few-items", "{given} given; {least} to {most} are accepted"),
        message("too-few-points", "{given} points before doubling: a winner needs {needed} here"),
        message("too-long", "{given:character}; {least} to {most} are accepted"),
        message("too-long.tiles", "{given:character}; {most} are the most"),
        message("too-many-chows", "a hand is won with at most {most:#chow} here"),
        message("too-many-house-rules", "{given} different house rules; {most} are accepted in one batch"),
        message("too-many-items", "{given} given; {least} to {most} are accepted"),
        message("too-many-of-a-tile", "{held:#} {tile} in play: a set has {most:#}"),
        message("too-many-rules", "house rules name {given} rules for all deals together; {most} are accepted"),
        message("too-many-score-items", "the hands score more than {most} items"),
        message("unexpected-member.count", "a score is told without points and doubles, which come to it"),
        message("unexpected-member.counted", "a hand that is counted is told without tiles"),
        message("unexpected-member.discarder", "a win with source {source} has no discarder"),
        message("unexpected-member.penalty", "{penalty} has no such member"),
        message("unexpected-member.points", "points are given: it is one or the other"),
        message("unexpected-member.ruleset", "a rule of the house's own is in no rulebook"),
        message("unexpected-member.sets", "{ruleset} knows no sets: the deal passes on without end"),
        message("unexpected-member.win", "nobody has won: the winner is null"),
        message("unexpected-member.winners-call", "the winner's original call is told in the win"),
        message("unexpected-member.winning-tile", "an original hand has no winning tile"),
        message("unknown-character", "{character!r} at position {position} is not part of a tile"),
        message(
            "unknown-character.and-more",
            "{character!r} at position {position} is not part of a tile; {more:more fault} in this string",
        ),
        message("unknown-member", "no such member is known here"),
        message("unknown-member.heads", "a number of heads from 1 to {most} is expected here"),
        message("unknown-member.option", "no such option is known"),
        message(
            "unknown-member.own-rule",
            "the id of a new rule is house: and small letters, digits and hyphens, {most} characters at most",
        ),
        message("unknown-member.parameter", "the finder {finder} has no parameter {member}"),
        message("unknown-member.query", "no such query parameter is known here"),
        message("unknown-member.rule", "no such rule is known"),
        message("unknown-parameter", "{number:fault} in the query"),
        message("unknown-ruleset", "no rulebook {given!r} is known; known are {known}"),
        message("unknown-value", "{given!r} is not known here; known are {known}"),
        message(
            "unknown-value.danger",
            "one of {known} is expected here, whose dangerous discards are meant, or none",
        ),
        message("unknown-value.finder", "{given!r} is no finder of the catalogue"),
        message("unknown-value.known-id", "{given} is taken already"),
        message("unknown-value.one-of", "one of {known} is expected here"),
        message("unknown-value.parameter", "the finder {finder} accepts {accepted!w} as {member}"),
        message("unknown-value.rule", "{given!r} is no rule"),
        message("unknown-value.rule-of-a-rulebook", "{ruleset} has no rule {rule}"),
        message("unknown-value.ruleset", "no rulebook {given!r} is known; known are {known}"),
        message("unknown-value.shape-not-played", "{given} completes no hand here"),
        message("unreadable-layout.character", "{character!r} at position {position} is not part of a layout"),
        message(
            "unreadable-layout.colour",
            "{colour!r} at position {position} is a colour of {suit} only; write '{colour} {suit}'",
        ),
        message("unreadable-layout.end", "at position {position} {expected} is expected, but the layout ends"),
        message("unreadable-layout.expected", "at position {position} {expected} is expected, not {found!r}"),
        message(
            "unreadable-layout.expected-meant",
            "at position {position} {expected} is expected, not {found!r}; write {meant!r}",
        ),
        message("unreadable-layout.notation", "{tiles!r} at position {position} are no tiles"),
        message("unreadable-layout.too-long", "a layout has at most {most} characters"),
        message("unreadable-layout.unknown-word", "{word!r} at position {position} is no word of a layout"),
        message(
            "unreadable-layout.unknown-word-meant",
            "{word!r} at position {position} is no word of a layout; is {meant!r} meant?",
        ),
        message("unsupported-media-type", "the Content-Type {given} is not accepted; {known} is"),
        message("unsupported-media-type.coding", "the Content-Encoding {given} is not accepted; {known} is"),
        message("unsupported-media-type.none", "no Content-Type is given; {known} is accepted"),
        message("waiting.enough", "the discarder waited for {tiles} with {complete} doubling honours complete"),
        message(
            "waiting.gain",
            "the discarder waited for {tiles} with {complete} doubling honours complete; "
            "{tile} would have given {gain}",
        ),
        message("waiting.not-waiting", "the discarder's hand was not waiting"),
        message("winners-only", "the finder {finder} can be asked of a hand that won only"),
        message(
            "winning-tile-not-in-hand",
            "{tile} is not among the winner's concealed tiles, where it belongs, claimed or drawn",
        ),
        message("wrong-number-of-players", "{given:value} for {players} players"),
        message("wrong-number-of-tiles.dead", "{given:tile}: a dead hand has at most {needed}"),
        message("wrong-number-of-tiles.dealt.flowers", " and {flowers} flowers or seasons"),
        message(
            "wrong-number-of-tiles.dealt",
            "{given:tile}{flowers!p}: this player is dealt {needed}, flowers among them or replaced",
        ),
        message("wrong-number-of-tiles.dealt-to-east.flowers", " and {flowers} flowers or seasons"),
        message(
            "wrong-number-of-tiles.dealt-to-east",
            "{given:tile}{flowers!p}: East is dealt {needed}, flowers among them or replaced",
        ),
        message("wrong-number-of-tiles.hand.kongs", "13 and one for each kong, so "),
        message(
            "wrong-number-of-tiles.hand",
            "{given:tile}: this hand needs {kongs!p}{needed} (flowers and seasons left out)",
        ),
        message("wrong-number-of-tiles.partial.kongs", "13 and one for each kong, so "),
        message(
            "wrong-number-of-tiles.partial",
            "{given:tile}: this hand needs at most {kongs!p}{needed} (flowers and seasons left out)",
        ),
        message("wrong-number-of-tiles.winner.kongs", "14 and one for each kong, so "),
        message(
            "wrong-number-of-tiles.winner",
            "{given:tile}: the winner's hand needs {kongs!p}{needed} (flowers and seasons left out)",
        ),
        message("wrong-seats.seats", "nobody"),
        message("wrong-seats", "two play east and south, three east, south and west, four all seats; here {seats!e}"),
        message("wrong-type.boolean", "true or false is expected here"),
        message("wrong-type.id", "small letters, digits and hyphens are expected here, {most} at most"),
        message("wrong-type.list", "a list is expected here"),
        message("wrong-type.object", "an object is expected here"),
        message("wrong-type.one-of", "one of {known} is expected here"),
        message("wrong-type.string", "a string is expected here"),
        message("wrong-type.tiles", "a string of tiles is expected here, such as 123m55z"),
        message("wrong-type.whole-number", "a whole number is expected here"),
    ]
)
