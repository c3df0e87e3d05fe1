"""The boards of an event in their player's panel, which replaces the public table."""

from bot.match.hand.model import HandPanel
from bot.match.sheet_screen import score_line
from bot.match.table_screen import round_parts
from bot.presses.event import EventPress, EventVerb
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
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
        events = Button(t("All events"), str(EventPress(EventVerb.LIST)), Style.PRIMARY, "🏆")
        parts.append(Row((events,)))
        return Screen(tuple(parts), Accent.GOLD)
    if panel.own.seat in view.ready:
        waiting = ", ".join(board.name(seat) for seat in view.to_act)
        parts.append(Text(t("You are ready. Waiting for {names}.", names=waiting)))
        return Screen(tuple(parts), Accent.WAIT)
    ready = Button(t("Ready for the next board"), panel.play(Ready()), Style.SUCCESS, "✅")
    parts.append(Row((ready,)))
    return Screen(tuple(parts), Accent.TURN)


def _ending(panel: HandPanel) -> str:
    t, view = panel.t, panel.own.public
    if len(view.played) == view.rules.rounds:
        lines = [t("### You have played all boards.")]
    else:
        lines = [t("### This match ended before its last board.")]
    if panel.board.hidden:
        secret = t("Others still play these boards, so keep them to yourself.")
        later = t("Your score is shown when everyone has played them.")
        lines.append(f"-# {secret} {later}")
    return "\n".join(lines)
