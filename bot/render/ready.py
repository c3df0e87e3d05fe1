"""Preparation of everything that the first picture would have to wait for."""

from dataclasses import replace
from typing import Final

from PIL import Image

from bot.render.board import render_board
from bot.render.fonts import Weight, text_mask
from bot.render.hand import CARD, render_hand
from bot.render.head import render_head
from bot.render.models import (
    BoardPicture,
    BoardRow,
    Disc,
    HandPicture,
    HeadPicture,
    LaidHand,
    LaidMeld,
    Look,
    MeldKind,
    ProfilePicture,
    ReplayPicture,
    ResultPicture,
    ResultPlayer,
    RoundEndPicture,
    SheetColumn,
    SheetEntry,
    SheetPicture,
    TablePicture,
    TablePlayer,
)
from bot.render.profile import render_profile
from bot.render.replay import render_replay
from bot.render.result import render_result
from bot.render.round_end import render_round_end
from bot.render.sheet import render_sheet
from bot.render.sprites import back_sprite, card_sprite
from bot.render.table import HELD, MOST_RECENT, PILE, render_table
from engine.game.cards import DECK_SIZE

SCRIPTS: Final = "Aa ♠ 汉 한 ก अ"
"""A letter of every bundled font, so that the fonts of all scripts are loaded."""


def prepare(look: Look) -> None:
    """Draw the cards, except greyed ones, and choose the colours of a look ahead.

    Takes about a second of one core.
    """
    for number in range(DECK_SIZE):
        for width in (CARD, PILE):
            card_sprite(number, look.theme, width, False)
    for width in (HELD, PILE):
        back_sprite(look.back, width)
    run, one = (0, 1, 2), frozenset({20})
    kinds = ((MeldKind.RUN, "A"), (MeldKind.SET, "A"))
    render_hand(HandPicture((run, run), (20, 33), kinds, 33, one, look=look))
    render_head(HeadPicture("A", Disc("A", 0), "1", "A", "1", "A", 0, "A", look=look))
    top, bottom = TablePlayer("A", "1", note="A"), TablePlayer("A", "1", to_move=True)
    for first in range(0, DECK_SIZE, MOST_RECENT):
        recent = tuple(range(first, min(DECK_SIZE, first + MOST_RECENT)))
        table = TablePicture(top, bottom, 31, 0, recent, recent_label="A", look=look)
        render_table(replace(table, knock_limit="10", knock_card=first, multiplier=2))


def prepare_all() -> None:
    """Load every font and every kind of file, and draw one picture of each kind."""
    Image.init()
    for weight in Weight:
        text_mask(SCRIPTS, 24, weight)
    prepare(Look())
    run = (0, 1, 2)
    hand = LaidHand("A", (LaidMeld(run),), (20,), "1", "A", "1", winner=True)
    render_hand(HandPicture((run,), (20,), deadwood_label="A", deadwood_count="1"))
    render_round_end(RoundEndPicture(hand, hand))
    entries = ((SheetEntry(1, 1),), ())
    render_sheet(SheetPicture(("A", "B"), (SheetColumn("A", entries),)))
    render_result(ResultPicture("A", (ResultPlayer("A", "1"), ResultPlayer("B", "0"))))
    render_board(BoardPicture("A", (BoardRow("1", "A", "1"),)))
    render_profile(ProfilePicture("A", "1", history=(1.0, 2.0), spread=(1.0, 1.0)))
    tables = (TablePicture(_ONE, _ONE, 31, 0), TablePicture(_ONE, _ONE, 30, 1))
    render_replay(ReplayPicture(tables))


_ONE: Final = TablePlayer("A")
