"""What there is to say of an event, stated once: chat and page are written from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.events.own_event import Scores, own_lines
from bot.events.screen_parts import (
    BEFORE,
    GONE,
    action_buttons,
    cancelled_words,
    moment,
    name_of,
    plan_words,
    round_words,
    team_score,
    title_line,
)
from bot.presses.event import EventPress, EventVerb, PlanPress, PlanVerb
from bot.ui.reader import Reader
from bot.ui.screen import Button, Style
from bot.wording.events import MEDALS, score_text, words_of
from engine.events.plan import check_in_ms
from engine.service import UserId
from engine.service.events import EntryState, Event, EventEntry, EventStanding, EventState

NAMES: Final = 24
"""The most entrants named in an event's message."""
PODIUM: Final = 3


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at an event. ``user``: ``None`` for everybody in the channel.

    ``organizes``: whether they organise events; ``scores``: of their matches.
    """

    user: UserId | None = None
    organizes: bool = True
    scores: Scores | None = None
    now_ms: int = 0


EVERYBODY: Final = Looker()


@dataclass(frozen=True, slots=True)
class EventFacts:
    """An event as one person reads it; sentences are in Discord's markdown.

    ``stands``: how it stands, for everybody. ``idea``: what its kind is about, before the start.
    ``own``: what it means for who looks. ``entered``: those who have a place, ``counted`` in words.
    ``podium``: the first three, in a league those of the top division. ``actions``: what they may
    do.
    """

    title: str
    plan: str
    stands: tuple[str, ...]
    idea: str
    own: tuple[str, ...]
    entered: tuple[EventEntry, ...]
    counted: str
    podium: tuple[EventStanding, ...]
    actions: tuple[Button, ...]


def facts_of(reader: Reader, event: Event, looker: Looker) -> EventFacts:
    """Return what there is to say of an event."""
    actions = action_buttons(reader, event, looker.user, looker.now_ms)
    if looker.user is not None and looker.organizes and may_be_repeated(event):
        actions.append(_again(reader, event))
    is_before = event.state in BEFORE
    entered = [one for one in event.entries if one.state not in GONE and one.queue is None]
    return EventFacts(
        title=title_line(event),
        plan=_plan(reader, event),
        stands=tuple(_stands(reader, event, looker.now_ms)),
        idea=f"{reader.words.t(words_of(event.plan.kind).idea)}." if is_before else "",
        own=tuple(own_lines(reader, event, looker.user, looker.now_ms)),
        entered=tuple(entered) if is_before else (),
        counted=_counted(reader, event, entered) if is_before else "",
        podium=_podium(event),
        actions=tuple(actions),
    )


def _plan(reader: Reader, event: Event) -> str:
    plan, t = plan_words(reader, event.plan), reader.words.t
    if event.season <= 1:
        return plan
    n = event.season
    return f"{plan} · {t('season {n}', n=n) if event.plan.kind.is_seasonal else t('#{n}', n=n)}"


def _stands(reader: Reader, event: Event, now_ms: int) -> list[str]:
    t, role = reader.words.t, event.plan.winner_role
    wins = [] if role is None else [t("The winner gets {role}.", role=f"<@&{role}>")]
    match event.state:
        case EventState.ANNOUNCED:
            opens = moment(event.plan.starts_ms - check_in_ms(event.plan))
            return [t("Check-in opens {when}.", when=opens), *wins]
        case EventState.CHECK_IN:
            is_open = t("✅ **Check-in is open.** Only players who check in will be paired.")
            return [is_open, *wins]
        case EventState.RUNNING:
            return [words] if (words := round_words(reader, event, now_ms)) else []
        case EventState.FINISHED:
            return [t("Finished.")]
        case EventState.CANCELLED:
            return [cancelled_words(reader, event)]


def _counted(reader: Reader, event: Event, entered: Sequence[EventEntry]) -> str:
    t = reader.words.t
    if not entered:
        return t("No entries yet.")
    if event.state is not EventState.CHECK_IN:
        return t("**Entries:** {n}", n=len(entered))
    here = sum(one.state is EntryState.HERE for one in entered)
    return t("**Entries:** {n}, checked in: {here}", n=len(entered), here=here)


def _podium(event: Event) -> tuple[EventStanding, ...]:
    if event.state is not EventState.FINISHED:
        return ()
    return tuple(one for one in event.top if one.place <= PODIUM)


def podium_lines(reader: Reader, event: Event) -> list[str]:
    """Return the first three, with medals; of teams both, and who has won."""
    best = _podium(event)
    lines = [f"{MEDALS[one.place]} {name_of(event, one.user_id)}" for one in best]
    if event.team_points is not None:
        winners = ", ".join(name_of(event, one.user_id) for one in best if one.place == 1)
        lines = [team_score(reader, event), *([f"{MEDALS[1]} {winners}"] if winners else [])]
    if event.plan.winner_role is not None and lines:
        lines[0] += f"  ·  <@&{event.plan.winner_role}>"
    return lines or [reader.words.t("Nobody won.")]


def standing_line(event: Event, standing: EventStanding) -> str:
    """Return a line of the standings: ``1. **Ann** 3½``."""
    score = score_text(event.plan.kind, standing.half_points)
    streak = f"  🔥{standing.streak}" if standing.streak > 2 else ""
    return f"{standing.place}. {name_of(event, standing.user_id)}  **{score}**{streak}"


def may_be_repeated(event: Event) -> bool:
    """Whether an organiser may hold an event again that does not repeat itself."""
    repeats = event.plan.repeat is not None or event.plan.kind.is_seasonal
    return event.state is EventState.FINISHED and not repeats and not event.plan.dropped


def _again(reader: Reader, event: Event) -> Button:
    """Return the way to a builder that is filled in from an event."""
    press = PlanPress(PlanVerb.REPEAT, id=event.id)
    return Button(reader.words.t("Again next week"), press, Style.SUCCESS, "🔁")


def all_events(reader: Reader) -> Button:
    """Return the way to the list."""
    return Button(reader.words.t("All events"), EventPress(EventVerb.LIST), emoji="📋")
