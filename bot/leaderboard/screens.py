"""Leaderboards by people, metric, rules and month, with the reader's own rank."""

from dataclasses import dataclass, replace
from typing import Final

from bot.match.standing import Board
from bot.presses.pages import ALL_TIME, BoardPress, BoardVerb, Scope, ShownLeaderboard, season_text
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.reader import Reader
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
)
from bot.wording.names import BOARDS, pool_title, season_title
from engine.service.standings import LeaderboardMetric, Placing, RankedLine, Standing
from engine.standings.rating import ANY, POOLS, START

PAGE_LINES: Final = 10


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A page with its reader's data. ``seasons``: the available months, newest first."""

    chosen: ShownLeaderboard
    page: Standing[Placing]
    seasons: tuple[str, ...]
    world_board: bool = False


def _press(verb: BoardVerb, shown: ShownLeaderboard) -> BoardPress:
    return BoardPress.to(verb, shown)


def leaderboard_screen(reader: Reader, shown: BoardShown) -> Screen:
    """Return the leaderboard with its controls."""
    parts = _board(reader, shown)
    parts.append(Text(_my_place(reader, shown)))
    parts += _controls(reader, shown)
    return Screen(tuple(parts), Accent.GOLD)


def _board(reader: Reader, shown: BoardShown) -> list[Part]:
    t, chosen, lines = reader.words.t, shown.chosen, shown.page.lines
    title = t(BOARDS[chosen.board])
    about = _about(reader, chosen)
    if not lines:
        nobody, place = _nobody(reader, chosen), _my_place(reader, shown)
        empty = EmptyPart(picture=EmptyPicture.PAPER, title=nobody, text=place, play=True)
        return [Text(f"## 🏆 {title}\n-# {about}\n{nobody}"), empty]
    # Ratings have no natural zero: the bars begin slightly below the last value of the page.
    is_rating = chosen.board is LeaderboardMetric.RATING
    board = Board(
        shown.page,
        lambda one: _value(reader, chosen, one),
        lambda one: _note(reader, chosen, one),
        zero=min(lines[-1].value, START) - 100 if is_rating else 0,
    )
    if reader.text_mode:
        return [Text(f"## 🏆 {title}\n-# {about}"), Text(board.words(outside=False))]
    return [board.picture(reader, "leaderboard", title, about)]


def _about(reader: Reader, chosen: ShownLeaderboard) -> str:
    t = reader.words.t
    scopes = {
        Scope.SERVER: t("This server"),
        Scope.FRIENDS: t("You and your friends, on this server"),
        Scope.WORLD: t("All servers"),
    }
    pool = pool_title(reader.words, chosen.pool)
    return f"{scopes[chosen.scope]} · {pool} · {season_title(reader.words, chosen.season)}"


def _nobody(reader: Reader, chosen: ShownLeaderboard) -> str:
    t = reader.words.t
    if chosen.board is LeaderboardMetric.RATING:
        return t("Nobody has an established rating here yet. It takes about ten rated matches.")
    if chosen.scope is Scope.WORLD:
        return t("Nobody has joined this leaderboard yet. Join it in `/gin settings`.")
    return t("Nobody has finished a match that counts for this leaderboard yet.")


def _value(reader: Reader, chosen: ShownLeaderboard, one: RankedLine[Placing]) -> str:
    if chosen.board is LeaderboardMetric.WON:
        return reader.words.t("{n} won", n=one.about.won)
    return str(round(one.value))


def _note(reader: Reader, chosen: ShownLeaderboard, one: RankedLine[Placing]) -> str:
    tn = reader.words.tn
    if chosen.board is LeaderboardMetric.RATING and one.about.deviation is not None:
        matches = tn("{n} match", "{n} matches", one.about.rated_matches)
        return f"± {round(one.about.deviation)} · {matches}"
    return tn("{n} match played", "{n} matches played", one.about.matches)


def _my_place(reader: Reader, shown: BoardShown) -> str:
    t, chosen, mine = reader.words.t, shown.chosen, shown.page.mine
    if mine is not None:
        value = _value(reader, chosen, mine)
        return t("Your rank: **{rank}** · {value}", rank=mine.rank, value=value)
    if chosen.scope is Scope.WORLD and not shown.world_board:
        return t("You aren't on the global leaderboard. Join it in `/gin settings`.")
    if chosen.board is LeaderboardMetric.RATING:
        return t(
            "You aren't ranked: your rating isn't established (deviation below 110), or you "
            "haven't played a rated match for 60 days."
        )
    return t("You aren't ranked yet.")


def _controls(reader: Reader, shown: BoardShown) -> list[Part]:
    words, chosen = reader.words, shown.chosen
    first = replace(chosen, offset=0)
    boards = tuple(
        MenuChoice(words.t(title), board.value, chosen=board is chosen.board)
        for board, title in BOARDS.items()
    )
    names = (
        (ANY, *map(str, POOLS))
        if chosen.board is not LeaderboardMetric.RATING
        else tuple(map(str, POOLS))
    )
    pools = tuple(
        MenuChoice(pool_title(words, pool), pool, chosen=pool == chosen.pool) for pool in names
    )
    months = tuple(
        MenuChoice(
            clipped(_period(reader, season, shown.seasons), 100),
            season_text(season),
            chosen=season == chosen.season,
        )
        for season in (ALL_TIME, *shown.seasons)
    )
    return [
        Menu(_press(BoardVerb.BOARD, first), boards),
        Menu(_press(BoardVerb.POOL, first), pools),
        Menu(_press(BoardVerb.SEASON, first), months),
        Row(_scope_buttons(reader, chosen)),
        *_paging(reader, shown),
    ]


def _period(reader: Reader, season: str, seasons: tuple[str, ...]) -> str:
    title = season_title(reader.words, season)
    if seasons and season == seasons[0]:
        return reader.words.t("This month: {month}", month=title)
    return reader.words.t("All time") if season == ALL_TIME else title


def _scope_buttons(reader: Reader, chosen: ShownLeaderboard) -> tuple[Button, ...]:
    t = reader.words.t
    labels = {
        Scope.SERVER: (t("This server"), "🏠"),
        Scope.FRIENDS: (t("Friends"), "👥"),
        Scope.WORLD: (t("All servers"), "🌍"),
    }
    return tuple(
        Button(
            label,
            _press(BoardVerb.SCOPE, replace(chosen, scope=scope, offset=0)),
            Style.PRIMARY if scope is chosen.scope else Style.SECONDARY,
            emoji,
            disabled=scope is chosen.scope,
        )
        for scope, (label, emoji) in labels.items()
    )


def _paging(reader: Reader, shown: BoardShown) -> list[Part]:
    t, chosen, mine = reader.words.t, shown.chosen, shown.page.outside
    buttons = []
    if chosen.offset or shown.page.more:
        back = replace(chosen, offset=max(0, chosen.offset - PAGE_LINES))
        ahead = replace(chosen, offset=chosen.offset + PAGE_LINES)
        buttons += [
            Button(t("Back"), _press(BoardVerb.BACK, back), emoji="⬅️", disabled=not chosen.offset),
            Button(
                t("Next"), _press(BoardVerb.NEXT, ahead), emoji="➡️", disabled=not shown.page.more
            ),
        ]
        if mine is not None:
            there = replace(chosen, offset=(mine.rank - 1) // PAGE_LINES * PAGE_LINES)
            buttons.append(Button(t("My rank"), _press(BoardVerb.ME, there), emoji="📍"))
    return [Row(tuple(buttons))] if buttons else []
