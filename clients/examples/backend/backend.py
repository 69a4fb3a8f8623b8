"""A back end that keeps evenings in SQLite and leaves the numbers to the service: `python backend.py URL evening.json`.

Entries are kept as they were sent. The service keeps nothing, so it is sent all of them each time, and its answer is
kept beside them in the same transaction. An entry that it refuses is not kept.
"""

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

from pung_chow import Client, Problem

SCHEMA = """
CREATE TABLE IF NOT EXISTS evening (id INTEGER PRIMARY KEY, terms TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
  evening INTEGER NOT NULL REFERENCES evening, number INTEGER NOT NULL, body TEXT NOT NULL,
  PRIMARY KEY (evening, number)
);
CREATE TABLE IF NOT EXISTS total (
  evening INTEGER NOT NULL, number INTEGER NOT NULL, player INTEGER NOT NULL,
  net INTEGER NOT NULL, total INTEGER NOT NULL,
  PRIMARY KEY (evening, number, player), FOREIGN KEY (evening, number) REFERENCES entry
);
"""


class Evenings:
    """The evenings of a database."""

    def __init__(self, database: str, client: Client) -> None:
        self.db = sqlite3.connect(database)
        self.db.executescript(SCHEMA)
        self.client = client

    def begin(self, terms: dict[str, Any]) -> int:
        """Begin an evening: the rulebook, its options, the house rules, the players and what they start with."""
        with self.db:
            return int(self.db.execute("INSERT INTO evening (terms) VALUES (?)", [json.dumps(terms)]).lastrowid or 0)

    def add(self, evening: int, entry: dict[str, Any]) -> int:
        """Keep an entry and what it comes to; its number. Raises Problem, and keeps nothing, where it is refused."""
        with self.db:
            (last,) = self.db.execute("SELECT max(number) FROM entry WHERE evening = ?", [evening]).fetchone()
            number = (last or 0) + 1
            self.db.execute("INSERT INTO entry VALUES (?, ?, ?)", [evening, number, json.dumps(entry)])
            self._settle(evening, number)
            return number

    def change(self, evening: int, number: int, entry: dict[str, Any]) -> None:
        """Put another entry in the place of one that was written down wrongly; all after it is settled anew."""
        with self.db:
            place = [json.dumps(entry), evening, number]
            self.db.execute("UPDATE entry SET body = ? WHERE evening = ? AND number = ?", place)
            self._settle(evening, number)

    def standings(self, evening: int) -> list[tuple[str, int]]:
        """Every player's total after the last entry, the highest first."""
        names = self._terms(evening)["players"]
        query = "SELECT player, total FROM total WHERE evening = ? ORDER BY number DESC, total DESC, player LIMIT ?"
        return [(names[player], total) for player, total in self.db.execute(query, [evening, len(names)])]

    def _terms(self, evening: int) -> Any:
        return json.loads(self.db.execute("SELECT terms FROM evening WHERE id = ?", [evening]).fetchone()[0])

    def _settle(self, evening: int, first: int) -> None:
        """Ask for the entries from the first on, and keep what they come to."""
        bodies = self.db.execute("SELECT body FROM entry WHERE evening = ? ORDER BY number", [evening])
        sheet = {**self._terms(evening), "entries": [json.loads(body) for (body,) in bodies]}
        rows = [
            (evening, entry["number"], player, net, total)
            for entry in self.client.scoresheet(sheet, first)["entries"]
            for player, (net, total) in enumerate(zip(entry["net"], entry["totals"], strict=True))
        ]
        self.db.executemany("INSERT OR REPLACE INTO total VALUES (?, ?, ?, ?, ?)", rows)


def main(url: str, file: str) -> None:
    """Play an evening: one deal lacks a season until it is changed, and one more is refused."""
    terms = json.loads(Path(file).read_text())
    entries = terms.pop("entries")
    evenings = Evenings(":memory:", Client(url, language="de"))
    evening = evenings.begin(terms)
    first, second, *others = entries
    *three, fourth = second["hands"]
    for entry in (first, {**second, "hands": [*three, {**fourth, "bonus": ""}]}, *others):
        evenings.add(evening, entry)
    print("without a season:", *evenings.standings(evening))
    evenings.change(evening, 2, second)
    try:
        evenings.add(evening, {**first, "id": "deal 13", "win": {"tile": "10m", "source": "dealer"}})
    except Problem as problem:
        for pointer, sentences in sorted(problem.by_pointer.items()):
            print(pointer, *sentences)
    for name, total in evenings.standings(evening):
        print(name, total)


if __name__ == "__main__":
    main(*sys.argv[1:])
