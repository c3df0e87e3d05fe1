"""Matches between servers: the page of challenges, the code, the answer, the season table."""

from collections.abc import Sequence
from typing import Final

from bot.events.words import moment, plan_words
from bot.presses.event import BuildPress, BuildVerb, Draft, EventPress, EventVerb
from bot.presses.servers import ServersPress, ServersVerb
from bot.render.event_models import CrossCell, CrossPicture, CrossRow
from bot.ui.names import plain_name, safe_words
from bot.ui.reader import Reader
from bot.ui.screen import (
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
from bot.wording.events import points_text
from engine.service.events.invitation_types import Invitation, ServerLine, ServerTable

SEASONS: Final = 8
"""The seasons that can be looked back at."""


def _press(verb: ServersVerb, back: int = 0, page: int = 0, code: str = "") -> str:
    return str(ServersPress(verb, back, page, code))


def servers_screen(
    reader: Reader,
    *,
    is_open: bool,
    draft: Draft | None = None,
    waiting: Sequence[Invitation] = (),
    notice: str = "",
) -> Screen:
    """Return the page of matches between servers.

    ``is_open``: whether this server meets others. ``draft``: what an organiser's challenge begins
    with; ``waiting``: the challenges that nobody has answered.
    """
    t = reader.words.t
    lines = [notice] if notice else []
    lines += [
        t("## 🌐 Matches between servers"),
        t(
            "Two servers play the same boards, team against team. An organiser challenges another "
            "server and gets a code; an organiser there enters it."
        ),
    ]
    if not is_open:
        lines.append(
            t(
                "This server meets no other one. Admins switch on **Members can meet players "
                "of other servers** in `/gin-admin show`."
            )
        )
    parts: list[Part] = [Text("\n".join(lines))]
    if draft is not None and waiting:
        parts += _waiting(reader, waiting)
    buttons = [Button(t("Season table"), _press(ServersVerb.TABLE), emoji="🏆")]
    if draft is not None and is_open:
        challenge = str(BuildPress.to(BuildVerb.PAGE, draft))
        buttons = [
            Button(t("Challenge a server"), challenge, Style.SUCCESS, "⚔️"),
            Button(t("Enter a code…"), _press(ServersVerb.CODE), Style.PRIMARY, "🔑"),
            *buttons,
        ]
    buttons.append(Button(t("All events"), str(EventPress(EventVerb.LIST)), emoji="📋"))
    return Screen((*parts, Row(tuple(buttons))), Accent.CALM)


def _waiting(reader: Reader, waiting: Sequence[Invitation]) -> list[Part]:
    t = reader.words.t
    lines = [t("**Open challenges**")]
    lines += [
        "- "
        + t(
            "**{team}**, start {when}, valid until {end}",
            team=safe_words(one.plan.teams[0]),
            when=moment(one.plan.starts_ms, "f"),
            end=moment(one.expires_ms, "f"),
        )
        for one in waiting
    ]
    choices = tuple(
        Choice(clipped(plain_name(safe_words(one.plan.teams[0])), 80), str(one.id))
        for one in waiting
    )
    menu = Menu(_press(ServersVerb.TAKE_BACK), choices, t("Take a challenge back …"))
    return [Text("\n".join(lines)), menu]


def code_screen(reader: Reader, code: str) -> Screen:
    """Return the code of a new challenge, for the organiser alone."""
    t = reader.words.t
    lines = [
        t("## 🔑 Your code"),
        f"```\n{code}\n```",
        t(
            "Send it to an organiser of the other server, who enters it under `/gin events` → "
            "**Between servers**. It works once, for seven days or until the start, and can't be "
            "shown again."
        ),
    ]
    return Screen((Text("\n".join(lines)), _back(reader)), Accent.GOLD)


def challenge_screen(reader: Reader, found: Invitation, code: str) -> Screen:
    """Return a challenge by another server, with the way to accept it."""
    t = reader.words.t
    when = f"{moment(found.plan.starts_ms, 'F')} ({moment(found.plan.starts_ms)})"
    lines = [
        t("## ⚔️ A challenge by {team}", team=safe_words(found.plan.teams[0])),
        f"-# {plan_words(reader, found.plan)}",
        t("**Start:** {when}", when=when),
        t("Your members see the other team under the names that its players show everywhere."),
    ]
    accept = Button(t("Accept…"), _press(ServersVerb.ACCEPT, code=code), Style.SUCCESS, "⚔️")
    leave = Button(t("Back"), _press(ServersVerb.PAGE))
    return Screen((Text("\n".join(lines)), Row((accept, leave))), Accent.TURN)


def table_screen(
    reader: Reader, table: ServerTable, back: int, page: int, *, organises: bool
) -> Screen:
    """Return the season table of servers. ``back``: so many seasons ago."""
    t = reader.words.t
    parts: list[Part]
    if not table.lines:
        parts = [Text(f"{_season(reader, table)}\n{t('No server is listed in this season.')}")]
    elif reader.text_mode:
        parts = [Text(clipped(f"{_season(reader, table)}\n{_words(reader, table)}", 3400))]
    else:
        alt = clipped(plain_name(_words(reader, table)).replace("*", ""), 1024)
        parts = [Image(_picture(reader, table), "servers", alt)]
    parts.append(
        Text("-# " + t("2 points for a win, 1 for a draw; then the points of the boards."))
    )
    if organises:
        listed = t("Your server is listed, by the name of its team, for everyone who plays Gin.")
        hidden = t("Your server isn't listed.")
        parts.append(Text(listed if table.is_listed else hidden))
    turns = [
        Button(label, _press(ServersVerb.TABLE, season, to), emoji=emoji)
        for label, emoji, season, to, exists in (
            (t("Previous"), "◀️", back, page - 1, page > 0),
            (t("Next"), "▶️", back, page + 1, page + 1 < table.pages),
            (t("Last season"), "⏪", back + 1, 0, back < SEASONS),
            (t("This season"), "⏩", 0, 0, back > 0),
        )
        if exists
    ]
    rows = (Row(tuple(turns)), *_listing(reader, table, organises=organises), _back(reader))
    return Screen((*parts, *rows), Accent.CALM)


def _season(reader: Reader, table: ServerTable) -> str:
    return reader.words.t(
        "## 🏆 Servers, {year}, quarter {n}", year=str(table.year), n=table.quarter
    )


def _picture(reader: Reader, table: ServerTable) -> CrossPicture:
    """Return the table: matches won, drawn and lost, the points of the boards, and the score."""
    t = reader.words.t
    return CrossPicture(
        title=plain_name(_season(reader, table).removeprefix("## 🏆 ")),
        rows=tuple(
            CrossRow(
                rank=str(one.place),
                name=plain_name(safe_words(one.name)),
                total=str(one.score),
                cells=(
                    CrossCell(f"{one.won}–{one.drawn}–{one.lost}"),
                    CrossCell(points_text(one.points)),
                ),
                highlighted=one.is_own,
            )
            for one in table.lines
        ),
        columns=("+ = −", t("Boards")),
        total_label=t("Points"),
        wide=True,
        look=reader.look,
    )


def _words(reader: Reader, table: ServerTable) -> str:
    key = reader.words.t("In brackets: won–drawn–lost, points of the boards.")
    return "\n".join([*(_line(reader, one) for one in table.lines), f"-# {key}"])


def _line(reader: Reader, one: ServerLine) -> str:
    said = reader.words.t(
        "{place}. {name}: **{score}** ({won}–{drawn}–{lost}, {points})",
        place=one.place,
        name=safe_words(one.name),
        score=one.score,
        won=one.won,
        drawn=one.drawn,
        lost=one.lost,
        points=points_text(one.points),
    )
    return f"{said} ← {reader.words.t('your server')}" if one.is_own else said


def _listing(reader: Reader, table: ServerTable, *, organises: bool) -> tuple[Row, ...]:
    if not organises:
        return ()
    t = reader.words.t
    if table.is_listed:
        return (Row((Button(t("Don't list this server"), _press(ServersVerb.UNLISTED)),)),)
    return (Row((Button(t("List this server"), _press(ServersVerb.LISTED), Style.PRIMARY),)),)


def _back(reader: Reader) -> Row:
    return Row((Button(reader.words.t("Back"), _press(ServersVerb.PAGE)),))
