"""The page about a person: everything that one may do with or about them."""

import discord
from discord import app_commands

from bot.friends.handlers import add_friend
from bot.lobby.handlers import challenge_to_standard, member_of, opponent_of
from bot.lobby.messages import LobbyContext
from bot.moderation.handlers import AdminChannel, report
from bot.notes import send_note
from bot.presses.account import PersonPress, PersonVerb
from bot.profile.handlers import hidden_screen, screen_of
from bot.ui.context import Context, ask_for_text, context_of, is_submitted, text_of
from bot.ui.listener import InboxListener
from bot.ui.markup import safe_name
from bot.ui.publishing import ANYWHERE, TO_ANYONE
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.routes import PUBLIC, AnswerKind
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text, notice_screen
from engine.service import Person, UserId
from engine.service.social import NOTE_LENGTH


def person_screen(
    reader: Reader, user: int, name: str, *, listed: bool, blocked: bool, notice: str = ""
) -> Screen:
    """Return the page. ``listed``: on the reader's list of friends; ``name`` is safe to show."""
    t = reader.words.t

    def button(label: str, verb: PersonVerb, emoji: str, style: Style = Style.SECONDARY) -> Button:
        return Button(label, PersonPress(verb, user), style, emoji)

    friend = (
        button(t("Remove friend"), PersonVerb.REMOVE, "➖")
        if listed
        else button(t("Add friend"), PersonVerb.ADD, "➕")
    )
    block = (
        button(t("Unblock"), PersonVerb.UNBLOCK, "↩️")
        if blocked
        else button(t("Block"), PersonVerb.BLOCK, "🚫")
    )
    rows = (
        Row(
            (
                button(t("Challenge"), PersonVerb.CHALLENGE, "⚔️", Style.PRIMARY),
                button(t("Profile"), PersonVerb.PROFILE, "📈"),
                friend,
            )
        ),
        Row(
            (
                button(t("Write a note"), PersonVerb.WRITE, "✉️"),
                block,
                button(t("Report…"), PersonVerb.REPORT, "⚠️"),
            )
        ),
    )
    text = f"### {name}\n{notice}" if notice else f"### {name}"
    return Screen((Text(text), *rows), Accent.CALM)


FORMS = (PersonVerb.WRITE, PersonVerb.REPORT)
REASON_LENGTH = 500
SHORTEST_REASON = 3


def person_answers(press: PersonPress, submitted: bool) -> AnswerKind:
    """Return the answer kind: a form to write, public for a challenge, in place for the page."""
    if press.verb in FORMS:
        return AnswerKind.PRIVATE if submitted else AnswerKind.FORM
    if press.verb is PersonVerb.CHALLENGE:
        return AnswerKind.PUBLIC
    return AnswerKind.PRIVATE if press.verb is PersonVerb.PROFILE else AnswerKind.IN_PLACE


async def open_person(ctx: Context, user: int) -> None:
    """Show the page about a person in a private message."""
    person = await _found(ctx, user)
    if person.bot:
        raise Refusal("Bots don't have profiles. To play one, press Practice.")
    if person.id == ctx.user:
        raise Refusal("That's you. Choose someone else.")
    await ctx.reply.private(await _page(ctx, person))


async def person_pressed(
    hosting: LobbyContext,
    admins: AdminChannel,
    notify: InboxListener,
    ctx: Context,
    press: PersonPress,
) -> None:
    """Handle a button of the page."""
    user = UserId(press.id)
    match press.verb:
        case PersonVerb.WRITE if is_submitted(ctx):
            text = await send_note(notify, ctx, user)
            await ctx.reply.private(notice_screen(text, Accent.CALM))
        case PersonVerb.WRITE:
            await _ask(ctx, press, ctx.t("Write a note"), ctx.t("Your note"), NOTE_LENGTH)
        case PersonVerb.REPORT if is_submitted(ctx):
            await _report(admins, ctx, user)
        case PersonVerb.REPORT:
            title = ctx.t("Report to the admins")
            await _ask(ctx, press, title, ctx.t("What happened"), REASON_LENGTH)
        case PersonVerb.CHALLENGE:
            await _challenge(hosting, ctx, user)
        case PersonVerb.PROFILE:
            name = (await _found(ctx, user)).display_name
            await ctx.reply.private(
                await screen_of(ctx, user, name=name) or await hidden_screen(ctx)
            )
        case _:
            await _change(notify, ctx, press.verb, user)


async def _change(notify: InboxListener, ctx: Context, verb: PersonVerb, user: UserId) -> None:
    """Change what the person is to the presser, and show the page with the result."""
    found = await _found(ctx, user)
    t, name = ctx.t, safe_name(found.display_name)
    match verb:
        case PersonVerb.ADD:
            notice = await add_friend(notify, ctx, _as_person(found))
        case PersonVerb.REMOVE:
            await ctx.service.friends.remove(ctx.key, ctx.user, user)
            notice = t("**{name}** is no longer on your list.", name=name)
        case PersonVerb.BLOCK if await ctx.service.blocks.block(ctx.key, ctx.user, user):
            notice = t(
                "You've blocked **{name}**, who won't be notified. Matches in progress continue.",
                name=name,
            )
        case PersonVerb.BLOCK:
            notice = t("You can't block this person: it's you, or your block list is full.")
        case _:
            await ctx.service.blocks.unblock(ctx.key, ctx.user, user)
            notice = t("**{name}** is no longer blocked.", name=name)
    await ctx.reply.update(await _page(ctx, found, notice))


async def _page(ctx: Context, person: discord.Member | discord.User, notice: str = "") -> Screen:
    listed = await ctx.service.friends.of(ctx.user)
    return person_screen(
        ctx.reader,
        person.id,
        safe_name(person.display_name),
        listed=any(one.user_id == person.id and not one.asks for one in listed),
        blocked=person.id in await ctx.service.blocks.of(ctx.user),
        notice=notice,
    )


async def _challenge(hosting: LobbyContext, ctx: Context, user: UserId) -> None:
    await challenge_to_standard(hosting, ctx, await opponent_of(ctx, user))


async def _report(admins: AdminChannel, ctx: Context, user: UserId) -> None:
    reason = text_of(ctx).strip()
    if len(reason) < SHORTEST_REASON:
        raise Refusal("Describe what happened in a few words.")
    await report(admins, ctx, await _found(ctx, user), reason)


async def _ask(ctx: Context, press: PersonPress, title: str, label: str, length: int) -> None:
    await ask_for_text(ctx, press, title, label, length=length, is_long=True)


def _as_person(found: discord.Member | discord.User) -> Person:
    account = found.global_name or found.name
    return Person(UserId(found.id), found.display_name, account)


async def _found(ctx: Context, user: int) -> discord.Member | discord.User:
    """Return a person by their name on this server, or at Discord."""
    member = await member_of(ctx, user)
    if member is not None:
        return member
    try:
        return await ctx.client.fetch_user(user)
    except discord.NotFound as error:
        raise Refusal("This person is no longer on Discord.") from error


def challenge_menu(hosting: LobbyContext) -> app_commands.ContextMenu:
    """The user menu's "Challenge to gin rummy"."""

    async def challenge(
        interaction: discord.Interaction, opponent: discord.Member | discord.User
    ) -> None:
        await challenge_to_standard(hosting, context_of(interaction), opponent)

    return app_commands.ContextMenu(
        name="Challenge to gin rummy",
        callback=challenge,
        extras=PUBLIC,
        allowed_contexts=ANYWHERE,
        allowed_installs=TO_ANYONE,
    )
