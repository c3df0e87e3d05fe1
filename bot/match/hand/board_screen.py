"""The panels that replace the public table: boards of an event, and the daily challenge."""

from bot.match.hand.model import HandPanel
from bot.match.sheet_screen import score_line
from bot.match.table_screen import round_parts, table_picture, table_words
from bot.presses.event import EventPress, EventVerb
from bot.presses.pages import DailyPress, DailyVerb
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Style, Text, clipped
from engine.daily import ROUNDS
from engine.game.actions import Ready
from engine.game.match import MatchPhase


def board_words(reader: Reader, board: MatchContext) -> str:
    """Return the number of the board that is played."""
    rounds = board.view.rules.rounds
    return reader.words.t("Board {n} of {all}", n=board.view.number, all=rounds)


def after_board(panel: HandPanel, parts: list[Part]) -> Screen:
    """Return the result of a board, with the next board or the end."""
    t, board, view = panel.t, panel.board, panel.own.public
    if panel.table.facts is not None:
        parts += round_parts(panel.reader, board, panel.table)
    else:
        parts.append(Text(t("This board wasn't finished.")))
    head = f"{board_words(panel.reader, board)}  ·  {score_line(panel.reader, board)}"
    parts.append(Text(f"-# {head}"))
    if view.phase is MatchPhase.OVER:
        parts.append(Text(_ending(panel)))
        events = Button(t("All events"), EventPress(EventVerb.LIST), Style.PRIMARY, "🏆")
        parts.append(Row((events,)))
        return Screen(tuple(parts), Accent.GOLD)
    if panel.own.seat in view.ready:
        waiting = ", ".join(board.name(seat) for seat in view.to_act)
        parts.append(Text(t("You're ready. Waiting for {names}.", names=waiting)))
        return Screen(tuple(parts), Accent.WAIT)
    ready = Button(t("Ready for the next board"), panel.play(Ready()), Style.SUCCESS, "✅")
    parts.append(Row((ready,)))
    return Screen(tuple(parts), Accent.TURN)


def _ending(panel: HandPanel) -> str:
    t, view = panel.t, panel.own.public
    if len(view.played) == view.rules.rounds:
        lines = [t("### You've played all boards.")]
    else:
        lines = [t("### This match ended before its last board.")]
    if panel.board.hidden:
        secret = t("Others are still playing these boards, so don't discuss them yet.")
        later = t("Your score is shown when everyone has played them.")
        lines.append(f"-# {secret} {later}")
    return "\n".join(lines)


def table_parts(reader: Reader, board: MatchContext) -> list[Part]:
    """Return the player's view of the table: piles, score and the number of the deal."""
    number = board_words(reader, board) if board.setup.is_duplicate else _deal(reader, board)
    head = Text(f"-# {number}  ·  {score_line(reader, board)}")
    table = board.view.tables[0]
    words = table_words(reader, board, table)
    if reader.text_mode:
        return [head, Text(words)]
    picture = Image(table_picture(reader, board, table), "table", clipped(words, 1024))
    return [head, picture]


def _deal(reader: Reader, board: MatchContext) -> str:
    return reader.words.t("Deal {n} of {all}", n=board.view.number, all=ROUNDS)


def after_day(panel: HandPanel, parts: list[Part]) -> Screen:
    """Return the result of a deal, with the next deal or the end."""
    t, board, view = panel.t, panel.board, panel.own.public
    if panel.table.facts is not None:
        parts += round_parts(panel.reader, board, panel.table)
    else:
        parts.append(Text(t("This deal wasn't finished.")))
    parts.append(Text(f"-# {_deal(panel.reader, board)}  ·  {score_line(panel.reader, board)}"))
    if view.phase is MatchPhase.OVER:
        day = DailyPress(DailyVerb.LOOK)
        parts.append(Text(_day_ending(panel)))
        parts.append(Row((Button(t("Daily challenge"), day, Style.SUCCESS, "📅"),)))
        return Screen(tuple(parts), Accent.GOLD)
    ready = Button(t("Ready for the next round"), panel.play(Ready()), Style.SUCCESS, "✅")
    parts.append(Row((ready,)))
    return Screen(tuple(parts), Accent.TURN)


def _day_ending(panel: HandPanel) -> str:
    t, view = panel.t, panel.own.public
    if len(view.played) < ROUNDS:
        return t("### The challenge ended before its last deal, so it has no score.")
    mine, theirs = view.sheet.totals
    points = f"{mine - theirs:+d}".replace("-", "−")
    lines = [t("### Your score: {points}", points=points)]
    lines.append(
        "-# " + t("Everyone plays the same deals until the day is over, so don't discuss them yet.")
    )
    return "\n".join(lines)
