"""Presses on the private hand panel: actions in the match, and looking at the own cards."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, assert_never

import discord

from bot.match.board import panel_of
from bot.match.hand.model import (
    Arranging,
    CardByCard,
    ChoosingLayout,
    Mode,
    Options,
    Resting,
    Selected,
    in_meld_order,
)
from bot.match.hand.more import moved
from bot.match.panels import PanelKind
from bot.match.replay.last_result import last_result_pressed
from bot.ui.answers import Answer
from bot.ui.custom_id import Area, CustomId
from bot.ui.i18n import mark
from bot.ui.notice import notice_screen
from bot.ui.reader import HandOrder, Reader
from bot.ui.reply import Editor, Reply
from bot.wording.errors import rule_refusal
from engine.game.actions import Abort, Advise, Resign, SeatAction, SystemAction
from engine.game.cards import card
from engine.game.errors import RecordError
from engine.game.notation import parse_action
from engine.premoves import Premoves
from engine.service import (
    ActOutcome,
    Applied,
    Busy,
    Command,
    InteractionId,
    LiveMatch,
    MatchId,
    NoSuchMatch,
    NotSeated,
    Person,
    Refused,
    Repeated,
    Stale,
    Unreadable,
    Unsure,
    UserId,
)

if TYPE_CHECKING:
    from bot.app import GinBot

FORM_TOO_LATE: Final = mark("Gin took too long to open the form. Press the button again.")
NOTHING_SHOWN: Final = -1
_ORDERS = (HandOrder.MELDS, HandOrder.SUIT, HandOrder.RANK)


async def play_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """An action in the engine's notation."""
    await _play(bot, reply, press, press.what)


def hand_answers(press: CustomId, submitted: bool) -> Answer:
    """The own panel changes in place; advice is written in a form."""
    return Answer.FORM if press.what == "advise" and not submitted else Answer.IN_PLACE


async def hand_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """A selection, or a menu whose value is an action."""
    if press.what.partition("-")[0] in PLANNING:
        await plan_pressed(bot, reply, press, values)
        return
    if values:
        await _play(bot, reply, press, values[0])
        return
    if press.what == "advise":
        if reply.interaction.type is discord.InteractionType.modal_submit:
            await _advise(bot, reply, press)
        else:
            await _ask_for_advice(bot, reply, press)
        return
    if press.what == "result":
        await last_result_pressed(bot, reply, MatchId(press.id))
        return
    reader = await bot.readers.of(reply.interaction)
    live = await bot.service.load(MatchId(press.id))
    if live is None:
        await reply.private(notice_screen(reader.words.t("This match no longer exists.")))
        return
    if press.what == "sort":
        reader = await _sorted_differently(bot, reply.interaction, reader)
    mode = _mode(press.what)
    await show_panel(bot, reply, reader, live, mode, opened_for=press.revision)


def _mode(what: str) -> Mode:
    kind, _, text = what.partition("-")
    try:
        if kind == "pick":
            return Selected(card(text))
        if kind == "knock":
            return ChoosingLayout(card(text))
    except ValueError:
        return Resting()
    modes: dict[str, Mode] = {"byhand": CardByCard(), "more": Options()}
    return modes.get(kind, Resting())


async def _sorted_differently(
    bot: "GinBot", interaction: discord.Interaction, reader: Reader
) -> Reader:
    place = _ORDERS.index(reader.order) if reader.order in _ORDERS else -1
    return await sorted_as(bot, interaction, _ORDERS[(place + 1) % len(_ORDERS)])


async def sorted_as(bot: "GinBot", interaction: discord.Interaction, order: HandOrder) -> Reader:
    """Remember how somebody likes the own cards to be ordered."""
    user = UserId(interaction.user.id)
    person = Person(user, interaction.user.display_name)
    prefs = await bot.readers.prefs(user)
    changed = type(prefs).model_validate(prefs.model_dump() | {"hand_order": order.value})
    await bot.service.set_prefs(InteractionId(interaction.id), person, changed)
    bot.readers.forget(user)
    return await bot.readers.of(interaction)


async def show_panel(
    bot: "GinBot",
    reply: Reply,
    reader: Reader,
    live: LiveMatch,
    mode: Mode | None = None,
    notice: str = "",
    opened_for: int | None = None,
) -> None:
    """Answer with the presser's own panel, in place.

    ``opened_for``: the revision the selection was made for; a selection of another moment is
    dropped.
    """
    user, locale = reply.interaction.user.id, str(reply.interaction.locale)
    seat = live.seat_of(UserId(user))
    if seat is None:
        await reply.private(notice_screen(reader.words.t("You aren't at this table.")))
        return
    if opened_for is not None and opened_for != live.revision(seat):
        if not isinstance(mode, Resting):
            notice = notice or reader.words.t("The table has changed since then. Here it is now.")
        mode = Resting()
    if isinstance(mode, Selected) and not live.view(seat).legal.discards >> mode.card & 1:
        mode = Resting()
    if isinstance(mode, ChoosingLayout) and mode.card not in dict(live.view(seat).legal.knocks):
        mode = Resting()
    if live.id in bot.boards.homeless:
        notice = notice or reader.words.t(
            "This table's channel is gone. Type `/gin table` in the channel where you want the "
            "table."
        )
    if not notice and bot.boards.tells_of_bar(live.id, user):
        notice = reader.words.t(
            "I can't post in this table's channel any more, so the table message isn't updated; "
            "you can keep playing from your hand. An admin can give me access again."
        )
    screen = panel_of(reader, bot.board(live), live, seat, mode, notice)
    if reply.is_public:  # a hand never takes the place of what everybody reads
        await _follow(bot, reply, live, await reply.private(screen))
        return
    # Known before it is drawn, so that a move of the opponent is not drawn over it.
    bot.panels.opened(live.id, user, PanelKind.HAND, reply.editor, live.version, locale)
    await reply.update(screen)
    await bot.boards.follow_since(live)


async def open_panel(bot: "GinBot", reply: Reply, live: LiveMatch, notice: str = "") -> None:
    """Answer with a new private panel."""
    reader = await bot.readers.of(reply.interaction)
    seat = live.seat_of(UserId(reply.interaction.user.id))
    if seat is None:
        text = reader.words.t("You aren't at this table. Press Watch to follow it.")
        await reply.private(notice_screen(text))
        return
    editor = await reply.private(panel_of(reader, bot.board(live), live, seat, notice=notice))
    await _follow(bot, reply, live, editor)


async def act(bot: "GinBot", reply: Reply, press: CustomId, action: SeatAction) -> ActOutcome:
    """Put an action through the service's door."""
    outcome = await bot.service.act(
        Command(
            interaction=InteractionId(reply.interaction.id),
            match_id=MatchId(press.id),
            user_id=UserId(reply.interaction.user.id),
            action=action,
            revision=press.revision or None,
        )
    )
    bot.metrics.moved(outcome)
    return outcome


async def _play(bot: "GinBot", reply: Reply, press: CustomId, text: str) -> None:
    reader = await bot.readers.of(reply.interaction)
    try:
        action = parse_action(text)
    except RecordError:
        await reply.private(
            notice_screen(
                reader.words.t(
                    "Something is wrong with this button. Open your hand with `/gin hand`."
                )
            )
        )
        return
    if isinstance(action, SystemAction):
        await reply.private(notice_screen(reader.words.t("Only the clock can do that.")))
        return
    outcome = await act(bot, reply, press, action)
    if isinstance(outcome, Unsure) and not reply.is_public:
        await _expect_change(bot, reply, outcome.match_id)
    live, notice = outcome_of(reader, outcome)
    if live is None:
        await reply.private(notice_screen(notice))
    else:
        await show_panel(bot, reply, reader, live, notice=notice)


async def _expect_change(bot: "GinBot", reply: Reply, match: MatchId) -> None:
    """Let the pressed panel follow, by its newest token, whatever is stored of the match next."""
    await reply.acknowledge()
    user, locale = reply.interaction.user.id, str(reply.interaction.locale)
    bot.panels.opened(match, user, PanelKind.HAND, reply.editor, NOTHING_SHOWN, locale)


def outcome_of(reader: Reader, outcome: ActOutcome) -> tuple[LiveMatch | None, str]:
    """The match to show, if this person may see it, and what to say about it."""
    t = reader.words.t
    match outcome:
        case Applied(live=live) | Repeated(live=live):
            return live, ""
        case Stale(live=live, is_of_lost_time=True):
            return live, t(
                "Gin was restored from a backup, and this button is from before that, so it no "
                "longer works. Here is your table as it is now."
            )
        case Stale(live=live):
            return live, t(
                "The table has changed since then, so your press didn't count. Here it is now."
            )
        case Refused(live=live, error=error):
            return live, rule_refusal(reader, error)
        case NotSeated():
            return None, t("You aren't at this table. Press Watch to follow it.")
        case NoSuchMatch():
            return None, t("This match no longer exists.")
        case Unreadable():
            return None, t(
                "This match can't be read and has been set aside. A server admin can cancel it."
            )
        case Busy():
            return None, t("Gin is very busy, so your press didn't count. Press again in a moment.")
        case Unsure():
            return None, t(
                "Gin can't tell whether your move was played. The table shows what counts, and "
                "your hand updates by itself."
            )
        case _:
            assert_never(outcome)


# -- plans ------------------------------------------------------------------------------

PLANNING: Final = frozenset(("plan", "order", "arrange", "left", "right"))
"""The changes of a player's own plans, by the word before the first hyphen."""


async def plan_pressed(
    bot: "GinBot", reply: Reply, press: CustomId, values: tuple[str, ...]
) -> None:
    """Premoves and the own order: stored at once, seen by nobody else."""
    reader = await bot.readers.of(reply.interaction)
    kind, _, name = press.what.partition("-")
    match, user = MatchId(press.id), UserId(reply.interaction.user.id)
    mode: Mode = Options()
    if kind == "order":
        chosen = next((one for one in HandOrder if one.value in values), HandOrder.MELDS)
        reader = await sorted_as(bot, reply.interaction, chosen)
        live = await bot.service.load(match)
    elif kind == "plan":
        live = await bot.service.planning.change(reply.key, match, user, _changed(name, values))
        mode = Resting() if name == "none" else mode
    else:
        live, mode = await _arranged(bot, reply, kind, name, match)
        if reader.order is not HandOrder.OWN:
            reader = await sorted_as(bot, reply.interaction, HandOrder.OWN)
    if live is None:
        await reply.private(notice_screen(reader.words.t("This match no longer exists.")))
        return
    await show_panel(bot, reply, reader, live, mode)


def _changed(name: str, values: tuple[str, ...]) -> Callable[[Premoves], Premoves]:
    """The premoves after a press."""
    match name:
        case "pass":
            return lambda plans: replace(plans, pass_upcard=not plans.pass_upcard)
        case "stock":
            return lambda plans: replace(plans, draw_stock=not plans.draw_stock)
        case "knock":
            text = values[0] if values else ""
            most = int(text) if text.isdecimal() else None
            return lambda plans: replace(plans, knock_at=most)
        case _:
            return lambda plans: Premoves(order=plans.order, nudges=plans.nudges)


async def _arranged(
    bot: "GinBot", reply: Reply, kind: str, name: str, match: MatchId
) -> tuple[LiveMatch | None, Mode]:
    """Select a card (``arrange``) or move it one place (``left``, ``right``)."""
    user = UserId(reply.interaction.user.id)
    live = await bot.service.load(match)
    seat = None if live is None else live.seat_of(user)
    if live is None or seat is None or not name:
        return live, Arranging()
    try:
        chosen = card(name)
    except ValueError:
        return live, Arranging()
    view = live.view(seat)
    if not view.hand >> chosen & 1:
        return live, Arranging()
    if kind == "arrange":
        return live, Arranging(chosen)
    shown = in_meld_order(view)
    step = -1 if kind == "left" else 1
    changed = await bot.service.planning.change(
        reply.key,
        match,
        user,
        lambda plans: replace(plans, order=moved(plans, shown, chosen, step)),
    )
    return changed, Arranging(chosen)


# -- advice -----------------------------------------------------------------------------


async def _ask_for_advice(bot: "GinBot", reply: Reply, press: CustomId) -> None:
    t = (await bot.readers.of(reply.interaction)).words.t
    modal = discord.ui.Modal(
        title=t("Suggest a play"),
        custom_id=str(CustomId(Area.HAND, press.id, press.revision, "advise")),
        timeout=None,
    )
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        custom_id="text", max_length=200, placeholder=t("Only your captain sees it.")
    )
    modal.add_item(discord.ui.Label(text=t("Your advice"), component=field))
    modal.stop()
    await reply.form(modal, notice_screen(t(FORM_TOO_LATE)))


async def _advise(bot: "GinBot", reply: Reply, press: CustomId) -> None:
    text = modal_text(reply.interaction)
    reader = await bot.readers.of(reply.interaction)
    command = CustomId(press.area, press.id, 0, press.what)
    outcome = await act(bot, reply, command, Advise(text))
    live, notice = outcome_of(reader, outcome)
    if live is None:
        await reply.private(notice_screen(notice))
    else:
        await show_panel(bot, reply, reader, live, notice=notice)


def modal_text(interaction: discord.Interaction) -> str:
    """The value of a modal's only text input."""
    data: Mapping[str, Any] = interaction.data or {}
    for part in data.get("components", ()):
        component = part.get("component") or (part.get("components") or [{}])[0]
        if component.get("custom_id") == "text":
            return str(component.get("value", ""))
    return ""


def given_up(what: str) -> SeatAction | None:
    """The action behind a button of the More menu."""
    actions: dict[str, SeatAction] = {"resign-yes": Resign(), "abort": Abort()}
    return actions.get(what)


async def open_panel_after(bot: "GinBot", reply: Reply, live: LiveMatch) -> None:
    """Show the presser's hand in one more private message, when a match begins with the press."""
    user = UserId(reply.interaction.user.id)
    seat = live.seat_of(user)
    if seat is None:
        return
    reader = await bot.readers.of(reply.interaction)
    editor = await reply.also_private(panel_of(reader, bot.board(live), live, seat))
    await _follow(bot, reply, live, editor)


async def _follow(bot: "GinBot", reply: Reply, live: LiveMatch, editor: Editor | None) -> None:
    if editor is not None:
        await bot.boards.opened(live, PanelKind.HAND, editor, reply.interaction)
