"""What people have answered is one table: days, hands of the week, trainer, races and lessons."""

import json
from collections.abc import Iterator
from typing import Any, Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import sqlite

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

I64: Final = sa.BigInteger().with_variant(sqlite.INTEGER(), "sqlite")
REAL: Final = sa.Float(53).with_variant(sqlite.REAL(), "sqlite")
AS_GOOD: Final = 0.75
"""The points below which an answer was as good as the best."""
LESSONS: Final = (
    *("runs", "sets", "deadwood", "knock", "upcard", "leave", "outs", "two_ways"),
    *("taken", "safe", "late", "stock", "early", "wait", "gin", "for_knock"),
    *("layoff", "undercut", "score", "oklahoma", "hollywood", "partners"),
)
"""The names under which stars were kept, in the order of the numbers that lessons have now."""
EARLIER: Final = {"runs": 1, "deadwood": 2, "leave": 4, "knock": 7, "layoff": 9, "undercut": 12}
"""The lessons that the prepared game of earlier versions taught, with the place behind each."""
MOST_STARS: Final = 3
MANY: Final = 1000
"""More answers than anybody can have given to one puzzle."""

_answers = sa.table(
    "exercise_answers",
    *(sa.column(name) for name in ("series", "exercise_id", "user_id", "guild_id", "results")),
    *(sa.column(name) for name in ("solved", "choice", "lost", "at_ms", "own")),
)


def upgrade() -> None:
    """Make the table, carry the answers over, and drop the old tables."""
    _make()
    op.execute(
        "INSERT INTO exercise_answers (series, exercise_id, user_id, guild_id, results, solved, "
        "choice, at_ms, own) SELECT 'day', day, user_id, 0, CASE WHEN best <> 0 THEN '1' ELSE '0' "
        "END, CASE WHEN best <> 0 THEN 1 ELSE 0 END, choice, at_ms, 0 FROM puzzle_answers"
    )
    op.get_bind().execute(sa.text(_OF_TRAINER), {"right": "1" * MANY, "wrong": "0" * MANY})
    op.execute(
        "INSERT INTO exercise_answers (series, exercise_id, user_id, guild_id, results, solved, "
        "started_ms, ended_ms, own) SELECT 'race', race_id, user_id, guild_id, results, solved, "
        "started_ms, ended_ms, 0 FROM trainer_attempts"
    )
    op.execute(
        "INSERT INTO exercise_lists (list_id, puzzles, made_ms) "
        "SELECT race_id, puzzles, made_ms FROM trainer_races"
    )
    _insert(_of_weeks())
    _insert(_of_lessons())
    for table in ("puzzle_answers", "trainer_answers", "trainer_attempts", "trainer_races"):
        op.drop_table(table)
    op.drop_table("weekly_answers")


_OF_TRAINER: Final = """
    INSERT INTO exercise_answers (series, exercise_id, user_id, guild_id, results, solved,
        choice, lost, change, at_ms, due_ms, own)
    SELECT 'trainer', puzzle_id, user_id, 0,
        CASE WHEN lost < 0.75
            THEN substr(CAST(:wrong AS TEXT), 1, CAST(times - solved AS INTEGER))
                || substr(CAST(:right AS TEXT), 1, CAST(solved AS INTEGER))
            ELSE substr(CAST(:right AS TEXT), 1, CAST(solved AS INTEGER))
                || substr(CAST(:wrong AS TEXT), 1, CAST(times - solved AS INTEGER)) END,
        solved, choice, lost, change, at_ms, due_ms, own
    FROM trainer_answers
"""
"""How often each was answered rightly is known, and whether the last answer was right."""


def _make() -> None:
    op.create_table(
        "exercise_answers",
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("exercise_id", I64, nullable=False),
        sa.Column("user_id", I64, nullable=False),
        sa.Column("guild_id", I64, nullable=False),
        sa.Column("results", sa.Text(), nullable=False),
        sa.Column("solved", I64, nullable=False),
        sa.Column("choice", I64, nullable=True),
        sa.Column("lost", REAL, nullable=True),
        sa.Column("change", REAL, nullable=True),
        sa.Column("at_ms", I64, nullable=True),
        sa.Column("started_ms", I64, nullable=True),
        sa.Column("ended_ms", I64, nullable=True),
        sa.Column("due_ms", I64, nullable=True),
        sa.Column("own", I64, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("series", "exercise_id", "user_id", name="pk_exercise_answers"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    _index("user", ["user_id", "series", "started_ms"])
    _index("due", ["user_id", "due_ms"], "due_ms IS NOT NULL")
    _index("board", ["guild_id", "series", "started_ms"], "started_ms IS NOT NULL")
    op.create_table(
        "exercise_lists",
        sa.Column("list_id", I64, autoincrement=False, nullable=False),
        sa.Column("puzzles", sa.Text(), nullable=False),
        sa.Column("made_ms", I64, nullable=False),
        sa.PrimaryKeyConstraint("list_id", name="pk_exercise_lists"),
        sqlite_strict=True,
    )
    op.create_index("ix_exercise_lists_made", "exercise_lists", ["made_ms"])


def _index(name: str, columns: list[str], where: str | None = None) -> None:
    condition = None if where is None else sa.text(where)
    op.create_index(
        f"ix_exercise_answers_{name}",
        "exercise_answers",
        columns,
        sqlite_where=condition,
        postgresql_where=condition,
    )


def _insert(rows: Iterator[dict[str, Any]]) -> None:
    found = list(rows)
    if found:
        op.get_bind().execute(sa.insert(_answers), found)


def _of_weeks() -> Iterator[dict[str, Any]]:
    """Return the answers to hands of the week, judged by what the coach has answered."""
    worth: dict[int, list[float]] = {}
    asked = sa.text("SELECT hand_id, solution FROM weekly_hands")
    for hand, solution in op.get_bind().execute(asked):
        worth[hand] = _points(solution)
    asked = sa.text(
        "SELECT a.hand_id, a.user_id, a.choice, a.at_ms, h.guild_id "
        "FROM weekly_answers a JOIN weekly_hands h ON h.hand_id = a.hand_id"
    )
    for hand, user, choice, at_ms, guild in op.get_bind().execute(asked).all():
        points = worth[hand]
        lost = points[0] - points[choice] if 0 <= choice < len(points) else None
        is_right = choice == 0 if lost is None else lost < AS_GOOD
        yield _row("week", hand, user, str(int(is_right)), int(is_right)) | {
            "guild_id": guild,
            "choice": choice,
            "lost": None if lost is None else round(lost, 1),
            "at_ms": at_ms,
        }


def _points(solution: str) -> list[float]:
    try:
        return [float(one[1]) for one in json.loads(solution)["choices"]]
    except (ValueError, KeyError, TypeError, IndexError):
        return []


def _of_lessons() -> Iterator[dict[str, Any]]:
    """Take stars and the lesson under way out of the preferences."""
    connection = op.get_bind()
    asked = sa.text("SELECT user_id FROM achievements WHERE name = 'lesson'")
    learned = set(connection.execute(asked).scalars())
    changed = sa.text("UPDATE players SET prefs = :prefs WHERE user_id = :user")
    for user, text in connection.execute(sa.text("SELECT user_id, prefs FROM players")).all():
        try:
            prefs = json.loads(text)
            kept = {
                name: prefs.pop(name) for name in ("stars", "course", "lesson") if name in prefs
            }
        except (ValueError, TypeError, AttributeError):
            continue
        if kept:
            # Preferences are written without blanks and with every letter as it is.
            plain = json.dumps(prefs, separators=(",", ":"), ensure_ascii=False)
            connection.execute(changed, {"user": user, "prefs": plain})
        if kept or user in learned:
            yield from _of_person(user, kept, has_learned=user in learned)


def _of_person(user: int, kept: dict[str, Any], *, has_learned: bool) -> Iterator[dict[str, Any]]:
    stored, place = kept.get("stars"), kept.get("course")
    stars = dict(stored) if isinstance(stored, dict) else {}
    reached = kept.get("lesson")
    reached = reached if isinstance(reached, int) else 0
    if has_learned and not stars:
        reached = max(EARLIER.values())
    for name, behind in EARLIER.items():
        if reached >= behind:
            stars.setdefault(name, 1)
    under_way, _, results = (place if isinstance(place, str) else "").partition(".")
    if not set(results) <= {"0", "1"} or len(results) > MOST_STARS:
        results = ""
    for number, name in enumerate(LESSONS, 1):
        earned, here = stars.get(name, 0), results if name == under_way else ""
        solved = min(earned, MOST_STARS) if isinstance(earned, int) else 0
        if solved or here:
            yield _row("course", number, user, here, solved)


def _row(series: str, exercise: int, user: int, results: str, solved: int) -> dict[str, Any]:
    return {
        "series": series,
        "exercise_id": exercise,
        "user_id": user,
        "guild_id": 0,
        "results": results,
        "solved": solved,
        "choice": None,
        "lost": None,
        "at_ms": None,
        "own": 0,
    }
