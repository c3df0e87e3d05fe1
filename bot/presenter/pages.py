"""Screens beside the table: help, the More menu, my turns, the leaderboard, settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.presenter.preset_names import title_of
from bot.presenter.reader import Board, HandOrder, Player, Reader
from bot.press import Area, Press
from bot.render.models import Back, BoardPicture, BoardRow, Felt, Theme
from bot.screen import (
    Accent,
    Button,
    Choice,
    Image,
    Menu,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from engine.match import MatchPhase
from engine.seats import Seat
from engine.service import Notify

QUIET_HOURS = 9


def notice_screen(text: str, accent: Accent = Accent.ALERT) -> Screen:
    """One sentence."""
    return Screen((Text(text),), accent)


def help_screen(reader: Reader) -> Screen:
    """What to type first, and how a turn goes."""
    t = reader.words.t
    lines = [
        t("## 🃏 Gin rummy"),
        t("**Play**"),
        t("`/gin challenge` asks somebody to play, `/gin open` lets anybody join."),
        t("`/gin practice` gives you a computer opponent at once."),
        "",
        t("**A turn**"),
        t("Press **My hand** under the table. Draw from the stock or take the top discard."),
        t("Then press a card and **Discard** it. When your deadwood is low enough you may knock."),
        t("Only you see your hand; everybody sees the table."),
        "",
        t("**More**"),
        t("`/gin hand` opens your hand, `/gin table` brings the table down here again."),
        t("`/gin turns` lists the tables that wait for you."),
        t("`/gin history` lists your matches, `/gin replay` shows a round move by move."),
        t("`/gin rules` explains the rules of any ruleset in plain words."),
        t("`/gin settings`: text mode, one-tap discards, cards and felt."),
        t("`/gin leaderboard` shows who plays best on this server."),
    ]
    return Screen((Text("\n".join(lines)),), Accent.CALM)


def more_screen(reader: Reader, board: Board, seat: Seat | None) -> Screen:
    """The More menu of a table; players get more of it than spectators."""
    t = reader.words.t

    def press(what: str) -> str:
        return str(Press(Area.TABLE, board.match, 0, what))

    parts: list[Part] = [
        Text(t("### ⚙️ This table") + f"\n-# {title_of(reader.words, board.preset)}"),
        Row(
            (
                Button(t("Rules"), press("rules"), emoji="📖"),
                Button(t("Verify the deals"), press("verify"), emoji="🔏"),
                Button(t("Bring the table down"), press("bump"), emoji="⬇️"),
            )
        ),
    ]
    if seat is not None and board.view.phase is not MatchPhase.OVER:
        buttons = [Button(t("Resign…"), press("resign"), Style.DANGER, "🏳️")]
        if board.view.may_abort:
            buttons.insert(0, Button(t("Call it off"), press("abort"), emoji="✖️"))
        parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), Accent.CALM)


def confirm_resign_screen(reader: Reader, board: Board) -> Screen:
    """Asked once before a match is given up."""
    t = reader.words.t
    yes = str(Press(Area.TABLE, board.match, 0, "resign-yes"))
    no = str(Press(Area.TABLE, board.match, 0, "resign-no"))
    return Screen(
        (
            Text(t("Do you really resign? Your opponent wins the match.")),
            Row((Button(t("No, play on"), no, Style.SUCCESS),)),
            Row((Button(t("Yes, resign"), yes, Style.DANGER, "🏳️"),)),
        ),
        Accent.ALERT,
    )


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A table that somebody plays at: ``link`` jumps to its message."""

    title: str
    mine: bool
    link: str
    deadline: int | None


def turns_screen(reader: Reader, tables: Sequence[WaitingTable]) -> Screen:
    """My tables: those that wait for me first."""
    t = reader.words.t
    if not tables:
        text = t("You are at no table. `/gin challenge` or `/gin practice` starts one.")
        return notice_screen(text, Accent.CALM)
    lines = [t("## Your tables")]
    for table in sorted(tables, key=lambda one: not one.mine):
        state = t("**your turn**") if table.mine else t("waiting")
        when = f" · <t:{table.deadline}:R>" if table.deadline is not None and table.mine else ""
        lines.append(f"{'▶️' if table.mine else '⏳'} [{table.title}]({table.link}) · {state}{when}")
    return Screen((Text(clipped("\n".join(lines), 3900)),), Accent.CALM)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard."""

    rank: int
    player: Player
    won: int
    games: int
    points: int
    me: bool = False


def leaderboard_screen(
    reader: Reader, title: str, standings: Sequence[Standing], mine: Standing | None
) -> Screen:
    """Who won most on this server."""
    t = reader.words.t
    if not standings:
        text = t("Nobody has finished a game here yet. `/gin challenge` starts one.")
        return notice_screen(text, Accent.CALM)
    lines = [
        t(
            "{rank}. **{name}** {won} won of {games}, {points} points",
            rank=one.rank,
            name=one.player.name,
            won=one.won,
            games=one.games,
            points=one.points,
        )
        for one in standings
    ]
    words = "\n".join(lines)
    parts: list[Part] = [Text(f"## 🏆 {title}")]
    if reader.text_mode:
        parts.append(Text(words))
    else:
        most = max(one.won for one in standings) or 1
        rows = tuple(
            BoardRow(
                rank=str(one.rank),
                name=one.player.plain,
                value=t("{won} won", won=one.won),
                fraction=one.won / most,
                note=t("{points} points in {games} games", points=one.points, games=one.games),
                highlighted=one.me,
            )
            for one in standings
        )
        model = BoardPicture(title=title, rows=rows, look=reader.look)
        parts.append(Image(model, "leaderboard", clipped(words, 1024)))
    if mine is not None:
        parts.append(
            Text(
                t(
                    "Your place: **{rank}** with {won} won of {games}.",
                    rank=mine.rank,
                    won=mine.won,
                    games=mine.games,
                )
            )
        )
    return Screen(tuple(parts), Accent.GOLD)


def settings_screen(
    reader: Reader,
    notify: Notify = Notify.CHANNEL,
    quiet_hours: tuple[int, int] | None = None,
) -> Screen:
    """A person's own tastes; every choice is kept at once. ``quiet_hours``: minutes in UTC."""
    t = reader.words.t

    def press(what: str) -> str:
        return str(Press(Area.PAGE, 0, 0, f"set-{what}"))

    def switch(label: str, what: str, on: bool) -> Button:
        style = Style.SUCCESS if on else Style.SECONDARY
        return Button(label, press(what), style, "☑️" if on else "⬜")

    themes = {
        Theme.FOUR_COLOUR: t("Four colours"),
        Theme.CLASSIC: t("Classic red and black"),
        Theme.HIGH_CONTRAST: t("High contrast"),
    }
    felts = {
        Felt.GREEN: t("Green felt"),
        Felt.BLUE: t("Blue felt"),
        Felt.BURGUNDY: t("Burgundy felt"),
        Felt.CHARCOAL: t("Charcoal felt"),
    }
    backs = {
        Back.LATTICE: t("Backs: lattice"),
        Back.WAVES: t("Backs: waves"),
        Back.DIAMONDS: t("Backs: diamonds"),
        Back.SUITS: t("Backs: suits"),
    }
    orders = {
        HandOrder.MELDS: t("Sort by melds"),
        HandOrder.SUIT: t("Sort by suit"),
        HandOrder.RANK: t("Sort by rank"),
    }
    calls = {
        Notify.CHANNEL: t("Your turn: mention me in the channel"),
        Notify.DIRECT: t("Your turn: send me a direct message"),
        Notify.NONE: t("Your turn: do not call me"),
    }
    look = reader.look
    return Screen(
        (
            Text(t("## Your settings") + "\n-# " + t("They hold on every server.")),
            Row(
                (
                    switch(t("Text mode (no pictures)"), "text_mode", reader.text_mode),
                    switch(t("One-tap discards"), "one_tap", reader.one_tap),
                    switch(t("Computers talk"), "table_talk", reader.table_talk),
                )
            ),
            _menu(press("theme"), [(v.value, k, v is look.theme) for v, k in themes.items()]),
            _menu(press("felt"), [(v.value, k, v is look.felt) for v, k in felts.items()]),
            _menu(press("back"), [(v.value, k, v is look.back) for v, k in backs.items()]),
            _menu(
                press("hand_order"), [(v.value, k, v is reader.order) for v, k in orders.items()]
            ),
            _menu(press("notify"), [(v.value, k, v is notify) for v, k in calls.items()]),
            _menu(press("quiet_hours"), _quiet_choices(reader, quiet_hours)),
        ),
        Accent.CALM,
    )


def _quiet_choices(reader: Reader, chosen: tuple[int, int] | None) -> list[tuple[str, str, bool]]:
    """No quiet hours, or a night of nine hours that begins at any full hour."""
    t = reader.words.t
    choices = [("none", t("No quiet hours"), chosen is None)]
    for start in range(24):
        end = (start + QUIET_HOURS) % 24
        label = t("Quiet from {start}:00 to {end}:00 UTC", start=f"{start:02}", end=f"{end:02}")
        hours = (start * 60, end * 60)
        choices.append((f"{hours[0]}-{hours[1]}", label, chosen == hours))
    return choices


def _menu(press: str, choices: Sequence[tuple[str, str, bool]]) -> Menu:
    return Menu(press, tuple(Choice(label, value, chosen=on) for value, label, on in choices))
