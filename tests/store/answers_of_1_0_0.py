"""What people had answered in release 1.0.0, in the tables of that time, and as it is now."""

import json
from typing import Any

RIGHT, CLOSE, WRONG = 5.0, 4.5, 1.0
DAY, HAND, RACE, PUZZLE = 20270115, 2**60, 2**61, 2**62 + 3
GUILD, ANN, BOB, CEE, DAN = 2**59, 11, 2**62 + 1, 13, 14
SOLUTION = {"choices": [["d", RIGHT, 0, 0, 0], ["t", CLOSE, 0, 0, 0], ["dKS", WRONG, 0, 0, 0]]}

BEFORE: dict[str, list[dict[str, Any]]] = {
    "players": [
        {
            "user_id": ANN,
            "name": "Ann",
            "prefs": json.dumps(
                {
                    "title": "Zoë",
                    "stars": {"runs": 3, "deadwood": 2, "gone": 1},
                    "course": "knock.10",
                    "new": [1],
                }
            ),
            "seen_ms": 1,
        },
        {
            "user_id": BOB,
            "name": "Bob",
            "prefs": '{"lesson":4,"course":"sets.11111"}',
            "seen_ms": 1,
        },
        {"user_id": CEE, "name": "Cee", "prefs": "{}", "seen_ms": 1},
        {"user_id": DAN, "name": "Dan", "prefs": "{not json", "seen_ms": 1},
    ],
    "achievements": [{"user_id": CEE, "name": "lesson", "at_ms": 5, "told": 1}],
    "puzzle_answers": [
        {"day": DAY, "user_id": ANN, "choice": 3, "best": 1, "at_ms": 7},
        {"day": DAY, "user_id": BOB, "choice": 0, "best": 0, "at_ms": 8},
    ],
    "weekly_hands": [
        {
            "hand_id": HAND,
            "guild_id": GUILD,
            "channel_id": 2,
            "host_id": ANN,
            "position": "{}",
            "solution": json.dumps(SOLUTION),
            "posted_ms": 1,
            "closes_ms": 9,
            "version": 0,
            "rendered_version": -1,
        }
    ],
    "weekly_answers": [
        {"hand_id": HAND, "user_id": user, "choice": choice, "at_ms": 4 + choice}
        for choice, user in enumerate((ANN, BOB, CEE))
    ],
    "trainer_answers": [
        # Missed, missed again, then right; a mistake of an own match that was never asked; wrong.
        {
            "user_id": ANN,
            "puzzle_id": PUZZLE,
            "own": 0,
            "times": 3,
            "solved": 1,
            "choice": 2,
            "lost": 0.0,
            "change": None,
            "at_ms": 6,
            "due_ms": 99,
        },
        {"user_id": BOB, "puzzle_id": 5, "own": 1, "times": 0, "solved": 0, "due_ms": 7},
        {
            "user_id": BOB,
            "puzzle_id": PUZZLE,
            "own": 0,
            "times": 2,
            "solved": 1,
            "choice": 1,
            "lost": 2.5,
            "change": -12.5,
            "at_ms": 6,
            "due_ms": 98,
        },
    ],
    "trainer_races": [{"race_id": RACE, "puzzles": "[5, 6, 7, 8]", "made_ms": 100}],
    "trainer_attempts": [
        {
            "race_id": RACE,
            "user_id": user,
            "guild_id": GUILD,
            "started_ms": 100 + number,
            "results": results,
            "solved": results.count("1"),
            "ended_ms": ended,
        }
        for number, (user, results, ended) in enumerate(
            [(ANN, "1-01", 120), (BOB, "11", None), (CEE, "", None)]
        )
    ],
}


def _answer(series: str, exercise: int, user: int, results: str, **others: Any) -> dict[str, Any]:
    empty = dict.fromkeys(("choice", "lost", "change", "at_ms", "started_ms", "ended_ms", "due_ms"))
    key = {"series": series, "exercise_id": exercise, "user_id": user, "guild_id": 0, "own": 0}
    return key | empty | {"results": results, "solved": results.count("1")} | others


AFTER = [
    _answer("day", DAY, ANN, "1", choice=3, at_ms=7),
    _answer("day", DAY, BOB, "0", choice=0, at_ms=8),
    _answer("week", HAND, ANN, "1", choice=0, lost=0.0, at_ms=4, guild_id=GUILD),
    _answer("week", HAND, BOB, "1", choice=1, lost=0.5, at_ms=5, guild_id=GUILD),
    _answer("week", HAND, CEE, "0", choice=2, lost=4.0, at_ms=6, guild_id=GUILD),
    _answer("trainer", PUZZLE, ANN, "001", choice=2, lost=0.0, at_ms=6, due_ms=99),
    _answer("trainer", 5, BOB, "", own=1, due_ms=7),
    _answer("trainer", PUZZLE, BOB, "10", choice=1, lost=2.5, change=-12.5, at_ms=6, due_ms=98),
    _answer("race", RACE, ANN, "1-01", guild_id=GUILD, started_ms=100, ended_ms=120),
    _answer("race", RACE, BOB, "11", guild_id=GUILD, started_ms=101),
    _answer("race", RACE, CEE, "", guild_id=GUILD, started_ms=102),
    # Stars of lessons, the lesson under way, and what the prepared game of before had taught.
    _answer("course", 1, ANN, "", solved=3),
    _answer("course", 3, ANN, "", solved=2),
    _answer("course", 4, ANN, "10", solved=0),
    *(_answer("course", number, BOB, "", solved=1) for number in (1, 3, 6)),
    *(_answer("course", number, CEE, "", solved=1) for number in (1, 3, 6, 4, 17, 18)),
]
PREFS = {ANN: '{"title":"Zoë","new":[1]}', BOB: "{}", CEE: "{}", DAN: "{not json"}
