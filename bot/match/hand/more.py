"""The More menu of the hand panel: card order, premoves, take-back."""

from bot.match.hand.model import HandPanel
from bot.match.menus import clock_parts, replaceable, substitute_label
from bot.presses.match import HandVerb, TablePress, TableVerb
from bot.ui.press import Press
from bot.ui.screen import Button, Menu, MenuChoice, Part, Row, Style, Text, rows
from bot.wording.cards import short
from engine.game.actions import AllowBack, AskBack, AskPause, AskSubstitute, RefuseBack, Resume
from engine.game.match import TakebackState
from engine.game.round import Phase, RoundEventKind
from engine.game.rules import GameKind

NEVER = "never"


def more_button(panel: HandPanel) -> Button:
    """Return the button that opens the rarely needed controls."""
    return Button(panel.t("More"), panel.look(HandVerb.MORE), emoji="⚙️")


def result_button(panel: HandPanel) -> Button | None:
    """Return the button to the last result; ``None`` in the first round or with secret deals."""
    if not panel.own.public.played or panel.board.setup.has_shared_deals:
        return None
    return Button(panel.t("Last result"), panel.look(HandVerb.RESULT), emoji="🏁")


def options_controls(panel: HandPanel) -> list[Part]:
    """Return the controls of the More menu: order, premoves and the rest."""
    t, plans = panel.t, panel.plans
    planned = []
    if panel.table.phase in (Phase.OFFER_NON_DEALER, Phase.OFFER_DEALER):
        name = t("Pass the upcard")
        planned.append(_switch(name, panel.look(HandVerb.PLAN_UPCARD), on=plans.pass_upcard))
    name = t("Always draw from the stock")
    planned.append(_switch(name, panel.look(HandVerb.PLAN_STOCK), on=plans.draw_stock))
    parts: list[Part] = [
        Text(
            t("**Premoves** are played for you as soon as it's your turn. They end with the round.")
            + "\n-# "
            + t("Nobody sees your plans; everyone sees the move when it's made.")
        ),
        Row(tuple(planned)),
    ]
    if panel.own.public.rules.game_kind is GameKind.GIN:
        parts.append(_knock_menu(panel))
    parts.append(_order_menu(panel))
    last = [ask_back_button(panel)] if panel.may_ask_back else []
    if (result := result_button(panel)) is not None:
        last.append(result)
    leave = Button(t("Resign…"), table_press(panel, TableVerb.RESIGN), Style.DANGER, "🏳️")
    about = []
    if panel.is_apart:
        about.append(Button(t("This match"), table_press(panel, TableVerb.MORE), emoji="⚙️"))
    substitutes = [
        Button(
            substitute_label(panel.reader, panel.board, panel.own.seat, wanted),
            panel.play(AskSubstitute(wanted)),
            emoji="🤖",
        )
        for wanted in replaceable(panel.board, panel.own.seat)
    ]
    return [*parts, *rows(last), *rows(substitutes), Row((_back(panel), *about, leave))]


def table_press(panel: HandPanel, verb: TableVerb) -> TablePress:
    """Return the press of a button of the table."""
    return TablePress(verb, panel.board.match)


def clock_requests(panel: HandPanel) -> list[Part]:
    """Return what is agreed or to be decided about the clocks, where no table message says it."""
    if not panel.is_apart:
        return []
    pause, resume = panel.play(AskPause()), panel.play(Resume())
    return clock_parts(panel.reader, panel.board, pause, resume)


def plans_line(panel: HandPanel) -> str:
    """Return the premoves in one line; empty if there are none."""
    t, plans = panel.t, panel.plans
    lines = []
    if plans.pass_upcard and not plans.draw_stock:
        lines.append(t("pass the upcard"))
    if plans.draw_stock:
        lines.append(t("always draw from the stock"))
    if plans.knock_at == 0:
        lines.append(t("gin as soon as possible"))
    elif plans.knock_at is not None:
        lines.append(t("knock with {n} or less", n=plans.knock_at))
    return "⏩ " + t("Planned: {list}", list=", ".join(lines)) if lines else ""


def cancel_plans_button(panel: HandPanel) -> Button:
    """Return the button that cancels all premoves."""
    return Button(panel.t("Cancel premoves"), panel.look(HandVerb.PLAN_NONE), emoji="⏹️")


def ask_back_button(panel: HandPanel) -> Button:
    """Return the button that asks to take back the player's last move."""
    last = panel.table.events[-1]
    if last.fact is RoundEventKind.DISCARDED and last.card is not None:
        label = panel.t("Undo {card}…", card=short(last.card))
    else:
        label = panel.t("Undo my last move…")
    return Button(label, panel.play(AskBack()), emoji="↩️")


def back_request(panel: HandPanel) -> list[Part]:
    """Return a take-back request with its answers."""
    table, t = panel.table, panel.t
    if table.back is not TakebackState.ASKED or table.takes_back is None:
        return []
    if table.takes_back is panel.own.seat:
        text = t("You asked to undo your last move. Your opponent can allow it.")
        never = Button(t("Withdraw request"), panel.play(RefuseBack()))
        return [Text(f"↩️ {text}"), Row((never,))]
    name = panel.board.name(table.takes_back)
    text = t("{name} wants to undo the last move.", name=f"**{name}**")
    buttons = (
        Button(t("Allow"), panel.play(AllowBack()), Style.SUCCESS, "↩️"),
        Button(t("Decline"), panel.play(RefuseBack())),
    )
    return [Text(f"↩️ {text}"), Row(buttons)]


def _switch(label: str, press: Press, *, on: bool) -> Button:
    return Button(label, press, Style.SUCCESS if on else Style.SECONDARY, "☑️" if on else "⬜")


def _knock_menu(panel: HandPanel) -> Menu:
    chosen = panel.plans.knock_at
    choices = tuple(
        MenuChoice(label, NEVER if most is None else str(most), chosen=chosen == most)
        for most, label in knock_choices(panel)
    )
    return Menu(panel.look(HandVerb.PLAN_KNOCK), choices, panel.t("Knock for me"))


def knock_choices(panel: HandPanel) -> list[tuple[int | None, str]]:
    """Return what may be planned for a knock: at most this deadwood, ``None`` for never."""
    t, limit = panel.t, panel.table.knock_limit
    choices: list[tuple[int | None, str]] = [(None, t("Never knock for me"))]
    choices.append((0, t("Gin as soon as possible")))
    for most in (1, 2, 3, 5, 7, 10):
        if most <= limit:
            choices.append((most, t("Knock with {n} or less as soon as possible", n=most)))
    return choices


def _order_menu(panel: HandPanel) -> Menu:
    t = panel.t
    names = {
        "melds": t("Sort by melds"),
        "suits": t("Sort by suit"),
        "ranks": t("Sort by rank"),
        "own": t("My own order"),
    }
    current = panel.reader.order.value
    choices = tuple(MenuChoice(name, key, chosen=key == current) for key, name in names.items())
    return Menu(panel.look(HandVerb.ORDER), choices, t("Order of your cards"))


def _back(panel: HandPanel) -> Button:
    return Button(panel.t("Back to the hand"), panel.look(HandVerb.LOOK), Style.PRIMARY, "🃏")
