"""The screen that finds an opponent: who is waiting, and what one wants to play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.lobby.screens import clock_words
from bot.presses.find import FindPress, FindVerb
from bot.presses.go import GoPress, GoVerb
from bot.ui.names import safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Choice, Menu, Part, Row, Screen, Style, Text, clipped
from bot.wording.presets import title_of
from engine.clocks.clock import ClockRules
from engine.game.presets import PRESETS
from engine.service import Lobby

ANY: Final = 0
WINDOWS: Final = (ANY, 100, 200, 400)
MOST_TABLES: Final = 10
PER_MENU: Final = 25


@dataclass(frozen=True, slots=True)
class Search:
    """What one wants to play. ``window``: the greatest difference of ratings, 0 for any."""

    preset: str
    clock: ClockRules
    window: int = ANY


class Across(Enum):
    """Whether other servers are searched, too.

    ``CLOSED``: this server does not want it; ``OFFERED``: the person has not switched it on;
    ``NAMED`` and ``NAMELESS``: yes, with or without a name for people there.
    """

    CLOSED = "closed"
    OFFERED = "offered"
    NAMED = "named"
    NAMELESS = "nameless"


def finder_screen(
    reader: Reader,
    search: Search,
    waiting: Sequence[Lobby],
    presets: Sequence[str],
    clocks: Mapping[str, str],
    across: Across = Across.CLOSED,
) -> Screen:
    """Return the tables that wait for an opponent, and the search for another.

    ``presets``: the rulesets for two that can be chosen; ``clocks``: the titles by name.
    ``across``: whether other servers are searched, too.
    """
    t = reader.words.t

    def press(verb: FindVerb) -> str:
        return str(FindPress(verb, search.clock, search.window, search.preset))

    parts: list[Part] = [Text(f"### {t('Find a table')}")]
    if waiting:
        parts.append(Text("\n".join([t("Waiting for an opponent:"), *_lines(reader, waiting)])))
        choices = tuple(_choice(reader, one) for one in waiting[:MOST_TABLES])
        parts.append(Menu(press(FindVerb.JOIN), choices, t("Sit down at a table")))
        how = t(
            "Or say what you want to play. You join the table that fits and has waited longest; "
            "if there is none, yours is posted here."
        )
    else:
        how = t(
            "Nobody is waiting for an opponent here right now. Say what you want to play, and your "
            "table is posted here for whoever fits."
        )
    parts.append(Text("\n".join([how, *_across_lines(reader, search, across)])))
    parts.append(Menu(press(FindVerb.PRESET), _presets(reader, search, presets), t("Rules")))
    parts.append(Menu(press(FindVerb.CLOCK), _clocks(search, clocks), t("Time limit per turn")))
    parts.append(Menu(press(FindVerb.WINDOW), _windows(reader, search), t("Ratings")))
    buttons = (
        Button(t("Find an opponent"), press(FindVerb.SEEK), Style.SUCCESS, "🔎"),
        Button(t("Open a table"), str(GoPress(GoVerb.OPEN)), emoji="🪑"),
        Button(t("Watch"), str(GoPress(GoVerb.WATCH)), emoji="📺"),
    )
    parts.append(Row(buttons))
    return Screen(tuple(parts), Accent.CALM)


def _across_lines(reader: Reader, search: Search, across: Across) -> list[str]:
    """Return what is said about other servers: whether they are searched, under which name."""
    t = reader.words.t
    match across:
        case Across.CLOSED:
            return []
        case Across.OFFERED:
            said = t("You can also meet players of other servers: switch it on in `/gin settings`.")
        case _ if search.preset not in PRESETS:
            said = t("House rules are played on this server only.")
        case Across.NAMED:
            said = t(
                "Other servers are searched, too. Players there see you under the name of your "
                "Discord account."
            )
        case _:
            said = t(
                "Other servers are searched, too. Players there see you as “{name}”.",
                name=t("A player"),
            )
    return [f"-# 🌐 {said}"]


def _lines(reader: Reader, waiting: Sequence[Lobby]) -> list[str]:
    return [
        f"- **{safe_name(_host(one))}** · {_settings(reader, one)} · <#{one.channel}>"
        for one in waiting[:MOST_TABLES]
    ]


def _host(lobby: Lobby) -> str:
    return next((one.name for one in lobby.people if one.user_id == lobby.host), "?")


def _settings(reader: Reader, lobby: Lobby) -> str:
    t = reader.words.t
    found = [title_of(reader.words, lobby.preset), clock_words(reader, lobby.clock)]
    found.append(t("rated") if lobby.rated else t("unrated"))
    if lobby.ratings is not None:
        low, high = lobby.ratings
        found.append(t("for ratings from {low} to {high}", low=low, high=high))
    return " · ".join(found)


def _choice(reader: Reader, lobby: Lobby) -> Choice:
    return Choice(clipped(_host(lobby), 100), str(lobby.id), clipped(_settings(reader, lobby), 100))


def _presets(reader: Reader, search: Search, presets: Sequence[str]) -> tuple[Choice, ...]:
    return tuple(
        Choice(clipped(title_of(reader.words, one), 100), one, chosen=one == search.preset)
        for one in presets[:PER_MENU]
    )


def _clocks(search: Search, clocks: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(
        Choice(title, name, chosen=name == search.clock.name) for name, title in clocks.items()
    )


def _windows(reader: Reader, search: Search) -> tuple[Choice, ...]:
    t = reader.words.t
    return tuple(
        Choice(
            t("Anyone") if one == ANY else t("Ratings at most {n} away from mine", n=one),
            str(one),
            chosen=one == search.window,
        )
        for one in WINDOWS
    )
