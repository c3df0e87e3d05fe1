"""Finding an opponent on a server: by command, from the help, and on its screen."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from bot.lobby.handlers import answer_lobby_outcome
from bot.lobby.messages import (
    LobbyContext,
    host_locale,
    require_company,
    room_of_table,
)
from bot.lobby.screens import clock_words
from bot.match.hand.handlers import open_panel
from bot.match.options import (
    Ruleset,
    clock_of,
    clock_titles,
    rated_here,
    room_of,
    ruleset,
    rulesets_for,
    server_presets,
)
from bot.match.wiring import MatchDisplay
from bot.presses.lobby import FindPress, FindVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.context import Context
from bot.ui.markup import safe_name
from bot.ui.paging import extent, paged
from bot.ui.reader import Reader
from bot.ui.replying import OLD_BUTTON, Refusal
from bot.ui.routes import AnswerKind
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
    notice_screen,
)
from bot.wording.names import title_of
from engine.clocks import DAILY, ClockRules
from engine.game.presets import PRESETS
from engine.service import (
    ChannelId,
    GuildConfig,
    Lobby,
    LobbyChanged,
    LobbyId,
    LobbyOutcome,
    MatchSetup,
    OpenLobby,
    Started,
)

ANY: Final = 0
WINDOWS: Final = (ANY, 100, 200, 400)
MOST_TABLES: Final = 10


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

    def press(verb: FindVerb) -> FindPress:
        return FindPress(verb, search.clock, search.window, search.preset)

    parts: list[Part] = [Text(f"### {t('Find a table')}")]
    if waiting:
        parts.append(Text("\n".join([t("Waiting for an opponent:"), *_lines(reader, waiting)])))
        choices = tuple(_choice(reader, one) for one in waiting)
        menu = Menu(press(FindVerb.JOIN), choices, t("Sit down at a table"))
        parts.append(paged(reader, menu))
        how = t(
            "Or choose what to play. You'll join the matching table that has waited longest; "
            "if there's none, yours is posted here."
        )
    else:
        how = t(
            "Nobody is waiting for an opponent here right now. Choose what to play, and your "
            "table is posted here for anyone to join."
        )
    parts.append(Text("\n".join([how, *_across_lines(reader, search, across)])))
    rules = Menu(press(FindVerb.PRESET), _presets(reader, search, presets), t("Rules"))
    parts.append(paged(reader, rules))
    parts.append(Menu(press(FindVerb.CLOCK), _clocks(search, clocks), t("Time limit per turn")))
    parts.append(Menu(press(FindVerb.WINDOW), _windows(reader, search), t("Ratings")))
    buttons = (
        Button(t("Find an opponent"), press(FindVerb.SEEK), Style.SUCCESS, "🔎"),
        Button(t("Open a table"), MenuPress(MenuVerb.OPEN), emoji="🪑"),
        Button(t("Watch"), MenuPress(MenuVerb.WATCH), emoji="📺"),
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
            text = t("You can also play people from other servers: turn it on in `/gin settings`.")
        case _ if search.preset not in PRESETS:
            text = t("House rules work only on this server.")
        case Across.NAMED:
            text = t("We'll also search other servers. Players there see your Discord username.")
        case _:
            text = t(
                "We'll also search other servers. Players there see you as “{name}”.",
                name=t("A player"),
            )
    return [f"-# 🌐 {text}"]


def _lines(reader: Reader, waiting: Sequence[Lobby]) -> list[str]:
    lines = [
        f"- **{safe_name(_host(one))}** · {_settings(reader, one)} · <#{one.table.channel}>"
        for one in waiting[:MOST_TABLES]
    ]
    if len(waiting) > MOST_TABLES:
        lines.append(f"-# {extent(reader.words, 0, MOST_TABLES, len(waiting))}")
    return lines


def _host(lobby: Lobby) -> str:
    return next((one.name for one in lobby.people if one.user_id == lobby.host), "?")


def _settings(reader: Reader, lobby: Lobby) -> str:
    t = reader.words.t
    found = [title_of(reader.words, lobby.setup.preset), clock_words(reader, lobby.setup.clock)]
    found.append(t("rated") if lobby.setup.rated else t("unrated"))
    if lobby.ratings is not None:
        low, high = lobby.ratings
        found.append(t("for players rated {low} to {high}", low=low, high=high))
    return " · ".join(found)


def _choice(reader: Reader, lobby: Lobby) -> MenuChoice:
    return MenuChoice(
        clipped(_host(lobby), 100), str(lobby.id), clipped(_settings(reader, lobby), 100)
    )


def _presets(reader: Reader, search: Search, presets: Sequence[str]) -> tuple[MenuChoice, ...]:
    return tuple(
        MenuChoice(clipped(title_of(reader.words, one), 100), one, chosen=one == search.preset)
        for one in presets
    )


def _clocks(search: Search, clocks: Mapping[str, str]) -> tuple[MenuChoice, ...]:
    return tuple(
        MenuChoice(title, name, chosen=name == search.clock.name) for name, title in clocks.items()
    )


def _windows(reader: Reader, search: Search) -> tuple[MenuChoice, ...]:
    t = reader.words.t
    return tuple(
        MenuChoice(
            t("Anyone") if one == ANY else t("Within {n} points of my rating", n=one),
            str(one),
            chosen=one == search.window,
        )
        for one in WINDOWS
    )


STANDARD = Search("standard", DAILY)
"""The search before anything is chosen."""


def find_answers(press: FindPress, _submitted: bool) -> AnswerKind:
    """Return the answer kind: a search may post a table for everybody."""
    match press.verb:
        case FindVerb.SEEK:
            return AnswerKind.PUBLIC
        case FindVerb.JOIN:
            return AnswerKind.PRIVATE
        case _:
            return AnswerKind.IN_PLACE


async def open_finder(ctx: Context, search: Search = STANDARD) -> None:
    """Answer with the tables that wait, and the search."""
    require_company(ctx)
    await ctx.reply.private(await _screen(ctx, search))


async def find_pressed(hosting: LobbyContext, ctx: Context, press: FindPress) -> None:
    """Handle a control of the search."""
    search = _search(ctx, press)
    if ctx.turns_a_page:
        await ctx.reply.update(await _screen(ctx, search))
        return
    match press.verb:
        case FindVerb.SEEK:
            await _seek(hosting, ctx, search)
        case FindVerb.JOIN:
            await _join(hosting, ctx, LobbyId(_number(ctx.value)))
        case FindVerb.PRESET:
            await ctx.reply.update(await _screen(ctx, replace(search, preset=ctx.value)))
        case FindVerb.CLOCK:
            clock = clock_of(ctx.reader, ctx.value)
            await ctx.reply.update(await _screen(ctx, replace(search, clock=clock)))
        case FindVerb.WINDOW:
            window = _number(ctx.value)
            await ctx.reply.update(await _screen(ctx, replace(search, window=window)))


def _search(ctx: Context, press: FindPress) -> Search:
    require_company(ctx)
    if press.window not in WINDOWS:
        raise Refusal(OLD_BUTTON)
    return Search(press.preset, press.clock, press.window)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise Refusal(OLD_BUTTON)
    return int(text)


async def _screen(ctx: Context, search: Search) -> Screen:
    config = await ctx.service.guild_config(ctx.guild)
    ruleset(config.presets, search.preset)
    tables = await ctx.service.open_tables_in(ctx.guild)
    seen = channels_seen(ctx, {one.table.channel for one in tables})
    mine = {one.id for one in await ctx.service.open_lobbies_of(ctx.user)}
    waiting = [one for one in tables if one.table.channel in seen and one.id not in mine]
    presets = [*rulesets_for(config.presets, 2)]
    clocks = clock_titles(ctx.reader.words)
    across = await _across(ctx, config)
    return finder_screen(ctx.reader, search, waiting, presets, clocks, across)


async def _across(ctx: Context, config: GuildConfig) -> Across:
    """Return whether other servers are searched for this person, and who they are there."""
    if not config.across:
        return Across.CLOSED
    prefs = await ctx.prefs()
    if not prefs.across:
        return Across.OFFERED
    return Across.NAMED if prefs.world_board and ctx.person.world else Across.NAMELESS


def channels_seen(ctx: Context, channels: Iterable[ChannelId]) -> frozenset[ChannelId]:
    """Return those channels that the person sees, the present one among them."""
    return frozenset(one for one in {*channels, ctx.channel} if ctx.origin.sees(one))


async def _seek(hosting: LobbyContext, ctx: Context, search: Search) -> None:
    config = await server_presets(ctx)
    chosen = ruleset(config.presets, search.preset)
    if search.preset not in rulesets_for(config.presets, 2):
        raise Refusal("These rules need more players. Find them with `/gin open`.")
    await find_opponent(hosting, ctx, chosen, search.clock, window=search.window or None)


async def find_opponent(
    hosting: LobbyContext,
    ctx: Context,
    chosen: Ruleset,
    clock: ClockRules,
    *,
    rated: bool | None = None,
    window: int | None = None,
    players: int = 2,
) -> None:
    """Join the table that fits, or post an invitation that others find.

    ``players``: how many play. ``window``: the greatest difference between the ratings of two;
    ``None``: any.
    """
    config = await server_presets(ctx)
    ask = OpenLobby(
        interaction=ctx.key,
        table=ctx.table(await host_locale(ctx)),
        host=ctx.person,
        setup=MatchSetup(
            chosen.rules, chosen.name, clock, rated=rated_here(config, asked=rated, usual=True)
        ),
        expires_at_ms=hosting.expiry_ms(ctx),
        seats=players,
        max_seats=players,
        room=room_of(config, asked=False),
    )
    tables = await ctx.service.open_tables_in(ctx.guild)
    seen = channels_seen(ctx, {one.table.channel for one in tables})
    async with hosting.display.tables.expecting(ctx.key):
        outcome = await ctx.service.find(ask, window, seen)
        await _answer(hosting.display, ctx, outcome)


async def _join(hosting: LobbyContext, ctx: Context, lobby: LobbyId) -> None:
    async with hosting.display.tables.expecting(ctx.key):
        await _answer(hosting.display, ctx, await ctx.service.join(ctx.key, lobby, ctx.person))


async def _answer(display: MatchDisplay, ctx: Context, outcome: LobbyOutcome) -> None:
    """Show the outcome; an invitation that is joined from here becomes the table by itself."""
    match outcome:
        case LobbyChanged(lobby=lobby):
            text = ctx.t(
                "You have a seat in {channel}. The match starts when the host starts it.",
                channel=f"<#{lobby.table.channel}>",
            )
            await ctx.reply.private(notice_screen(text, Accent.CALM))
        case Started(live=live) if live.table.is_apart:
            text = ctx.t(
                "You've found an opponent on another server. Open your hand any time with `/gin "
                "hand`."
            )
            await open_panel(display, ctx, ctx.seen(live), text)
        case Started(live=live, lobby=lobby) if (
            lobby is not None and not live.table.place.is_outside
        ):
            room = await room_of_table(display, ctx, live, lobby)
            text = ctx.t("You've found an opponent. The table is in {channel}.", channel=room)
            await open_panel(display, ctx, live, text)
        case _:
            await answer_lobby_outcome(display, ctx, outcome, fresh=True)
