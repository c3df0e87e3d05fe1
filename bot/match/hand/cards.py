"""A button a card, or menus when a hand outgrows the rows."""

from bot.match.hand.model import HandPanel, Selected, ordered
from bot.ui.screen import Button, Choice, Menu, Part, Style, rows
from bot.wording.cards import short
from engine.game.actions import Discard
from engine.game.cards import Card
from engine.game.notation import action_text, meld_text

MAX_CARD_BUTTONS = 15
CARDS_IN_A_ROW = 4
"""Four fit beside each other on a phone."""


MAX_CARD_BUTTONS = 15
CARDS_IN_A_ROW = 4
"""Four fit beside each other on a phone."""


def card_buttons(panel: HandPanel) -> list[Part]:
    """A button a card, in the order of the picture."""
    own = panel.own
    melds, loose = ordered(panel)
    cards = [card for group in melds for card in group] + list(loose)
    if len(cards) > MAX_CARD_BUTTONS:
        return _card_menus(panel, cards)
    selected = panel.mode.card if isinstance(panel.mode, Selected) else None
    melded = own.hand & ~own.layout.deadwood_cards
    buttons = []
    for card in cards:
        style = Style.SECONDARY if melded >> card & 1 else Style.PRIMARY
        if card == selected:
            style = Style.SUCCESS
        if panel.reader.one_tap:
            press = panel.play(Discard(card))
        else:
            press = panel.look("drop" if card == selected else f"pick-{meld_text(1 << card)}")
        locked = not own.legal.discards >> card & 1
        buttons.append(Button(short(card), press, style, "🔒" if locked else None, locked))
    return list(rows(buttons, CARDS_IN_A_ROW))


def _card_menus(panel: HandPanel, cards: list[Card]) -> list[Part]:
    free = [card for card in cards if panel.own.legal.discards >> card & 1]
    menus: list[Part] = []
    for start in range(0, len(free), 25):
        choices = tuple(
            Choice(panel.t("Discard {card}", card=short(card)), action_text(Discard(card)))
            for card in free[start : start + 25]
        )
        menus.append(Menu(panel.look(f"pick{start}"), choices, panel.t("Discard a card")))
    return menus
