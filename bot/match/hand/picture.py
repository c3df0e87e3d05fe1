"""The pictures of a hand and of its head, and the same figures for text mode."""

from dataclasses import replace

from bot.match.hand.model import HandPanel, Selected, ordered
from bot.match.match_line import is_duel, points_of
from bot.render.models import HandPicture, HeadPicture, MeldKind
from bot.ui.discs import disc_of
from bot.ui.reader import HandOrder, Reader
from bot.wording.cards import highest_first, in_run_order, named
from engine.game.cards import Card, cards_of, rank
from engine.game.legal import Verb
from engine.game.melds import Layout
from engine.game.round import Phase
from engine.game.rules import GameKind
from engine.game.suggestions import best_after_discard, deadwood_without


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
