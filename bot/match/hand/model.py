"""The model of one seat's hand panel, and the parts its screens share."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.presses.hand import HandPress, HandVerb
from bot.presses.play import PlayPress
from bot.ui.reader import HandOrder, MatchContext, Reader
from bot.ui.screen import Button
from bot.wording.cards import highest_first, in_run_order, listed, melds_named, named, short
from engine.game.actions import SeatAction
from engine.game.cards import Card, cards_of, rank, suit
from engine.game.match import TakebackState
from engine.game.view import SeatView, TableView
from engine.premoves import NO_PLANS, Premoves
from engine.service import Place


@dataclass(frozen=True, slots=True)
class Resting:
    """The state with no card selected."""


@dataclass(frozen=True, slots=True)
class Selected:
    """The state with a card selected, not yet discarded."""

    card: Card


@dataclass(frozen=True, slots=True)
class ChoosingLayout:
    """The state of a knock that discards ``card``, before its meld layout is chosen."""

    card: Card


@dataclass(frozen=True, slots=True)
class CardByCard:
    """The state of a defender who lays off by hand."""


@dataclass(frozen=True, slots=True)
class Options:
    """The state with the More menu open."""


Mode: TypeAlias = Resting | Selected | ChoosingLayout | CardByCard | Options


@dataclass(frozen=True, slots=True)
class HandPanel:
    """The model that the panel of one seat is drawn from."""

    reader: Reader
    board: MatchContext
    own: SeatView
    revision: int
    mode: Mode = Resting()
    notice: str = ""
    tip: str = ""
    plans: Premoves = NO_PLANS

    @property
    def is_apart(self) -> bool:
        """Whether there is no table message, so that the panel has all that the match offers."""
        return self.board.place is Place.APART

    @property
    def may_ask_for_hints(self) -> bool:
        """Whether hints are offered: only against computers, never for shared deals."""
        if self.board.private:
            return False
        others = [p for n, p in enumerate(self.board.players) if n != self.own.seat]
        return all(player.user is None for player in others)

    @property
    def may_ask_back(self) -> bool:
        """Whether the player may ask a human opponent to take back the last move."""
        table = self.table
        rivals = [self.board.players[seat] for seat in table.players if seat is not self.own.seat]
        asked = table.back is TakebackState.NO and table.takes_back is self.own.seat
        return asked and all(player.user is not None for player in rivals)

    @property
    def table(self) -> TableView:
        assert self.own.table is not None, "a seat without a table has another panel"
        return self.own.table

    def t(self, text: str, /, **fields: object) -> str:
        """Translate for the reader."""
        return self.reader.words.t(text, **fields)

    def play(self, action: SeatAction) -> str:
        """Return the press that plays an action."""
        return str(PlayPress(action, self.board.match, self.revision))

    def look(self, verb: HandVerb, card: Card | None = None) -> str:
        """Return the press that only changes the view."""
        return str(HandPress(verb, card, self.board.match, self.revision))


def ordered(panel: HandPanel) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return the player's cards as groups and the rest, in the preferred order."""
    own = panel.own
    if panel.reader.order is HandOrder.OWN:
        return (), panel.plans.arranged(in_meld_order(own))
    if panel.reader.order is HandOrder.RANK:
        cards = sorted(cards_of(own.hand), key=lambda card: (rank(card), card))
        return (), tuple(cards)
    if panel.reader.order is HandOrder.SUIT:
        groups: dict[int, list[Card]] = {}
        for card in cards_of(own.hand):
            groups.setdefault(suit(card), []).append(card)
        return tuple(tuple(group) for group in groups.values()), ()
    melds = tuple(in_run_order(meld) for meld in own.layout.melds)
    return melds, highest_first(own.layout.deadwood_cards)


def in_meld_order(own: SeatView) -> tuple[Card, ...]:
    """Return the cards in the default order, melds first."""
    melded = [card for meld in own.layout.melds for card in in_run_order(meld)]
    return (*melded, *highest_first(own.layout.deadwood_cards))


def hand_words(panel: HandPanel) -> str:
    """Return the hand in words: the content of the picture."""
    t, own = panel.t, panel.own
    spoken = Reader(panel.reader.words, text_mode=True)
    said = [t("Your hand: {melds}.", melds=melds_named(spoken, own.layout.melds))]
    loose = listed(spoken, highest_first(own.layout.deadwood_cards))
    if loose:
        said.append(t("Deadwood: {cards}.", cards=loose))
    if own.drawn is not None:
        said.append(t("Drawn from the stock: {card}.", card=named(spoken, own.drawn)))
    if own.taken is not None:
        said.append(t("Taken from the discard pile: {card}.", card=named(spoken, own.taken)))
    if isinstance(panel.mode, Selected):
        said.append(t("Selected: {card}.", card=named(spoken, panel.mode.card)))
    return " ".join(said)


def listed_short(cards: object) -> str:
    """Return cards with suit signs, for labels."""
    return " ".join(short(card) for card in cards)  # type: ignore[attr-defined]


def refresh_button(panel: HandPanel) -> Button:
    """Return the button that redraws the panel and renews the token for following the game."""
    return Button(panel.t("Refresh"), panel.look(HandVerb.LOOK), emoji="🔄")
