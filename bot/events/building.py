"""Handlers of the builder: menus change the plan, a press announces it."""

from dataclasses import replace

from bot.events.builder_screen import builder_screen
from bot.events.draft import changed, named, plan_of, ruleset_of
from bot.events.match_length import is_without_effect, length_title
from bot.events.messages import EventMessages
from bot.events.showing import ONLY_ON_SERVERS, answer, changed_event, page_of, require_organiser
from bot.events.start_time import (
    EXAMPLE,
    LONGEST,
    in_zone,
    read_start,
    suggested_start,
)
from bot.match.options import house_of
from bot.presses.event import (
    NAME_LENGTH,
    USUAL_LENGTH,
    BuildPress,
    BuildVerb,
    Draft,
    code_of,
    zone_of,
)
from bot.ui.context import Context, ask_for_text, is_submitted, text_of
from bot.ui.replying import Refusal
from bot.ui.roles import require_assignable
from bot.ui.routes import AnswerKind
from bot.wording.names import title_of
from engine.service.events.types import Announce

FORMS = (BuildVerb.WHEN, BuildVerb.NAME)
MORE = (
    BuildVerb.MORE,
    BuildVerb.SIZE,
    BuildVerb.BOARDS,
    BuildVerb.MOST,
    BuildVerb.LENGTH,
    BuildVerb.ZONE,
    BuildVerb.REPEAT,
    BuildVerb.ROLE,
    BuildVerb.THIRD,
    BuildVerb.RATED,
)
"""The controls of the second page."""


def build_answers(press: BuildPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form for the start or the name, else in place."""
    return AnswerKind.FORM if press.verb in FORMS and not submitted else AnswerKind.IN_PLACE


async def build_pressed(messages: EventMessages, ctx: Context, press: BuildPress) -> None:
    """Change the plan of a new event, or announce it."""
    await require_organiser(ctx)
    draft = press.draft
    if press.verb in FORMS and not is_submitted(ctx):
        await _ask(ctx, press, draft)
        return
    if press.verb is BuildVerb.ANNOUNCE:
        await _announce(messages, ctx, draft)
        return
    draft, notice = _after(ctx, press, draft)
    config = await ctx.service.guild_config(ctx.guild)
    rules = ruleset_of(draft, config.presets)
    if is_without_effect(draft, rules.rules):
        title, length = (
            title_of(ctx.reader.words, rules.name),
            length_title(ctx.reader, draft.length),
        )
        draft = replace(draft, length=USUAL_LENGTH)
        notice = ctx.t("⚠️ “{length}” has no effect with {rules}.", length=length, rules=title)
    more = press.verb in MORE
    await answer(ctx, builder_screen(ctx.reader, draft, config, more=more, notice=notice))


def _after(ctx: Context, press: BuildPress, draft: Draft) -> tuple[Draft, str]:
    """Return the plan after a press, and a sentence if something is wrong."""
    match press.verb:
        case BuildVerb.WHEN:
            try:
                start, zone = read_start(text_of(ctx), draft.zone, ctx.service.now_ms())
            except Refusal as refusal:
                return draft, f"⚠️ {refusal.said(ctx.reader.words)}"
            return replace(draft, start=start, zone=zone), ""
        case BuildVerb.NAME:
            return replace(draft, name=named(text_of(ctx))), ""
        case BuildVerb.ZONE:
            zone = code_of(ctx.value)
            return replace(draft, zone=zone, start=in_zone(draft.start, draft.zone, zone)), ""
        case BuildVerb.ROLE:
            _check_role(ctx)
    return changed(draft, press.verb, ctx.values), ""


def _check_role(ctx: Context) -> None:
    guild = ctx.at_discord.guild
    role = None if guild is None or not ctx.values else guild.get_role(int(ctx.values[0]))
    if role is not None:
        require_assignable(ctx.at_discord, role)


async def _ask(ctx: Context, press: BuildPress, draft: Draft) -> None:
    t = ctx.t
    if press.verb is BuildVerb.NAME:
        await ask_for_text(
            ctx,
            str(press),
            t("Name of the event"),
            t("Name"),
            length=NAME_LENGTH,
            written=draft.name,
        )
        return
    zone = zone_of(draft.zone)
    label = t("Date and time ({zone})", zone=zone)
    await ask_for_text(
        ctx,
        str(press),
        t("Start of the event"),
        label[:45],
        length=LONGEST,
        placeholder=f"{EXAMPLE} {zone}",
        written=suggested_start(draft.start, draft.zone, ctx.service.now_ms()),
    )


async def _announce(messages: EventMessages, ctx: Context, draft: Draft) -> None:
    """Store the event and post its message; the organiser keeps a page of their own."""
    if not draft.start:
        raise Refusal("Choose the start first.")
    if not ctx.channel:
        raise Refusal(ONLY_ON_SERVERS)
    config = await house_of(ctx)
    public = await ctx.public_reader()
    ask = Announce(
        interaction=ctx.key,
        guild=ctx.guild,
        channel=ctx.channel,
        host=ctx.person,
        plan=plan_of(draft, config, public.words),
        locale=ctx.origin.guild_locale or "en-US",
    )
    async with messages.expecting(ctx.key):
        event = changed_event(ctx, await ctx.service.events.announce(ask), organises=True)
        # The private answer is the first: where two processes got the press, Discord takes one.
        await answer(ctx, await page_of(ctx, event, "✅ " + ctx.t("The event is announced.")))
        await messages.announced(event, await ctx.reply.public(await messages.screen(event)))
