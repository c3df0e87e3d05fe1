"""Screens beside the table: the More menu, the resignation question, the list of turns."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.agreements.screens import more_parts
from bot.match.match_line import match_head
from bot.presses.go import GoPress, GoVerb
from bot.presses.table import TablePress, TableVerb
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text, clipped
from bot.wording.presets import title_of
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.service import Place


def more_screen(reader: Reader, board: MatchContext, seat: Seat | None) -> Screen:
    """Return the More menu of a table; players see more entries than spectators."""
    t = reader.words.t

    def press(verb: TableVerb) -> str:
        return str(TablePress(verb, board.match))

    is_apart = board.place is Place.APART
    about = [
        Button(t("Rules"), press(TableVerb.RULES), emoji="📖"),
        Button(t("Verify the deals"), press(TableVerb.VERIFY), emoji="🔏"),
    ]
    if is_apart:
        about.append(Button(t("Score sheet"), press(TableVerb.SHEET), emoji="📋"))
    else:
        about.append(Button(t("Repost the table"), press(TableVerb.BUMP), emoji="⬇️"))
    if board.place is Place.SERVER:
        about.append(Button(t("Open a thread"), press(TableVerb.TALK), emoji="💬"))
    parts: list[Part] = [
        Text(t("### ⚙️ This table") + f"\n-# {title_of(reader.words, board.preset)}"),
        Row(tuple(about)),
    ]
    if seat is not None and board.view.phase is not MatchPhase.OVER:
        buttons = [Button(t("Resign…"), press(TableVerb.RESIGN), Style.DANGER, "🏳️")]
        if board.view.may_abort:
            buttons.insert(0, Button(t("Cancel match"), press(TableVerb.ABORT), emoji="✖️"))
        parts += more_parts(reader, board, seat)
        if is_apart:
            label = t("Don't meet this player again")
            buttons.append(Button(label, press(TableVerb.APART), emoji="🚫"))
        parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), Accent.CALM)


def confirm_resign_screen(reader: Reader, board: MatchContext, seat: Seat) -> Screen:
    """Return the confirmation of a resignation, with the opponent and the score."""
    t = reader.words.t
    yes = str(TablePress(TableVerb.RESIGN_YES, board.match))
    no = str(TablePress(TableVerb.RESIGN_NO, board.match))
    lines = [f"### {t('Resign this match?')}", match_head(reader, board, seat)]
    if len(board.view.parties) == 2:
        lines.append("-# " + t("Your opponent wins the match."))
    return Screen(
        (
            Text("\n".join(lines)),
            Row((Button(t("No, play on"), no, Style.SUCCESS),)),
            Row((Button(t("Yes, resign"), yes, Style.DANGER, "🏳️"),)),
        ),
        Accent.ALERT,
    )


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A match of the person. ``link``: its message; ``left``: the end of the turn; "" for none."""

    title: str
    mine: bool
    link: str
    left: str = ""


def turns_screen(reader: Reader, tables: Sequence[WaitingTable]) -> Screen:
    """Return the person's tables, those that wait for them first."""
    t = reader.words.t
    if not tables:
        text = t("You aren't at any table. Start a match with `/gin challenge` or `/gin practice`.")
        verify = Button(t("Verify the deals"), str(GoPress(GoVerb.VERIFY)), emoji="🔏")
        return Screen((Text(text), Row((verify,))), Accent.CALM)
    lines = [t("## Your tables")]
    for table in sorted(tables, key=lambda one: not one.mine):
        state = t("**your turn**") if table.mine else t("waiting")
        when = f" · {table.left}" if table.left and table.mine else ""
        title = f"[{table.title}]({table.link})" if table.link else table.title
        lines.append(f"{'▶️' if table.mine else '⏳'} {title} · {state}{when}")
    return Screen((Text(clipped("\n".join(lines), 3900)), *_table_buttons(reader)), Accent.CALM)


def _table_buttons(reader: Reader) -> tuple[Row, Row]:
    t = reader.words.t

    def button(label: str, verb: GoVerb, emoji: str) -> Button:
        return Button(label, str(GoPress(verb)), emoji=emoji)

    return (
        Row(
            (
                button(t("My hand"), GoVerb.HAND, "🃏"),
                button(t("Pause…"), GoVerb.PAUSE, "⏸️"),
                button(t("Resume…"), GoVerb.RESUME, "▶️"),
                button(t("Give time…"), GoVerb.GIVE, "⏱️"),
            )
        ),
        Row(
            (
                button(t("Vacation…"), GoVerb.VACATION, "🌴"),
                button(t("Verify the deals"), GoVerb.VERIFY, "🔏"),
                Button(t("Resign…"), str(GoPress(GoVerb.RESIGN)), Style.DANGER, "🏳️"),
            )
        ),
    )
