"""Presses on a profile."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.presses.codec import Form, Press
from engine.standings.pools import Pool, parse_pool


class ProfileVerb(StrEnum):
    """The controls of a profile; ``SHOW`` posts it publicly."""

    SERVER = "server"
    WORLD = "world"
    POOL = "pool"
    MORE = "more"
    LESS = "less"
    SHOW = "show"


class ProfileScope(StrEnum):
    """The matches that count: those on this server, or all."""

    SERVER = "s"
    WORLD = "w"


def _pool(text: str) -> Pool | None:
    return parse_pool(text) if text else None


def _pool_text(pool: Pool | None) -> str:
    return "" if pool is None else str(pool)


@dataclass(frozen=True)
class ProfilePress(Press):
    """A control of a displayed profile; the id is the person."""

    WORD = "profile"

    verb: ProfileVerb
    scope: ProfileScope
    pool: Annotated[Pool | None, Form(_pool, _pool_text)]
    id: int = 0
