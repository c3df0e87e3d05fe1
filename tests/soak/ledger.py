"""What clients wrote down, and an independent judgement of a database against it.

The database is read by plain SQL: none of the code that wrote it takes part.
"""

import asyncio
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

import asyncpg

from tests.soak.clients import Sent

_QUESTIONS: Final = {
    "matches": "SELECT match_id, version, status, revealed_number FROM matches",
    "moves": "SELECT match_id, seq, interaction_id FROM moves ORDER BY match_id, seq",
    "timers": "SELECT ref_id, kind, slot FROM timers",
    "rounds": "SELECT match_id, number, secret IS NULL, ended_ms IS NULL FROM rounds "
    "ORDER BY match_id, number",
    "results": "SELECT match_id, user_id FROM player_matches",
}
Rows = Mapping[str, Sequence[Sequence[Any]]]


@dataclass
class Ledger:
    """Everything that clients of one database said, whichever process they spoke to."""

    sent: dict[int, Sent] = field(default_factory=dict)
    done: dict[int, int] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    shown: dict[int, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    """The digest of each state that anybody was shown, by match and version."""
    busy: int = 0
    deliveries: int = 0
    wrong: list[str] = field(default_factory=list)

    def read(self, lines: Iterable[str]) -> list[Sent]:
        """Enter the lines of one process; its presses that were never answered."""
        open_presses: dict[int, Sent] = {}
        for line in lines:
            word, *rest = line.split(" ", 5)
            if word == "sent":
                key, match, user, revision = (int(part) for part in rest[:4])
                press = Sent(key, match, user, revision, rest[4])
                self.sent[press.interaction] = open_presses[press.interaction] = press
                self.deliveries += 1
                continue
            if word == "ready":
                continue
            if word == "seen":
                self._enter_shown(*(int(part) for part in rest))
                continue
            key = int(rest[0])
            if word != "busy":
                open_presses.pop(key, None)
            match word:
                case "done":
                    if key in self.done:
                        self.wrong.append(f"press {key} was played twice")
                    self.done[key] = int(rest[1])
                case "again":
                    self.seen[key] = int(rest[1])
                case "no":
                    self.refused.add(key)
                case "lost":
                    # Nobody presses at a table that they were not shown.
                    self.wrong.append(f"press {key} was for a match that is not stored")
                case _:
                    self.busy += 1
        return list(open_presses.values())

    def _enter_shown(self, match: int, version: int, state: int) -> None:
        if self.shown[match].setdefault(version, state) != state:
            self.wrong.append(f"match {match} was shown with two different states {version}")

    def judge(self, rows: Rows) -> list[str]:
        """Everything that is wrong with a database; nothing, if it is as it should be."""
        wrong = list(self.wrong)
        made: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for match, seq, interaction in rows["moves"]:
            made[match].append((seq, interaction))
        stored = {match: (version, status) for match, version, status, _ in rows["matches"]}
        wrong += [f"moves without a match {match}" for match in made.keys() - stored.keys()]
        for match, (version, _) in stored.items():
            numbers = [seq for seq, _ in made[match]]
            if numbers != list(range(1, version + 1)):
                wrong.append(f"match {match} at version {version} has moves {numbers[-3:]}")
        for match, states in self.shown.items():
            if match not in stored or max(states) > stored[match][0]:
                wrong.append(f"match {match} was shown at version {max(states)} without a commit")
        at: dict[int, tuple[int, int]] = {}
        counted = Counter(
            interaction for one in made.values() for _, interaction in one if interaction > 0
        )
        wrong += [f"press {key} stands {many} times" for key, many in counted.items() if many > 1]
        for match, moves in made.items():
            at |= {interaction: (match, seq) for seq, interaction in moves}
        wrong += self._judge_answers(at)
        return wrong + _judge_surroundings(rows, {m: status for m, (_, status) in stored.items()})

    def _judge_answers(self, at: Mapping[int, tuple[int, int]]) -> list[str]:
        wrong = []
        for key, version in self.done.items():
            if at.get(key) != (self.sent[key].match, version):
                wrong.append(f"press {key} was answered with {version} but is {at.get(key)}")
        for key, version in self.seen.items():
            if key not in at or at[key][1] > version:
                wrong.append(f"press {key} was called a repetition but is {at.get(key)}")
        wrong += [f"press {key} was refused but is {at[key]}" for key in self.refused & at.keys()]
        wrong += [f"nobody sent {key}" for key in at if key > 0 and key not in self.sent]
        return wrong


def _judge_surroundings(rows: Rows, status: Mapping[int, str]) -> list[str]:
    """Timers, rounds and results that belong to the matches."""
    wrong = []
    timed = {ref for ref, kind, _ in rows["timers"] if kind in ("turn", "deal")}
    for match, state in status.items():
        if (state == "live") != (match in timed):
            wrong.append(f"match {match} is {state}, its timer: {match in timed}")
    numbers: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for match, number, hidden, running in rows["rounds"]:
        numbers[match].append((number, bool(hidden)))
        if hidden != running:
            wrong.append(f"match {match}, round {number}: the secret is out too early or too late")
    for match, found in numbers.items():
        if [number for number, _ in found] != list(range(1, len(found) + 1)):
            wrong.append(f"rounds of match {match}: {found}")
        if any(hidden for _, hidden in found[:-1]):
            wrong.append(f"match {match} hides the secret of an ended round")
        if status[match] == "over" and found[-1][1]:
            wrong.append(f"match {match} is over and still hides a secret")
    counted = Counter((match, user) for match, user in rows["results"])
    wrong += [f"result {key} stands {many} times" for key, many in counted.items() if many > 1]
    return wrong


def rows_of_sqlite(path: str) -> Rows:
    """What an SQLite file holds."""
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {name: file.execute(question).fetchall() for name, question in _QUESTIONS.items()}


def rows_of_postgres(url: str) -> Rows:
    """What a PostgreSQL database holds, at one moment."""

    async def ask() -> Rows:
        connection = await asyncpg.connect(url.replace("postgresql+asyncpg://", "postgresql://", 1))
        try:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return {
                    name: [tuple(row) for row in await connection.fetch(question)]
                    for name, question in _QUESTIONS.items()
                }
        finally:
            await connection.close()

    return asyncio.run(ask())


def rows_of(url: str) -> Rows:
    """What the database at a URL holds."""
    if url.startswith("sqlite"):
        return rows_of_sqlite(url.partition(":///")[2])
    return rows_of_postgres(url)
