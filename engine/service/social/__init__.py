"""Social features: friends, blocks and notes."""

from engine.service.social.friends import (
    Friend,
    FriendOutcome,
)
from engine.service.social.notes import (
    NOTE_LENGTH,
    InboxItem,
    NoteSent,
)
from engine.service.social.notifications import (
    Mention,
)

__all__ = [
    "NOTE_LENGTH",
    "Friend",
    "FriendOutcome",
    "InboxItem",
    "Mention",
    "NoteSent",
]
