"""A match in one line: opponent, score and round."""

from bot.match.sheet_screen import score_line
from bot.ui.reader import MatchContext, Reader
from bot.wording.presets import title_of
from engine.game.formats.base import party_of
from engine.game.seats import Seat


def match_in_short(reader: Reader, board: MatchContext, seat: Seat) -> str:
    """Return ``vs **Marge** · 4–41 · round 3``, the reader's score first."""
    t, view = reader.words.t, board.view
    number = t("round {n}", n=view.number)
    others = [name for one, name in _parties(board) if seat not in view.parties[one]]
    if len(others) > 1:
        return f"{score_line(reader, board)}  ·  {number}"
    rivals = t("vs {names}", names=f"**{others[0]}**")
    return f"{rivals}  ·  {_points(board, seat)}  ·  {number}"


def match_head(reader: Reader, board: MatchContext, seat: Seat) -> str:
    """Return the line of :func:`match_in_short` after the rules."""
    title = title_of(reader.words, board.preset)
    return f"{title}  ·  {match_in_short(reader, board, seat)}"


def match_title(reader: Reader, board: MatchContext, seat: Seat) -> str:
    """Return the line without formatting and with the rules, for labels and lists."""
    t, view = reader.words.t, board.view
    others = [board.party_plain(one) for one, _ in _parties(board) if seat not in view.parties[one]]
    rivals = t("vs {names}", names=", ".join(others))
    title = title_of(reader.words, board.preset)
    parts = [title, rivals]
    if len(others) == 1:
        parts.append(_points(board, seat))
    return " · ".join((*parts, t("round {n}", n=view.number)))


def _parties(board: MatchContext) -> list[tuple[int, str]]:
    return [(party, board.party_name(party)) for party in range(len(board.view.parties))]


def is_duel(board: MatchContext) -> bool:
    """Whether the match is between two parties and not a private challenge."""
    return len(board.players) == 2 and not board.private


def points_of(board: MatchContext, seat: Seat) -> tuple[str, str]:
    """Return the reader's points and the other party's; in Hollywood those of every column."""
    view = board.view
    mine = party_of(view.parties, seat)
    columns = view.sheet.columns or view.sheet.games[-1:]
    own, other = (
        " / ".join(str(one.points[party]) for one in columns) for party in (mine, 1 - mine)
    )
    return own, other


def _points(board: MatchContext, seat: Seat) -> str:
    """Return the points of both parties, the reader's first; in Hollywood of every column."""
    view = board.view
    mine = party_of(view.parties, seat)
    theirs = 1 - mine
    columns = view.sheet.columns or view.sheet.games[-1:]
    return " / ".join(f"{one.points[mine]}–{one.points[theirs]}" for one in columns)


def time_left(reader: Reader, board: MatchContext, deadline: int) -> str:
    """Return when a turn ends: the date where it takes days, a countdown where it takes minutes."""
    if board.by_day:
        return reader.words.t("until {when}", when=f"<t:{deadline}:f>")
    return f"⏳ <t:{deadline}:R>"
