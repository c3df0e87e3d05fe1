"""The screen about sharing a match."""

from bot.presses.share import SharePress, ShareVerb
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Row, Screen, Style, Text


def share_screen(reader: Reader, match: int, link: str | None) -> Screen:
    """Return the screen with the link, or with the offer to make one."""
    t = reader.words.t

    def press(verb: ShareVerb) -> str:
        return str(SharePress(verb, match))

    if link is None:
        text = t(
            "Share this match: everybody who gets the link sees its replay with all cards and the "
            "players' names, without an account. Any player can end it at any time."
        )
        begin = Button(t("Share"), press(ShareVerb.BEGIN), Style.SUCCESS, "🔗")
        return Screen((Text(text), Row((begin,))), Accent.CALM)
    text = t("This match is shared. Everybody who has the link sees its replay:")
    buttons = (
        Button(t("Open the replay"), link, emoji="🎬", link=True),
        Button(t("Stop sharing"), press(ShareVerb.END), Style.DANGER),
    )
    return Screen((Text(f"{text}\n{link}"), Row(buttons)), Accent.CALM)
