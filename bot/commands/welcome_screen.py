"""The first screen: the main features, each with its button, and the course of a turn."""

from bot.presses.go import GoPress, GoVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, PersonMenu, Row, Screen, Style, Text


def help_screen(reader: Reader) -> Screen:
    """Return the help: buttons by purpose, and the equivalent commands."""
    t = reader.words.t
    lines = [
        t("## 🃏 Gin rummy"),
        t("Draw, discard, and knock when your deadwood is low. What do you want to do?"),
    ]
    more = [
        t("**A turn**"),
        t("Press **My hand** under the table. Draw from the stock or take the top discard."),
        t("Then press a card and **Discard**. When your deadwood is low enough, you can knock."),
        t("Only you see your hand; everyone sees the table."),
        "",
        t("**More**"),
        t("`/gin open` opens a table anyone can join, `/gin bump` reposts yours here."),
        t("`/gin turns` lists the tables waiting for you, `/gin time` pauses a match."),
        t("`/gin history` lists your matches, `/gin replay` shows a round move by move."),
        t("`/gin leaderboard` shows the best players, `/gin profile` your own results."),
    ]
    first = (
        Button(t("Learn"), _press(GoVerb.LEARN), Style.SUCCESS, "🎓"),
        Button(t("Practice"), _press(GoVerb.PRACTICE), Style.SUCCESS, "🤖"),
        Button(t("Challenge a friend"), _press(GoVerb.CHALLENGE), Style.PRIMARY, "⚔️"),
        Button(t("Daily challenge"), _press(GoVerb.DAILY), emoji="📅"),
    )
    second = (
        Button(t("My hand"), _press(GoVerb.HAND), emoji="🃏"),
        Button(t("Rules"), _press(GoVerb.RULES), emoji="📖"),
        Button(t("Settings"), _press(GoVerb.SETTINGS), emoji="⚙️"),
        Button(t("Set up"), _press(GoVerb.SETUP), emoji="🛠️"),
    )
    parts = (Text("\n".join(lines)), Row(first), Row(second), Text("\n".join(more)))
    return Screen(parts, Accent.CALM)


def whom_screen(reader: Reader) -> Screen:
    """Return the screen that asks for an opponent when a challenge begins with a button."""
    t = reader.words.t
    menu = PersonMenu(_press(GoVerb.WHO), t("Choose who to play"))
    return Screen((Text(f"### {t('Who do you want to play?')}"), menu), Accent.CALM)


def _press(verb: GoVerb) -> str:
    return str(GoPress(verb))
