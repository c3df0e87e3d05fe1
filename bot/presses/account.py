"""Presses on a person's own pages and on pages about people."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.ui.press import Press, TextForm
from engine.service.rewards import GoodsKind
from engine.standings.rating import Pool, parse_pool


class ProfileVerb(StrEnum):
    """The controls of a profile; ``SHOW`` posts it publicly."""

    SERVER = "server"
    WORLD = "world"
    POOL = "pool"
    MORE = "more"
    LESS = "less"
    SHOW = "show"


class ProfileScope(StrEnum):
    """The matches that count: those on this server, or all."""

    SERVER = "s"
    WORLD = "w"


def _pool(text: str) -> Pool | None:
    return parse_pool(text) if text else None


def _pool_text(pool: Pool | None) -> str:
    return "" if pool is None else str(pool)


@dataclass(frozen=True)
class ProfilePress(Press):
    """A control of a displayed profile; the id is the person."""

    WORD = "profile"

    verb: ProfileVerb
    scope: ProfileScope
    pool: Annotated[Pool | None, TextForm(_pool, _pool_text)]
    id: int = 0


class PersonVerb(StrEnum):
    """What one may do with or about a person."""

    CHALLENGE = "challenge"
    PROFILE = "profile"
    ADD = "add"
    REMOVE = "remove"
    WRITE = "write"
    BLOCK = "block"
    UNBLOCK = "unblock"
    REPORT = "report"


@dataclass(frozen=True)
class PersonPress(Press):
    """A button of the page; the id is the person."""

    WORD = "person"

    verb: PersonVerb
    id: int = 0


class FriendsVerb(StrEnum):
    """The actions. ``ADD`` and ``DECLINE`` answer a request, ``REMOVE`` takes one's own back;
    ``AGAIN`` offers the rematch of a match; ``REFUSE`` and ``WITHDRAW`` end a challenge.
    """

    ADD = "add"
    CHALLENGE = "challenge"
    AGAIN = "again"
    DECLINE = "decline"
    REMOVE = "remove"
    REFUSE = "refuse"
    WITHDRAW = "withdraw"


@dataclass(frozen=True)
class FriendsPress(Press):
    """A control of the list; the id is a person, a match to repeat, or the lobby of a challenge."""

    WORD = "friends"

    verb: FriendsVerb
    id: int = 0


class NoteVerb(StrEnum):
    """The actions on notes; ``WAY`` is a setting."""

    REPLY = "reply"
    OPEN = "open"
    WAY = "way"
    DELETE = "delete"
    CLEAR = "clear"
    BLOCK = "block"


@dataclass(frozen=True)
class NotePress(Press):
    """A control of the inbox; the id is a person when writing or blocking, else a note."""

    WORD = "note"

    verb: NoteVerb
    id: int = 0


class RewardsVerb(StrEnum):
    """The pages and the actions on a look; ``BACK`` and ``NEXT`` turn the achievements' pages.

    ``SEE`` shows the look that a menu chooses, ``LOOK`` the one that it names.
    """

    HOME = "home"
    LIST = "list"
    BACK = "list-back"
    NEXT = "list-next"
    SHOP = "shop"
    SEE = "see"
    LOOK = "look"
    BUY = "buy"
    WEAR = "wear"
    OFF = "off"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(RewardsVerb, ()),
    RewardsVerb.SEE: ("kind",),
    **dict.fromkeys(
        (RewardsVerb.LOOK, RewardsVerb.BUY, RewardsVerb.WEAR, RewardsVerb.OFF), ("good",)
    ),
}


@dataclass(frozen=True)
class RewardsPress(Press):
    """A control of these pages; the id is a page of the achievements.

    ``kind``: the kind of looks in the menu; ``good``: the look's key, possibly no longer sold.
    """

    WORD = "rewards"
    PARTS = _PARTS

    verb: RewardsVerb
    kind: GoodsKind | None = None
    good: str | None = None
    id: int = 0


class Setting(StrEnum):
    """A setting, by the name it is stored under."""

    TEXT_MODE = "text_mode"
    ONE_TAP = "one_tap"
    TABLE_TALK = "table_talk"
    WORLD_BOARD = "world_board"
    OPEN_HANDS = "open_hands"
    PUZZLES = "puzzles"
    OPEN_GAMES = "open_games"
    ACROSS = "across"
    THEME = "theme"
    FELT = "felt"
    BACK = "back"
    HAND_ORDER = "hand_order"
    NOTIFY = "notify"
    QUIET_HOURS = "quiet_hours"
    PROFILE = "profile"
    LOCALE = "locale"


@dataclass(frozen=True)
class SettingsPress(Press):
    """A switch, or a menu with the new value."""

    WORD = "set"

    setting: Setting


class PrivacyVerb(StrEnum):
    """The answers."""

    DELETE = "delete-yes"
    KEEP = "delete-no"


@dataclass(frozen=True)
class PrivacyPress(Press):
    """The presser's answer."""

    WORD = "privacy"

    verb: PrivacyVerb
