"""The trainer: puzzles, answers, ratings, races, advice; studies and hands of the week."""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema import base
from engine.store.schema.base import (
    child_column,
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
    key_column("puzzle_id", base.NONE),
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
    id_column("user_id", base.OWN),
    id_column("puzzle_id", base.NONE),
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
    key_column("user_id", base.OWN),
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
    id_column("user_id", base.OWN),
    of_match_column(),
    PrimaryKeyConstraint("user_id", "match_id"),
)
"""The matches in which a person's mistakes have been looked for."""

trainer_races = new_table(
    "trainer_races",
    key_column("race_id", base.NONE),
    text_column("puzzles"),
    int_column("made_ms"),
    rowid=True,
)
"""The races. ``puzzles``: their ids in the order in which they are asked, as JSON."""
Index("ix_trainer_races_made", trainer_races.c.made_ms)

trainer_attempts = new_table(
    "trainer_attempts",
    child_column("trainer_races.race_id"),
    id_column("user_id", base.OWN),
    id_column("guild_id", base.SERVER_REPLACED),
    int_column("started_ms"),
    text_column("results"),
    int_column("solved"),
    int_column("ended_ms", null=True),
    PrimaryKeyConstraint("race_id", "user_id"),
)
"""A person's attempt at a race. ``results``: what became of each puzzle so far, in letters of
:mod:`engine.trainer.race`; ``solved``: how many were right. ``ended_ms``: when it ended before its
time.
"""
Index("ix_trainer_attempts_user", trainer_attempts.c.user_id, trainer_attempts.c.started_ms)
Index("ix_trainer_attempts_board", trainer_attempts.c.guild_id, trainer_attempts.c.started_ms)

tutor_advice = new_table(
    "tutor_advice",
    key_column("user_id", base.OWN),
    int_column("given_ms"),
    int_column("until_ms"),
    text_column("findings"),
    rowid=True,
)
"""What the tutor has advised a person last. ``until_ms``: the end of the last match that it is
drawn from. ``findings``: JSON, with the numbers of matches and puzzles.
"""

studies = new_table(
    "studies",
    key_column("study_id", base.NONE),
    id_column("user_id", base.OWN),
    text_column("title"),
    text_column("content"),
    int_column("version"),
    int_column("created_ms"),
    int_column("updated_ms"),
    text_column("name", null=True),
    rowid=True,
)
"""A person's studies. ``content``: JSON of :class:`engine.coach.study.StudyContent`. ``version``:
grows with each change. ``name``: of the link by which it is shared, if it is.
"""
Index("uq_studies_name", studies.c.name, unique=True)
Index("ix_studies_user", studies.c.user_id, studies.c.updated_ms)

weekly_hands = new_table(
    "weekly_hands",
    key_column("hand_id", base.NONE),
    id_column("guild_id", base.SERVER),
    id_column("channel_id", base.NONE),
    id_column("message_id", base.NONE, null=True),
    id_column("host_id", base.ABOUT_REPLACED),
    text_column("position"),
    text_column("solution"),
    text_column("locale", null=True),
    int_column("posted_ms"),
    int_column("closes_ms"),
    int_column("closed_ms", null=True),
    int_column("version"),
    int_column("rendered_version"),
    rowid=True,
)
"""The hands of the week of servers. ``position``: JSON of
:class:`engine.coach.study.StudyContent`; ``solution``: what the coach has answered, as JSON.
"""
Index(
    "uq_weekly_hands_open",
    weekly_hands.c.guild_id,
    unique=True,
    sqlite_where=text("closed_ms IS NULL"),
    postgresql_where=text("closed_ms IS NULL"),
)
Index("ix_weekly_hands_closes", weekly_hands.c.closes_ms)
Index("ix_weekly_hands_guild", weekly_hands.c.guild_id)
Index("ix_weekly_hands_host", weekly_hands.c.host_id)

weekly_answers = new_table(
    "weekly_answers",
    child_column("weekly_hands.hand_id"),
    id_column("user_id", base.OWN),
    int_column("choice"),
    int_column("at_ms"),
    PrimaryKeyConstraint("hand_id", "user_id"),
)
"""The one answer of each member: the place of a choice in the solution."""
Index("ix_weekly_answers_user", weekly_answers.c.user_id)
