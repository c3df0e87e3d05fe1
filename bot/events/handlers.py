"""Handlers of events: looking at them, and everything that an entrant does."""

from functools import partial

from bot.events.boards_screen import boards_screen, proof_screen
from bot.events.bracket import bracket_screen, section_of
from bot.events.entries_screen import entries_screen
from bot.events.match_screen import withdraw_screen
from bot.events.organising import ORGANISING, organiser_pressed
from bot.events.showing import (
    answer,
    changed_event,
    event_of,
    list_of,
    own_match,
    page_of,
)
from bot.events.standings_screen import standings_pages, standings_screen
from bot.events.words import moment
from bot.presses.event import EventPress, EventVerb
from bot.ui.context import Context
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import Screen
from engine.events.times import check_in_ms
from engine.service.events.outcome_types import EventCode, EventOutcome, EventRefused
from engine.service.events.types import Event, EventState


def event_answers(press: EventPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form for a new start, else in place or in private."""
    asks = press.verb is EventVerb.POSTPONE and not submitted
    return AnswerKind.FORM if asks else AnswerKind.IN_PLACE


async def event_pressed(ctx: Context, press: EventPress) -> None:
    """Show a part of an event, or do what the person asks for."""
    if press.verb is EventVerb.LIST:
        await answer(ctx, await list_of(ctx, press.number))
        return
    if press.verb is EventVerb.OPEN:
        await answer(ctx, await page_of(ctx, await event_of(ctx, _chosen(ctx))))
        return
    if press.verb in ORGANISING:
        await organiser_pressed(ctx, press)
        return
    event = await event_of(ctx, press.id)
    screen = await _looked_at(ctx, press, event)
    if screen is None:
        screen = await _done(ctx, press, event)
    await answer(ctx, screen)


def _chosen(ctx: Context) -> int:
    """Return the number chosen in a menu."""
    if not ctx.value.isdecimal():
        raise Refusal(OLD_BUTTON)
    return int(ctx.value)


async def _looked_at(ctx: Context, press: EventPress, event: Event) -> Screen | None:
    """Return the part of an event that a button shows; ``None`` for a button that does more."""
    match press.verb:
        case EventVerb.SHOW:
            return await page_of(ctx, event)
        case EventVerb.ENTRIES:
            return entries_screen(ctx.reader, event, press.number)
        case EventVerb.STANDINGS:
            page = _own_page(ctx, event) if ctx.origin.is_public else press.number
            return standings_screen(ctx.reader, event, page, user=ctx.user)
        case EventVerb.BRACKET:
            return bracket_screen(ctx.reader, event, section_of(event, ctx.user))
        case EventVerb.SECTION:
            return bracket_screen(ctx.reader, event, _chosen(ctx))
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


def _own_page(ctx: Context, event: Event) -> int:
    """Return the page of the standings with the person's own line, else the first."""
    if not event.plan.kind.is_divided:
        return 0
    for number, lines in enumerate(standings_pages(event)):
        if any(one.user_id == ctx.user for one in lines):
            return number
    return 0


async def _done(ctx: Context, press: EventPress, event: Event) -> Screen:
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
        raise Refusal("You are already checked in.")
    after = changed_event(ctx, outcome)
    if press.verb in (EventVerb.PAUSE, EventVerb.RESUME):
        return await own_match(ctx, after)
    return await page_of(ctx, after, _said(ctx, press.verb, after))


def _is_here(outcome: EventOutcome) -> bool:
    return isinstance(outcome, EventRefused) and outcome.code is EventCode.ALREADY_IN


def _said(ctx: Context, verb: EventVerb, event: Event) -> str:
    t, entry = ctx.t, event.entry_of(ctx.user)
    waits = entry is not None and entry.queue is not None
    match verb:
        case EventVerb.ENTER | EventVerb.TEAM if waits:
            return t("⏳ The event is full. You get a place when someone leaves.")
        case EventVerb.ENTER if event.state is EventState.RUNNING:
            return t("✅ You are in. You are paired as soon as possible.")
        case EventVerb.ENTER | EventVerb.TEAM if event.state is EventState.ANNOUNCED:
            opens = moment(event.plan.starts_ms - check_in_ms(event.plan), "f")
            return t("✅ You are entered. Don't forget to check in, from {when} on.", when=opens)
        case EventVerb.ENTER | EventVerb.TEAM:
            return t("✅ You are entered and checked in.")
        case EventVerb.CHECK_IN:
            return t("✅ You are checked in.")
        case _:
            return t("You have withdrawn.")
