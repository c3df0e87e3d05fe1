"""Handlers of events: the command, the screens, and what entrants and organizers do."""

from functools import partial
from typing import Final

from bot.events.bracket_screen import bracket_screen, section_of
from bot.events.event_renderer import answer, changed_event, event_of, list_of, own_match, page_of
from bot.events.list_screens import entries_screen
from bot.events.messages import EventMessages
from bot.events.organizer_screens import (
    award_screen,
    cancel_screen,
    organizer_screen,
    pairing_screen,
    pairings_screen,
    remove_screen,
    replace_by_screen,
    replace_screen,
)
from bot.events.player_screens import boards_screen, proof_screen, withdraw_screen
from bot.events.screen_parts import moment, name_of
from bot.events.standings_screen import own_page, standings_screen
from bot.events.start_time import EXAMPLE, LONGEST, read_start, suggested_start
from bot.lobby.handlers import member_of
from bot.presses.event import EventPress, EventVerb
from bot.ui.context import (
    Context,
    ask_for_text,
    is_submitted,
    require_organizer,
    text_of,
)
from bot.ui.markup import safe_name
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.events.plan import check_in_ms
from engine.service import Person, UserId
from engine.service.events import (
    AwardPairing,
    CancelEvent,
    Event,
    EventCode,
    EventOutcome,
    EventPairing,
    EventRefused,
    EventState,
    OrganizerAction,
    Postpone,
    PutBack,
    Remove,
    Replace,
    UndoResult,
)

ORGANIZER_VERBS: Final = frozenset(
    (
        EventVerb.ORGANIZE,
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
"""The presses that only organizers may use."""


def event_answers(press: EventPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form for a new start, else in place or in private."""
    asks = press.verb is EventVerb.POSTPONE and not submitted
    return AnswerKind.FORM if asks else AnswerKind.IN_PLACE


async def event_pressed(messages: EventMessages, ctx: Context, press: EventPress) -> None:
    """Show a part of an event, or do what the person asks for."""
    if press.verb is EventVerb.LIST:
        await answer(ctx, await list_of(ctx, press.number))
        return
    if press.verb is EventVerb.OPEN and ctx.turns_a_page:
        await answer(ctx, await list_of(ctx, press.id))
        return
    if press.verb is EventVerb.OPEN:
        await answer(ctx, await page_of(ctx, await event_of(ctx, _chosen(ctx))))
        return
    if press.verb in ORGANIZER_VERBS:
        await organizer_pressed(ctx, press)
        return
    event = await event_of(ctx, press.id)
    if _is_out_of_reach(ctx, event):
        await ctx.reply.refresh(await messages.screen(event))
    screen = await _view(ctx, press, event)
    if screen is None:
        screen = await _change(ctx, press, event)
    await answer(ctx, screen)


def _is_out_of_reach(ctx: Context, event: Event) -> bool:
    """Whether a press is on the event's message, which nothing but presses can change now."""
    return ctx.origin.is_public and not ctx.origin.may_post and event.message == ctx.origin.message


def _chosen(ctx: Context) -> int:
    """Return the number chosen in a menu: an event, a person or a pairing."""
    if not ctx.value.isdecimal():
        raise Refusal(OLD_BUTTON)
    return int(ctx.value)


async def _view(ctx: Context, press: EventPress, event: Event) -> Screen | None:
    """Return the part of an event that a button shows; ``None`` for a button that does more."""
    match press.verb:
        case EventVerb.SHOW:
            return await page_of(ctx, event)
        case EventVerb.ENTRIES:
            return entries_screen(ctx.reader, event, press.number)
        case EventVerb.STANDINGS:
            is_first = ctx.origin.is_public and event.plan.kind.is_divided
            page = own_page(event, ctx.user) if is_first else press.number
            return standings_screen(ctx.reader, event, page, user=ctx.user)
        case EventVerb.BRACKET:
            return bracket_screen(ctx.reader, event, section_of(event, ctx.user), user=ctx.user)
        case EventVerb.SECTION:
            return bracket_screen(ctx.reader, event, _chosen(ctx), user=ctx.user)
        case EventVerb.MATCH:
            return await own_match(ctx, event)
        case EventVerb.BOARDS if event.plan.kind.is_duplicate:
            round_ = press.number or max(1, event.revealed)
            found = await ctx.service.events.boards_of(event.id, round_, ctx.user)
            return boards_screen(ctx.reader, event, found, round_)
        case EventVerb.PROOF:
            return await _proof(ctx, event)
        case EventVerb.WITHDRAW if event.state is EventState.RUNNING:
            return withdraw_screen(ctx.reader, event)
        case _:
            return None


async def _proof(ctx: Context, event: Event) -> Screen:
    proof = await ctx.service.events.boards_proof(event.id)
    if proof is None:
        raise Refusal(OLD_BUTTON)
    return proof_screen(ctx.reader, event, proof)


async def _change(ctx: Context, press: EventPress, event: Event) -> Screen:
    """Do what an entrant asks for, and return the event after it."""
    events, key, user = ctx.service.events, ctx.key, ctx.user
    ask = {
        EventVerb.ENTER: partial(events.enter, key, event.id, ctx.person),
        EventVerb.TEAM: partial(events.enter, key, event.id, ctx.person, press.number),
        EventVerb.CHECK_IN: partial(events.check_in, key, event.id, user),
        EventVerb.WITHDRAW: partial(events.withdraw, key, event.id, user),
        EventVerb.WITHDRAW_YES: partial(events.withdraw, key, event.id, user),
        EventVerb.PAUSE: partial(events.pause, key, event.id, user, True),
        EventVerb.RESUME: partial(events.pause, key, event.id, user, False),
    }.get(press.verb)
    if ask is None:
        raise Refusal(OLD_BUTTON)
    outcome = await ask()
    if press.verb is EventVerb.CHECK_IN and _is_here(outcome):
        raise Refusal("You're already checked in.")
    after = changed_event(ctx, outcome)
    if press.verb in (EventVerb.PAUSE, EventVerb.RESUME):
        return await own_match(ctx, after)
    return await page_of(ctx, after, _confirmation(ctx, press.verb, after))


def _is_here(outcome: EventOutcome) -> bool:
    return isinstance(outcome, EventRefused) and outcome.code is EventCode.ALREADY_IN


def _confirmation(ctx: Context, verb: EventVerb, event: Event) -> str:
    t, entry = ctx.t, event.entry_of(ctx.user)
    waits = entry is not None and entry.queue is not None
    match verb:
        case EventVerb.ENTER | EventVerb.TEAM if waits:
            return t("⏳ The event is full. You'll get a spot when someone leaves.")
        case EventVerb.ENTER if event.state is EventState.RUNNING:
            return t("✅ You're in. You'll be paired as soon as possible.")
        case EventVerb.ENTER | EventVerb.TEAM if event.state is EventState.ANNOUNCED:
            opens = moment(event.plan.starts_ms - check_in_ms(event.plan), "f")
            return t("✅ You're in. Check-in opens {when}.", when=opens)
        case EventVerb.ENTER | EventVerb.TEAM:
            return t("✅ You're in and checked in.")
        case EventVerb.CHECK_IN:
            return t("✅ You're checked in.")
        case _:
            return t("You've withdrawn.")


# -- the organizer -----------------------------------------------------------------------


async def organizer_pressed(ctx: Context, press: EventPress) -> None:
    """Show a tool of the organizer, ask before an action, or carry it out."""
    await require_organizer(ctx)
    event = await event_of(ctx, press.id)
    if press.verb is EventVerb.POSTPONE and not is_submitted(ctx):
        await _ask_for_start(ctx, press, event)
        return
    screen = await _organizer_view(ctx, press, event)
    if screen is None:
        screen = await _carry_out(ctx, press, event)
    await answer(ctx, screen)


async def _organizer_view(ctx: Context, press: EventPress, event: Event) -> Screen | None:
    """Return a tool or a question; ``None`` for a press that changes something."""
    reader = ctx.reader
    match press.verb:
        case EventVerb.ORGANIZE:
            return organizer_screen(reader, event)
        case EventVerb.CANCEL:
            return cancel_screen(reader, event)
        case EventVerb.REMOVE:
            return remove_screen(reader, event, _entrant(ctx, event))
        case EventVerb.REPLACE:
            return replace_by_screen(reader, event, _entrant(ctx, event))
        case EventVerb.REPLACE_BY:
            new = await _person(ctx, _chosen(ctx))
            leaving = _of(event, press.user)
            return replace_screen(reader, event, leaving, new.user_id, safe_name(new.name))
        case EventVerb.PAIRINGS:
            return pairings_screen(reader, event)
        case EventVerb.TABLE if ctx.turns_a_page:
            return pairings_screen(reader, event)
        case EventVerb.TABLE:
            return pairing_screen(reader, event, _pairing(event, _chosen(ctx)))
        case EventVerb.AWARD:
            return award_screen(reader, event, _pairing(event, press.number), _winner(press))
        case _:
            return None


async def _carry_out(ctx: Context, press: EventPress, event: Event) -> Screen:
    """Carry out an action and return the tools after it, with what was done."""
    action = await _action_of(ctx, press, event)
    outcome = await ctx.service.events.organize(ctx.key, event.id, ctx.user, action)
    after = changed_event(ctx, outcome, organizes=True)
    notice = f"✅ {_action_confirmation(ctx, after, action)}"
    if isinstance(action, AwardPairing | UndoResult):
        return pairing_screen(ctx.reader, after, _pairing(after, action.pairing), notice)
    return organizer_screen(ctx.reader, after, notice)


async def _action_of(ctx: Context, press: EventPress, event: Event) -> OrganizerAction:
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
            return AwardPairing(press.number, _winner(press))
        case EventVerb.UNDO:
            return UndoResult(press.number)
        case _:
            raise Refusal(OLD_BUTTON)


def _action_confirmation(ctx: Context, event: Event, action: OrganizerAction) -> str:
    t = ctx.t
    match action:
        case Postpone():
            return t("New start: {when}", when=moment(event.plan.starts_ms, "F"))
        case Remove(user):
            return t("{name} has been removed.", name=name_of(event, user))
        case PutBack(user):
            return t("{name} has been reinstated.", name=name_of(event, user))
        case Replace(_, by):
            return t("{name} has taken over.", name=safe_name(by.name))
        case AwardPairing():
            return t("Pairing decided.")
        case UndoResult():
            return t("Result undone. The pairing will be played again.")
        case CancelEvent():
            return t("Event cancelled.")


async def _ask_for_start(ctx: Context, press: EventPress, event: Event) -> None:
    await ask_for_text(
        ctx,
        press,
        ctx.t("Postpone"),
        ctx.t("New start ({zone}), such as {example}", zone=event.plan.zone, example=EXAMPLE),
        length=LONGEST,
        placeholder=EXAMPLE,
        written=suggested_start(event.plan.starts_ms, event.plan.zone, ctx.service.now_ms()),
    )


def _entrant(ctx: Context, event: Event) -> UserId:
    """Return the entrant chosen in a menu of people."""
    return _of(event, _chosen(ctx))


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


def _pairing(event: Event, number: int) -> EventPairing:
    found = next((one for one in event.pairings if one.number == number), None)
    if found is None:
        raise Refusal("This pairing no longer exists.")
    return found


def _winner(press: EventPress) -> UserId | None:
    return None if press.user is None else UserId(press.user)
