"""What the coach's reasons state, recounted by brute force from the cards.

Nothing of the solver is used: melds are found by trying every group of cards.
"""

from functools import lru_cache
from itertools import combinations

from engine.coach import Option, Reason
from engine.game.actions import Discard, Knock, LayOff, TakeKnock
from engine.game.cards import CardSet, cards_of
from engine.game.view import SeatView
from engine.players.memory import recall

Cards = frozenset[int]


def value(card: int) -> int:
    return min(10, card % 13 + 1)


def is_meld(cards: Cards) -> bool:
    ranks, suits = sorted(card % 13 for card in cards), {card // 13 for card in cards}
    if len(cards) < 3:
        return False
    if len(set(ranks)) == 1:
        return True
    return len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


@lru_cache(maxsize=200_000)
def melds_in(cards: Cards) -> tuple[Cards, ...]:
    """Every meld of up to five cards; a longer run is two melds side by side."""
    found = []
    for rank in range(13):
        group = [card for card in cards if card % 13 == rank]
        found += [frozenset(some) for n in (3, 4) for some in combinations(group, n)]
    for suit in range(4):
        group = sorted(card for card in cards if card // 13 == suit)
        runs = (group[a:b] for a in range(len(group)) for b in range(a + 3, a + 6))
        found += [frozenset(run) for run in runs if is_meld(frozenset(run))]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=200_000)
def deadwood(cards: Cards) -> int:
    """The least deadwood, by trying to meld the lowest card or to leave it loose."""
    melds = melds_in(cards)
    return _least(cards, melds)


def _least(cards: Cards, melds: tuple[Cards, ...]) -> int:
    if not melds:
        return sum(map(value, cards))
    first, rest = melds[0], melds[1:]
    without = _least(cards, rest)
    return min(without, _least(cards - first, tuple(one for one in rest if not one & first)))


def least_after(cards: Cards, kept: Cards = frozenset()) -> int:
    """The least deadwood after one discard that is not among ``kept``."""
    return min(deadwood(cards - {card}) for card in cards - kept)


def melds_with(cards: Cards, card: int) -> list[Cards]:
    return [meld for meld in melds_in(cards | {card}) if card in meld]


def lay_off(melds: tuple[Cards, ...], hand: Cards) -> int:
    """The least deadwood after any layoffs, in any order."""
    best = deadwood(hand)
    for card in hand:
        for place, meld in enumerate(melds):
            if is_meld(meld | {card}):
                grown = (*melds[:place], meld | {card}, *melds[place + 1 :])
                best = min(best, lay_off(grown, hand - {card}))
    return best


def as_set(mask: CardSet) -> Cards:
    return frozenset(cards_of(mask))


class Claims:
    """What can be counted in a view."""

    def __init__(self, view: SeatView) -> None:
        assert view.table is not None
        memory = recall(view)
        self.view, self.table = view, view.table
        self.hand, self.unseen = as_set(view.hand), as_set(memory.unseen)
        self.theirs, self.top = as_set(memory.known), memory.top
        self.limit = self.table.knock_limit

    def helping(self, rest: Cards) -> int:
        """Unseen cards that complete a meld and so lower the deadwood by more than they add."""
        before = deadwood(rest)
        return sum(deadwood(rest | {card}) < before + value(card) for card in self.unseen)

    def is_true(self, reason: Reason, best: Option, other: Option | None) -> bool:
        """Whether every figure and every fact of a reason is so."""
        return bool(getattr(self, f"_{reason.why.value}")(reason.data, best, other))

    def _rest(self, option: Option) -> Cards:
        assert isinstance(option.action, Discard | Knock | TakeKnock)
        taken = {self.top} if isinstance(option.action, TakeKnock) else set()
        return (self.hand | taken) - {option.action.card}

    def _left(self, option: Option) -> int:
        assert isinstance(option.action, Discard | Knock | TakeKnock)
        layout = None if isinstance(option.action, Discard) else option.action.layout
        rest = self._rest(option)
        if layout is None:
            return deadwood(rest)
        return sum(map(value, rest - as_set(sum(layout))))

    def _gin(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return self._left(best) == data["deadwood"] == 0

    def _big_gin(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return len(self.hand) == 11 and deadwood(self.hand) == 0

    def _knock_now(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        fits = self._left(best) == data["deadwood"] <= self.limit
        return fits and data["undercut_percent"] < 20

    def _knock_anyway(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        fits = self._left(best) == data["deadwood"] <= self.limit
        return fits and data["undercut_percent"] >= 20

    def _undercut_risk(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert other is not None
        return self._left(other) == data["deadwood"] and data["undercut_percent"] >= 20

    def _wait(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert other is not None
        return self._left(other) == data["deadwood"] and best.expected >= other.expected - 0.75

    def _play_for_gin(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        rest = self._rest(best)
        gins = sum(least_after(rest | {card}) == 0 for card in self.unseen)
        return self._wait(data, best, other) and gins == data["outs"] > 0

    def _layout(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert other is not None
        counts = []
        for option in (best, other):
            assert isinstance(option.action, Knock)
            layout = option.action.layout
            if layout is None:
                layout = tuple(one for one in self.view.layout.melds)
            melds = [as_set(meld) for meld in layout]
            could = self.unseen | self.theirs
            counts.append(sum(any(is_meld(meld | {card}) for meld in melds) for card in could))
        return data["outs"] < data["other_outs"] == counts[1]

    def _lay_off(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert self.table.knock is not None
        melds = tuple(map(as_set, self.table.knock.melds))
        free = self.hand - as_set(sum(self.view.exposed))
        if isinstance(best.action, LayOff):
            place = best.action.meld
            assert best.action.card == data["card"]
            melds = (*melds[:place], melds[place] | {data["card"]}, *melds[place + 1 :])
            free -= {data["card"]}
        return lay_off(melds, free) == data["deadwood"]

    _lay_off_one = _lay_off

    def _keep_for_meld(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert other is not None
        assert isinstance(other.action, LayOff)
        return data["card"] == other.action.card and bool(melds_with(self.hand, data["card"]))

    def _makes_meld(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        card = data["card"]
        return deadwood(self.hand | {card}) < deadwood(self.hand) + value(card)

    def _allows_knock(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        left = least_after(self.hand | {self.top}, frozenset({self.top}))
        return left == data["deadwood"] <= self.limit < deadwood(self.hand)

    def _lowers_deadwood(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        left = least_after(self.hand | {self.top}, frozenset({self.top}))
        return deadwood(self.hand) - left == data["points"] > 0

    def _no_meld(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return not melds_with(self.hand, data["card"])

    def _stock_is_better(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return data["card"] == self.top

    def _breaks_meld(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        added = deadwood(self.hand - {data["card"]}) - deadwood(self.hand)
        return added == data["deadwood"] > 0

    def _less_deadwood(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert other is not None
        return self._left(other) - self._left(best) == data["points"] > 0

    def _high_deadwood(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        side = self.view.side
        drawn = sum(one.side is side and one.fact.value in "tus" for one in self.table.events)
        is_late = drawn == data["turn"] >= 5
        return self._less_deadwood(data, best, other) and is_late and value(data["card"]) >= 8

    def _dead_card(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return not melds_with(self.unseen | self.theirs, data["card"])

    def _feeds_pile(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        could = bool(melds_with(self.unseen | self.theirs, data["card"]))
        return could == (data["percent"] > 0)

    def _keeps_outs(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        assert other is not None
        kept, lost = self.helping(self._rest(best)), self.helping(self._rest(other))
        return (kept, lost) == (data["outs"], data["other_outs"]) and kept > lost

    def _two_way(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        rest, card = self._rest(best), data["card"]
        grown = [meld for one in self.unseen for meld in melds_with(rest | {one}, card)]
        ways = {len({each % 13 for each in meld}) == 1 for meld in grown}
        return card in rest and not melds_with(rest, card) and ways == {True, False}

    def _better_on_average(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return not data

    def _only_choice(self, data: dict[str, int], best: Option, other: Option | None) -> bool:
        return other is None
