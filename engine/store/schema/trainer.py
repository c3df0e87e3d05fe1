"""The trainer: puzzles, ratings, advice; studies and hands of the week."""

from sqlalchemy import Index, PrimaryKeyConstraint, text

from engine.store.schema import base
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
