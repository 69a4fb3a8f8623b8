"""Layouts: a special hand told by what it is made of, in a line that a player writes, and whether a hand is it.

`grammar` reads and writes the line, `model` has what was read, `compile` makes plans of it, and `match` compares hands.
"""
