"""The English sentences of faults, refusals and excuses by message key, with their facts in braces.

`python -m tools.texts` adds them to the catalogues of other languages. The facts are formatted as texts.py
describes.
"""

from collections.abc import Mapping
from typing import Final

NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Numbers that are spelled out."""
COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "character": ("{n} character", "{n} characters"),
    "chow": ("{n} chow", "{n} chows"),
    "concealed kong": ("{n} concealed kong", "{n} concealed kongs"),
    "concealed pung or kong": ("{n} concealed pung or kong", "{n} concealed pungs or kongs"),
    "doubling honour": ("{n} doubling honour", "{n} doubling honours"),
    "exposed set": ("{n} exposed set", "{n} exposed sets"),
    "fault": ("one fault", "{n} faults"),
    "kong": ("{n} kong", "{n} kongs"),
    "more fault": ("{n} more fault", "{n} more faults"),
    "point": ("{n} point", "{n} points"),
    "pung or kong": ("{n} pung or kong", "{n} pungs or kongs"),
    "set": ("{n} set", "{n} sets"),
    "tile": ("{n} tile", "{n} tiles"),
    "time": ("{n} time", "{n} times"),
    "value": ("{n} value", "{n} values"),
    "win": ("{n} win", "{n} wins"),
}
"""The nouns of numbers, with their plurals."""


MESSAGES: Final[Mapping[str, str]] = {
    "answer-too-large": "the response would be longer than {most} bytes: send less at once",
    "answer-too-large.hand": (
        "these rules give the hands too many items or too long texts for one response: use fewer rules or shorter texts"
    ),
    "body-too-large": "the body is longer than {most} bytes: send less at once",
    "body-too-large.line": "the line is longer than {most} bytes",
    "bad-request.gzip": "the body is not gzip, although `Content-Encoding` says so",
    "bad-request.gzip-end": "the gzip body breaks off, or more follows its end",
    "bad-request.host": "`Host` is not a name or an address: send that of the service, with its port",
    "bonus-tile-misplaced": "{tiles}: put flowers and seasons in `bonus`",
    "caller-named-twice.fine": "a player cannot be paid their own fine: name another `payee`",
    "caller-named-twice": "this player is named as a caller already: name each caller once",
    "consecutive-wins-not-east": "only East's wins in a row are counted: leave `consecutive_wins` out",
    "correction-not-zero-sum": "the amounts sum to {sum}, not to zero",
    "dangerous-discard-impossible": "the winner claimed no discard of this player: no set, and not the winning tile",
    "dangerous-discard-impossible.no-special-hand": (
        "here only a special hand with a set on the table can make a discard dangerous"
    ),
    "dangerous-discard-impossible.winning-tile": "here only the discard that completed the hand can be dangerous",
    "dead-and-partial": "a hand can't be both `dead` and `partial`",
    "dead-winner": "a dead hand cannot win",
    "discarder-is-winner": "the winner can't be the discarder",
    "discarder-is-winner.liable": "the winner can't be liable for a dangerous discard",
    "duplicate-id": "entry {entry} has this `id` already: give each entry another one",
    "duplicate-key": "the member {member!r} appears twice in one object",
    "east-player-contradicts": (
        "the entries before it make player {east_player} East in this deal, not player {given}: leave `east_player` out"
    ),
    "excuse-undecided": (
        "the discard was dangerous, and a partial hand cannot show whether its discarder is excused: set "
        "`discarder_excused` to true or false"
    ),
    "first-discard-impossible": "at the first discard, {reasons!s}",
    "first-discard-impossible.discards": "nothing can have been discarded before",
    "first-discard-impossible.end-of-wall": "the discard cannot be the last",
    "first-discard-impossible.exposed-set": "nobody can have an exposed set yet",
    "first-discard-impossible.kong": "nobody but East can have a kong yet",
    "first-discard-impossible.not-east": "it must be East's discard",
    "first-discard-impossible.source": "it must be East's discard",
    "first-draw-impossible": "at the winner's first draw, {reasons!s}",
    "first-draw-impossible.exposed-set": "the winner cannot have claimed a set yet",
    "first-draw-impossible.kong": "a winner who is not East cannot have a kong yet",
    "first-draw-impossible.kong-of-another": "a player who has had no turn yet cannot have a kong",
    "first-draw-impossible.discards": "more was discarded than the players before could discard",
    "first-draw-impossible.end-of-wall": "the tile cannot be the last of the wall",
    "first-draw-impossible.source": "the tile comes from the wall, but the `source` is {source}",
    "headers-too-large": "the header {name} is longer than {most} characters",
    "impossible-layout.alternative": (
        "no hand of {most} tiles has {alternative!r}: 'or' joins only the groups next to it; write brackets "
        "around what belongs to each side, as in (pung of wind, pair of dragon) or (pung of dragon, pair of wind)"
    ),
    "impossible-layout.alternative-not-won": (
        "no winning tile can complete a hand that has {alternative!r}, because of what may win it"
    ),
    "impossible-layout.different": "only tiles and pairs can be 'different', not {what}",
    "impossible-layout.letter": "{letter!r} is limited, but no group uses it",
    "impossible-layout.from-wall": "`from_wall` already says that no tile is claimed: leave this out",
    "impossible-layout.no-pung": "the layout has no pung that could be a kong: leave `kongs` out",
    "impossible-layout.not-exposed": (
        "no group of the layout can be such a set on the table: leave `exposed` out. Numbers are single tiles: for "
        "`1-3 of a` write `chow of 1-3 a`"
    ),
    "impossible-layout.not-won": "no winning tile can be this, or complete it",
    "impossible-layout.not-won-loose": (
        "no winning tile can complete this. Numbers are single tiles: for `1-9 of a` write `run of 9 of a`, and `run` "
        "here"
    ),
    "impossible-layout.numbers": "no hand of {most} tiles has {alternative!r} along with the other groups",
    "impossible-layout.too-few-tiles": "it is {sizes} tiles; a hand is {most}, and one for each kong",
    "impossible-layout.too-many-of-a-tile": (
        "it asks for more than {most} of a tile, or for more different groups than there are"
    ),
    "impossible-layout.too-many-tiles": "it is more than {most} tiles; a hand is {most}, and one for each kong",
    "impossible-layout.twice": "only tiles that are all listed can have one of them twice",
    "incomplete-hand": "the winner's hand is {short:#tile} from complete: four sets and a pair are needed",
    "incomplete-hand.claimed": "these tiles are {hand}, in which such a set may not be claimed",
    "incomplete-hand.far": "this hand is not complete, and is nothing else that may win here",
    "incomplete-hand.layouts": (
        "the winner's hand is {short:#tile} from complete: four sets and a pair are needed, or {hand}{missing!p}"
    ),
    "incomplete-hand.layouts.missing": ", which {missing} would complete",
    "incomplete-hand.part": "such a hand wins only if the other conditions of {rules} hold too",
    "incomplete-hand.nearest": "the winner's hand is {short:#tile} from {hand}{missing!p}",
    "incomplete-hand.nearest.missing": ", which {missing} would complete",
    "internal-error": "the service failed; its log has the reason under this `request_id`",
    "invalid-request": "{number:fault}, see `errors`",
    "invalid-request.first": "{number:fault}, the first {most} in `errors`",
    "invalid-request.shortened": "{summary}; {most} listed here, because the faults of other deals fill the response",
    "kong-upon-kong-impossible": "{reasons!s}",
    "kong-upon-kong-impossible.claimed-whole": (
        "the second kong is made with a loose tile, so not every kong can be claimed whole"
    ),
    "kong-upon-kong-impossible.source": "the winning tile is a loose tile, but the `source` is {source}",
    "kong-upon-kong-impossible.two-kongs": "the winner needs two kongs",
    "last-discard-impossible": "{reasons!s}",
    "last-discard-impossible.source": "a last discard is won with the `source` discard, not {source}",
    "last-tile-not-from-wall": "{reasons!s}",
    "last-tile-not-from-wall.source": "the last tile comes from the wall, but the `source` is {source}",
    "layout-too-costly.steps": "a layout may cost {most} steps at most, this one {cost}: name suits or numbers in it",
    "layout-too-costly.ways": "a layout may be read in {most} ways at most: name suits or numbers in it",
    "layouts-too-costly.deal": (
        "comparing this deal with the layouts takes too many steps: name suits or numbers in them"
    ),
    "layouts-too-costly.deals": "comparing these deals with the layouts takes too many steps: send fewer at once",
    "layouts-too-costly.ways": (
        "the layouts of a table may be read in {most} ways together: name suits or numbers in them"
    ),
    "layouts-too-costly.number": "a table may have {most} layouts at most, not {layouts}",
    "layouts-too-costly.steps": (
        "the layouts of a table may cost {most} steps together, these cost {cost}; the most expensive, {dearest},"
        " costs {steps}"
    ),
    "limit-required.share": (
        "this is a share of the limit, and there is no limit: set the option `limit`, or `settlement.limit_without`"
    ),
    "limit-required": "the penalty is a share of the limit, and there is no limit: set the option `limit`",
    "loose-tile-impossible": "a loose tile is drawn only after a kong, flower or season, and the winner has none",
    "malformed-json.encoding": "the body is {encoding}, by its byte order mark: send UTF-8",
    "malformed-json": "the body is not well-formed JSON: {error} at line {line} column {column}",
    "missing-member": "this member is required",
    "missing-member.count": "send `points` with `doubles`, or a `score`",
    "missing-member.count-of-a-limit-hand": "there is no limit, so a limit hand scores its own points: send them",
    "missing-member.discarder": "a win with source {source} needs its `discarder`",
    "missing-member.exposed": "{rule} is worth half if a set was claimed: set `exposed` to true or false",
    "missing-member.find": "a new rule needs a condition: send `find` or `layout`",
    "missing-member.hand-exposed": (
        "`hand_exposed` is required: in {ruleset} a false Mah-Jong is paid only if a hand was exposed"
    ),
    "missing-member.parameter": "the finder {finder} needs `{member}`",
    "missing-member.fine": "a new fine needs `points`, or a share of the limit",
    "missing-member.fine-score": "{fine} depends on a score: send `score`",
    "missing-member.payee": "{fine} is paid to one player: say who is paid (`payee`)",
    "missing-member.penalty": "the rulebook has no such penalty: send its `points` or `limit_percent`",
    "missing-member.query": "this query parameter is required",
    "missing-member.text": "the rule looks for something else now: send a `text` that says what",
    "missing-member.waiting": "say what a waiting hand is worth: give `limit_share`, `score` or `doubles`",
    "missing-member.win": "`win` is required if there is a winner",
    "missing-member.winning-tile": "the winning tile is required: send `tile`",
    "missing-member.worth": (
        "a new rule needs a worth: `points`, `doubles`, `added`, `limit_percent`, `limit_share`, `score` or `waiting`"
    ),
    "missing-number": "{suit!r} at position {position} has no number before it",
    "missing-number.and-more": (
        "{suit!r} at position {position} has no number before it; {more:more fault} in this string"
    ),
    "missing-suit": "{digits!r} before position {position} has no suit letter (m, p, s, z, f or y)",
    "missing-suit.and-more": (
        "{digits!r} before position {position} has no suit letter (m, p, s, z, f or y); {more:more fault} in this "
        "string"
    ),
    "missing-suit.at-the-end": "{digits!r} at the end has no suit letter (m, p, s, z, f or y)",
    "nested-too-deep": "objects and lists nest deeper than {most}",
    "next-deal.passes": "South is East next",
    "next-deal.stays": "East stays East",
    "no-choice.none": "every tile that the discarder could have discarded would have served the hand",
    "no-choice.others": "the discarder could have discarded {tiles}",
    "no-pung-to-rob": "{seat!w} has no exposed pung of {tile}, which a robbed kong leaves behind",
    "no-pung-to-rob.seen": "robbing a kong leaves three of its tiles behind, but {held:#} {tile} are in this request",
    "no-such-penalty.callers": "{ruleset} has no amount for {callers} false Mah-Jongs among {players} players",
    "no-such-penalty.false-mahjong": "{ruleset} has no penalty for a false Mah-Jong",
    "no-such-penalty.washed-tiles": "{ruleset} has no penalty for washed tiles",
    "no-such-tile": "there is no tile {tile} (position {position})",
    "no-such-tile.and-more": "there is no tile {tile} (position {position}); {more:more fault} in this string",
    "not-a-bonus-tile": "{tiles}: only flowers (1f-4f) and seasons (1y-4y) belong here",
    "not-a-cleared-hand": (
        "this hand isn't of one suit, one suit with honours, or honours only, which the option `{option}` requires"
    ),
    "not-a-cleared-hand.special": "only a special hand may win here: one worth a share of the limit or a fixed score",
    "not-a-cleared-hand.shows": "the winner must meet at least one of these here: {finders}",
    "not-a-cleared-hand.house": "only one suit, one suit with honours, or honours only may win here",
    "not-a-kong.tiles": "an empty string",
    "not-a-kong": "{tiles!e} is not a kong (four equal tiles)",
    "not-a-number": "{constant} is not valid JSON",
    "not-a-number.finite": "this number is too large to be read",
    "not-a-set.tiles": "an empty string",
    "not-a-set": "{tiles!e} is not a chow, pung or kong",
    "not-acceptable": "the response comes as {known}: accept one of these",
    "not-found.file": "no such file belongs to this page",
    "not-ready": "the service is stopping",
    "not-found.problem": "there is no problem {given!r}",
    "not-one-tile": "send one tile, not {given}",
    "null-not-allowed": "null is not accepted here",
    "null-not-allowed.limit": (
        "this rulebook needs a limit ({accepted!w}). Leave `limit` out for the default; to play without, set "
        "`house_rules.options.limit.default` to null"
    ),
    "null-not-allowed.option": ("{option} needs a value ({accepted!w}): leave it out for the rulebook's default"),
    "option-of-another-ruleset": "{ruleset} has no option {option}; it has {known}",
    "original-call-impossible": "{reasons!s}",
    "overloaded": "the service is at its limit: try again later",
    "original-call-impossible.exposed-set": "a hand that was declared with the first discard can't have claimed a set",
    "original-call-impossible.hand": "a hand that was declared with the first discard can't have claimed a set",
    "original-call-impossible.only-east": "only East has discarded yet",
    "original-call-impossible.no-discard": "the winner has discarded nothing yet",
    "original-call-impossible.no-turn": "this player has discarded nothing yet",
    "original-call-impossible.not-waiting": "the hand is more than one tile short",
    "original-call-impossible.original-hand": "nobody has discarded yet",
    "original-hand-impossible.discards": "nobody has played yet, but tiles were discarded",
    "original-hand-impossible.exposed": "nobody has played yet, but {seat!w} has an exposed set",
    "original-hand-impossible.flag": "`{member}` can't be true for an original hand",
    "original-hand-impossible.kong": "an original hand can't have a declared kong",
    "original-hand-impossible.kong-of-another": "nobody has played yet, but {seat!w} has declared a kong",
    "original-hand-impossible.not-east": "only East is dealt a complete hand",
    "other-revision": "{ruleset} is at revision {revision} here; the request expects revision {asked}",
    "out-of-range": "{given} is out of range: {least} to {most}",
    "out-of-range.characters": "{given:character}; {least} to {most} are accepted",
    "out-of-range.option": "{given} is not accepted: {accepted!w}",
    "out-of-range.share": "{given} is out of range: a share is at most {most} limits",
    "out-of-range.query": "{given!r} is not accepted: send a whole number from {least} to {most}",
    "partial-winner": "a winner's hand can't be partial: send every tile",
    "payment.added": "{amount} is added to {player}'s total",
    "payment.and": "{first}, {then}",
    "payment.cut": "capped by the limit",
    "payment.doubled": "doubled",
    "payment.doubled-for-east": "doubled for East",
    "payment.for-all": "{payer} pays {payee} {amount}, for everybody",
    "payment.of": "{payer} pays {payee} {amount}: {difference}, {how}",
    "payment.plain": "{payer} pays {payee} {amount}",
    "payment.rounded": "rounded",
    "payment.times": "{times} times",
    "payment.times-for-east": "{times} times for East",
    "red-five": ("0{suit} at position {position} is a red five, which classical sets don't have: write 5{suit}"),
    "red-five.and-more": (
        "0{suit} at position {position} is a red five, which classical sets don't have: write 5{suit}; {more:more"
        " fault} in this string"
    ),
    "round-wind-contradicts": (
        "the entries before it make {round_wind!w} the round wind of this deal: leave `round_wind` out"
    ),
    "seat.east": "East",
    "seat.north": "North",
    "seat.south": "South",
    "seat.west": "West",
    "seat-not-playing.deal": "{seat!w} has no hand in this deal",
    "seat-not-playing.player": "there is no player {player}: players are 0 to {last}",
    "seat-not-playing.seats": "{seat!w} is not among the seats that play",
    "seat-not-playing.sits-out": "player {player} sits out in this deal",
    "set-is-over": "the {sets:set} agreed on ended with the deal before: add corrections only",
    "space-inside-group": "the space at position {position} separates {digits!r} from its suit letter",
    "space-inside-group.and-more": (
        "the space at position {position} separates {digits!r} from its suit letter; {more:more fault} in this string"
    ),
    "standing-hand-impossible": "{reasons!s}",
    "standing-hand-impossible.exposed-set": "a standing hand can't have an exposed set",
    "step.beside": "flowers and seasons add {added}: {score}",
    "step.count": "{points:point} x {factor} + {added} = {score}",
    "step.counted": "the players counted this hand themselves",
    "step.cut": "capped by the limit of {limit}: {score}",
    "step.dead": "a dead hand scores nothing",
    "step.fixed": "one rule gives the hand a fixed score: {score}",
    "step.halved": "half of that: {score}",
    "step.named": "the players named this hand by its rule",
    "step.no-limit": "worth {percent}% of the limit, but there is no limit: the hand scores its own points",
    "step.not-cut": "the limit of {limit} does not cap a losing hand; it caps what is paid",
    "step.rounded": "rounded to {score}",
    "step.share": "{percent}% of the limit of {limit} is {score}",
    "step.share-is-less": "{percent}% of the limit of {limit} is {share}: the hand's own points are more",
    "step.share-is-less-without-limit": (
        "there is no limit; a limit hand scores at least {least}, and {percent}% of that is {share}: the hand's "
        "own points are more"
    ),
    "step.share-without-limit": (
        "there is no limit; a limit hand scores at least {least}, and {percent}% of that is {score}"
    ),
    "step.takes-limit": "what a loser's limit hand takes is settled separately: the hand scores its own points",
    "too-few-doubles": "{given} doubles: a winner needs at least {needed} here",
    "too-few-heads": "{given} different heads; {needed} are needed",
    "too-few-items": "{given} given; {least} to {most} are accepted",
    "too-few-points.score": "{given:point} after doubling: a winner needs at least {needed} here",
    "too-few-points": "{given:point} before doubling: a winner needs at least {needed} here",
    "too-long": "{given:character}; {least} to {most} are accepted",
    "too-long.tiles": "{given:character}; at most {most} are accepted",
    "too-many-chows": "a winning hand may have at most {most:#chow} here",
    "too-many-chows.exposed": "a winning hand that is not a special one may have no exposed chow here",
    "too-many-chows.none": "a winning hand may have no chows here",
    "too-many-house-rules": "{given} different house rules; one request may have {most}",
    "too-many-house-rules.layouts": "{given} different house rules with layouts; one request may have {most}",
    "too-many-items": "{given} given; {least} to {most} are accepted",
    "too-many-items.levels": "conditions in {given} levels; {least} to {most} are accepted in a rule",
    "too-many-items.parts": "{given} conditions in one rule; {least} to {most} are accepted",
    "too-many-of-a-tile": "{held:#} {tile} in this request: there are only {most:#}",
    "too-many-rules": (
        "the house rules of all deals together name {given} rules and parts of rules; {most} are accepted"
    ),
    "too-many-score-items": "the hands score more than {most} items",
    "unexpected-member.beside-score": "nothing else counts along with `score`: leave this out",
    "unexpected-member.consecutive-wins": "somebody has won: give East's wins in a row in `win.consecutive_wins`",
    "unexpected-member.count-if-more": "this is for a rule that is worth a share of the limit or a `score`",
    "unexpected-member.least-instead": "this needs `winner_shows` and a least of points, doubles or score: give both",
    "unexpected-member.not-counted": "`counts` is false: leave this out",
    "unexpected-member.count": "send either `score`, or `points` with `doubles`, not both",
    "unexpected-member.counted": "leave the tiles out: this hand is `counted`",
    "unexpected-member.danger": "{ruleset} has no penalty for dangerous discards",
    "unexpected-member.discarder": "a win with source {source} has no discarder: leave it out",
    "unexpected-member.excused": "the winning tile is not a discard, so nobody can be excused: leave this out",
    "unexpected-member.exposed": "a claimed set doesn't change what {rule} is worth: leave `exposed` out",
    "unexpected-member.exposed-alone": "`exposed` belongs to a hand that `special` names",
    "unexpected-member.half-of-doubles": (
        "a double has no half: if a layout has `exposed: half`, give points, `added`, a share of the limit or a score"
    ),
    "unexpected-member.layout": "a rule has a layout or a finder: `{member}` belongs to a finder",
    "unexpected-member.liable-already": "this contradicts who is liable: leave one of the two out",
    "unexpected-member.limit-hand": "under these rules no hand is a limit hand: leave `limit_hand` out",
    "unexpected-member.limit-hand-of-another": "under these rules only the winner can have a limit hand",
    "unexpected-member.named": "a hand that `special` names scores what its rule says: leave its count out",
    "unexpected-member.fine-for-all": "a fine paid `for-all` depends on a score: leave the amount out",
    "unexpected-member.fine-score": "{fine} doesn't depend on a score: leave `score` out",
    "unexpected-member.nothing-paid": "nobody pays where `settled_by` is `scores`: leave this out",
    "unexpected-member.payee": "{fine} is not paid to one player: leave `payee` out",
    "unexpected-member.penalty": "{penalty} has no such member",
    "unexpected-member.points": "send this or `points`, not both",
    "unexpected-member.rounds-of-three": "there are no rounds: set `rounds` to true, or leave this out",
    "unexpected-member.rounded": "nothing is rounded without `{member}`: give it too",
    "unexpected-member.ruleset": "a house rule of the table's own is in no rulebook: leave `ruleset` out",
    "unexpected-member.sets": "there are no rounds: leave `sets` out",
    "unexpected-member.sits-out": "nobody sits out with {players} players: leave `sits_out` out",
    "unexpected-member.waiting-part": "only a rule that is a single layout can have `waiting`",
    "unexpected-member.win": "nobody has won: leave `win` out, or name the winner",
    "unexpected-member.winners-call": "the winner's original call belongs in `win`",
    "unexpected-member.winning-tile": "an original hand has no winning tile: leave `tile` out",
    "unexpected-member.worth": "send this or `{member}`, not both",
    "unknown-character": "{character!r} at position {position} is not part of a tile",
    "unknown-character.and-more": (
        "{character!r} at position {position} is not part of a tile; {more:more fault} in this string"
    ),
    "unknown-member": "there is no such member here",
    "unknown-member.callers": "send a number of callers from 2 to {most}",
    "unknown-member.heads": "send a number of heads from 1 to {most}",
    "unknown-member.option": "there is no such option",
    "unknown-member.own-fine": "{member} is not a fine of the rulebook; begin the name of a new one with house:",
    "unknown-member.own-rule": (
        "write the id of a new rule as house: and small letters, digits and hyphens, {most} characters at most"
    ),
    "unknown-member.parameter": "the finder {finder} has no parameter {member}",
    "unknown-member.query": "there is no such query parameter here",
    "unknown-member.rule": "there is no such rule",
    "unknown-member.unquoted": (
        "this is a part of the layout, which has commas: write the whole in quotation marks, {layout!r}"
    ),
    "unknown-parameter": "{number:fault} in the query",
    "unknown-ruleset": "there is no rulebook {given!r}; there are {known}",
    "unknown-value": "{given!r} is not accepted here: send one of {known}",
    "unknown-value.danger": "send one of {known}, to play its dangerous discards, or none",
    "unknown-value.finder": "{given!r} is not a finder of the catalogue",
    "unknown-value.known-id": "{given} is taken already",
    "unknown-value.names-each-other": "{given} names this rule in the same list: keep one of the two",
    "unknown-value.names-itself": "{given} is this rule itself: leave it out",
    "unknown-value.one-of": "send one of {known}",
    "unknown-value.parameter": "the finder {finder} accepts {accepted!w} as {member}",
    "unknown-value.rule": "{given!r} is not a rule",
    "unknown-value.rule-of-a-rulebook": "{ruleset} has no rule {rule}",
    "unknown-value.ruleset": "there is no rulebook {given!r}; there are {known}",
    "unknown-value.special": "{rule} gives the winner neither a share of the limit nor a fixed score here",
    "unknown-value.special-of-another": (
        "{rule} gives a losing hand neither a share of the limit nor a fixed score here"
    ),
    "unknown-value.shape-not-played": "{given} completes no hand here",
    "unreadable-layout.character": "{character!r} at position {position} is not part of a layout",
    "unreadable-layout.colour": "{colour!r} at position {position} is a colour of {suit} only; write '{colour} {suit}'",
    "unreadable-layout.end": "at position {position} {expected} is expected, but the layout ends",
    "unreadable-layout.expected": "at position {position} {expected} is expected, not {found!r}",
    "unreadable-layout.expected-meant": "at position {position} {expected} is expected, not {found!r}; write {meant!r}",
    "unreadable-layout.notation": "{tiles!r} at position {position} are not tiles",
    "unreadable-layout.too-long": "a layout has at most {most} characters",
    "unreadable-layout.unknown-word": "{word!r} at position {position} is not a word of a layout",
    "unreadable-layout.unknown-word-meant": (
        "{word!r} at position {position} is not a word of a layout; is {meant!r} meant?"
    ),
    "unsupported-media-type": "the `Content-Type` {given} is not accepted: send {known}",
    "unsupported-media-type.coding": "the `Content-Encoding` {given} is not accepted: send {known}",
    "unsupported-media-type.none": "`Content-Type` is missing: send {known}",
    "waiting.enough": "the discarder waited for {tiles} with {complete:doubling honour} complete",
    "waiting.gain": (
        "the discarder waited for {tiles} with {complete:doubling honour} complete; {tile} would have given {gain}"
    ),
    "waiting.not-waiting": "the discarder's hand was not waiting",
    "waits.all-seen": "all of these are in the hand or visible: {tiles}",
    "waits.far": "the hand is not waiting: it is more than one tile short",
    "waits.may-not-win": "these complete the hand, but it may not win with them: {tiles}",
    "waits.not-waiting": "the hand is not waiting: it is {lacks:tile} short",
    "waits.too-many-chows": "these complete the hand only with more chows than are allowed ({most}): {tiles}",
    "why.arranged-otherwise": "the tiles are there, but the hand is arranged otherwise",
    "why.claimed": "the winning tile was claimed",
    "why.completed": "the winning tile completed {tiles}",
    "why.concealed-kongs": "{held:concealed kong}; it needs {needed}",
    "why.concealed-pungs": "{held:concealed pung or kong}; it needs {needed}",
    "why.counts-less": "the hand scores more without it",
    "why.when-limit": "it counts only {only!s}",
    "why.when-limit.without": "if there is no limit",
    "why.when-limit.with": "if there is a limit",
    "why.did-not-win": "the hand did not win",
    "why.drawn": "the winning tile was drawn",
    "why.exposed-sets": "{held:exposed set}; it may have {needed}",
    "why.few-kongs": "{held:kong}; it needs {needed}",
    "why.few-such-sets": "the hand has {held} such sets; it needs {needed}",
    "why.few-of-a-tile": "the hand has {tile} {held:time}; it needs {needed}",
    "why.fourth-set": "the fourth set, {tiles}, is a chow",
    "why.has-bonus": "the hand has flowers or seasons",
    "why.heads": "ones, nines or honours: {tiles}",
    "why.honours": "honours: {tiles}",
    "why.is-a-chow": "{tiles} is a chow",
    "why.is-a-kong": "{tiles} is a kong",
    "why.is-a-pair": "{tiles} is a pair",
    "why.is-a-pung": "{tiles} is a pung",
    "why.is-claimed": "{tiles} was claimed",
    "why.is-concealed": "{tiles} is concealed",
    "why.is-exposed": "{tiles} is exposed",
    "why.is-promoted": "{tiles} is an exposed pung with its fourth tile added",
    "why.is-of-heads": "{tiles} is of ones, nines or honours",
    "why.is-of-simples": "{tiles} is of simples",
    "why.loose-after-kong": "the winning tile was a loose tile, in a hand with a kong",
    "why.missing-bonus": "missing: {tiles}",
    "why.missing-sets": "{lacks:pung or kong} short, of: {tiles}",
    "why.missing-tiles": "missing: {tiles}",
    "why.no-bonus": "the hand has no flower or season",
    "why.no-honours": "the hand has no honours",
    "why.no-kong": "the hand has no such kong",
    "why.no-pair": "the hand has no such pair",
    "why.no-pung": "the hand has no such pung",
    "why.no-set-of-honours": "the hand has no pung or kong of honours",
    "why.no-sets": "the hand is not four sets and a pair: {shape}",
    "why.no-suit": "the hand has honours only",
    "why.no-terminals": "the hand has no ones or nines",
    "why.goulash": "it does not count in a goulash",
    "why.no-stand-in": "the winning tile stands for no other",
    "why.no-winning-tile": "there is no winning tile",
    "why.not-a-set": "the hand has {tile} {held:time}, not as such a set",
    "why.not-east": "the hand is not East's",
    "why.not-by-this-tile": "the tiles are there, but {tile} may not be the winning tile of it",
    "why.other-kinds": "of other kinds: {tiles}",
    "why.not-green": "not green: {tiles}",
    "why.not-one-short": "the hand is not exactly one tile short",
    "why.sits-as": "the own wind is {own!w}",
    "why.in-round": "the round wind is {round!w}",
    "why.not-own-round": "the own wind is {own!w}, the round wind {round!w}",
    "why.not-the-fourth": "{tile} is not the fourth tile of an exposed pung of the winner",
    "why.not-told": "the request does not say it ({member})",
    "why.not-waiting-for": "no single tile completes that hand ({hand})",
    "why.of-suits": "tiles of suits: {tiles}",
    "why.one-filler": "only one kind of tile fitted {tiles}",
    "why.only-beside": "these give points too, and it counts only without them: {rules}",
    "why.other-arrangement": "it counts in another arrangement, {sets}, which scores {score}",
    "why.other-place": "it counts where the winning tile completes {tiles}, which scores {score}",
    "why.other-shape": "it counts with the hand in another shape, {shape}, which scores {score}",
    "why.other-suits": "of another suit: {tiles}",
    "why.other-tiles-complete": "these would have completed the hand too: {tiles}",
    "why.pair-is-not-won": "the pair is {pair}, not of the winning tile",
    "why.part-holds": "{part} must not hold: {finder}",
    "why.partial": "the hand is not given in full",
    "why.replaced": "counted in its place: {rules}",
    "why.run-of-four": "{tiles} ends a run of four with {chow}",
    "why.share-instead": "the hand scores its share of the limit instead",
    "why.simples": "simples: {tiles}",
    "why.source": "the source of the win is {source}",
    "why.spoiled": "it does not count along with {rules}",
    "why.tiles-far": "the hand is more than {most:#tile} short of it",
    "why.tiles-short": "the hand is {lacks:#tile} short of it",
    "why.two-fillers": "another tile would have fitted {tiles} too",
    "why.unseen": "these would have completed the hand, and are not all seen: {tiles}",
    "why.wins": "{given:win} in a row; it needs {needed}",
    "why.won": "the hand won",
    "why.won-on": "the winning tile is {tile}",
    "winners-only": "the finder {finder} applies only to a hand that won",
    "wrong-name.blank": "a name needs a character that is not a space",
    "wrong-name.control": "the character at position {position} is a control character: leave it out",
    "wrong-name.taken": "player {player} has this name already: give another one",
    "winning-tile-not-in-hand": (
        "{tile} is not among the winner's concealed tiles: add it there, even if it was claimed"
    ),
    "wrong-number-of-players": "{given:value} for {players} players",
    "wrong-number-of-tiles.dead": "{given:tile}: a dead hand has at most {needed}",
    "wrong-number-of-tiles.dealt.flowers": " and {flowers} flowers or seasons",
    "wrong-number-of-tiles.dealt": (
        "{given:tile}{flowers!p}: send the {needed} tiles dealt; leave flowers out if they had been replaced"
    ),
    "wrong-number-of-tiles.dealt-to-east.flowers": " and {flowers} flowers or seasons",
    "wrong-number-of-tiles.dealt-to-east": (
        "{given:tile}{flowers!p}: send the {needed} tiles dealt to East; leave flowers out if they had been replaced"
    ),
    "wrong-number-of-tiles.drawn.kongs": "14 and one for each kong, so ",
    "wrong-number-of-tiles.drawn": (
        "{given:tile}: a hand with a tile to discard needs {kongs!p}{needed} (flowers and seasons don't count)"
    ),
    "wrong-number-of-tiles.hand.kongs": "13 and one for each kong, so ",
    "wrong-number-of-tiles.hand": (
        "{given:tile}: this hand needs {kongs!p}{needed} (flowers and seasons don't count). Set `dead` if it "
        "really has another number, `partial` if not all its tiles were written down"
    ),
    "wrong-number-of-tiles.partial.kongs": "13 and one for each kong, so ",
    "wrong-number-of-tiles.partial": (
        "{given:tile}: this hand may have at most {kongs!p}{needed} (flowers and seasons don't count)"
    ),
    "wrong-number-of-tiles.waiting.kongs": "13 and one for each kong, so ",
    "wrong-number-of-tiles.waiting": (
        "{given:tile}: this hand needs {kongs!p}{needed} (flowers and seasons don't count)"
    ),
    "wrong-number-of-tiles.winner.kongs": "14 and one for each kong, so ",
    "wrong-number-of-tiles.winner": (
        "{given:tile}: the winner's hand needs {kongs!p}{needed} (flowers and seasons don't count)"
    ),
    "wrong-seats.seats": "nobody",
    "wrong-seats": "two players sit at east and south, three at east, south and west, four at all seats; got {seats!e}",
    "wrong-type.boolean": "send true or false",
    "wrong-type.cite": "send one book and a page: (the-book: 25)",
    "wrong-type.id": "send small letters, digits and hyphens, {most} at most",
    "wrong-type.layout": "send a layout: its tiles, or an object with them",
    "wrong-type.list": "send a list",
    "wrong-type.object": "send an object",
    "wrong-type.one-of": "send one of {known}",
    "wrong-type.share": "send a share of the limit: 1/8, 3/2 or 2",
    "wrong-type.string": "send a string",
    "wrong-type.tiles": "send a string of tiles, such as 123m55z",
    "wrong-type.whole-number": "send a whole number",
    "wrong-wild-tile": "this rulebook and its house rules have no wild tiles: leave `wild` out",
    "wrong-wild-tile.chow": "{tiles} is a chow: a goulash has no chows",
    "wrong-wild-tile.concealed": "{tile} is wild {given} times; among so many alike at most {most} may be",
    "wrong-wild-tile.deal": "{given} wild tiles in this deal: there are only {most}",
    "wrong-wild-tile.kong": "{tile} is wild {given} times; a kong may have at most {most}",
    "wrong-wild-tile.not-in-hand": "{tile} is wild, but not in the hand: write it there too",
    "wrong-wild-tile.pung": "{tile} is wild {given} times; a pung may have at most {most}",
    "wrong-winning-tile": "the hand is {hand}, which can't be won this way: by this tile, or on a claimed one",
}
"""By key: a code and, if it has several sentences, a dot and the variant."""
