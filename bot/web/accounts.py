"""Who is at a page: the ways to sign in."""

from dataclasses import dataclass
from typing import Protocol

from bot.web.protocol.http import About, ActivitySession, BrowserSession, Login, PlaygroundSession
from bot.web.session import Session


class NotSignedInError(Exception):
    """A person cannot be let in. ``reason``: a sentence of the catalogues; ``status``: of HTTP."""

    def __init__(self, reason: str, status: int = 403) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person who was let in. ``access_token``: for the Embedded App SDK."""

    session: Session
    access_token: str | None = None


class Accounts(Protocol):
    """The ways to sign in here."""

    def about(self) -> About:
        """Return what a page has to know before somebody has signed in."""

    def login(self) -> Login:
        """Return where to sign in outside Discord; NotSignedInError where that is not possible."""

    async def sign_in(self, ask: PlaygroundSession | ActivitySession | BrowserSession) -> SignedIn:
        """Let a person in; NotSignedInError otherwise."""

    async def renewed(self, session: Session) -> Session:
        """Return what a session is now, before it is prolonged; NotSignedInError if unknown."""
