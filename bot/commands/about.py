"""`/gin about`: what runs here, who runs it, and what they promise."""

from bot import __version__
from bot.ui.context import Context
from bot.ui.names import safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Row, Screen, Text


def about_of(ctx: Context) -> Screen:
    """Return the screen with the links that the operator has entered at Discord."""
    app = ctx.client.application
    if app is None:
        return about_screen(ctx.reader, "")
    operator = app.owner.display_name if app.team is None else app.team.name
    return about_screen(
        ctx.reader,
        safe_name(operator),
        app.privacy_policy_url or "",
        app.terms_of_service_url or "",
    )


def about_screen(reader: Reader, operator: str, privacy: str = "", terms: str = "") -> Screen:
    """Return version, licence, support and links. ``operator`` is safe to show."""
    t = reader.words.t
    lines = [
        t("## 🃏 Gin rummy"),
        t("Version {version}, free software under the MIT licence.", version=__version__),
        t("What Gin stores about you is yours: get or delete it in Settings."),
    ]
    if operator:
        lines.append(
            t("Source and support: {name} runs this bot and has both for you.", name=operator)
        )
    links = tuple(
        Button(label, url, link=True)
        for label, url in ((t("Privacy"), privacy), (t("Terms"), terms))
        if url
    )
    rows = (Row(links),) if links else ()
    return Screen((Text("\n".join(lines)), *rows), Accent.CALM)
