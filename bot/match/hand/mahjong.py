"""The buttons of a Mahjong gin turn: meld, lay off, discard (rulebook 2.9)."""

from bot.match.hand.cards import card_buttons
from bot.match.hand.model import HandPanel, Selected, listed_short
from bot.presses.hand import HandVerb
from bot.ui.screen import Button, Choice, Menu, Part, Row, Style, Text, clipped
from bot.wording.cards import in_run_order, named, short
from engine.game.actions import Discard, LayMeld, LayOff
from engine.game.cards import CardSet
from engine.game.notation import action_text


def mahjong_controls(panel: HandPanel) -> list[Part]:
    """Return menus to meld and to lay off, and a button for each card to discard."""
    legal, t = panel.own.legal, panel.t
    parts: list[Part] = []
    if panel.own.must_use is not None:
        card = named(panel.reader, panel.own.must_use)
        parts.append(Text(t("First put **{card}** on the table.", card=card)))
    if legal.melds:
        choices = tuple(
            Choice(t("Put down {meld}", meld=_short_meld(meld)), action_text(LayMeld(meld)))
            for meld in sorted(legal.melds, key=lambda meld: -meld.bit_count())[:25]
        )
        parts.append(Menu(panel.look(HandVerb.MELD), choices, t("Put down a meld")))
    if legal.layoffs:
        choices = tuple(
            Choice(
                f"{short(card)} → {_short_meld(panel.table.table_melds[number].cards)}",
                action_text(LayOff(card, number)),
            )
            for card, number in legal.layoffs[:25]
        )
        parts.append(Menu(panel.look(HandVerb.LAY_OFF), choices, t("Lay off a card")))
    if not legal.discards:
        return parts
    parts += card_buttons(panel)
    if isinstance(panel.mode, Selected):
        chosen = panel.mode.card
        label = t("Discard {card}", card=short(chosen))
        parts.append(Row((Button(label, panel.play(Discard(chosen)), Style.PRIMARY, "⤵️"),)))
    return parts


def _short_meld(meld: CardSet) -> str:
    return clipped(listed_short(in_run_order(meld)), 60)
