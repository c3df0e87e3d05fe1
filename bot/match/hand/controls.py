"""The buttons of the hand panel: every legal action, labelled with its effect (1.5-1.9)."""

from bot.match.hand.cards import card_buttons
from bot.match.hand.layoffs import layoff_controls
from bot.match.hand.mahjong import mahjong_controls
from bot.match.hand.model import (
    CardByCard,
    ChoosingLayout,
    HandPanel,
    Selected,
    listed_short,
    refresh_button,
)
from bot.match.hand.more import ask_back_button, cancel_plans_button, more_button, result_button
from bot.presses.coach import HintPress
from bot.presses.hand import HandVerb
from bot.ui.screen import Button, Choice, Menu, Part, Row, Style, Text, clipped, rows
from bot.wording.cards import listed, melds_named, short
from engine.game.actions import BigGin, Discard, Draw, Knock, Pass, Take, TakeDeep, TakeKnock
from engine.game.cards import Card, cards_of
from engine.game.legal import Verb
from engine.game.melds import Layout
from engine.game.notation import action_text
from engine.game.round import Phase
from engine.game.suggestions import best_after_discard, equal_layouts

BUTTONS_IN_A_ROW = 4
_FIRST_PHASES = (Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER, Phase.FORCED_STOCK)
"""The phases in which the previous result is still of interest."""


def controls(panel: HandPanel) -> list[Part]:
    """Return the buttons for the seat's phase; a refresh button while others move."""
    parts = phase_controls(panel)
    further = _further_buttons(panel)
    if not further:
        return parts
    last = parts[-1]
    if isinstance(last, Row) and len(last.buttons) + len(further) <= BUTTONS_IN_A_ROW:
        return [*parts[:-1], Row((*last.buttons, *further))]
    return [*parts, Row(tuple(further))]


def _further_buttons(panel: HandPanel) -> list[Button]:
    """Return the aids that are not part of the turn itself, at the end of the controls."""
    buttons: list[Button] = []
    if not panel.own.is_my_turn or isinstance(panel.mode, Selected | ChoosingLayout | CardByCard):
        return buttons
    if panel.may_ask_for_hints:
        buttons.append(
            Button(panel.t("Hint"), str(HintPress(panel.board.match, panel.revision)), emoji="💡")
        )
    if panel.table.phase in _FIRST_PHASES and (result := result_button(panel)) is not None:
        buttons.append(result)
    return [*buttons, more_button(panel)]


def phase_controls(panel: HandPanel) -> list[Part]:
    """Return the buttons of the turn itself."""
    match panel.table.phase if panel.own.is_my_turn else Phase.OVER:
        case Phase.OFFER_NON_DEALER | Phase.OFFER_DEALER:
            return [Row((_take_button(panel), Button(panel.t("Pass"), panel.play(Pass()))))]
        case Phase.FORCED_STOCK:
            return [Row((_stock_button(panel),))]
        case Phase.DRAW:
            return _draw_controls(panel)
        case Phase.DISCARD:
            return _discard_controls(panel)
        case Phase.MELD:
            return mahjong_controls(panel)
        case Phase.LAYOFF:
            return layoff_controls(panel)
        case Phase.LAST_DISCARD:
            return _last_discard_controls(panel)
        case _:
            return _waiting_controls(panel)


def _waiting_controls(panel: HandPanel) -> list[Part]:
    """Return the controls while the opponent moves: take-back request and premove cancellation."""
    first = [ask_back_button(panel)] if panel.may_ask_back else []
    if panel.plans.has_premoves:
        first.append(cancel_plans_button(panel))
    result = result_button(panel)
    row = Row((*([result] if result else []), refresh_button(panel), more_button(panel)))
    return [Row(tuple(first)), row] if first else [row]


def _stock_button(panel: HandPanel) -> Button:
    return Button(panel.t("Stock"), panel.play(Draw()), Style.PRIMARY, "🂠")


def _take_button(panel: HandPanel) -> Button:
    top = panel.table.top
    label = panel.t("Take {card}", card="" if top is None else short(top))
    return Button(label, panel.play(Take()), Style.SUCCESS)


def _draw_controls(panel: HandPanel) -> list[Part]:
    legal = panel.own.legal
    buttons = [_stock_button(panel)]
    if 1 in legal.takes:
        buttons.append(_take_button(panel))
    parts: list[Part] = [Row(tuple(buttons))]
    more = [count for count in legal.takes if count > 1]
    if more:
        parts.append(_take_many_menu(panel, more))
    if legal.deep:
        parts.append(_deep_menu(panel))
    return parts


def _take_many_menu(panel: HandPanel, counts: list[int]) -> Menu:
    choices = []
    for count in counts[:25]:
        cards = panel.table.discards[-count:]
        label = panel.t("Take {n} cards, using {card}", n=count, card=short(cards[0]))
        choices.append(Choice(label, action_text(Take(count)), clipped(listed_short(cards), 100)))
    return Menu(panel.look(HandVerb.PICK), tuple(choices), panel.t("Take several discards"))


def _deep_menu(panel: HandPanel) -> Menu:
    choices = [
        Choice(
            panel.t("Take {card} for {meld}", card=short(card), meld=listed_short(cards_of(meld))),
            action_text(TakeDeep(card, meld)),
        )
        for card, meld in panel.own.legal.deep[:25]
    ]
    return Menu(panel.look(HandVerb.PICK), tuple(choices), panel.t("Take a deeper discard"))


def _discard_controls(panel: HandPanel) -> list[Part]:
    if isinstance(panel.mode, ChoosingLayout):
        return _layout_controls(panel, panel.mode.card)
    parts = card_buttons(panel)
    selected = panel.mode.card if isinstance(panel.mode, Selected) else None
    # The buttons that end the round have their own row, away from the discard.
    ending = _knock_buttons(panel, selected)
    if ending:
        parts.append(Row(tuple(ending)))
    if selected is None:
        return parts
    label = panel.t("Discard {card}", card=short(selected))
    discard = Button(label, panel.play(Discard(selected)), Style.PRIMARY, "⤵️")
    back = Button(panel.t("Cancel"), panel.look(HandVerb.LOOK), emoji="↩️")
    return [*parts, Row((discard, back))]


def _knock_buttons(panel: HandPanel, selected: Card | None) -> list[Button]:
    """Return big gin, gin and knock with their discards and results. Gin is never forced."""
    own, buttons = panel.own, []
    if Verb.BIG_GIN in own.legal.verbs:
        buttons.append(Button(panel.t("Big gin!"), panel.play(BigGin()), Style.SUCCESS, "🏆"))
    knocks = dict(own.legal.knocks)
    if selected is not None and selected in knocks:
        buttons.append(_knock_button(panel, selected, knocks[selected]))
    elif selected is None and knocks:
        least = min(knocks.values())
        best = best_after_discard(own)
        card = (
            best[0]
            if best is not None and knocks.get(best[0]) == least
            else min(knocks, key=lambda one: (knocks[one], -one))
        )
        buttons.append(_knock_button(panel, card, least))
    return buttons


def _knock_button(panel: HandPanel, card: Card, deadwood: int) -> Button:
    if deadwood == 0:
        label, emoji = panel.t("Gin! (discard {card})", card=short(card)), "🎉"
    else:
        label = panel.t("Knock with {n} (discard {card})", n=deadwood, card=short(card))
        emoji = "✊"
    if len(equal_layouts(panel.own, card)) > 1:
        return Button(label, panel.look(HandVerb.KNOCK, card), Style.SUCCESS, emoji)
    return Button(label, panel.play(Knock(card)), Style.SUCCESS, emoji)


def _layout_controls(panel: HandPanel, card: Card) -> list[Part]:
    layouts = equal_layouts(panel.own, card)
    parts: list[Part] = [Text(_layouts_words(panel, layouts))]
    buttons = []
    for number, layout in enumerate(layouts, start=1):
        name = panel.t("Best") if number == 1 else panel.t("Option {n}", n=number)
        label = panel.t("{name}: {n} deadwood", name=name, n=layout.deadwood)
        style = Style.SUCCESS if number == 1 else Style.SECONDARY
        buttons.append(Button(label, panel.play(Knock(card, layout.melds)), style))
    parts += rows(buttons)
    parts.append(Row((Button(panel.t("Back"), panel.look(HandVerb.LOOK), emoji="↩️"),)))
    return parts


def _layouts_words(panel: HandPanel, layouts: tuple[Layout, ...]) -> str:
    lines = []
    for number, layout in enumerate(layouts, start=1):
        melds = melds_named(panel.reader, layout.melds)
        loose = listed(panel.reader, cards_of(layout.deadwood_cards)) or "—"
        lines.append(
            panel.t(
                "**{n}.** {melds}  ·  deadwood {deadwood}: {cards}",
                n=number,
                melds=melds,
                deadwood=layout.deadwood,
                cards=loose,
            )
        )
    return "\n".join(lines)


def _last_discard_controls(panel: HandPanel) -> list[Part]:
    knocks = sorted(panel.own.legal.knocks, key=lambda pair: pair[1])[:4]
    top = panel.table.top
    taken = "" if top is None else short(top)
    buttons = [
        Button(
            panel.t(
                "Take {card}, knock with {n} (discard {thrown})", card=taken, n=n, thrown=short(c)
            )
            if n
            else panel.t("Take {card}: gin! (discard {thrown})", card=taken, thrown=short(c)),
            panel.play(TakeKnock(c)),
            Style.SUCCESS,
        )
        for c, n in knocks
    ]
    return [*rows(buttons, 2), Row((Button(panel.t("Pass"), panel.play(Pass())),))]
