"""The context of an interaction: everything that its handler needs.

The router and the command tree make a context before any handler runs, and its reply acknowledges
the interaction in time by itself (interactions/receiving-and-responding), so no handler can forget.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord

from bot.ui.i18n import mark
from bot.ui.markup import safe_name
from bot.ui.members import Members, may_see
from bot.ui.origin import Origin
from bot.ui.presence import Presence
from bot.ui.press import Press
from bot.ui.reader import Preferences, Reader
from bot.ui.replying import (
    ADMINS_ONLY,
    FIELD,
    NOT_ON_A_SERVER,
    OLD_BUTTON,
    FormRequest,
    Refusal,
    Reply,
)
from bot.ui.screen import notice_screen
from engine.service import (
    ChannelId,
    GuildConfig,
    GuildId,
    InteractionId,
    LiveMatch,
    MatchId,
    Person,
    Place,
    Prefs,
    Service,
    TableMessage,
    UserId,
)

ONLY_IN_DISCORD: Final = mark("This only works in Discord's chat.")
CONTEXT: Final = "context"
"""The key in an interaction's extras for the context that its receiver has made."""


@dataclass(slots=True)
class Context:
    """The context of one interaction.

    ``client``: the connection to Discord. ``interaction``: the interaction at Discord, if that is
    where it comes from. ``values``: the choices in a menu. ``refusal``: the reason why a command
    was refused. ``version``: that of the event which the answer shows.
    """

    origin: Origin
    client: discord.Client
    service: Service
    preferences: Preferences
    members: Members
    presence: Presence
    reader: Reader
    reply: Reply
    interaction: discord.Interaction | None = None
    values: tuple[str, ...] = ()
    refusal: Exception | None = None
    version: int = 0

    @property
    def t(self) -> Callable[..., str]:
        """Translate a sentence for the person who acts."""
        return self.reader.words.t

    @property
    def user(self) -> UserId:
        """The id of the person who acts."""
        return self.origin.user

    @property
    def person(self) -> Person:
        """The person who acts, with the name shown on this server and that of the account."""
        return Person(self.user, self.origin.name, self.origin.account)

    @property
    def called(self) -> str:
        """The name of the person who acts, safe to show."""
        return safe_name(self.origin.name)

    @property
    def guild(self) -> GuildId:
        """The server, 0 outside those that the bot is a member of."""
        return self.origin.guild

    @property
    def place(self) -> Place:
        """The kind of chat."""
        return self.origin.place

    @property
    def channel(self) -> ChannelId:
        """The channel, 0 where Discord names none."""
        return self.origin.channel

    @property
    def key(self) -> InteractionId:
        """The idempotency key of every command of this interaction."""
        return self.origin.key

    @property
    def value(self) -> str:
        """The choice in a menu; Refusal for a press without one."""
        if not self.values:
            raise Refusal(OLD_BUTTON)
        return self.values[0]

    @property
    def turns_a_page(self) -> bool:
        """Whether the choice in a menu only shows more of its choices, on the same screen."""
        return self.reader.turned is not None

    @property
    def locale(self) -> str:
        """The locale of the person's Discord client."""
        return self.origin.locale

    @property
    def at_discord(self) -> discord.Interaction:
        """The interaction at Discord; Refusal where it comes from elsewhere."""
        if self.interaction is None:
            raise Refusal(ONLY_IN_DISCORD)
        return self.interaction

    def require_chat_of(self, live: LiveMatch) -> None:
        """Refuse what only an answer in the table's own chat can do, where no server has it."""
        if live.table.place.is_outside and (
            self.interaction is None or self.channel != live.table.channel
        ):
            raise Refusal("This only works in the chat where the table is. Do it there.")

    async def server(self) -> discord.Guild | None:
        """Return the server at Discord; ``None`` in direct messages."""
        if not self.guild:
            return None
        if self.interaction is not None:
            return self.interaction.guild
        return self.client.get_guild(self.guild) or await self.client.fetch_guild(self.guild)

    def require_server(self) -> GuildId:
        """Return the server; Refusal outside those that the bot is a member of."""
        if not self.guild:
            raise Refusal(NOT_ON_A_SERVER)
        return self.guild

    def require_admin(self) -> None:
        """Refuse anyone without permission to manage this server."""
        self.require_server()
        if not self.origin.may_manage:
            raise Refusal(ADMINS_ONLY)

    async def public_reader(self) -> Reader:
        """Return the reader of a public message here."""
        return await self.preferences.public(self.guild, await self.public_locale())

    async def public_locale(self) -> str | None:
        """Return the language of messages here where no server chooses it: the person's."""
        if self.guild:
            return None
        return (await self.prefs()).locale or self.locale

    def table(self, locale: str | None) -> TableMessage:
        """Return where the message of a table that is opened here will be."""
        return TableMessage(self.guild, self.channel, place=self.place, locale=locale)

    async def load_match(self, match: MatchId) -> LiveMatch | None:
        """Return a match as the person who acts sees it here; ``None`` if there is none."""
        live = await self.service.load(match)
        return None if live is None else self.seen(live)

    def seen(self, live: LiveMatch) -> LiveMatch:
        """Return a match as the person who acts sees it here."""
        return live.seen_by(self.user, self.guild)

    def may_see(self, live: LiveMatch) -> bool:
        """Whether the person who acts may see a match from here."""
        return may_see(self.user, self.guild, self.origin.sees, live)

    async def prefs(self) -> Prefs:
        """Return the person's preferences."""
        return await self.preferences.prefs(self.user)

    async def prefer(self, **choices: object) -> Prefs:
        """Store changed preferences of the person, and use them from now on."""
        before = await self.service.prefs(self.user)
        changed = Prefs.model_validate(before.model_dump() | choices)
        stored = await self.service.set_prefs(self.key, self.person, changed)
        self.preferences.forget(self.user)
        self.reader = await self.preferences.private(self.user, self.locale)
        return stored

    async def configure(self, config: GuildConfig) -> GuildConfig:
        """Store changed settings of the server, and use them from now on."""
        stored = await self.service.set_guild_config(self.key, self.guild, self.user, config)
        self.preferences.forget_server(self.guild)
        return stored

    async def refuse(self, sentence: str) -> None:
        """Refuse with a sentence that only this person sees."""
        await self.reply.refuse(notice_screen(sentence))


def context_of(interaction: discord.Interaction) -> Context:
    """Return the context of an interaction, which its receiver has made."""
    found: Context = interaction.extras[CONTEXT]
    return found


TOO_LATE: Final = mark("Gin took too long to open the form. Press the button again.")


async def ask_for_text(
    ctx: Context,
    press: Press,
    title: str,
    label: str,
    *,
    length: int,
    placeholder: str | None = None,
    written: str | None = None,
    is_long: bool = False,
) -> None:
    """Open a form whose submission is ``press``.

    ``written``: the current text, in a field that may also be left empty. ``is_long``: a field of
    several lines.
    """
    form = FormRequest(press, title, label, length, placeholder, written, is_long)
    await ctx.reply.form(form, notice_screen(ctx.t(TOO_LATE)))


def is_submitted(ctx: Context) -> bool:
    """Whether the interaction is a submitted form."""
    return ctx.origin.fields is not None


def text_of(ctx: Context) -> str:
    """Return the text of a submitted form."""
    return (ctx.origin.fields or {}).get(FIELD, "")


async def may_organize(ctx: Context) -> bool:
    """Whether the person may organize events on this server."""
    if not ctx.guild:
        return False
    if ctx.origin.may_manage or ctx.origin.may_manage_events:
        return True
    return (await ctx.service.guild_config(ctx.guild)).organiser_role in ctx.origin.roles


async def require_organizer(ctx: Context) -> None:
    """Refuse anyone who may not organize events on this server."""
    if not await may_organize(ctx):
        raise Refusal(
            "Only organisers can do that: admins, members with the permission **Manage Events**, "
            "and those with the role that admins have chosen in **Set up**."
        )


def require_assignable(interaction: discord.Interaction, role: discord.Role) -> None:
    """Refuse a role that the bot cannot assign, and name the missing permission."""
    if role.is_default() or role.managed:
        raise Refusal("This role belongs to Discord or to another app. Choose another one.")
    if not interaction.app_permissions.manage_roles:
        raise Refusal(
            "I'm not allowed to give roles here. Grant me **Manage Roles**, then try again."
        )
    me = None if interaction.guild is None else interaction.guild.me
    if me is not None and me.top_role <= role:
        raise Refusal(
            "I can only give roles below my own. Move my role above {role} in the server's "
            "role list, then try again.",
            role=f"**{safe_name(role.name)}**",
        )
