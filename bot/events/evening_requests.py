"""A member asks for an evening, and an organizer makes an event of it."""

from typing import Final

from bot.events.messages import EventMessages
from bot.events.screen_parts import moment
from bot.events.start_time import EXAMPLE, LONGEST, read_start, suggested_start, usual_zone
from bot.presses.event import PlanPress, PlanVerb
from bot.ui.context import Context, ask_for_text, is_submitted, text_of
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text
from engine.events.kinds import new_draft
from engine.service.events import EventDraft

ASK: Final = PlanPress(PlanVerb.ASK)


def ask_button(reader: Reader) -> Button:
    """Return the way to a request."""
    return Button(reader.words.t("Ask for an evening"), ASK, Style.SUCCESS, "✋")


def who_may_words(reader: Reader, role: int | None) -> str:
    """Return who makes events on a server. ``role``: the one that its admins have chosen."""
    t = reader.words.t
    if role is None:
        return t("Admins and members with the permission **Manage Events** make events here.")
    return t(
        "Admins, members with the permission **Manage Events** and those with the role {role} "
        "make events here.",
        role=f"<@&{role}>",
    )


def request_screen(reader: Reader, draft: EventDraft, name: str) -> Screen:
    """Return a request as the organizers read it. ``name``: who asks."""
    t, starts = reader.words.t, draft.plan.starts_ms
    text = t(
        "✋ **{name}** asks for an evening: {when}",
        name=safe_name(name),
        when=f"{moment(starts, 'F')} ({moment(starts)})",
    )
    take = PlanPress(PlanVerb.TAKE, id=draft.id)
    return Screen(
        (Text(text), Row((Button(t("Make this event"), take, Style.PRIMARY, "➕"),))), Accent.WAIT
    )


async def ask_pressed(ctx: Context) -> EventDraft | None:
    """Open the form that asks when, or store what was written in it and return that."""
    now_ms, zone = ctx.service.now_ms(), usual_zone(ctx.locale)
    if not is_submitted(ctx):
        await ask_for_text(
            ctx,
            ASK,
            ctx.t("Ask for an evening"),
            ctx.t("When would you like to play? ({zone})", zone=zone),
            length=LONGEST,
            placeholder=EXAMPLE,
            written=suggested_start(0, zone, now_ms),
        )
        return None
    starts_ms, zone = read_start(text_of(ctx), zone, now_ms)
    config = await ctx.service.guild_config(ctx.guild)
    plan = new_draft(zone, rated=config.rated == "yes", starts_ms=starts_ms)
    draft = await ctx.service.events.ask_for(ctx.key, ctx.guild, ctx.user, plan)
    if draft is None:
        raise Refusal(
            "You've asked for an evening within the last hour. After that you can ask again, with "
            "another time if you like."
        )
    return draft


async def pass_on(messages: EventMessages, ctx: Context, draft: EventDraft) -> None:
    """Post a request where the organizers read reports, else where it was made."""
    screen = request_screen(await ctx.public_reader(), draft, ctx.person.name)
    channel = (await ctx.service.guild_config(ctx.guild)).reports_channel
    if channel is None:
        await ctx.reply.public(screen)
    else:
        await messages.post_in(channel, screen, f"ask-{ctx.key}"[:25])
