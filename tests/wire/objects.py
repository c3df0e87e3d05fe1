"""The objects of Discord's API that a bot is sent: users, members, servers, channels."""

from dataclasses import dataclass, field
from typing import Any, Final

Payload = dict[str, Any]

ALL_PERMISSIONS: Final = str((1 << 51) - 1)
WITHOUT_OWN_APPS: Final = str((1 << 50) - 1)
WITHOUT_VIEW: Final = str(((1 << 51) - 1) & ~(1 << 10))
WITHOUT_THREADS: Final = str(((1 << 51) - 1) & ~(1 << 34 | 1 << 3))
WITHOUT_FILES: Final = str(((1 << 51) - 1) & ~(1 << 15))
OF_PRIVATE_CHATS: Final = str(1 << 14 | 1 << 15 | 1 << 17)
BOT: Final = 4000
LONG_AGO: Final = "2026-01-01T00:00:00+00:00"
TEXT_CHANNEL: Final = 0
PRIVATE_CHANNEL: Final = 1
GROUP: Final = 3
THREAD: Final = 11


@dataclass(frozen=True, slots=True)
class User:
    """A person; the name is invented from the id."""

    id: int

    @property
    def name(self) -> str:
        return f"Player {self.id}"

    def payload(self) -> Payload:
        return {
            "id": str(self.id),
            "username": f"u{self.id}",
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": False,
        }

    def member(self) -> Payload:
        return {"user": self.payload(), **member_of_server()}


def member_of_server() -> Payload:
    """A member of a server, apart from the user."""
    return {
        "roles": [],
        "permissions": ALL_PERMISSIONS,
        "joined_at": LONG_AGO,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody attaches to a command, and where it can be fetched."""

    id: int
    name: str
    size: int
    url: str

    def payload(self) -> Payload:
        found = {"filename": self.name, "size": self.size, "url": self.url, "proxy_url": self.url}
        return {"id": str(self.id), **found}


@dataclass
class Channel:
    """A text channel of a server, a thread below one, or a private chat (``guild`` 0)."""

    id: int
    guild: int
    name: str = "card-room"
    type: int = TEXT_CHANNEL
    parent: int = 0
    archived: bool = False
    locked: bool = False
    is_forbidden: bool = False
    """Whether the bot has lost its permissions here."""

    def payload(self) -> Payload:
        found: Payload = {"id": str(self.id), "type": self.type, "name": self.name, "flags": 0}
        if self.type == PRIVATE_CHANNEL:
            return {**found, "recipients": [User(self.id).payload()], "last_message_id": None}
        if self.type == GROUP:
            return {**found, "recipients": [], "owner_id": str(self.id), "last_message_id": None}
        denied = {"id": str(BOT), "type": 1, "allow": "0", "deny": str(1 << 10)}
        overwrites = [denied] if self.is_forbidden else []
        found |= {"guild_id": str(self.guild), "position": 0, "permission_overwrites": overwrites}
        if self.type == THREAD:
            found |= {
                "parent_id": str(self.parent),
                "owner_id": str(self.id),
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": {
                    "archived": self.archived,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": LONG_AGO,
                    "locked": self.locked,
                },
            }
        return found


@dataclass
class Guild:
    """A server with its channels."""

    id: int
    channels: dict[int, Channel] = field(default_factory=dict)
    roles: dict[int, set[int]] = field(default_factory=dict)
    """Who has which roles, by the role."""
    scheduled: dict[int, Payload] = field(default_factory=dict)
    """The events of its calendar."""
    rights: str = ALL_PERMISSIONS
    """What everybody may do, the bot too."""

    @property
    def may_manage_threads(self) -> bool:
        return bool(int(self.rights) & 1 << 34)

    def shard(self, count: int) -> int:
        """The shard that is told of it."""
        return (self.id >> 22) % count

    def partial(self) -> Payload:
        return {"id": str(self.id), "locale": "en-US", "features": []}

    def member(self, user: User) -> Payload:
        roles = [str(role) for role, holders in self.roles.items() if user.id in holders]
        return {**user.member(), "roles": roles}

    def payload(self, bot: Payload) -> Payload:
        everybody = {
            "id": str(self.id),
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0,
            "permissions": self.rights,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        return {
            "id": str(self.id),
            "name": f"Server {self.id}",
            "owner_id": str(self.id),
            "unavailable": False,
            "member_count": 2,
            "preferred_locale": "en-US",
            "roles": [everybody],
            "channels": [
                one.payload() for one in self.channels.values() if one.type == TEXT_CHANNEL
            ],
            "threads": [one.payload() for one in self.channels.values() if one.type == THREAD],
            "members": [{"user": bot, **member_of_server()}],
            **{name: [] for name in ("emojis", "stickers", "features", "presences")},
            **{name: [] for name in ("voice_states", "stage_instances", "soundboard_sounds")},
            **dict.fromkeys(("icon", "splash", "afk_channel_id", "description")),
            **dict.fromkeys(("verification_level", "afk_timeout", "mfa_level"), 0),
            **dict.fromkeys(("default_message_notifications", "explicit_content_filter"), 0),
            **dict.fromkeys(("premium_tier", "nsfw_level", "system_channel_flags"), 0),
        }
