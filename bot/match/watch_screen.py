"""A spectator's private panel with public information only."""

from bot.match.sheet_screen import score_line
from bot.match.table_screen import table_picture, table_words
from bot.presses.match import ReplayPress, ReplaySource, TablePress, TableVerb, Watching
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Image, Part, Row, Screen, Text, clipped
from bot.wording.cards import move_lines
from bot.wording.scores import round_title
from engine.game.match import MatchPhase

FEED_LINES = 14


def watch_screen(reader: Reader, board: MatchContext, *, open_hands: bool = False) -> Screen:
    """Return the watch panel. ``open_hands``: players let spectators see finished rounds."""
    t = reader.words.t
    parts: list[Part] = [Text(t("### 👀 You are watching") + "\n" + score_line(reader, board))]
    share = FEED_LINES // len(board.view.tables)
    for table in board.view.tables:
        words = table_words(reader, board, table)
        if reader.text_mode or len(board.view.tables) > 1:
            parts.append(Text(words))
        else:
            model = table_picture(reader, board, table)
            parts.append(Image(model, "table", clipped(words, 1024)))
        feed = [f"-# {line}" for line in move_lines(reader, board, table, last=share)]
        if table.facts is not None:
            feed.append(round_title(reader, board, table))
        if feed:
            parts.append(Text("\n".join(feed)))
    buttons = [
        Button(t("Refresh"), TablePress(TableVerb.WATCHING, board.match), emoji="🔄"),
        Button(t("Score sheet"), TablePress(TableVerb.SHEET, board.match), emoji="📋"),
    ]
    if board.view.played and (open_hands or board.view.phase is MatchPhase.OVER):
        last = Watching(ReplaySource.MATCH, board.match, len(board.view.played))
        replay = ReplayPress.to(last)
        buttons.append(Button(t("Last round, open hands"), replay, emoji="🎬"))
    parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), Accent.CALM)
