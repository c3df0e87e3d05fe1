"""The message that shows a server's liveliest table. Public information only."""

from bot.match.table_screen import table_screen
from bot.presses.table import TablePress, TableVerb
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Row, Screen, Text


def tv_screen(reader: Reader, board: MatchContext | None, link: str) -> Screen:
    """Return the public view of the table and a link to it; a blank screen without a table."""
    t = reader.words.t
    title = t("# 📺 Gin TV")
    if board is None:
        text = t("Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`.")
        return Screen((Text(f"{title}\n{text}"),), Accent.CALM)
    seen = table_screen(reader, board)
    parts = [part for part in seen.parts if not isinstance(part, Row)]
    buttons = (
        Button(t("Watch"), str(TablePress(TableVerb.WATCH, board.match)), emoji="👀"),
        Button(t("Score sheet"), str(TablePress(TableVerb.SHEET, board.match)), emoji="📋"),
        Button(t("Go to table"), link, emoji="🃏", link=True),
    )
    return Screen((Text(title), *parts, Row(buttons)), seen.accent)
