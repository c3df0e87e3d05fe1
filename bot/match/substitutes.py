"""A computer in the seat of a player who leaves a table of three or more: requests and answers."""

from collections.abc import Iterator

from bot.presses.match import AgreementPress, AgreementVerb
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Button, Part, Row, Style, Text
from engine.game.match import LEAST_PLAYERS, MatchPhase
from engine.game.seats import Seat


def replaceable(board: MatchContext, seat: Seat) -> Iterator[Seat]:
    """Yield the seats for which a player may ask for a computer: their own, and absent players'."""
    view = board.view
    people = [one for one in view.seats if board.players[one].user is not None]
    if (
        len(view.seats) < LEAST_PLAYERS
        or len(people) < 2
        or view.phase is MatchPhase.OVER
        or view.substitution is not None
    ):
        return
    yield seat
    for one in people:
        if one is not seat and (view.strikes[one] or one in board.late):
            yield one


def ask_label(reader: Reader, board: MatchContext, seat: Seat, wanted: Seat) -> str:
    """Return what is written on the button that asks for a computer."""
    if seat is wanted:
        return reader.words.t("Leave and let a computer play on…")
    return reader.words.t("Computer for {name}…", name=board.plain(wanted))


def request_words(reader: Reader, board: MatchContext) -> str:
    """Return the open request in a sentence; empty if there is none."""
    asked, t = board.view.substitution, reader.words.t
    if asked is None:
        return ""
    name = f"**{board.name(asked.seat)}**"
    if asked.by is asked.seat:
        text = t("{name} wants to leave. A computer would take the seat.", name=name)
    else:
        other = f"**{board.name(asked.by)}**"
        text = t(
            "{other} suggests that a computer takes the seat of {name}, who is absent.",
            other=other,
            name=name,
        )
    return f"{text} {cost(reader, board)}"


def cost(reader: Reader, board: MatchContext) -> str:
    """Return what follows for the match."""
    t = reader.words.t
    if board.setup.rated:
        return t("Everyone else has to agree. From then on the match isn't rated.")
    return t("Everyone else has to agree.")


def waiting_words(reader: Reader, board: MatchContext) -> str:
    """Return who has not answered the open request yet; empty if there is none."""
    asked = board.view.substitution
    if asked is None:
        return ""
    answered = {asked.seat, *asked.agreed}
    names = ", ".join(
        player.name
        for seat, player in enumerate(board.players)
        if player.user is not None and seat not in answered
    )
    return reader.words.t("Not answered yet: {names}", names=names)


def substitute_parts(reader: Reader, board: MatchContext) -> list[Part]:
    """Return the open request with the answers of the table message."""
    asked, t = board.view.substitution, reader.words.t
    if asked is None:
        return []
    yes, no = (
        str(AgreementPress(verb, asked.seat, id=board.match))
        for verb in (AgreementVerb.SUBSTITUTE_YES, AgreementVerb.SUBSTITUTE_NO)
    )
    text = f"🤖 {request_words(reader, board)}\n-# {waiting_words(reader, board)}"
    return [Text(text), Row((Button(t("Agree"), yes, Style.SUCCESS), Button(t("Decline"), no)))]


def ask_buttons(reader: Reader, board: MatchContext, seat: Seat) -> list[Button]:
    """Return the buttons by which a player asks for a computer, at the table's More menu."""
    return [
        Button(
            ask_label(reader, board, seat, wanted),
            str(AgreementPress(AgreementVerb.SUBSTITUTE, wanted, id=board.match)),
            emoji="🤖",
        )
        for wanted in replaceable(board, seat)
    ]
