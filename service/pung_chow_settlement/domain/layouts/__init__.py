"""Layouts: special hands described by their groups in a line that a player can write, and matching hands against them.

A hand is complete in more than one sense, and each has a word:

- A **shape** is one way for a hand to be complete that a rulebook plays: four sets and a pair, or a layout.
- A **decomposition** is one division of a hand's concealed tiles into sets and a pair.
- An **arrangement** is a decomposition with the sets on the table, and with the winning tile placed in one of the sets.
  Each is scored; the best counts.
- A **layout** is a special hand as a line of text, such as `3 p/k of a, p/k of dragon, pair of b`.
- A **plan** is one variant of a layout: a layout has one for each value of its letters, choices and counts. It has
  fixed tiles, and **slots** that several options can fill.
- A **matcher** is a layout that is prepared for one seat and one round wind. It says whether a hand is complete, which
  tiles complete it and how many are missing.

One hand, by each word. Three alike of three consecutive numbers are three pungs or three chows, so there are two
decompositions. The winning tile was drawn and is part of one set only, so each gives one arrangement:

>>> from pung_chow_settlement.domain.arrangements import WinConditions, arrangements, decomposed
>>> from pung_chow_settlement.domain.deal import Win, WinSource
>>> from pung_chow_settlement.domain.hand import Hand
>>> from pung_chow_settlement.domain.layouts.match import CountedHand
>>> from pung_chow_settlement.domain.layouts.steps import Steps
>>> from pung_chow_settlement.domain.seats import Seat
>>> from pung_chow_settlement.domain.shapes import FOUR_SETS
>>> from pung_chow_settlement.domain.tiles import parse, write
>>> tiles, _ = parse("111222333m 44p 555z")
>>> steps = Steps()
>>> hand, played = CountedHand(Hand(tiles), steps), WinConditions(shapes=(FOUR_SETS,))
>>> [(shape, found)] = decomposed(hand, played)
>>> shape.text
'Four sets and a pair'
>>> [" ".join(each.text for each in decomposition) for decomposition in found]
['111m 222m 333m 44p 555z', '123m 123m 123m 44p 555z']
>>> won = Win(WinSource.WALL, tile=tiles[-1])
>>> [(len(each.sets), each.won.text) for each in arrangements(hand, won, played)]
[(5, '555z'), (5, '555z')]

The layout has six plans, one for each pair of suits `a` and `b`. The hand fills the slots of one of them:

>>> from pung_chow_settlement.domain.layouts.spec import matcher, read
>>> layout = read("3 p/k of a, p/k of dragon, pair of b")
>>> special = matcher(layout, own=Seat.EAST, round_wind=Seat.EAST)
>>> len(special.compiled.plans)
6
>>> [(slot.kind.value, times) for slot, times in special.compiled.plans[0].slots]
[('p/k', 3), ('p/k', 1), ('pair', 1)]
>>> special.is_complete(hand), special.tiles_missing(hand)
(True, 0)
>>> one_short = CountedHand(Hand(tiles[:-1]), steps)
>>> write(special.waits(one_short))
'5z'

What the modules do: `grammar` parses and writes the line, `parts` has its records, `compile` makes plans of them,
`match` compares hands, `spec` caches all of it, `steps` bounds it, `named` has the layouts that have a name.
"""
