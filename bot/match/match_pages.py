"""The pages about one match that is over: its replay, the coach, luck, and the proof of deals."""

from enum import StrEnum

from bot.ui.custom_id import base36
from bot.ui.parts.kinds import Way
from bot.ui.parts.match_pages import MatchPagesPart
from bot.ui.reader import MatchContext, Reader
from engine.game.match import MatchPhase
from engine.game.rules import GameKind
from engine.game.seats import Seat


class MatchPage(StrEnum):
    """A page about a match, by its name in the address."""

    REPLAY = "replay"
    COACH = "coach"
    LUCK = "luck"
    DEAL = "deal"


def has_luck(board: MatchContext) -> bool:
    """Whether luck in a match can be told apart from play: in gin that was dealt by chance."""
    is_gin = board.view.rules.game_kind is GameKind.GIN
    return is_gin and bool(board.view.played) and board.setup.begun is None


def has_pages(board: MatchContext) -> bool:
    """Whether a match has pages: while it goes on its table leads on, and a board has none."""
    return board.view.phase is MatchPhase.OVER and not board.setup.has_shared_deals


def match_pages(
    reader: Reader, board: MatchContext, seat: Seat | None, page: MatchPage, number: int
) -> tuple[MatchPagesPart, ...]:
    """Return what stands above a page about a round: the ways to the others, if there are any.

    ``seat``: the reader's; the coach looks at their own rounds only.
    """
    view, t = board.view, reader.words.t
    if not has_pages(board):
        return ()
    labels: dict[MatchPage, str] = {}
    if view.played:
        labels[MatchPage.REPLAY] = t("Replay")
        if seat is not None:
            labels[MatchPage.COACH] = t("Coach")
        if seat is not None and has_luck(board):
            labels[MatchPage.LUCK] = t("Luck")
    labels[MatchPage.DEAL] = t("Fair deal")

    def way(of: MatchPage, label: str, shown: int) -> Way:
        return Way(label=label, page=f"{of}.{base36(board.match)}.{shown}")

    # What the replay leads to by itself stands there.
    has_rounds = page in (MatchPage.COACH, MatchPage.DEAL) and len(view.played) > 1
    rounds = [one.number for one in view.played] if has_rounds else []
    part = MatchPagesPart(
        match=board.match,
        page=way(page, "", number).page,
        title=" – ".join(player.plain for player in board.players),
        number=number,
        ways=(
            Way(label=t("Result"), match=board.match),
            *(way(of, label, number) for of, label in labels.items()),
        ),
        rounds=tuple(way(page, t("Round {n}", n=one), one) for one in rounds),
    )
    return (part,)
