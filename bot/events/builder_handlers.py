"""Handlers of the builder: menus change a stored draft, a press announces it.

A press names the draft and its version, so that nothing is done that was meant for another state.
"""

from dataclasses import replace

from bot.events.builder_screen import RULES_REMOVED, builder_screen, plan_of
from bot.events.builder_settings import (
    NAME_LENGTH,
    WrongStart,
    length_title,
    named,
    rules_of,
)
from bot.events.evening_requests import ask_pressed, pass_on
from bot.events.event_facts import may_be_repeated
from bot.events.event_renderer import (
    ONLY_ON_SERVERS,
    answer,
    changed_event,
    event_of,
    list_of,
    page_of,
)
from bot.events.messages import EventMessages
from bot.events.start_time import (
    EXAMPLE,
    LONGEST,
    in_zone,
    read_start,
    suggested_start,
    usual_zone,
    without_zone,
)
from bot.events.time_words import read_wait
from bot.match.options import server_presets
from bot.presses.event import BuildPress, PlanPress, PlanVerb
from bot.ui.context import (
    Context,
    ask_for_text,
    is_submitted,
    require_assignable,
    require_organizer,
    text_of,
)
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.wording.names import title_of
from engine.clocks import DAY
from engine.events.kinds import chosen, new_draft
from engine.events.plan import USUAL_LENGTH, EventPlan, Repeat, again, announced_at, lengths_of
from engine.service import GuildConfig
from engine.service.events import Announce, DraftId, EventCode, EventDraft, EventId, EventRefused

FORMS = (PlanVerb.WHEN, PlanVerb.NAME, PlanVerb.ASK)
MORE = (PlanVerb.MORE, PlanVerb.SET, PlanVerb.ZONE, PlanVerb.ROLE)
"""The controls of the second page."""


def plan_answers(press: PlanPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form for the start or the name, else in place."""
    return AnswerKind.FORM if press.verb in FORMS and not submitted else AnswerKind.IN_PLACE


async def build_pressed(_: Context, __: BuildPress) -> None:
    """Refuse a button of a builder that has no stored draft."""
    raise Refusal(
        "This button is from an older version and no longer works. Start again with **New "
        "event** in `/gin events`."
    )


async def plan_pressed(messages: EventMessages, ctx: Context, press: PlanPress) -> None:
    """Begin the draft of an event, change it, or announce it; or ask for one."""
    if press.verb is PlanVerb.ASK:
        if (asked := await ask_pressed(ctx)) is not None:
            said = ctx.t(
                "Your request is on its way to the organisers. When one of them makes the event, "
                "it is announced."
            )
            await answer(ctx, await list_of(ctx, notice=f"✅ {said}"))
            await pass_on(messages, ctx, asked)
        return
    await require_organizer(ctx)
    config = await ctx.service.guild_config(ctx.guild)
    if press.verb is PlanVerb.NEW:
        begun = await ctx.service.events.newest_draft(ctx.guild, ctx.user)
        if begun is not None and begun.version:
            notice = ctx.t("You began this event earlier. **Start over** begins another one.")
            await _show(ctx, begun, config, notice=notice)
            return
    if press.verb in (PlanVerb.NEW, PlanVerb.AGAIN):
        plan = new_draft(usual_zone(ctx.locale), rated=config.rated == "yes")
        draft = await ctx.service.events.begin_draft(ctx.key, ctx.guild, ctx.user, plan)
        await _show(ctx, draft, config)
        return
    if press.verb is PlanVerb.TAKE:
        await _take(ctx, press, config)
        return
    if press.verb is PlanVerb.REPEAT:
        await _repeat(ctx, press, config)
        return
    draft = await _own_draft(ctx, press)
    is_old = draft.version != press.revision and not _is_written(ctx, press)
    if draft.event is not None or is_old:
        await _redraw(ctx, press, draft, config)
    elif ctx.turns_a_page:
        await _show(ctx, draft, config, more=press.verb in MORE)
    elif press.verb in FORMS and not is_submitted(ctx):
        await _ask(ctx, press, draft.plan)
    elif press.verb is PlanVerb.ANNOUNCE:
        await _announce(messages, ctx, press, draft, config)
    else:
        await _change(ctx, press, draft, config)


async def _take(ctx: Context, press: PlanPress, config: GuildConfig) -> None:
    """Go on with what a member has asked for."""
    draft = await ctx.service.events.draft(DraftId(press.id))
    if draft is not None and draft.guild == ctx.guild and draft.event is None:
        if draft.user != ctx.user and not draft.version:
            draft = await ctx.service.events.take_over(ctx.key, draft, ctx.user)
        if draft is not None and draft.user == ctx.user:
            await _show(ctx, draft, config)
            return
    raise Refusal("Another organiser has taken up this request, or it is older than a week.")


async def _repeat(ctx: Context, press: PlanPress, config: GuildConfig) -> None:
    """Begin the draft of an event that is held again, a week after it or later."""
    event = await event_of(ctx, press.id)
    if not may_be_repeated(event):
        raise Refusal(OLD_BUTTON)
    plan = again(replace(event.plan, repeat=Repeat.WEEKLY), ctx.service.now_ms())
    plan = replace(plan, repeat=event.plan.repeat)
    draft = await ctx.service.events.begin_draft(ctx.key, ctx.guild, ctx.user, plan)
    await _show(ctx, draft, config)


def _is_written(ctx: Context, press: PlanPress) -> bool:
    """Whether a text was written: it is kept, whatever else has changed meanwhile."""
    return press.verb in FORMS and is_submitted(ctx)


async def _own_draft(ctx: Context, press: PlanPress) -> EventDraft:
    draft = await ctx.service.events.draft(DraftId(press.id))
    if draft is None or draft.guild != ctx.guild:
        raise Refusal("This draft has ended. Start again with **New event** in `/gin events`.")
    if draft.user != ctx.user:
        raise Refusal(
            "This is someone else's draft. Start your own with **New event** in `/gin events`."
        )
    return draft


async def _redraw(ctx: Context, press: PlanPress, draft: EventDraft, config: GuildConfig) -> None:
    """Show a draft as it is now, or the event that it was announced as."""
    if draft.event is not None:
        event = await event_of(ctx, draft.event)
        await answer(ctx, await page_of(ctx, event, "✅ " + ctx.t("Event announced.")))
        return
    notice = "⚠️ " + ctx.t(
        "The draft has changed since then, so nothing was changed. Here it is now."
    )
    await _show(ctx, draft, config, more=press.verb in MORE, notice=notice)


async def _show(
    ctx: Context,
    draft: EventDraft,
    config: GuildConfig,
    *,
    more: bool = False,
    notice: str = "",
    wrong: WrongStart | None = None,
) -> None:
    now_ms = ctx.service.now_ms()
    screen = builder_screen(
        ctx.reader, draft, config, more=more, notice=notice, wrong=wrong, now_ms=now_ms
    )
    await answer(ctx, screen)


async def _change(ctx: Context, press: PlanPress, draft: EventDraft, config: GuildConfig) -> None:
    plan, notice, wrong = draft.plan, "", None
    try:
        plan = _after(ctx, press, draft.plan)
    except Refusal as refusal:
        if press.verb is not PlanVerb.WHEN:
            raise
        wrong = WrongStart(refusal.sentence(ctx.reader.words), text_of(ctx))
    rules = rules_of(plan, config.presets)
    if rules is not None and plan.length not in lengths_of(rules):
        if plan.kind.offers("length"):
            notice = ctx.t(
                "⚠️ “{length}” has no effect with {rules}.",
                length=length_title(ctx.reader.words, plan.length),
                rules=title_of(ctx.reader.words, plan.preset),
            )
        plan = replace(plan, length=USUAL_LENGTH)
    if plan != draft.plan:
        changed = await ctx.service.events.change_draft(ctx.key, draft, plan)
        if changed is None:
            newest = await _own_draft(ctx, press)
            if newest.event is None and _is_written(ctx, press):
                await _change(ctx, press, newest, config)
            else:
                await _redraw(ctx, press, newest, config)
            return
        draft = changed
    await _show(ctx, draft, config, more=press.verb in MORE, notice=notice, wrong=wrong)


def _after(ctx: Context, press: PlanPress, plan: EventPlan) -> EventPlan:
    """Return the plan after a press; Refusal for a start that cannot be."""
    match press.verb:
        case PlanVerb.WHEN:
            return _starting(ctx, plan, text_of(ctx))
        case PlanVerb.START:
            return _starting(ctx, plan, ctx.value)
        case PlanVerb.NAME:
            return replace(plan, name=named(text_of(ctx)))
        case PlanVerb.ZONE:
            starts_ms = in_zone(plan.starts_ms, plan.zone, ctx.value)
            return replace(plan, zone=ctx.value, starts_ms=starts_ms)
        case PlanVerb.ROLE:
            return replace(plan, winner_role=_role(ctx))
        case PlanVerb.RULES | PlanVerb.HOUSE:
            return replace(plan, preset=ctx.value)
        case PlanVerb.KIND | PlanVerb.CLOCK | PlanVerb.SET:
            field = press.field or press.verb.value
            try:
                return chosen(plan, field, ctx.values[0] if ctx.values else "")
            except KeyError as error:
                raise Refusal(OLD_BUTTON) from error
        case _:
            return plan


def _starting(ctx: Context, plan: EventPlan, text: str) -> EventPlan:
    """Return a plan with the start that a text says; what is soon counts from its announcement."""
    written, zone = without_zone(text, plan.zone)
    wait = read_wait(written)
    if wait is not None and 0 < wait < DAY:
        return replace(plan, starts_ms=0, after_ms=wait, zone=zone)
    starts_ms, zone = read_start(text, plan.zone, ctx.service.now_ms())
    return replace(plan, starts_ms=starts_ms, after_ms=0, zone=zone)


def _role(ctx: Context) -> int | None:
    """Return the role that is chosen for the winner; Refusal if the bot cannot give it."""
    if not ctx.values:
        return None
    guild, number = ctx.at_discord.guild, int(ctx.values[0])
    role = None if guild is None else guild.get_role(number)
    if role is not None:
        require_assignable(ctx.at_discord, role)
    return number


async def _ask(ctx: Context, press: PlanPress, plan: EventPlan) -> None:
    t = ctx.t
    if press.verb is PlanVerb.NAME:
        await ask_for_text(
            ctx,
            press,
            t("Name of the event"),
            t("Name"),
            length=NAME_LENGTH,
            written=plan.name,
        )
        return
    await ask_for_text(
        ctx,
        press,
        t("Start of the event"),
        t("Date and time ({zone})", zone=plan.zone),
        length=LONGEST,
        placeholder=f"{EXAMPLE} {plan.zone}",
        written=suggested_start(plan.starts_ms, plan.zone, ctx.service.now_ms()),
    )


async def _announce(
    messages: EventMessages, ctx: Context, press: PlanPress, draft: EventDraft, config: GuildConfig
) -> None:
    """Store the event and post its message; the organizer keeps a page of their own."""
    if not draft.plan.has_start:
        raise Refusal("Choose the start first.")
    if not ctx.channel:
        raise Refusal(ONLY_ON_SERVERS)
    if rules_of(draft.plan, config.presets) is None:
        raise Refusal(RULES_REMOVED)
    config = await server_presets(ctx)
    public = await ctx.public_reader()
    ask = Announce(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.person,
        plan=announced_at(plan_of(draft.plan, config, public.words), ctx.service.now_ms()),
        locale=ctx.origin.guild_locale or "en-US",
    )
    async with messages.expecting(ctx.key):
        outcome = await ctx.service.events.announce(ask, draft)
        if isinstance(outcome, EventRefused) and outcome.code is EventCode.DRAFT_CHANGED:
            await _redraw(ctx, press, await _own_draft(ctx, press), config)
            return
        event = changed_event(ctx, outcome, organizes=True)
        # The private answer is the first: where two processes got the press, Discord takes one.
        await answer(ctx, await page_of(ctx, event, "✅ " + ctx.t("Event announced.")))
        if event.id == EventId(ctx.key):  # Else another press has announced it.
            await messages.announced(event, await ctx.reply.public(await messages.screen(event)))
