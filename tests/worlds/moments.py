"""Moments of a match that screens show."""

import random
from functools import lru_cache

from bot.ui.reader import MatchContext, NamedPlayer
from engine.clocks import LIVE_5_15
from engine.game.match import Match, MatchPhase
from engine.game.presets import PRESETS
from engine.game.view import public_view
from engine.service import (
    ChannelId,
    GuildId,
    Joined,
    Lobby,
    LobbyId,
    LobbyStatus,
    MatchSetup,
    MessageId,
    TableMessage,
    UserId,
)
from tests.engine.playing import advance, preset_match

ID = 2**63 - 1


SECOND = 1_900_000_000


STEPS = 240


KEPT = 7
"""Every so many steps of a match its screens are looked at."""


LONG = "W" * 20 + r"\_\_\|\|"


@lru_cache
def moments(preset: str) -> tuple[Match, ...]:
    """Moments of a match, taken where its phases differ most, its end included."""
    match, decks = preset_match(preset, 11)
    rng, kept = random.Random(11), [match]
    for step in range(STEPS):
        if match.phase is MatchPhase.OVER:
            break
        before = match.phase
        match = advance(match, decks, rng)
        if step % KEPT == 0 or match.phase is not before:
            kept.append(match)
    return tuple(kept)


def board_of(match: Match, preset: str) -> MatchContext:
    view = public_view(match)
    players = tuple(NamedPlayer(f"{LONG}{seat}", ID - seat) for seat in view.seats)
    deadlines = tuple((seat, SECOND) for seat in view.seats)
    setup = MatchSetup(view.rules, preset, LIVE_5_15, rated=True)
    return MatchContext(ID, view, players, setup, deadlines, SECOND, "ab" * 32, late=view.seats[:1])


def waiting_table(number: int) -> Lobby:
    """A table that somebody with a long name has opened."""
    host = UserId(ID - number)
    return Lobby(
        id=LobbyId(ID - number),
        table=TableMessage(GuildId(ID), ChannelId(ID), MessageId(ID), locale=None),
        host=host,
        status=LobbyStatus.OPEN,
        people=(Joined(host, LONG),),
        invited=(),
        setup=MatchSetup(PRESETS["three_handed"], "three_handed", LIVE_5_15, rated=True),
        seats=3,
        max_seats=3,
        anchor="ab" * 32,
        match_id=None,
        rematch_of=None,
        created_ms=1,
        expires_ms=2,
        version=1,
        ratings=(1300, 1700),
    )
