"""What the screens of events have in common: names, the plan, pairings and buttons."""

from bot.lobby.screens import clock_words
from bot.presses.event import EventPress, EventVerb
from bot.presses.lobby import PLAY, RulesPress
from bot.ui.markup import plain_name, safe_name, safe_words
from bot.ui.reader import Reader
from bot.ui.screen import Button, Style
from bot.wording.events import kind_title, points_text, words_of
from bot.wording.names import title_of
from bot.wording.rules import length_words
from engine.events.plan import MOST_ENTRIES, USUAL_LENGTH, EventPlan, Repeat
from engine.service import UserId
from engine.service.events import (
    EntryState,
    Event,
    EventEntry,
    EventPairing,
    EventState,
    PairingState,
    Verdict,
    is_out,
)

BEFORE = (EventState.ANNOUNCED, EventState.CHECK_IN)
OVER = (EventState.FINISHED, EventState.CANCELLED)
GONE = (EntryState.WITHDRAWN, EntryState.REMOVED, EntryState.ABSENT, EntryState.BEATEN)
"""The states of entries that play no more."""


def title_line(event: Event) -> str:
    """Return an event's name, safe to show."""
    return safe_words(event.plan.name)


def name_of(event: Event, user: UserId) -> str:
    """Return an entrant's name, safe to show."""
    entry = event.entry_of(user)
    return "?" if entry is None else safe_name(entry.name)


def plain_of(event: Event, user: UserId) -> str:
    """Return an entrant's name for pictures and labels."""
    return plain_name(name_of(event, user))


def plan_words(reader: Reader, plan: EventPlan) -> str:
    """Return kind, rules, clock and the options of a plan on one line."""
    t = reader.words.t
    parts = [
        kind_title(reader.words, plan.kind),
        title_of(reader.words, plan.preset),
        *([length_words(reader.words, plan.rules)] if plan.length != USUAL_LENGTH else []),
        *words_of(plan.kind).parts(reader.words, plan),
        *_limit_words(reader, plan),
        clock_words(reader, plan.clock),
        t("rated") if plan.rated else t("unrated"),
    ]
    if plan.kind.is_seasonal:
        parts.append(repeat_words(reader, Repeat.MONTHLY))
    elif plan.repeat is not None:
        parts.append(repeat_words(reader, plan.repeat))
    return " · ".join(parts)


def _limit_words(reader: Reader, plan: EventPlan) -> list[str]:
    if plan.most >= MOST_ENTRIES or plan.kind.has_teams:
        return []
    return [reader.words.tn("at most {n} player", "at most {n} players", plan.most)]


def repeat_words(reader: Reader, repeat: Repeat) -> str:
    """Return how often an event is repeated."""
    t = reader.words.t
    return t("weekly") if repeat is Repeat.WEEKLY else t("monthly")


def moment(at_ms: int, style: str = "R") -> str:
    """Return a moment that every reader sees in their own time."""
    return f"<t:{at_ms // 1000}:{style}>"


def round_words(reader: Reader, event: Event, now_ms: int = 0) -> str:
    """Return the current round, or the end of an arena or of a season."""
    t = reader.words.t
    if is_time_up(event, now_ms):
        return time_up_words(reader)
    if event.ends_ms is not None:
        return t("Ends {when}.", when=moment(event.ends_ms))
    if event.plan.kind.has_teams:
        return reader.words.tn("{n} board", "{n} boards", event.plan.boards)
    if event.rounds is None:
        return t("Round {round}", round=event.round)
    return t("Round {n} of {all}", n=event.round, all=event.rounds)


def time_up_words(reader: Reader) -> str:
    """Return that an event's time is over while the last matches are still played."""
    t = reader.words.t
    return t("Time is up. Matches in progress count if they end within ten minutes.")


def cancelled_words(reader: Reader, event: Event) -> str:
    """Return by whom an event was cancelled, or why it was called off."""
    t = reader.words.t
    if event.plan.dropped:
        return t("Gin no longer runs this kind of event, so this one ended without a result.")
    at_start = not event.round and (event.ended_ms or 0) >= event.plan.starts_ms
    fewest, here = event.plan.kind.fewest, _checked_in(event)
    if not at_start or here >= fewest:
        return t("An organiser cancelled this event.")
    if event.plan.kind.has_teams:
        return t("Cancelled: a team had fewer than two players checked in by the start.")
    return t("Cancelled: fewer than {n} players had checked in by the start.", n=fewest)


def _checked_in(event: Event) -> int:
    """Return how many have checked in; of two teams twice the smaller one."""
    here = [one.team for one in event.entries if one.state is EntryState.HERE]
    if event.plan.kind.has_teams:
        return 2 * min(here.count(1), here.count(2))
    return len(here)


def is_open(pairing: EventPairing) -> bool:
    """Whether a pairing is not decided yet."""
    return pairing.state is not PairingState.DONE


def open_pairings(event: Event, user: UserId) -> tuple[EventPairing, ...]:
    """Return the pairings that a person has to play now: several in a league, else at most one."""
    return tuple(one for one in event.pairings if is_open(one) and user in (one.first, one.second))


def state_of(event: Event, entry: EventEntry) -> EntryState:
    """Return an entrant's state; who has lost in a knockout is out before the next round begins."""
    last = event.pairing_of(entry.user_id)
    if not event.plan.kind.is_knockout or last is None or is_open(last):
        return entry.state
    to_come = (event.rounds or 0) - last.round
    third = event.plan.third_place and to_come == 1 and last.winner is not None
    is_beaten = to_come > 0 and last.winner != entry.user_id and not third
    return EntryState.BEATEN if is_beaten and entry.state is EntryState.HERE else entry.state


def is_time_up(event: Event, now_ms: int) -> bool:
    """Whether nobody is paired any more in an arena."""
    is_arena = event.plan.kind.is_continuous
    return is_arena and event.ends_ms is not None and now_ms >= event.ends_ms


def rival_of(event: Event, pairing: EventPairing, user: UserId) -> str:
    """Return the name of a person's opponent, safe to show."""
    other = opponent(pairing, user)
    return "–" if other is None else name_of(event, other)


def opponent(pairing: EventPairing, user: UserId) -> UserId | None:
    """Return the other player; ``None`` for a bye."""
    return pairing.second if pairing.first == user else pairing.first


def pairing_line(reader: Reader, event: Event, pairing: EventPairing, *, bold: bool = True) -> str:
    """Return a pairing and its result: ``**Ann** 2–0 Bob``."""
    t = reader.words.t
    mark = "**" if bold else ""
    first = name_of(event, pairing.first)
    if event.plan.kind.is_duplicate and pairing.verdict is not Verdict.BYE:
        return _boards_line(reader, event, pairing)
    if pairing.second is None:
        return t("{name} has a bye", name=first)
    second = name_of(event, pairing.second)
    if is_open(pairing):
        score = f"{pairing.won[0]}–{pairing.won[1]}" if any(pairing.won) else "–"
        return f"{first} {score} {second}"
    if pairing.winner is None:
        score = "½–½" if is_drawn(pairing) else "0–0"
    elif pairing.winner == pairing.first:
        first, score = f"{mark}{first}{mark}", _won(pairing.won, "1–0")
    else:
        second, score = f"{mark}{second}{mark}", _won(pairing.won, "0–1")
    return f"{first} {score} {second}{verdict_words(reader, pairing)}"


def round_line(reader: Reader, event: Event, pairing: EventPairing) -> str:
    """Return a pairing, its result, and its round where the event has rounds."""
    line = pairing_line(reader, event, pairing)
    if not event.plan.kind.has_rounds:
        return line
    return reader.words.t("Round {n}: {result}", n=pairing.round, result=line)


def _boards_line(reader: Reader, event: Event, pairing: EventPairing) -> str:
    """Return a table of boards, with the points of its match once they are public."""
    both = (pairing.first, pairing.second)
    names = " – ".join(name_of(event, one) for one in both if one is not None)
    if is_open(pairing) or pairing.round > event.revealed:
        return names
    return f"{names}: {points_text(pairing.points)}{verdict_words(reader, pairing)}"


def team_name(reader: Reader, team: int) -> str:
    """Return the name of a team."""
    return reader.words.t("Team {n}", n=team)


def team_score(reader: Reader, event: Event) -> str:
    """Return both teams with their points, the better one first; nothing before they count."""
    points = event.team_points
    if points is None:
        return ""
    order = (1, 2) if points[0] >= points[1] else (2, 1)
    return "  ·  ".join(
        f"**{team_name(reader, team)}** {points_text(points[team - 1])}" for team in order
    )


def is_drawn(pairing: EventPairing) -> bool:
    """Whether a pairing ended without a winner because both were equal, not because both left."""
    decided = pairing.verdict in (Verdict.PLAYED, Verdict.AWARDED)
    return decided and pairing.winner is None


def _won(won: tuple[int, int], awarded: str) -> str:
    """Return the matches won by each; ``awarded`` where none was played to its end."""
    return f"{won[0]}–{won[1]}" if any(won) else awarded


def verdict_words(reader: Reader, pairing: EventPairing) -> str:
    """Return why a pairing ended without being played, in brackets; else nothing."""
    t = reader.words.t
    match pairing.verdict:
        case Verdict.FORFEIT:
            return f" ({t('forfeit')})"
        case Verdict.AWARDED:
            return f" ({t('decided by the organiser')})"
        case Verdict.ABANDONED:
            return f" ({t('abandoned')})"
        case _:
            return ""


# -- buttons -----------------------------------------------------------------------------


def press(event: Event, verb: EventVerb, number: int = 0) -> EventPress:
    """Return a press on an event."""
    return EventPress(verb, number, id=event.id)


def is_in(event: Event, user: UserId | None) -> bool:
    """Whether a person is entered, or waits for a place that can still become free."""
    entry = None if user is None else event.entry_of(user)
    if entry is None or (entry.queue is not None and event.state not in BEFORE):
        return False
    return state_of(event, entry) not in GONE


def may_enter(event: Event, user: UserId | None, now_ms: int) -> bool:
    """Whether a person may enter, or come back; without a person, whether anybody may."""
    entry = None if user is None else event.entry_of(user)
    if is_in(event, user) or (entry is not None and is_out(entry.state, entry.no_shows)):
        return False
    if event.state is not EventState.RUNNING:
        return event.state in BEFORE
    if event.plan.kind.late_rounds and entry is not None and entry.seed is not None:
        return False
    return not event.plan.kind.is_too_late(event.round, event.rounds, event.ends_ms, now_ms)


def action_buttons(reader: Reader, event: Event, user: UserId | None, now_ms: int) -> list[Button]:
    """Return what a person may do in an event; without a person, what anybody may."""
    t = reader.words.t
    enter = _enter_buttons(reader, event) if may_enter(event, user, now_ms) else []
    withdraw = Button(t("Withdraw"), press(event, EventVerb.WITHDRAW))
    may_leave = user is None or is_in(event, user)
    match event.state:
        case EventState.ANNOUNCED:
            return enter + [withdraw] * may_leave
        case EventState.CHECK_IN:
            check_in = Button(t("Check in"), press(event, EventVerb.CHECK_IN), Style.SUCCESS, "✅")
            return [check_in] * _may_check_in(event, user) + enter + [withdraw] * may_leave
        case EventState.RUNNING:
            mine = Button(t("My match"), press(event, EventVerb.MATCH), Style.PRIMARY, "🃏")
            plays = may_leave or bool(user is not None and open_pairings(event, user))
            return [mine] * plays + enter
        case _:
            return []


def _enter_buttons(reader: Reader, event: Event) -> list[Button]:
    """Return the ways into an event: one, or one for each team."""
    t = reader.words.t
    if not event.plan.kind.has_teams:
        return [Button(t("Enter"), press(event, EventVerb.ENTER), Style.SUCCESS, "✋")]
    return [
        Button(
            team_name(reader, team),
            press(event, EventVerb.TEAM, team),
            Style.SUCCESS,
            emoji,
        )
        for team, emoji in ((1, "✋"), (2, "🤚"))
    ]


def _may_check_in(event: Event, user: UserId | None) -> bool:
    entry = None if user is None else event.entry_of(user)
    to_come = (EntryState.ENTERED, EntryState.WAITING)
    return user is None or (entry is not None and entry.state in to_come)


def view_buttons(reader: Reader, event: Event, *, organizes: bool) -> list[Button]:
    """Return what one looks at in an event. ``organizes``: with the organiser's tools."""
    t = reader.words.t
    buttons = [Button(t("Entries"), press(event, EventVerb.ENTRIES), emoji="👥")]
    if event.pairings:
        if event.plan.kind.is_knockout:
            label, verb = t("Bracket"), EventVerb.BRACKET
        else:
            label, verb = t("Standings"), EventVerb.STANDINGS
        buttons.insert(0, Button(label, press(event, verb), emoji="🏆"))
    if event.plan.kind.is_duplicate and event.pairings:
        boards = press(event, EventVerb.BOARDS, event.revealed)
        buttons.insert(1, Button(t("My boards"), boards, emoji="🎴"))
    rules = RulesPress(PLAY, event.plan.preset, event.id)
    buttons.append(Button(t("Rules"), rules, emoji="📖"))
    if organizes and event.state not in OVER:
        buttons.append(Button(t("Organise"), press(event, EventVerb.ORGANIZE), emoji="🛠️"))
    return buttons
