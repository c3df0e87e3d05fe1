"""Requests and answers about team matches between servers, and about their season table."""

from dataclasses import dataclass
from typing import NewType

from engine.service.events.outcome_types import EventCode
from engine.service.events.types import EventPlan
from engine.service.people import ChannelId, GuildId, InteractionId, Person

InvitationId = NewType("InvitationId", int)
"""The id of the interaction that made the invitation."""


@dataclass(frozen=True, slots=True)
class Invite:
    """A request to challenge another server. ``plan``: with the own team's name as the first."""

    interaction: InteractionId
    guild: GuildId
    channel: ChannelId
    host: Person
    plan: EventPlan
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Accept:
    """A request to accept a challenge by its code. ``team``: the own team's name."""

    interaction: InteractionId
    guild: GuildId
    channel: ChannelId
    host: Person
    code: str
    team: str
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """The answer to :class:`Invite`: the code, which is told only once, or a refusal.

    Without either the same interaction has made the invitation before.
    """

    code: str | None = None
    refused: EventCode | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A challenge that waits for another server, without anything of the server that made it.

    ``plan``: with the name of its team.
    """

    id: InvitationId
    plan: EventPlan
    expires_ms: int


@dataclass(frozen=True, slots=True)
class ServerLine:
    """A server in the season table. ``points``: of the boards, from its own view."""

    place: int
    name: str
    played: int
    won: int
    drawn: int
    points: int
    is_own: bool

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn

    @property
    def score(self) -> int:
        """Two for a win, one for a draw."""
        return 2 * self.won + self.drawn


@dataclass(frozen=True, slots=True)
class ServerTable:
    """The season table of servers: a page of those that want to be listed, and the own one.

    ``year`` and ``quarter`` (1 to 4) name the season. ``is_listed``: whether the reader's server
    wants to be listed.
    """

    year: int
    quarter: int
    lines: tuple[ServerLine, ...]
    pages: int
    is_listed: bool
