"""Layoffs: the best defence in one press, or card by card (rulebook 1.7)."""

from bot.match.hand.model import CardByCard, HandPanel, listed_short
from bot.presses.hand import HandVerb
from bot.ui.screen import Button, Part, Row, Style, Text, clipped, rows
from bot.wording.cards import in_run_order, listed, melds_named, short
from engine.game.actions import AutoLayOff, DoneLayingOff, LayOff
from engine.game.cards import cards_of
from engine.game.legal import Verb
from engine.game.suggestions import best_defence


def layoff_controls(panel: HandPanel) -> list[Part]:
    """Return the knocker's melds, and the defender's controls."""
    own, table, t = panel.own, panel.table, panel.t
    assert table.knock is not None
    knocker = panel.board.name(table.players[table.knock.side])
    lines = [
        t(
            "{name} shows {melds}  ·  deadwood **{n}**: {cards}",
            name=f"**{knocker}**",
            melds=melds_named(panel.reader, table.knock.melds),
            n=table.knock.deadwood,
            cards=listed(panel.reader, cards_of(table.knock.deadwood_cards)) or "—",
        )
    ]
    by_hand = isinstance(panel.mode, CardByCard) or Verb.AUTO not in own.legal.verbs
    defence = best_defence(own)
    if by_hand or defence is None:
        return [Text("\n".join(lines)), *_by_hand_controls(panel)]
    laid = [card for card, _ in defence.steps]
    if laid:
        cards = listed(panel.reader, laid)
        lines.append(t("Lay off **{cards}**: {n} deadwood left.", cards=cards, n=defence.deadwood))
        label = t("Lay off {cards}", cards=clipped(listed_short(laid), 50))
    else:
        lines.append(t("Best: lay off nothing ({n} deadwood).", n=defence.deadwood))
        label = t("Lay off nothing")
    buttons = [Button(label, panel.play(AutoLayOff()), Style.SUCCESS)]
    if own.legal.layoffs:
        buttons.append(Button(t("Choose cards"), panel.look(HandVerb.BY_HAND)))
    return [Text("\n".join(lines)), Row(tuple(buttons))]


def _by_hand_controls(panel: HandPanel) -> list[Part]:
    table = panel.table
    assert table.knock is not None
    buttons = []
    for card, number in panel.own.legal.layoffs[:20]:
        meld = table.knock.melds[number]
        target = clipped(listed_short(in_run_order(meld)), 30)
        label = f"{short(card)} → {target}"
        buttons.append(Button(label, panel.play(LayOff(card, number)), Style.PRIMARY))
    parts: list[Part] = list(rows(buttons))
    done = Button(panel.t("Finish"), panel.play(DoneLayingOff()), Style.SUCCESS)
    last = [done]
    if Verb.AUTO in panel.own.legal.verbs:
        last.append(Button(panel.t("Back"), panel.look(HandVerb.LOOK), emoji="↩️"))
    return [*parts, Row(tuple(last))]
