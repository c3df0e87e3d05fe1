"""One's own next match in an event, and the results so far."""

from typing import Final

from bot.events.controls import OVER, is_in, may_enter, press
from bot.events.event_screen import dealt_pairings, entry_words, hand_buttons, match_line
from bot.events.words import (
    is_open,
    is_time_up,
    open_pairings,
    round_line,
    round_words,
    title_line,
)
from bot.presses.event import EventVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text, rows
from engine.service.events.types import EntryState, Event, EventState, Pairing
from engine.service.people import UserId

RESULTS: Final = 10


def match_screen(
    reader: Reader,
    event: Event,
    user: UserId,
    *,
    link: str = "",
    notice: str = "",
    now_ms: int = 0,
) -> Screen:
    """Return a person's next match. ``link``: the address of its table."""
    lines = [f"### 🃏 {title_line(event)}"]
    if notice:
        lines.insert(0, notice)
    if event.state is EventState.RUNNING and round_words(reader, event):
        lines.append(f"-# {round_words(reader, event, now_ms)}")
    lines += _situation(reader, event, user, now_ms)
    lines += _results(reader, event, user)
    buttons = _buttons(reader, event, user, link, now_ms)
    return Screen((Text("\n".join(lines)), *rows(buttons)), Accent.CALM)


def _situation(reader: Reader, event: Event, user: UserId, now_ms: int) -> list[str]:
    t = reader.words.t
    entry, pairings = event.entry_of(user), open_pairings(event, user)
    if entry is None:
        return [t("You haven't entered this event.")]
    if pairings:
        return [line for one in pairings for line in _to_play(reader, event, one, user)]
    if not is_in(event, user) or event.state in OVER:
        return [entry_words(reader, event, entry)] if event.state not in OVER else []
    if entry.queue is not None:
        return [entry_words(reader, event, entry)]
    if is_time_up(event, now_ms):
        return [t("Time is up: no new matches begin.")]
    return [_waiting(reader, event, user)]


def _to_play(reader: Reader, event: Event, pairing: Pairing, user: UserId) -> list[str]:
    t, best_of = reader.words.t, event.plan.best_of
    lines = [match_line(reader, event, pairing, user)]
    if event.plan.kind.is_knockout and best_of > 1:
        mine, theirs = pairing.won if pairing.first == user else pairing.won[::-1]
        lines.append(t("Best of {n}: {mine}–{theirs}", n=best_of, mine=mine, theirs=theirs))
    if not pairing.matches:
        lines.append(t("The cards are about to be dealt."))
    return lines


def _waiting(reader: Reader, event: Event, user: UserId) -> str:
    """Return what somebody without a match waits for."""
    t, tn = reader.words.t, reader.words.tn
    entry = event.entry_of(user)
    if event.state is not EventState.RUNNING:
        if entry is not None and entry.state is EntryState.HERE:
            return t("You are paired at the start.")
        return t("You are paired at the start if you check in.")
    if event.plan.kind.is_continuous:
        if entry is not None and entry.state is EntryState.PAUSED:
            return t("You are taking a break and aren't paired until you resume.")
        return t("You are paired with the next player who is free.")
    newest = event.pairing_of(user)
    if newest is not None and newest.second is None and newest.round == event.round:
        return t("You have a bye in this round.")
    if event.rounds is not None and event.round >= event.rounds:
        return t("You have played all your matches.")
    left = sum(is_open(one) for one in event.pairings)
    if not left:
        return t("The next round is about to be paired.")
    return tn(
        "Waiting for the next round: {n} match is still being played.",
        "Waiting for the next round: {n} matches are still being played.",
        left,
    )


def _results(reader: Reader, event: Event, user: UserId) -> list[str]:
    """Return one's last results, newest first."""
    t = reader.words.t
    mine = [
        one
        for one in reversed(event.pairings)
        if user in (one.first, one.second) and not is_open(one)
    ]
    lines = [f"- {round_line(reader, event, one)}" for one in mine[:RESULTS]]
    return [t("**Your results**"), *lines] if lines else []


def _buttons(reader: Reader, event: Event, user: UserId, link: str, now_ms: int) -> list[Button]:
    t, entry = reader.words.t, event.entry_of(user)
    named = len(dealt_pairings(event, user)) > 1
    buttons = hand_buttons(reader, event, user, named=named)
    if link:
        buttons.append(Button(t("Go to table"), link, link=True))
    if event.state is EventState.RUNNING and is_in(event, user) and entry is not None:
        if event.plan.kind.is_continuous:
            paused = entry.state is EntryState.PAUSED
            label = t("Resume") if paused else t("Pause")
            verb = EventVerb.RESUME if paused else EventVerb.PAUSE
            buttons.append(Button(label, press(event, verb), emoji="▶️" if paused else "⏸️"))
        buttons.append(Button(t("Withdraw"), press(event, EventVerb.WITHDRAW)))
    elif event.state is EventState.RUNNING and may_enter(event, user, now_ms):
        buttons.append(Button(t("Enter"), press(event, EventVerb.ENTER), Style.SUCCESS, "✋"))
    buttons.append(Button(t("Back"), press(event, EventVerb.SHOW)))
    return buttons


def withdraw_screen(reader: Reader, event: Event) -> Screen:
    """Return the question before somebody leaves a running event."""
    t = reader.words.t
    title = title_line(event)
    if event.plan.kind.is_continuous:
        text = t(
            "Leave **{event}**? You finish your current match and can come back later.", event=title
        )
    else:
        text = t(
            "Withdraw from **{event}**? You forfeit every match in it that isn't over, and only an "
            "organiser can put you back.",
            event=title,
        )
    buttons = (
        Button(t("Withdraw"), press(event, EventVerb.WITHDRAW_YES), Style.DANGER),
        Button(t("Stay"), press(event, EventVerb.MATCH)),
    )
    return Screen((Text(text), Row(buttons)), Accent.ALERT)
