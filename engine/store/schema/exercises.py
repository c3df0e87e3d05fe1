"""What people have answered, whatever asked them, and lists of puzzles."""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema import base
from engine.store.schema.base import id_column, int_column, new_table, text_column
from engine.store.schema.daily import TODAY
from engine.store.schema.standings import real_column

exercise_answers = new_table(
    "exercise_answers",
    text_column("series"),
    id_column("exercise_id", base.NONE),
    id_column("user_id", TODAY),
    id_column("guild_id", base.SERVER_REPLACED),
    text_column("results"),
    int_column("solved"),
    int_column("choice", null=True),
    real_column("lost", null=True),
    real_column("change", null=True),
    int_column("at_ms", null=True),
    int_column("started_ms", null=True),
    int_column("ended_ms", null=True),
    int_column("due_ms", null=True),
    int_column("own", 0),
    PrimaryKeyConstraint("series", "exercise_id", "user_id"),
)
"""What a person has done with an exercise, by :class:`engine.service.exercises.attempts.Series`.

``exercise_id``: the day, the hand of the week, the puzzle, the race or the number of the lesson.
``results``: what became of each step so far, in letters of :mod:`engine.trainer.results`;
``solved``: how many were right, of a lesson its stars. ``choice``, ``lost`` (points) and ``change``
(of the trainer's rating) are the last answer's, at ``at_ms``. ``guild_id``: the server on whose
board a race is, or whose hand of the week it is, else 0. ``started_ms``: when the clock of a race
began; ``ended_ms``: when it ended before its time. ``due_ms``: when a mistake comes again;
``own``: it was made in a match of the person's own.
"""
Index(
    "ix_exercise_answers_user",
    exercise_answers.c.user_id,
    exercise_answers.c.series,
    exercise_answers.c.started_ms,
)
Index(
    "ix_exercise_answers_due",
    exercise_answers.c.user_id,
    exercise_answers.c.due_ms,
    sqlite_where=text("due_ms IS NOT NULL"),
    postgresql_where=text("due_ms IS NOT NULL"),
)
Index(
    "ix_exercise_answers_board",
    exercise_answers.c.guild_id,
    exercise_answers.c.series,
    exercise_answers.c.started_ms,
    sqlite_where=text("started_ms IS NOT NULL"),
    postgresql_where=text("started_ms IS NOT NULL"),
)

exercise_lists = new_table(
    "exercise_lists",
    text_column("series"),
    id_column("list_id", base.NONE),
    text_column("puzzles"),
    int_column("made_ms"),
    PrimaryKeyConstraint("series", "list_id"),
)
"""The exercises of several puzzles, such as races; ``list_id`` is the exercise. ``puzzles``: their
ids in the order in which they are asked, as JSON.
"""
Index("ix_exercise_lists_made", exercise_lists.c.series, exercise_lists.c.made_ms)
