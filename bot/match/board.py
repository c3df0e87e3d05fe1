"""Conversion of a live match of the service to the models of its screens."""

from dataclasses import replace

from bot.match.hand.model import HandPanel, Mode, Resting
from bot.match.hand.screen import hand_screen
from bot.ui.markup import safe_name
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.ui.screen import Screen
from engine.game.match import MatchPhase
from engine.game.seats import Seat
from engine.service import LiveMatch, Service


def match_context(service: Service, live: LiveMatch, reader: Reader) -> MatchContext:
    """Return a match in the form that every screen about it needs."""
    return board_of(live, service.deals_at(live), reader)


def players_of(live: LiveMatch, reader: Reader) -> tuple[NamedPlayer, ...]:
    """Return the players, with the names that those have for whoever sees the match."""
    return tuple(
        NamedPlayer(
            safe_name(player.name) if player.name else unknown_user(reader),
            player.user_id,
            player.level,
            not live.table.is_apart,
        )
        for player in live.players
    )


def unknown_user(reader: Reader) -> str:
    """Return the name of a player who is not named outside their own server."""
    return reader.words.t("A player")


def board_of(live: LiveMatch, deals_at_ms: int | None, reader: Reader) -> MatchContext:
    """Return the model of a match's screens. ``deals_at_ms``: when the next round is dealt.

    It is omitted for a person who plays alone: the next round waits for them without limit.
    """
    view = live.public()
    deadlines = []
    for player in live.players:
        at = live.deadline_of(player.seat)
        if at is not None and player.user_id is not None:
            deadlines.append((player.seat, at // 1000))
    waits = view.phase is MatchPhase.BETWEEN and not live.is_solitary
    is_open = not (live.setup.has_shared_deals or live.table.is_apart)
    has_host = live.lobby_id is not None or live.is_solitary
    return MatchContext(
        match=live.id,
        view=view,
        players=players_of(live, reader),
        setup=live.setup,
        deadlines=tuple(deadlines),
        opens_at=deals_at_ms // 1000 if waits and deals_at_ms is not None else None,
        anchor=live.anchor,
        ratings=live.ratings,
        late=live.late,
        paused=live.is_paused,
        wants_pause=live.wants_pause,
        hidden=live.is_hidden,
        place=live.table.place,
        by_itself=is_open and has_host,
        of_event=live.setup.is_duplicate or (is_open and not has_host),
    )


def panel_of(
    reader: Reader,
    board: MatchContext,
    live: LiveMatch,
    seat: Seat,
    mode: Mode | None = None,
    notice: str = "",
    tip: str = "",
) -> Screen:
    """Return the private panel of a seat, which :class:`PanelUpdates` follows and completes."""
    panel = HandPanel(
        reader=reader,
        board=board,
        own=live.view(seat),
        revision=live.revision(seat),
        mode=mode or Resting(),
        notice=notice,
        tip=tip,
        plans=live.plans_of(seat),
    )
    return replace(hand_screen(panel), is_completed=True)
