"""The bodies of the HTTP requests."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from bot.ui.parts.base import EpochMs, Named
from bot.web.protocol.base import Message
from bot.web.protocol.panels import PanelState

Short: TypeAlias = Annotated[str, StringConstraints(max_length=300)]


class Member(Message):
    """A member of the playground's club."""

    id: str
    name: str


class About(Message):
    """``GET /api/about``.

    ``members``: in the playground. ``chat``: the address of its simulated chat. ``in_browsers``:
    whether people of Discord can sign in outside it. ``url``: the public address of the page, if it
    has one.
    """

    mode: Literal["playground", "discord"]
    version: str
    protocol: int
    languages: tuple[Named, ...]
    client_id: str | None = None
    in_browsers: bool = False
    url: str = ""
    members: tuple[Member, ...] = ()
    chat: str | None = None


class Words(Message):
    """``GET /api/words/{locale}``: the page's own sentences by their keys."""

    locale: str
    words: dict[str, str]


class PlaygroundSession(Message):
    """Sit down as a member of the playground. ``key``: from the fragment of the page's address."""

    kind: Literal["playground"]
    key: Short
    member: Short


class ActivitySession(Message):
    """Sign in inside Discord. ``code``: from ``authorize``; ``instance``: the Activity's id."""

    kind: Literal["activity"]
    code: Short
    instance: Short


class BrowserSession(Message):
    """Sign in outside Discord.

    ``code``, ``state`` and ``issuer`` (``iss``) stand in the address that Discord returned to.
    """

    kind: Literal["browser"]
    code: Short
    state: Short
    verifier: Short
    issuer: Short = ""


SessionAsk: TypeAlias = Annotated[
    PlaygroundSession | ActivitySession | BrowserSession, Field(discriminator="kind")
]


class SignedIn(Message):
    """``POST /api/session``.

    ``access_token``: for the Embedded App SDK only. ``roles``: whether linked roles are connected
    now, if that was asked for.
    """

    token: str
    expires: EpochMs
    user: str
    name: str
    locale: str
    access_token: str | None = None
    roles: bool | None = None


class LoginAsk(Message):
    """The body of ``POST /api/login``. ``roles``: to connect linked roles as well."""

    roles: bool = False


class Login(Message):
    """``POST /api/login``: where to sign in outside Discord.

    The page keeps ``state`` and ``verifier``.
    """

    address: str
    state: str
    verifier: str


class SharedReplay(Message):
    """``GET /api/shared/{name}``: the replay of a shared match, at its beginning.

    The controls of ``panel`` are sent as ``?press=…&value=…``, and are answered with the next one.
    ``thinking``: the coach evaluates this round. The same request with ``&wait=1`` is answered with
    the graph when he has, or without it if that takes long.
    """

    panel: PanelState
    thinking: bool


class ShareAsk(Message):
    """Share a table. ``token``: of the session; ``access_token``: of the person, for Discord.

    ``POST /api/share/image`` needs no other: it answers with the picture itself, as PNG.
    """

    token: Annotated[str, StringConstraints(max_length=1000)]
    access_token: Short = ""
    match: Short


class ShareCard(Message):
    """``POST /api/share/card``: the ``link`` of a card at Discord, for ``shareLink``."""

    link: str


class SharePicture(Message):
    """``POST /api/share/picture``: the ``address`` of a picture, for ``openShareMomentDialog``."""

    address: str


class Problem(Message):
    """The body of every HTTP error, in the language that the browser asks for."""

    error: str


BODIES = (
    About,
    Words,
    PlaygroundSession,
    ActivitySession,
    BrowserSession,
    SignedIn,
    LoginAsk,
    Login,
    SharedReplay,
    ShareAsk,
    ShareCard,
    SharePicture,
    Problem,
)
