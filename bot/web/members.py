"""The members of the playground: whoever has the page's key is any of them."""

import asyncio
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.lobby.handlers import answer_lobby_outcome, challenge_to
from bot.lobby.messages import LobbyContext
from bot.match.options import ruleset
from bot.ui.context import Context
from bot.ui.i18n import mark
from bot.web.accounts import NotSignedInError, SignedInAccount
from bot.web.protocol.http import (
    About,
    ActivitySession,
    BrowserSession,
    Login,
    Member,
    PlaygroundSession,
)
from bot.web.protocol.panels import PersonPart
from bot.web.session import Session
from engine.clocks import DAILY
from engine.service import ChannelId, GuildId, InteractionId, LobbyOpened, Person, UserId

KEY_FILE: Final = "playground.key"
KEY_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class ClubMember:
    """A member."""

    id: UserId
    name: str


class Club:
    """The playground's accounts, and its people to choose from."""

    def __init__(
        self,
        about: About,
        key: str,
        members: Sequence[ClubMember],
        guild: GuildId,
        channel: ChannelId,
    ) -> None:
        self._about = about
        self._key = key
        self._members = {str(one.id): one for one in members}
        self._guild = guild
        self._channel = channel

    def about(self) -> About:
        """Return who can sit down."""
        members = tuple(Member(id=id_, name=one.name) for id_, one in self._members.items())
        return self._about.model_copy(update={"members": members})

    def login(self, *, roles: bool) -> Login:
        """Refuse: nobody signs in to the playground at Discord."""
        raise NotSignedInError(mark("The playground has no Discord sign-in."), 404)

    async def sign_in(
        self, ask: PlaygroundSession | ActivitySession | BrowserSession, visitor: str
    ) -> SignedInAccount:
        """Let a member in."""
        if not isinstance(ask, PlaygroundSession):
            raise NotSignedInError(mark("This is the playground; choose one of its members."), 400)
        if not hmac.compare_digest(ask.key.encode(), self._key.encode()):
            raise NotSignedInError(
                mark("This link is for a different playground. Use the one Gin printed.")
            )
        member = self._members.get(ask.member)
        if member is None:
            raise NotSignedInError(mark("The playground has no member with that name."), 404)
        return SignedInAccount(
            Session(
                user=member.id,
                name=member.name,
                locale="en-US",
                guild=self._guild,
                channel=self._channel,
                guild_locale=None,
                instance="",
                expires=0,
                account=member.name,
            )
        )

    async def renewed(self, session: Session) -> Session:
        """Return the session: members stay who they are."""
        return session

    # -- people ---------------------------------------------------------------------------

    async def of(self, session: Session) -> tuple[PersonPart, ...]:
        """Return the other members."""
        return tuple(
            PersonPart(value=id_, name=one.name)
            for id_, one in self._members.items()
            if one.id != session.user
        )

    async def find(self, session: Session, text: str) -> tuple[PersonPart, ...]:
        """Return the other members whose name begins with a text."""
        wanted = text.strip().casefold()
        return tuple(
            one for one in await self.of(session) if one.name.casefold().startswith(wanted)
        )

    async def names(self, session: Session, users: Sequence[int]) -> dict[int, str]:
        """Return the names of members."""
        found = {int(id_): one.name for id_, one in self._members.items()}
        return {user: found[user] for user in users if user in found}

    def seen(self, session: Session) -> None:
        """Do nothing: all members are known."""


def stored_key(folder: Path) -> str:
    """Return the playground's key, the same at every start, so that open pages come back."""
    file = folder / KEY_FILE
    try:
        found = file.read_text(encoding="ascii").strip()
        if len(found) >= KEY_BYTES:
            return found
    except (OSError, UnicodeDecodeError):
        pass
    key = secrets.token_urlsafe(KEY_BYTES)
    file.touch(mode=0o600)
    file.write_text(key, encoding="ascii")
    return key


class PairSeating:
    """Finds or starts the match of two members, whichever of their windows asks first."""

    def __init__(self, hosting: LobbyContext) -> None:
        self._hosting = hosting
        self._asking = asyncio.Lock()

    async def sit_down(self, ctx: Context, other: Person, others_key: InteractionId) -> None:
        """Show the table of two members. ``others_key``: under which the other one joins."""
        async with self._asking:
            for live in await ctx.service.live_matches_of(ctx.user):
                people = {one.user_id for one in live.players}
                if people == {ctx.user, other.user_id} and not live.setup.has_shared_deals:
                    await ctx.reply.open_on_page(live.id, "")
                    return
            await self._start(ctx, other, others_key)

    async def _start(self, ctx: Context, other: Person, others_key: InteractionId) -> None:
        display = self._hosting.display
        ask = await challenge_to(
            self._hosting, ctx, other, ruleset({}, "standard"), DAILY, rated=False
        )
        async with display.tables.expecting(others_key):
            outcome = await ctx.service.open_lobby(ask)
            if isinstance(outcome, LobbyOpened):
                outcome = await ctx.service.join(others_key, outcome.lobby.id, other)
            await answer_lobby_outcome(display, ctx, outcome, fresh=True)
