"""The transaction of a press: find the match and the seat, check both, apply the action."""

import logging

from sqlalchemy import Connection

from engine.game.actions import Action, Advise, Award, Cancel, Ready, RoundAction
from engine.game.errors import RecordError, RuleError
from engine.game.match import ADVICE_LENGTH
from engine.service.live import LiveMatch
from engine.service.matches import deals, rows
from engine.service.matches import timers as timing
from engine.service.people import MatchId
from engine.service.play.advancing import MatchPress, advance
from engine.service.ports import TimeSettings
from engine.service.types import (
    ActOutcome,
    MatchCommand,
    NoSuchMatch,
    NotSeated,
    Refused,
    Repeated,
    Stale,
    Unreadable,
)

_log = logging.getLogger(__name__)


def act(connection: Connection, command: MatchCommand, now: int, terms: TimeSettings) -> ActOutcome:
    """Apply one press of a person."""
    match_id = command.match_id
    try:
        held = rows.lock(connection, match_id)
    except RecordError:
        return put_aside(connection, match_id)
    if held is None:
        return NoSuchMatch(match_id)
    live, seat = LiveMatch(held), held.seat_of(command.user_id)
    is_current = seat is not None and command.revision == live.revision(seat)
    # A move raises the revision, so one for the current revision has not been made.
    is_new = is_current and isinstance(command.action, RoundAction)
    if not is_new and rows.was_seen(connection, match_id, command.interaction):
        return Repeated(live)
    if seat is None:
        return NotSeated(live)
    if command.revision is not None and not is_current:
        return Stale(live, live.is_of_lost_time(command.revision))
    press = MatchPress(seat, _tidied(command.action), command.interaction, command.user_id)
    try:
        return advance(connection, held, [press], now, terms)
    except RuleError as error:
        return Refused(live, error)


def decide(
    connection: Connection,
    match_id: int,
    interaction: int,
    ruling: Cancel | Award,
    now: int,
    terms: TimeSettings,
) -> ActOutcome:
    """End the match by an administrator's ruling; the caller has checked the permission."""
    try:
        held = rows.lock(connection, match_id)
    except RecordError:
        return put_aside(connection, match_id)
    if held is None:
        return NoSuchMatch(MatchId(match_id))
    if rows.was_seen(connection, match_id, interaction):
        return Repeated(LiveMatch(held))
    try:
        return advance(connection, held, [MatchPress(None, ruling, interaction)], now, terms)
    except RuleError as error:
        return Refused(LiveMatch(held), error)


def put_aside(connection: Connection, match_id: int) -> Unreadable:
    """Quarantine a match that cannot be read, so that it does not affect the others."""
    _log.error("match %d cannot be read and was put aside", match_id)
    rows.set_aside(connection, match_id)
    timing.drop_all(connection, match_id)
    return Unreadable(MatchId(match_id))


def _tidied(action: Action) -> Action:
    """Return an action with the player's own words cut to the stored length."""
    match action:
        case Ready(words=words):
            return Ready(deals.tidy(words))
        case Advise(text=text):
            return Advise(" ".join(text.split())[:ADVICE_LENGTH])
        case _:
            return action
