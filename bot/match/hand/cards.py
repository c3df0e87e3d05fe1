"""Card buttons, or menus when a hand needs more rows than a message has."""

from bot.match.hand.model import HandPanel, Selected, ordered
from bot.presses.hand import HandVerb
from bot.ui.screen import MAX_CHOICES, Button, Choice, Menu, Part, Style, rows
from bot.wording.cards import short
from engine.game.actions import Discard
from engine.game.cards import Card
from engine.game.notation import action_text

MAX_CARD_BUTTONS = 15
CARDS_IN_A_ROW = 4
"""The number of card buttons that fit side by side on a phone."""
MENUS = (HandVerb.DISCARDS, HandVerb.MORE_DISCARDS)
"""The menus; no hand has more cards than they hold."""


def card_buttons(panel: HandPanel) -> list[Part]:
    """Return a button for each card, in the order of the picture."""
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
        elif card == selected:
            press = panel.look(HandVerb.DROP)
        else:
            press = panel.look(HandVerb.PICK, card)
        locked = not own.legal.discards >> card & 1
        buttons.append(Button(short(card), press, style, "🔒" if locked else None, locked))
    return list(rows(buttons, CARDS_IN_A_ROW))


def _card_menus(panel: HandPanel, cards: list[Card]) -> list[Part]:
    free = [card for card in cards if panel.own.legal.discards >> card & 1]
    menus: list[Part] = []
    for verb, start in zip(MENUS, range(0, len(free), MAX_CHOICES), strict=False):
        choices = tuple(
            Choice(panel.t("Discard {card}", card=short(card)), action_text(Discard(card)))
            for card in free[start : start + MAX_CHOICES]
        )
        menus.append(Menu(panel.look(verb), choices, panel.t("Discard a card")))
    return menus
