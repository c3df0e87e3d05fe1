"""Export of a person's data as a file, and its deletion after one confirmation."""

import gzip
import json
from typing import Final

from bot.presses.privacy import PrivacyPress, PrivacyVerb
from bot.ui.context import Context
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Download, Row, Screen, Style, Text

LARGE: Final = 8_000_000
"""The size in bytes above which a file is compressed, because Discord accepts ten million."""


def export_file(data: dict[str, object]) -> Download:
    """Return one person's data as a file."""
    text = json.dumps(data, indent=1, ensure_ascii=False).encode()
    if len(text) > LARGE:
        return Download("gin-data.json.gz", gzip.compress(text))
    return Download("gin-data.json", text)


def export_screen(reader: Reader, download: Download) -> Screen:
    """Return the screen with the file of the reader's data."""
    text = reader.words.t(
        "This is everything Gin has stored about you. Only you can see this message."
    )
    return Screen((Text(text), download), Accent.CALM)


def confirm_delete_screen(reader: Reader) -> Screen:
    """Return the confirmation screen that precedes any deletion."""
    t = reader.words.t
    yes, no = str(PrivacyPress(PrivacyVerb.DELETE)), str(PrivacyPress(PrivacyVerb.KEEP))
    return Screen(
        (
            Text(
                t(
                    "Delete everything Gin knows about you? You resign every match you are "
                    "playing, lose your places on the leaderboards and your settings, and "
                    "appear as a former player in other people's matches. This can't be undone. "
                    "Get a copy first with **Get my data**."
                )
            ),
            Row((Button(t("No, keep it"), no, Style.SUCCESS),)),
            Row((Button(t("Yes, delete my data"), yes, Style.DANGER, "🗑️"),)),
        ),
        Accent.ALERT,
    )


async def privacy_pressed(ctx: Context, press: PrivacyPress) -> None:
    """Handle the answer to the confirmation; it always concerns the person who presses."""
    t, user = ctx.t, ctx.user
    if press.verb is PrivacyVerb.KEEP:
        await ctx.reply.update(notice_screen(t("OK, your data stays."), Accent.CALM))
        return
    done = await ctx.service.forget(ctx.key, user)
    ctx.preferences.forget(user)
    text = t("Your data is deleted. Backups that still contain it are deleted within 28 days.")
    if not done:
        text = t("Gin is very busy, and not everything is deleted yet. Press again in a moment.")
    await ctx.reply.update(notice_screen(text, Accent.CALM))
