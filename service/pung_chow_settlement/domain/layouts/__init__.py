"""Layouts: special hands described by their groups in a line that a player can write, and matching hands against them.

`grammar` parses and writes the line, `model` has its records, `compile` makes plans of them, `match` compares hands.
"""
