"""What a spectator sees in private: the table, the feed, the sheet. Public information only."""

from bot.presenter.moves import move_lines
from bot.presenter.reader import Board, Reader
from bot.presenter.replay import Source, Watching, replay_press
from bot.presenter.result import round_title
from bot.presenter.sheet import score_line
from bot.presenter.table import table_picture, table_words
from bot.press import Area, Press
from bot.screen import Accent, Button, Image, Part, Row, Screen, Text, clipped
from engine.match import MatchPhase

FEED_LINES = 14


def watch_screen(reader: Reader, board: Board, *, open_hands: bool = False) -> Screen:
    """The watch panel. ``open_hands``: the players let watchers go through finished rounds."""
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
    presses = {what: str(Press(Area.TABLE, board.match, 0, what)) for what in ("watching", "sheet")}
    buttons = [
        Button(t("Refresh"), presses["watching"], emoji="🔄"),
        Button(t("Score sheet"), presses["sheet"], emoji="📋"),
    ]
    if board.view.played and (open_hands or board.view.phase is MatchPhase.OVER):
        last = Watching(Source.MATCH, board.match, len(board.view.played))
        buttons.append(Button(t("Last round, open hands"), replay_press(last, "open"), emoji="🎬"))
    parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), Accent.CALM)
