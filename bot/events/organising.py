"""Handlers of the organiser's tools; each deed is in the server's log."""

from typing import Final

from bot.events.organiser_screen import (
    award_screen,
    cancel_screen,
    organiser_screen,
    pairing_screen,
    pairings_screen,
    remove_screen,
    replace_by_screen,
    replace_screen,
)
from bot.events.showing import answer, changed_event, event_of, require_organiser
from bot.events.start_time import EXAMPLE, LONGEST, read_start, suggested_start
from bot.events.words import moment, name_of
from bot.lobby.handlers import member_of
from bot.presses.event import EventPress, EventVerb
from bot.ui.context import Context, ask_for_text, is_submitted, text_of
from bot.ui.markup import safe_name
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.screen import Screen
from engine.service.events.deed_types import (
    Award,
    CancelEvent,
    Deed,
    Postpone,
    PutBack,
    Remove,
    Replace,
    Undo,
)
from engine.service.events.types import Event, Pairing
from engine.service.people import Person, UserId

ORGANISING: Final = frozenset(
    (
        EventVerb.ORGANISE,
        EventVerb.POSTPONE,
        EventVerb.CANCEL,
        EventVerb.CANCEL_YES,
        EventVerb.REMOVE,
        EventVerb.REMOVE_YES,
        EventVerb.PUT_BACK,
        EventVerb.REPLACE,
        EventVerb.REPLACE_BY,
        EventVerb.REPLACE_YES,
        EventVerb.PAIRINGS,
        EventVerb.TABLE,
        EventVerb.AWARD,
        EventVerb.AWARD_YES,
        EventVerb.UNDO,
    )
)
"""The presses that only organisers may use."""


async def organiser_pressed(ctx: Context, press: EventPress) -> None:
    """Show a tool of the organiser, ask before a deed, or do it."""
    await require_organiser(ctx)
    event = await event_of(ctx, press.id)
    if press.verb is EventVerb.POSTPONE and not is_submitted(ctx):
        await _ask_for_start(ctx, press, event)
        return
    screen = await _asked(ctx, press, event)
    if screen is None:
        screen = await _done(ctx, press, event)
    await answer(ctx, screen)


async def _asked(ctx: Context, press: EventPress, event: Event) -> Screen | None:
    """Return a tool or a question; ``None`` for a press that changes something."""
    reader = ctx.reader
    match press.verb:
        case EventVerb.ORGANISE:
            return organiser_screen(reader, event)
        case EventVerb.CANCEL:
            return cancel_screen(reader, event)
        case EventVerb.REMOVE:
            return remove_screen(reader, event, _entrant(ctx, event))
        case EventVerb.REPLACE:
            return replace_by_screen(reader, event, _entrant(ctx, event))
        case EventVerb.REPLACE_BY:
            new = await _person(ctx, _user(ctx))
            leaving = _of(event, press.user)
            return replace_screen(reader, event, leaving, new.user_id, safe_name(new.name))
        case EventVerb.PAIRINGS:
            return pairings_screen(reader, event, press.number)
        case EventVerb.TABLE:
            return pairing_screen(reader, event, _pairing(event, _user(ctx)))
        case EventVerb.AWARD:
            return award_screen(reader, event, _pairing(event, press.number), _winner(press))
        case _:
            return None


async def _done(ctx: Context, press: EventPress, event: Event) -> Screen:
    """Do a deed and return the tools after it, with what was done."""
    deed = await _deed(ctx, press, event)
    outcome = await ctx.service.events.manage(ctx.key, event.id, ctx.user, deed)
    after = changed_event(ctx, outcome, organises=True)
    said = f"✅ {_said(ctx, after, deed)}"
    if isinstance(deed, Award | Undo):
        return pairing_screen(ctx.reader, after, _pairing(after, deed.pairing), said)
    return organiser_screen(ctx.reader, after, said)


async def _deed(ctx: Context, press: EventPress, event: Event) -> Deed:
    match press.verb:
        case EventVerb.POSTPONE:
            starts_ms, _ = read_start(text_of(ctx), event.plan.zone, ctx.service.now_ms())
            return Postpone(starts_ms)
        case EventVerb.CANCEL_YES:
            return CancelEvent()
        case EventVerb.REMOVE_YES:
            return Remove(_of(event, press.user))
        case EventVerb.PUT_BACK:
            return PutBack(_entrant(ctx, event))
        case EventVerb.REPLACE_YES:
            return Replace(_of(event, press.user), await _person(ctx, press.other or 0))
        case EventVerb.AWARD_YES:
            return Award(press.number, _winner(press))
        case EventVerb.UNDO:
            return Undo(press.number)
        case _:
            raise Refusal(OLD_BUTTON)


def _said(ctx: Context, event: Event, deed: Deed) -> str:
    t = ctx.t
    match deed:
        case Postpone():
            return t("New start: {when}", when=moment(event.plan.starts_ms, "F"))
        case Remove(user):
            return t("{name} is removed.", name=name_of(event, user))
        case PutBack(user):
            return t("{name} is back in.", name=name_of(event, user))
        case Replace(_, by):
            return t("{name} takes over.", name=safe_name(by.name))
        case Award():
            return t("The pairing is decided.")
        case Undo():
            return t("The result is undone; the pairing is played again.")
        case CancelEvent():
            return t("The event is cancelled.")


async def _ask_for_start(ctx: Context, press: EventPress, event: Event) -> None:
    await ask_for_text(
        ctx,
        str(press),
        ctx.t("Postpone"),
        ctx.t("New start ({zone}), such as {example}", zone=event.plan.zone, example=EXAMPLE)[:45],
        length=LONGEST,
        placeholder=EXAMPLE,
        written=suggested_start(event.plan.starts_ms, event.plan.zone, ctx.service.now_ms()),
    )


def _user(ctx: Context) -> int:
    """Return the number chosen in a menu: a person or a pairing."""
    if not ctx.value.isdecimal():
        raise Refusal(OLD_BUTTON)
    return int(ctx.value)


def _entrant(ctx: Context, event: Event) -> UserId:
    """Return the entrant chosen in a menu of people."""
    return _of(event, _user(ctx))


def _of(event: Event, user: int | None) -> UserId:
    """Return an entrant; Refusal for anybody else."""
    found = None if user is None or user <= 0 else event.entry_of(UserId(user))
    if found is None:
        raise Refusal("This person isn't in the event.")
    return found.user_id


async def _person(ctx: Context, user: int) -> Person:
    member = await member_of(ctx, user)
    if member is None:
        raise Refusal("This person is no longer on this server. Choose someone else.")
    if member.bot:
        raise Refusal("Bots can't play in events.")
    return Person(UserId(member.id), member.display_name, member.global_name or member.name)


def _pairing(event: Event, number: int) -> Pairing:
    found = next((one for one in event.pairings if one.number == number), None)
    if found is None:
        raise Refusal("This pairing no longer exists.")
    return found


def _winner(press: EventPress) -> UserId | None:
    return None if press.user is None else UserId(press.user)
