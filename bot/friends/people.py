"""The people of the friends list, as screens show them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FriendLine:
    """A person on the list. ``link``: the table at which they are playing.

    ``is_here``: they have the card table open. ``watch``: their match, if the reader may see it.
    ``match``: a match with the reader, ``is_turn``: the reader is to move there. ``sent``,
    ``received``: the open challenge between the two, by who is challenged.
    """

    user: int
    name: str
    plain: str
    mutual: bool
    asks: bool
    link: str = ""
    is_here: bool = False
    watch: int = 0
    match: int = 0
    is_turn: bool = False
    sent: int = 0
    received: int = 0

    @property
    def is_near(self) -> bool:
        """Whether they can be met now: here, at a table, or with something between the two."""
        return self.is_here or bool(self.link or self.match or self.sent or self.received)


@dataclass(frozen=True, slots=True)
class PastOpponent:
    """Somebody whom the reader met in a match that ended at ``ended_ms``; ``user`` is empty for a
    computer.

    ``rules``: the title of that match. ``won``, ``lost``: all matches of the two. ``running``: the
    match that they play now. ``is_asked``: the reader has an open challenge to them.
    """

    match: int
    name: str
    user: int | None
    rules: str
    ended_ms: int
    won: int = 0
    lost: int = 0
    running: int = 0
    is_asked: bool = False
