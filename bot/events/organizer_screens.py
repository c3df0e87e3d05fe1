"""The organizer's tools: time, people, results, and the questions before what can't be undone."""

from collections.abc import Sequence

from bot.events.screen_parts import (
    BEFORE,
    OVER,
    is_open,
    moment,
    name_of,
    pairing_line,
    plain_of,
    plan_words,
    press,
    round_line,
    round_words,
    title_line,
)
from bot.presses.event import EventPress, EventVerb
from bot.ui.markup import plain_name
from bot.ui.paging import paged
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    PersonMenu,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.events import event_refusal
from engine.service import UserId
from engine.service.events import Event, EventCode, EventPairing, EventRefused, EventState


def organizer_screen(reader: Reader, event: Event, notice: str = "") -> Screen:
    """Return the organizer's tools for the state of an event."""
    lines = [f"### 🛠️ {title_line(event)}", f"-# {plan_words(reader, event.plan)}"]
    if notice:
        lines.insert(0, notice)
    lines.append(_state(reader, event))
    parts: list[Part] = [Text("\n".join(lines))]
    if event.state not in OVER:
        parts += _people(reader, event)
    return Screen((*parts, *_rows(reader, event)), Accent.CALM)


def _state(reader: Reader, event: Event) -> str:
    t = reader.words.t
    match event.state:
        case EventState.RUNNING:
            return round_words(reader, event) or t("In progress.")
        case EventState.FINISHED:
            return t("Finished.")
        case EventState.CANCELLED:
            return t("Cancelled.")
        case _:
            return t("**Start:** {when}", when=moment(event.plan.starts_ms, "F"))


def _people(reader: Reader, event: Event) -> list[Part]:
    t = reader.words.t

    def menu(verb: EventVerb, label: str) -> Part:
        return PersonMenu(press(event, verb), label)

    menus = [
        menu(EventVerb.REMOVE, t("Remove a player…")),
        menu(EventVerb.PUT_BACK, t("Reinstate a player…")),
    ]
    if event.state is EventState.RUNNING:
        menus.append(menu(EventVerb.REPLACE, t("Replace a player…")))
    return menus


def _rows(reader: Reader, event: Event) -> tuple[Row, ...]:
    t = reader.words.t
    buttons = []
    if event.state in BEFORE:
        label = t("Postpone…")
        buttons.append(Button(label, press(event, EventVerb.POSTPONE), Style.PRIMARY, "🕒"))
    if event.state is EventState.RUNNING:
        label = t("Results")
        buttons.append(Button(label, press(event, EventVerb.PAIRINGS), Style.PRIMARY, "📝"))
    if event.state not in OVER:
        label = t("Cancel event…")
        buttons.append(Button(label, press(event, EventVerb.CANCEL), Style.DANGER))
    buttons.append(Button(t("Back"), press(event, EventVerb.SHOW)))
    return (Row(tuple(buttons)),)


# -- results ----------------------------------------------------------------------------


def current_pairings(event: Event) -> tuple[EventPairing, ...]:
    """Return the pairings that an organizer may decide or undo: open ones and the last round's.

    In an arena the newest ones, because it has no rounds.
    """
    found = [
        one
        for one in event.pairings
        if one.second is not None
        and (is_open(one) or one.round == event.round or event.plan.kind.is_continuous)
    ]
    if event.plan.kind.is_divided:
        found = [one for one in event.pairings if one.second is not None]
    found = [one for one in found if not is_paired_on(event, one)]
    return tuple(sorted(found, key=lambda one: (not is_open(one), -one.number)))


def is_paired_on(event: Event, pairing: EventPairing) -> bool:
    """Whether somebody has been paired since a result, so that it can't be undone any more."""
    if is_open(pairing):
        return False
    if event.plan.kind.is_continuous:
        both = {pairing.first, pairing.second}
        later = (one for one in event.pairings if one.number > pairing.number)
        return any(both & {one.first, one.second} for one in later)
    return pairing.round < event.round and not event.plan.is_at_once


def pairings_screen(reader: Reader, event: Event) -> Screen:
    """Return a menu of pairings, the open ones first."""
    t, found = reader.words.t, current_pairings(event)
    text = t("Choose a pairing to decide it or undo its result.")
    parts: list[Part] = [Text(f"### 📝 {title_line(event)}\n{text}")]
    if found:
        choices = tuple(_pairing_choice(reader, event, one) for one in found)
        parts.append(paged(reader, Menu(press(event, EventVerb.TABLE), choices)))
    else:
        parts.append(Text(t("There are no pairings to decide.")))
    back = Button(t("Back"), press(event, EventVerb.ORGANIZE))
    return Screen((*parts, Row((back,))), Accent.CALM)


def _pairing_choice(reader: Reader, event: Event, pairing: EventPairing) -> MenuChoice:
    line = plain_name(pairing_line(reader, event, pairing, bold=False))
    sign = "▶️ " if is_open(pairing) else ""
    label = clipped(f"{sign}{line}", 90)
    if not event.plan.kind.has_rounds:
        return MenuChoice(label, str(pairing.number))
    return MenuChoice(
        label, str(pairing.number), reader.words.t("Round {round}", round=pairing.round)
    )


def pairing_screen(reader: Reader, event: Event, pairing: EventPairing, notice: str = "") -> Screen:
    """Return a pairing with what an organizer may do about it."""
    lines = [f"### 📝 {title_line(event)}", round_line(reader, event, pairing)]
    if is_paired_on(event, pairing):
        paired_on = EventRefused(EventCode.ALREADY_PAIRED_ON, event)
        lines.append(event_refusal(reader, paired_on))
    if notice:
        lines.insert(0, notice)
    return Screen((Text("\n".join(lines)), *_decisions(reader, event, pairing)), Accent.CALM)


def _decisions(reader: Reader, event: Event, pairing: EventPairing) -> Sequence[Row]:
    t = reader.words.t
    back = Row((Button(t("Back"), press(event, EventVerb.PAIRINGS)),))
    if not is_open(pairing):
        if event.plan.kind.is_duplicate or is_paired_on(event, pairing):
            return (back,)  # Boards cannot be played a second time.
        undo = press(event, EventVerb.UNDO, pairing.number)
        return Row((Button(t("Undo this result"), undo, Style.DANGER, "↩️"),)), back
    buttons = [
        Button(
            clipped(t("{name} wins", name=plain_of(event, user)), 80),
            _award(event, EventVerb.AWARD, pairing, user),
        )
        for user in (pairing.first, pairing.second)
        if user is not None
    ]
    if not event.plan.kind.is_knockout:
        buttons.append(Button(t("Draw"), _award(event, EventVerb.AWARD, pairing, None)))
    return Row(tuple(buttons)), back


def _award(event: Event, verb: EventVerb, pairing: EventPairing, user: UserId | None) -> EventPress:
    return EventPress(verb, pairing.number, user, id=event.id)


# -- questions --------------------------------------------------------------------------


def _question(
    reader: Reader, event: Event, text: str, yes: str, answer: EventPress, back: EventVerb
) -> Screen:
    """Return a question with its two answers."""
    buttons = (
        Button(yes, answer, Style.DANGER),
        Button(reader.words.t("Back"), press(event, back)),
    )
    return Screen((Text(text), Row(buttons)), Accent.ALERT)


def cancel_screen(reader: Reader, event: Event) -> Screen:
    """Return the question before an event is called off."""
    t = reader.words.t
    yes = press(event, EventVerb.CANCEL_YES)
    text = t("Cancel **{event}**? This can't be undone.", event=title_line(event))
    if event.state is EventState.RUNNING:
        text += " "
        if event.plan.kind.is_duplicate:
            text += t("Matches in progress end without a result.")
        else:
            text += t("Matches in progress continue outside the event.")
    if event.plan.repeat is not None:
        text += " " + t("It won't be repeated.")
    return _question(reader, event, text, t("Cancel event"), yes, EventVerb.ORGANIZE)


def remove_screen(reader: Reader, event: Event, user: UserId) -> Screen:
    """Return the question before somebody is taken out."""
    t = reader.words.t
    text = t("Remove **{name}** from {event}?", name=name_of(event, user), event=title_line(event))
    if event.state is EventState.RUNNING:
        text += " " + t("Their match in this event is forfeited.")
    yes = EventPress(EventVerb.REMOVE_YES, user=user, id=event.id)
    return _question(reader, event, text, t("Remove"), yes, EventVerb.ORGANIZE)


def replace_by_screen(reader: Reader, event: Event, user: UserId) -> Screen:
    """Return the menu of who plays on in somebody's place."""
    t = reader.words.t
    text = t("Who replaces **{name}**?", name=name_of(event, user))
    menu = PersonMenu(EventPress(EventVerb.REPLACE_BY, user=user, id=event.id))
    back = Button(t("Back"), press(event, EventVerb.ORGANIZE))
    return Screen((Text(text), menu, Row((back,))), Accent.CALM)


def replace_screen(reader: Reader, event: Event, user: UserId, by: UserId, name: str) -> Screen:
    """Return the question before somebody is replaced. ``name``: safe to show."""
    t = reader.words.t
    text = t(
        "Let **{new}** replace **{old}**, keeping the score? This can't be undone.",
        new=name,
        old=name_of(event, user),
    )
    yes = EventPress(EventVerb.REPLACE_YES, user=user, other=by, id=event.id)
    return _question(reader, event, text, t("Replace"), yes, EventVerb.ORGANIZE)


def award_screen(
    reader: Reader, event: Event, pairing: EventPairing, user: UserId | None
) -> Screen:
    """Return the question before a pairing is decided; ``user`` is ``None`` for a draw."""
    t = reader.words.t
    line = pairing_line(reader, event, pairing)
    if user is None:
        text = t("Decide {pairing} as a draw?", pairing=line)
    else:
        text = t("Decide {pairing} for **{name}**?", pairing=line, name=name_of(event, user))
    text += " " + t("This ends a match in progress.")
    yes = _award(event, EventVerb.AWARD_YES, pairing, user)
    return _question(reader, event, text, t("Decide"), yes, EventVerb.PAIRINGS)
