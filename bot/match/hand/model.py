"""The model of one seat's hand panel, and the parts its screens share."""

from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.match.sheet_screen import is_duel, points_of
from bot.presses.match import HandPress, HandVerb, PlayPress
from bot.render.models import HandPicture, HeadPicture, MeldKind
from bot.ui.markup import disc_of
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Button
from bot.wording.cards import highest_first, in_run_order, listed, melds_named, named, short
from engine.game.actions import SeatAction
from engine.game.cards import Card, cards_of, rank, suit
from engine.game.legal import Verb
from engine.game.match import TakebackState
from engine.game.melds import Layout
from engine.game.round import Phase
from engine.game.rules import GameKind
from engine.game.view import SeatView, TableView, best_after_discard, deadwood_without
from engine.premoves import NO_PLANS, Premoves
from engine.service import HandOrder, Place


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
        if self.board.setup.has_shared_deals:
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

    def play(self, action: SeatAction) -> PlayPress:
        """Return the press that plays an action."""
        return PlayPress(action, self.board.match, self.revision)

    def look(self, verb: HandVerb, card: Card | None = None) -> HandPress:
        """Return the press that only changes the view."""
        return HandPress(verb, card, self.board.match, self.revision)


def ordered(panel: HandPanel) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Return the player's cards as groups and the rest, in the preferred order."""
    own = panel.own
    if panel.reader.order is HandOrder.OWN:
        return (), panel.plans.arranged(in_meld_order(own))
    if panel.reader.order is HandOrder.RANKS:
        cards = sorted(cards_of(own.hand), key=lambda card: (rank(card), card))
        return (), tuple(cards)
    if panel.reader.order is HandOrder.SUITS:
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
    lines = [t("Your hand: {melds}.", melds=melds_named(spoken, own.layout.melds))]
    loose = listed(spoken, highest_first(own.layout.deadwood_cards))
    if loose:
        lines.append(t("Deadwood: {cards}.", cards=loose))
    if own.drawn is not None:
        lines.append(t("Drawn from the stock: {card}.", card=named(spoken, own.drawn)))
    if own.taken is not None:
        lines.append(t("Taken from the discard pile: {card}.", card=named(spoken, own.taken)))
    if isinstance(panel.mode, Selected):
        lines.append(t("Selected: {card}.", card=named(spoken, panel.mode.card)))
    return " ".join(lines)


def listed_short(cards: object) -> str:
    """Return cards with suit signs, for labels."""
    return " ".join(short(card) for card in cards)  # type: ignore[attr-defined]


def refresh_button(panel: HandPanel) -> Button:
    """Return the button that redraws the panel and renews the token for following the game."""
    return Button(panel.t("Refresh"), panel.look(HandVerb.LOOK), emoji="🔄")


def hand_figures(panel: HandPanel, *, spoken: bool = False) -> list[tuple[str, str]]:
    """Return the figures beside the cards, as label and value. ``spoken``: cards in words."""
    reader = Reader(panel.reader.words, text_mode=True) if spoken else panel.reader
    figures = []
    if (deadwood := _deadwood(panel, reader)) is not None:
        figures.append((deadwood[0], str(deadwood[1])))
    top = _top(panel)
    if top is not None:
        figures.append((panel.t("Top discard"), named(reader, top)))
    return [*figures, *_counts(panel)]


def changing_figures(panel: HandPanel) -> list[tuple[str, str]]:
    """Return the figures that change with every press, as text to keep the pictures unchanged."""
    stock = (panel.t("Stock"), str(panel.table.stock_size))
    deadwood = _deadwood(panel, panel.reader)
    if deadwood is None:
        return [stock]
    label, count = deadwood
    return [(f"✊ {label}" if _may_knock(panel) else label, str(count)), stock]


def hand_picture(panel: HandPanel) -> HandPicture:
    """Return the picture of the player's hand: melds framed, deadwood apart.

    A selected card is marked by its button alone, so that selecting uploads nothing.
    """
    own = panel.own
    melds, loose = ordered(panel)
    by_melds = panel.reader.order is HandOrder.MELDS
    locked = own.hand & ~own.legal.discards if Verb.DISCARD in own.legal.verbs else 0
    return HandPicture(
        melds=melds,
        deadwood=loose,
        kinds=tuple(_kind(panel.reader, meld) for meld in melds) if by_melds else (),
        drawn=own.drawn if own.drawn is not None else own.taken,
        locked=frozenset(cards_of(locked)),
        look=panel.reader.look,
    )


def head_picture(panel: HandPanel) -> HeadPicture:
    """Return the head above the cards, a separate picture because it changes at other times."""
    board, t, table = panel.board, panel.t, panel.table
    limit = _limit(panel)
    head = HeadPicture(
        discard=_top(panel),
        discard_label=t("Discard"),
        figures=() if limit is None else (limit,),
        look=panel.reader.look,
    )
    if not is_duel(board) or panel.own.side is None:
        return head
    rival = table.players[panel.own.side.other]
    mine, theirs = points_of(board, panel.own.seat)
    return replace(
        head,
        name=board.plain(rival),
        disc=disc_of(board.plain(rival), board.players[rival].user),
        score=theirs,
        own_label=t("You"),
        own_score=mine,
        place=t("Round {n}", n=board.view.number),
    )


def laid_out(reader: Reader, layout: Layout, drawn: Card | None) -> HandPicture:
    """Return a read-only hand in its best layout."""
    t = reader.words.t
    melds = tuple(in_run_order(meld) for meld in layout.melds)
    return HandPicture(
        melds=melds,
        deadwood=highest_first(layout.deadwood_cards),
        kinds=tuple(_kind(reader, meld) for meld in melds),
        drawn=drawn,
        deadwood_label=t("Deadwood"),
        deadwood_count=str(layout.deadwood),
        look=reader.look,
    )


def _kind(reader: Reader, meld: tuple[Card, ...]) -> tuple[MeldKind, str]:
    if len({rank(card) for card in meld}) == 1:
        return MeldKind.SET, reader.words.t("set")
    return MeldKind.RUN, reader.words.t("run")


def _top(panel: HandPanel) -> Card | None:
    return None if panel.table.phase is Phase.LAYOFF else panel.table.top


def _counts(panel: HandPanel) -> list[tuple[str, str]]:
    stock, limit = (panel.t("Stock"), str(panel.table.stock_size)), _limit(panel)
    return [stock] if limit is None else [stock, limit]


def _limit(panel: HandPanel) -> tuple[str, str] | None:
    """Return the label and the value of the knock limit; ``None`` in games without knocking."""
    if panel.own.public.rules.game_kind is not GameKind.GIN:
        return None
    limit = panel.table.knock_limit
    return panel.t("Knock"), panel.t("Gin") if limit == 0 else str(limit)


def _deadwood(panel: HandPanel, reader: Reader) -> tuple[str, int] | None:
    """Return the deadwood, after the selected or best discard if the hand has a card too many."""
    own, t = panel.own, panel.t
    if own.public.rules.game_kind is not GameKind.GIN:
        return None
    best = best_after_discard(own)
    if best is None:
        return t("Deadwood"), own.layout.deadwood
    if isinstance(panel.mode, Selected):
        card = panel.mode.card
        return t("Deadwood after {card}", card=named(reader, card)), deadwood_without(own, card)
    return t("Best deadwood"), best[1]


def _may_knock(panel: HandPanel) -> bool:
    knocks = dict(panel.own.legal.knocks)
    return panel.mode.card in knocks if isinstance(panel.mode, Selected) else bool(knocks)
