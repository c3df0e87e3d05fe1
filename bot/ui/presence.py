"""Who has the card table open in this process; of Discord's own presence Gin knows nothing."""

from collections import Counter

from engine.service import UserId


class Presence:
    """The people with an open page."""

    def __init__(self) -> None:
        self._pages: Counter[UserId] = Counter()

    def opened(self, user: UserId) -> None:
        """Note that a person has opened a page."""
        self._pages[user] += 1

    def closed(self, user: UserId) -> None:
        """Note that one of a person's pages is closed."""
        self._pages[user] -= 1
        if self._pages[user] <= 0:
            del self._pages[user]

    def is_here(self, user: int) -> bool:
        """Whether a person has a page open."""
        return UserId(user) in self._pages
