"""The buttons of the hand panel: every legal action, labelled with its effect (1.5-1.9, 2.9)."""

from bot.match.hand.model import (
    CardByCard,
    ChoosingLayout,
    HandPanel,
    Selected,
    listed_short,
    ordered,
    refresh_button,
)
from bot.match.hand.more import ask_back_button, cancel_plans_button, more_button, result_button
from bot.presses.match import HandVerb, HintPress
from bot.ui.paging import paged
from bot.ui.press import Press
from bot.ui.screen import (
    MAX_CHOICES,
    Button,
    Menu,
    MenuChoice,
    Part,
    Row,
    Style,
    Text,
    clipped,
    rows,
)
from bot.wording.cards import in_run_order, listed, melds_named, named, short
from engine.game.actions import (
    AutoLayOff,
    BigGin,
    Discard,
    DoneLayingOff,
    Draw,
    Knock,
    LayMeld,
    LayOff,
    Pass,
    Take,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import Card, CardSet, cards_of
from engine.game.legal import Verb
from engine.game.melds import Layout
from engine.game.notation import action_text
from engine.game.round import Phase
from engine.game.view import best_after_discard, best_defence, equal_layouts

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
        press: Press
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
            MenuChoice(panel.t("Discard {card}", card=short(card)), action_text(Discard(card)))
            for card in free[start : start + MAX_CHOICES]
        )
        menus.append(Menu(panel.look(verb), choices, panel.t("Discard a card")))
    return menus


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
        lines.append(t("Best: no layoffs ({n} deadwood).", n=defence.deadwood))
        label = t("Done, no layoffs")
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


def mahjong_controls(panel: HandPanel) -> list[Part]:
    """Return menus to meld and to lay off, and a button for each card to discard."""
    legal, t = panel.own.legal, panel.t
    parts: list[Part] = []
    if panel.own.must_use is not None:
        card = named(panel.reader, panel.own.must_use)
        parts.append(Text(t("First put **{card}** on the table.", card=card)))
    if legal.melds:
        choices = tuple(
            MenuChoice(t("Put down {meld}", meld=_short_meld(meld)), action_text(LayMeld(meld)))
            for meld in sorted(legal.melds, key=lambda meld: -meld.bit_count())
        )
        menu = Menu(panel.look(HandVerb.MELD), choices, t("Put down a meld"))
        parts.append(paged(panel.reader, menu))
    if legal.layoffs:
        choices = tuple(
            MenuChoice(
                f"{short(card)} → {_short_meld(panel.table.table_melds[number].cards)}",
                action_text(LayOff(card, number)),
            )
            for card, number in legal.layoffs
        )
        menu = Menu(panel.look(HandVerb.LAY_OFF), choices, t("Lay off a card"))
        parts.append(paged(panel.reader, menu))
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
    if not panel.own.is_my_turn or isinstance(panel.mode, Selected | ChoosingLayout | CardByCard):
        return []
    return [*turn_aids(panel), more_button(panel)]


def turn_aids(panel: HandPanel) -> list[Button]:
    """Return the hint and the last result, as far as they are offered while a round goes on."""
    found, is_my_turn = list[Button](), panel.own.is_my_turn
    if is_my_turn and panel.may_ask_for_hints:
        hint = HintPress(panel.board.match, panel.revision)
        found.append(Button(panel.t("Hint"), hint, emoji="💡"))
    result = result_button(panel)
    if result is not None and (panel.table.phase in _FIRST_PHASES or not is_my_turn):
        found.append(result)
    return found


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
    row = Row((*turn_aids(panel), refresh_button(panel), more_button(panel)))
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
    for count in counts:
        cards = panel.table.discards[-count:]
        label = panel.t("Take {n} cards, using {card}", n=count, card=short(cards[0]))
        choices.append(
            MenuChoice(label, action_text(Take(count)), clipped(listed_short(cards), 100))
        )
    menu = Menu(panel.look(HandVerb.PICK), tuple(choices), panel.t("Take several discards"))
    return paged(panel.reader, menu)


def _deep_menu(panel: HandPanel) -> Menu:
    choices = [
        MenuChoice(
            panel.t("Take {card} for {meld}", card=short(card), meld=listed_short(cards_of(meld))),
            action_text(TakeDeep(card, meld)),
        )
        for card, meld in panel.own.legal.deep
    ]
    menu = Menu(panel.look(HandVerb.PICK), tuple(choices), panel.t("Take a deeper discard"))
    return paged(panel.reader, menu)


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
                "Take {card}, knock with {n} (discard {discarded})",
                card=taken,
                n=n,
                discarded=short(c),
            )
            if n
            else panel.t("Take {card}: gin! (discard {discarded})", card=taken, discarded=short(c)),
            panel.play(TakeKnock(c)),
            Style.SUCCESS,
        )
        for c, n in knocks
    ]
    return [*rows(buttons, 2), Row((Button(panel.t("Pass"), panel.play(Pass())),))]
