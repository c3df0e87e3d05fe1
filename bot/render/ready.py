"""Getting ready: what the first picture of a look would have to wait for."""

from bot.render.faces import back_sprite, card_sprite
from bot.render.hand import CARD, TOP, render_hand
from bot.render.models import HandPicture, Look, TablePicture, TablePlayer
from bot.render.table import BACK, PILE, render_table
from engine.cards import DECK_SIZE


def prepare(look: Look) -> None:
    """Draw the cards and choose the colours of a look ahead (about half a second of one core)."""
    for number in range(DECK_SIZE):
        for width in (CARD, TOP):
            card_sprite(number, look.theme, width, False)
    for width in (BACK, PILE):
        back_sprite(look.back, width)
    render_hand(HandPicture(deadwood=(0, 23, 38), deadwood_label="0", look=look))
    render_table(TablePicture(TablePlayer("A"), TablePlayer("B"), 31, 0, look=look))
