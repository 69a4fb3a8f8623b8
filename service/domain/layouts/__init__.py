"""Layouts: special hands described by their groups in a line that a player can write, and matching hands against them.

`grammar` reads and writes the line, `model` has what was read, `compile` makes plans of it, and `match` compares hands.
"""
