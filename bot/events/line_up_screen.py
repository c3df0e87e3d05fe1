"""The line-up of two teams: who meets whom, and the menus that put players first."""

from collections.abc import Collection
from typing import Final

from bot.events.controls import BEFORE, press
from bot.events.words import team_name, title_line
from bot.presses.event import EventVerb
from bot.ui.names import plain_name, safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Choice, Menu, Part, Row, Screen, Text, clipped
from engine.service.events.types import Event

TEAMS: Final = (1, 2)
FEWEST: Final = 2
"""The fewest players of a team that can be put in an order."""


def line_up_screen(
    reader: Reader, event: Event, teams: Collection[int], notice: str = ""
) -> Screen:
    """Return the line-up of both teams. ``teams``: those that the reader may set."""
    t = reader.words.t
    lines = [notice] if notice else []
    lines.append(f"### 🔢 {t('Line-up')}: {title_line(event)}")
    for team in TEAMS:
        lines += ["", f"**{team_name(reader, team)}**", *_players(reader, event, team)]
    meet = t("The first players of both teams meet, then the second, and so on.")
    lines += ["", f"-# {meet}", f"-# {_rights(reader)}"]
    parts: list[Part] = [Text("\n".join(lines))]
    if event.state in BEFORE:
        parts += [_menu(reader, event, team) for team in teams if _can_be_set(event, team)]
    parts.append(Row((Button(t("Back"), press(event, EventVerb.SHOW)),)))
    return Screen(tuple(parts), Accent.CALM)


def _can_be_set(event: Event, team: int) -> bool:
    return len(event.line_up(team)) >= FEWEST


def _rights(reader: Reader) -> str:
    return reader.words.t(
        "Only the captain and organisers set the line-up, until the match begins."
    )


def _players(reader: Reader, event: Event, team: int) -> list[str]:
    """Return the players of a team, one a line; the captain is marked."""
    t, captain = reader.words.t, event.captain(team)
    lines = []
    for number, one in enumerate(event.line_up(team), 1):
        mark = f" ({t('captain')})" if one is captain else ""
        lines.append(f"{number}. {safe_name(one.name)}{mark}")
    return lines or ["–"]


def _menu(reader: Reader, event: Event, team: int) -> Menu:
    """Return the menu that lets somebody play at the first table; the first one does already."""
    name = plain_name(team_name(reader, team))
    title = f"{reader.words.t('Put first …')} ({name})"
    choices = tuple(
        Choice(clipped(f"{number}. {plain_name(one.name)}", 80), str(one.user_id))
        for number, one in enumerate(event.line_up(team), 1)
    )[1:]
    return Menu(press(event, EventVerb.PUT_FIRST, team), choices, clipped(title, 80))
