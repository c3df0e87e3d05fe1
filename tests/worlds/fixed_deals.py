"""Deals that a test chooses."""

from engine.game.cards import cards_from
from tests.engine.playing import SeededDecks


class Fixed(SeededDecks):
    """A deck that begins with these hands, the non-dealer's first, and this upcard."""

    def __init__(self, first: str, second: str, after: str) -> None:
        super().__init__(1)
        hands = zip(cards_from(first), cards_from(second), strict=True)
        front = [one for pair in hands for one in pair] + list(cards_from(after))
        rest = [one for one in range(52) if one not in front]
        object.__setattr__(self, "cards", front + rest)

    def deck(self, number: int, table: int, attempt: int) -> list[int]:
        cards: list[int] = self.cards  # type: ignore[attr-defined]
        return cards
