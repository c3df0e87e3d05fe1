"""The trainer: its pool of puzzles, answers and ratings, and the matches looked into."""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema import marks
from engine.store.schema.base import (
    id_column,
    int_column,
    key_column,
    new_table,
    of_match_column,
    text_column,
)
from engine.store.schema.standings import real_column

trainer_puzzles = new_table(
    "trainer_puzzles",
    key_column("puzzle_id", marks.NONE),
    text_column("question"),
    text_column("puzzle"),
    int_column("pool"),
    int_column("made_ms"),
    real_column("value"),
    real_column("deviation"),
    real_column("volatility"),
    rowid=True,
)
"""The puzzles, which name neither a match nor a person. ``pool``: for everybody; the others are
mistakes of those whose answers refer to them.
"""
Index(
    "ix_trainer_puzzles_pool",
    trainer_puzzles.c.question,
    trainer_puzzles.c.value,
    sqlite_where=text("pool = 1"),
    postgresql_where=text("pool = 1"),
)

trainer_answers = new_table(
    "trainer_answers",
    id_column("user_id", marks.OWN),
    id_column("puzzle_id", marks.NONE),
    int_column("own"),
    int_column("times"),
    int_column("solved"),
    int_column("choice", null=True),
    real_column("lost", null=True),
    real_column("change", null=True),
    int_column("at_ms", null=True),
    int_column("due_ms", null=True),
    PrimaryKeyConstraint("user_id", "puzzle_id"),
)
"""A person's answers to a puzzle; ``choice``, ``lost`` (points) and ``change`` (of the rating) are
the last one's. ``own``: a mistake in a match of their own, at first without an answer. ``due_ms``:
when it comes again.
"""
Index(
    "ix_trainer_answers_due",
    trainer_answers.c.user_id,
    trainer_answers.c.due_ms,
    sqlite_where=text("due_ms IS NOT NULL"),
    postgresql_where=text("due_ms IS NOT NULL"),
)
Index("ix_trainer_answers_puzzle", trainer_answers.c.puzzle_id)

trainer_people = new_table(
    "trainer_people",
    key_column("user_id", marks.OWN),
    real_column("value"),
    real_column("deviation"),
    real_column("volatility"),
    int_column("answered"),
    int_column("solved"),
    int_column("at_ms"),
    rowid=True,
)
"""The ratings of the people who train. ``answered``, ``solved``: the answers that count."""

trainer_matches = new_table(
    "trainer_matches",
    id_column("user_id", marks.OWN),
    of_match_column(),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""The matches in which a person's mistakes have been looked for."""
