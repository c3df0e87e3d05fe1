"""Who is at a page: signing in with Discord by OAuth2, inside an Activity and outside it."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol
from urllib.parse import urlencode

import discord
from discord.http import Route

from bot.ui.i18n import mark
from bot.ui.listener import Messenger
from bot.ui.requests import CUT
from bot.web.discord_api import DiscordApi, RefusedError, SilentError
from bot.web.linked_roles import LinkedRoles
from bot.web.protocol.http import About, ActivitySession, BrowserSession, Login, PlaygroundSession
from bot.web.rights import Rights, UnknownRightsError
from bot.web.session import Session, SignInStates
from bot.web.visitors import VisitorLimits
from engine.service import ChannelId, GuildId, UserId


class NotSignedInError(Exception):
    """A person cannot be let in. ``reason``: a sentence of the catalogues; ``status``: of HTTP."""

    def __init__(self, reason: str, status: int = 403) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


@dataclass(frozen=True, slots=True)
class SignedInAccount:
    """A person who was let in. ``access_token``: for the Embedded App SDK.

    ``roles``: whether their linked roles are connected now, if they have asked for it.
    """

    session: Session
    access_token: str | None = None
    roles: bool | None = None


class Accounts(Protocol):
    """The ways to sign in here."""

    def about(self) -> About:
        """Return what a page has to know before somebody has signed in."""

    def login(self, *, roles: bool) -> Login:
        """Return where to sign in outside Discord; NotSignedInError where that is not possible.

        ``roles``: to connect linked roles as well.
        """

    async def sign_in(
        self, ask: PlaygroundSession | ActivitySession | BrowserSession, visitor: str
    ) -> SignedInAccount:
        """Let a person in; NotSignedInError otherwise. ``visitor``: who asks, if that is known."""

    async def renewed(self, session: Session) -> Session:
        """Return what a session is now, before it is prolonged; NotSignedInError if unknown."""


AUTHORIZE: Final = "https://discord.com/oauth2/authorize"
ISSUER: Final = "https://discord.com"
"""Who answers a sign-in (RFC 9207)."""
SCOPE: Final = "identify"
ROLES_SCOPE: Final = "role_connections.write"
BURST: Final = (20.0, 60.0)
"""The failed sign-ins at once that go on to Discord: of one visitor, and of all of a kind."""
PER_SECOND: Final = (1.0, 20.0)
SILENT: Final = mark("Discord isn't responding. Try again in a moment.")


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a token belongs to."""

    user: int
    name: str
    locale: str
    access_token: str
    scopes: frozenset[str] = frozenset()


class OAuth:
    """The requests of a sign-in. ``client_id``: the application, once it is known."""

    def __init__(self, api: DiscordApi, client_id: Callable[[], str | None], secret: str) -> None:
        self._api = api
        self._client_id = client_id
        self._secret = secret

    @property
    def client_id(self) -> str:
        """The application."""
        found = self._client_id()
        if found is None:
            raise NotSignedInError(SILENT, 503)
        return found

    def address(self, redirect: str, state: str, challenge: str, *, roles: bool) -> str:
        """Return where a person signs in outside Discord. ``roles``: to connect linked roles."""
        query = {
            "client_id": self.client_id,
            "response_type": "code",
            "redirect_uri": redirect,
            "scope": f"{SCOPE} {ROLES_SCOPE}" if roles else SCOPE,
            "state": state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "prompt": "none",
        }
        return f"{AUTHORIZE}?{urlencode(query)}"

    async def identify(self, code: str, **more: str) -> Identity:
        """Return who has got a code; NotSignedInError if it is not valid."""
        form = {
            "client_id": self.client_id,
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
            **more,
        }
        granted = await self._asked("POST", "/oauth2/token", data=form)
        token = str(granted.get("access_token", ""))
        scopes = frozenset(str(granted.get("scope", "")).split())
        if SCOPE not in scopes:
            raise NotSignedInError(mark("Discord didn't confirm your account. Sign in again."))
        user = await self._asked("GET", "/users/@me", bearer=token)
        return Identity(
            user=int(user["id"]),
            name=str(user.get("global_name") or user["username"]),
            locale=str(user.get("locale") or "en-US"),
            access_token=token,
            scopes=scopes,
        )

    async def _asked(self, method: str, path: str, **more: Any) -> dict[str, Any]:
        try:
            return await self._api.ask(method, path, **more)
        except SilentError as error:
            raise NotSignedInError(SILENT, 503) from error
        except RefusedError as error:
            raise NotSignedInError(mark("Discord rejected this sign-in. Try again.")) from error


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AccountPlace:
    """Where a person is: 0 where Discord or the bot knows no server."""

    guild: int = 0
    channel: int = 0
    instance: str = ""


class DiscordAccounts:
    """Lets people in who are signed in at Discord.

    ``url``: the public address, if there is one.
    """

    def __init__(
        self,
        messenger: Messenger,
        oauth: OAuth,
        states: SignInStates,
        about: About,
        url: str,
        rights: Rights,
        roles: LinkedRoles,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._messenger = messenger
        self._roles = roles
        self._oauth = oauth
        self._states = states
        self._about = about
        self._url = url
        self._rights = rights
        self._limits = VisitorLimits(BURST, PER_SECOND, clock)

    def about(self) -> About:
        """Return what a page has to know before somebody has signed in."""
        known = {
            "client_id": self._oauth.client_id,
            "in_browsers": bool(self._url),
            "url": self._url,
        }
        return self._about.model_copy(update=known)

    def login(self, *, roles: bool) -> Login:
        """Return where to sign in outside Discord."""
        if not self._url:
            raise NotSignedInError(mark("Open the card table inside Discord."), 404)
        begun = self._states.begin()
        address = self._oauth.address(self._redirect, begun.state, begun.challenge, roles=roles)
        return Login(address=address, state=begun.state, verifier=begun.verifier)

    async def sign_in(
        self, ask: PlaygroundSession | ActivitySession | BrowserSession, visitor: str
    ) -> SignedInAccount:
        """Let a person in."""
        match ask:
            case ActivitySession():
                self._count(visitor)
                who = await self._oauth.identify(ask.code)
                self._limits.give_back(visitor)
                place = await self._instance(ask.instance, who.user)
            case BrowserSession():
                if not (self._url and self._states.accepts(ask.state, ask.verifier)):
                    raise NotSignedInError(mark("Your sign-in expired. Sign in again."))
                if ask.issuer not in ("", ISSUER):
                    raise NotSignedInError(
                        mark("This sign-in didn't come from Discord. Sign in again.")
                    )
                has_ticket = self._states.is_first(ask.state)
                self._count(visitor, has_ticket=has_ticket)
                who = await self._oauth.identify(
                    ask.code, redirect_uri=self._redirect, code_verifier=ask.verifier
                )
                self._limits.give_back(visitor, has_ticket=has_ticket)
                place = await self._last_place(who.user)
            case _:
                raise NotSignedInError(mark("This is not the playground."), 400)
        token = who.access_token if isinstance(ask, ActivitySession) else None
        session, roles = await self._session(who, place), None
        if ROLES_SCOPE in who.scopes:
            roles = await self._roles.connect(session.user, who.name, who.access_token)
        return SignedInAccount(session, token, roles)

    async def renewed(self, session: Session) -> Session:
        """Return the session with the rights of now; without a server after leaving it."""
        who = Identity(session.user, session.account or session.name, session.locale, "")
        return await self._session(
            who, AccountPlace(session.guild, session.channel, session.instance)
        )

    def _count(self, visitor: str, *, has_ticket: bool = False) -> None:
        """Count a request to Discord; NotSignedInError beyond the limits.

        ``has_ticket``: whether it comes with a state that we have signed, for the first time.
        """
        if not self._limits.takes(visitor, has_ticket=has_ticket):
            raise NotSignedInError(
                mark("Too many people are signing in right now. Try again in a moment."), 429
            )

    @property
    def _redirect(self) -> str:
        return f"{self._url}/"

    async def _instance(self, instance: str, user: int) -> AccountPlace:
        """Return the place of an Activity that this person is in."""
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=self._oauth.client_id,
            instance_id=instance,
        )
        try:
            found: Mapping[str, Any] = await self._messenger.client.http.request(route)
        except discord.NotFound:
            raise NotSignedInError(mark("This Activity has ended. Reopen it.")) from None
        except (discord.HTTPException, *CUT) as error:
            raise NotSignedInError(SILENT, 503) from error
        if str(user) not in {str(one) for one in found.get("users", ())}:
            raise NotSignedInError(mark("You aren't in this Activity. Open it from its channel."))
        at = found.get("location") or {}
        return AccountPlace(int(at.get("guild_id") or 0), int(at.get("channel_id") or 0), instance)

    async def _last_place(self, user: int) -> AccountPlace:
        """Return the channel where a person has played last."""
        live = await self._messenger.service.last_match_of(UserId(user))
        return (
            AccountPlace()
            if live is None or live.setup.has_shared_deals
            else AccountPlace(live.table.guild, live.table.channel)
        )

    async def _session(self, who: Identity, place: AccountPlace) -> Session:
        """Return a session at a place, if the person and the bot are members there."""
        try:
            member = await self._rights.member(GuildId(place.guild), UserId(who.user))
        except UnknownRightsError as error:
            raise NotSignedInError(SILENT, 503) from error
        if member is None:
            place = AccountPlace(instance=place.instance)
        return Session(
            user=UserId(who.user),
            name=who.name if member is None else member.display_name,
            locale=who.locale,
            guild=GuildId(place.guild),
            channel=ChannelId(place.channel),
            guild_locale=None if member is None else str(member.guild.preferred_locale),
            instance=place.instance,
            expires=0,
            account=who.name,
        )
