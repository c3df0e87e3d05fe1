"""Who may know which cards, and whether what leaves the bot tells anybody more."""

import json
import re
from dataclasses import dataclass, field
from typing import Final

from bot.ui.custom_id import Area, parse_custom_id
from engine.game.cards import Card, card, cards_of
from engine.service import LiveMatch
from tests.journeys.cards_seen import cards_in, strings
from tests.worlds.public_cards import public_cards

MEMORY_S: Final = 45.0
"""How long what was right once may be under way."""
_NOTATION: Final = re.compile(r"(?<![0-9A-Za-z])([A2-9TJQK][CDHS])(?![0-9A-Za-z])")
_IN_ACTION: Final = re.compile(r"[A2-9TJQK][CDHS]")
AT_TABLES: Final = (Area.PLAY, Area.HAND, Area.TABLE)


@dataclass
class _Round:
    """What everybody, and each player, has been shown of the cards of one deal; ``until``: when
    it ended.
    """

    key: int
    public: set[Card] = field(default_factory=set)
    own: dict[int, set[Card]] = field(default_factory=dict)
    until: float | None = None


class Knowledge:
    """What may be known of one match."""

    def __init__(self) -> None:
        self._rounds: list[_Round] = []

    def learn(self, live: LiveMatch, now: float) -> None:
        """Note what a stored state shows to whom."""
        view = live.public()
        key = view.number
        if not self._rounds or self._rounds[-1].key != key:
            self._rounds.append(_Round(key))
        current = self._rounds[-1]
        for table in view.tables:
            current.public |= public_cards(table)
        for player in live.players:
            if player.user_id is not None:
                hand = set(cards_of(live.view(player.seat).hand))
                current.own.setdefault(player.user_id, set()).update(hand)
        is_open = live.is_over or any(table.facts is not None for table in view.tables)
        current.until = (now if current.until is None else current.until) if is_open else None

    def strays(self, named: set[Card], user: int | None, now: float) -> set[Card]:
        """The cards among ``named`` that a user, or everybody, cannot know."""
        current = self._rounds[-1]
        if current.until is not None:
            return set()
        if any(one.until is not None and now < one.until + MEMORY_S for one in self._rounds):
            return set()
        return named - current.public - (current.own.get(user, set()) if user else set())


@dataclass(frozen=True, slots=True)
class Told:
    """What a text names: the tables with the revisions of their buttons, and cards."""

    revisions: dict[int, int]
    cards: frozenset[Card]


def told_by(text: str) -> Told:
    """Read a body of JSON."""
    found = json.loads(text) if text else {}
    revisions: dict[int, int] = {}
    named = cards_in(text) | cards_in(json.dumps(found, ensure_ascii=False))
    for one in strings(found):
        press = parse_custom_id(one)
        if press is None:
            named |= {card(name) for name in _NOTATION.findall(one)}
            continue
        named |= {card(name) for name in _IN_ACTION.findall(press.what)}
        if press.area in AT_TABLES:
            before = revisions.get(press.id, 0)
            revisions[press.id] = max(before, press.revision if press.area is not Area.TABLE else 0)
    return Told(revisions, frozenset(named))
