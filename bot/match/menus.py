"""Screens beside the table: the More menu, the list of turns, agreements and substitutes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.match.sheet_screen import match_head
from bot.presses.match import AgreementPress, AgreementVerb, TablePress, TableVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.press import Press
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text, clipped, rows
from bot.wording.cards import named
from bot.wording.names import title_of_match
from engine.game.match import LEAST_PLAYERS, MatchPhase, TakebackState
from engine.game.round import RoundEventKind
from engine.game.seats import Seat
from engine.game.view import TableView
from engine.service import Place
from engine.service.play import NudgeCode, Nudged, NudgeRefused


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


def substitute_label(reader: Reader, board: MatchContext, seat: Seat, wanted: Seat) -> str:
    """Return what is written on the button that asks for a computer."""
    if seat is wanted:
        return reader.words.t("Leave and let a computer play on…")
    return reader.words.t("Computer for {name}…", name=board.plain(wanted))


def substitute_request(reader: Reader, board: MatchContext) -> str:
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
    return f"{text} {substitute_cost(reader, board)}"


def substitute_cost(reader: Reader, board: MatchContext) -> str:
    """Return what follows for the match."""
    t = reader.words.t
    if board.setup.rated:
        return t("Everyone else has to agree. From then on the match isn't rated.")
    return t("Everyone else has to agree.")


def substitute_waiting(reader: Reader, board: MatchContext) -> str:
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
        AgreementPress(verb, asked.seat, id=board.match)
        for verb in (AgreementVerb.SUBSTITUTE_YES, AgreementVerb.SUBSTITUTE_NO)
    )
    text = f"🤖 {substitute_request(reader, board)}\n-# {substitute_waiting(reader, board)}"
    return [Text(text), Row((Button(t("Agree"), yes, Style.SUCCESS), Button(t("Decline"), no)))]


def substitute_buttons(reader: Reader, board: MatchContext, seat: Seat) -> list[Button]:
    """Return the buttons by which a player asks for a computer, at the table's More menu."""
    return [
        Button(
            substitute_label(reader, board, seat, wanted),
            AgreementPress(AgreementVerb.SUBSTITUTE, wanted, id=board.match),
            emoji="🤖",
        )
        for wanted in replaceable(board, seat)
    ]


def _press(board: MatchContext, verb: AgreementVerb, seat: Seat | None = None) -> AgreementPress:
    return AgreementPress(verb, seat, id=board.match)


def agreement_parts(reader: Reader, board: MatchContext) -> list[Part]:
    """Return the parts of the table message with a player's request and the possible answers."""
    if board.view.phase is MatchPhase.OVER:
        return []
    parts = clock_parts(
        reader, board, _press(board, AgreementVerb.PAUSE), _press(board, AgreementVerb.RESUME)
    )
    for table in board.view.tables:
        parts += _back_parts(reader, board, table)
    return parts + substitute_parts(reader, board)


def clock_parts(reader: Reader, board: MatchContext, pause: Press, resume: Press) -> list[Part]:
    """Return a pause, the request for one, and late turns. ``pause``, ``resume``: the presses."""
    parts = _pause_parts(reader, board, pause, resume)
    for seat in board.late:
        parts += _late_parts(reader, board, seat)
    return parts


def _pause_parts(reader: Reader, board: MatchContext, pause: Press, resume: Press) -> list[Part]:
    t = reader.words.t
    if board.paused:
        text = t(
            "⏸️ **Paused.** The clocks are stopped. Either side can resume, and playing a "
            "move resumes too."
        )
        on = Button(t("Continue"), resume, Style.SUCCESS, "▶️")
        return [Text(text), Row((on,))]
    if board.wants_pause is None:
        return []
    name = f"**{board.name(board.wants_pause)}**"
    buttons = (
        Button(t("Agree to pause"), pause, Style.SUCCESS, "⏸️"),
        Button(t("Don't pause"), resume),
    )
    return [Text(t("⏸️ {name} wants to pause.", name=name)), Row(buttons)]


def _late_parts(reader: Reader, board: MatchContext, seat: Seat) -> list[Part]:
    t = reader.words.t
    text = t(
        "⌛ {name} has run out of time. The opponent can give extra time, claim the win or "
        "cancel the match. Until then, the turn can still be played.",
        name=f"**{board.name(seat)}**",
    )
    choose = Button(t("Time is up: decide…"), _press(board, AgreementVerb.LATE, seat), emoji="⌛")
    return [Text(text), Row((choose,))]


def _back_parts(reader: Reader, board: MatchContext, table: TableView) -> list[Part]:
    t = reader.words.t
    if table.back is not TakebackState.ASKED or table.takes_back is None:
        return []
    last, name = table.events[-1], f"**{board.name(table.takes_back)}**"
    if last.fact is RoundEventKind.DISCARDED and last.card is not None:
        card = named(reader, last.card)
        text = t("↩️ {name} wants to take {card} back.", name=name, card=card)
    else:
        text = t("↩️ {name} wants to undo the last move.", name=name)
    allow, refuse = (
        AgreementPress(verb, table=table.number, id=board.match)
        for verb in (AgreementVerb.ALLOW, AgreementVerb.REFUSE)
    )
    buttons = (Button(t("Allow"), allow, Style.SUCCESS, "↩️"), Button(t("Decline"), refuse))
    return [Text(text), Row(buttons)]


def more_parts(reader: Reader, board: MatchContext, seat: Seat) -> list[Part]:
    """Return the agreements in a player's More menu: those that are rarely needed."""
    t = reader.words.t
    buttons = []
    if board.deadlines or board.paused:
        if board.paused:
            buttons.append(Button(t("Continue"), _press(board, AgreementVerb.RESUME), emoji="▶️"))
        else:
            buttons.append(Button(t("Pause…"), _press(board, AgreementVerb.PAUSE), emoji="⏸️"))
            buttons.append(
                Button(t("Give extra time"), _press(board, AgreementVerb.TIME), emoji="⏱️")
            )
    rivals = [other for other in board.view.to_act if other is not seat]
    people = [other for other in rivals if board.players[other].user is not None]
    if people and seat not in board.view.to_act and board.view.phase is MatchPhase.PLAYING:
        buttons.append(Button(t("Nudge"), _press(board, AgreementVerb.NUDGE), emoji="🔔"))
    return [*rows(buttons), *rows(substitute_buttons(reader, board, seat))]


def late_screen(reader: Reader, board: MatchContext, seat: Seat) -> Screen:
    """Return the choices of a late player's opponent; those that end the match are separate."""
    t = reader.words.t
    name = f"**{board.name(seat)}**"
    return Screen(
        (
            Text(t("⌛ {name} has run out of time. What do you want to do?", name=name)),
            Row(
                (
                    Button(
                        t("Give extra time"), _press(board, AgreementVerb.TIME), Style.SUCCESS, "⏱️"
                    ),
                )
            ),
            Text("-# " + t("These end the match:")),
            Row(
                (
                    Button(
                        t("Cancel, no result"), _press(board, AgreementVerb.OFF, seat), emoji="🤝"
                    ),
                )
            ),
            Row(
                (
                    Button(
                        t("Claim the win"),
                        _press(board, AgreementVerb.CLAIM, seat),
                        Style.DANGER,
                        "🏆",
                    ),
                )
            ),
        ),
        Accent.ALERT,
    )


def nudge_words(reader: Reader, outcome: Nudged | NudgeRefused) -> str:
    """Return the outcome of a nudge."""
    t = reader.words.t
    if isinstance(outcome, Nudged):
        return reader.words.tn(
            "🔔 Nudged. You can nudge {n} more time in this match.",
            "🔔 Nudged. You can nudge {n} more times in this match.",
            outcome.left,
        )
    when = "" if outcome.until_ms is None else f"<t:{outcome.until_ms // 1000}:R>"
    match outcome.code:
        case NudgeCode.ASLEEP:
            return t("{name} has quiet hours. You can nudge {when}.", name=outcome.name, when=when)
        case NudgeCode.NOT_WANTED:
            return t("{name} has turned off notifications.", name=outcome.name)
        case NudgeCode.TOO_SOON:
            return t("Give them some time. You can nudge {when}.", when=when)
        case NudgeCode.NO_MORE:
            return t("You've already nudged twice in this match, which is the limit.")
        case NudgeCode.NOT_SEATED:
            return t("You aren't at this table.")
        case _:
            return t("You aren't waiting for anyone.")


def more_screen(reader: Reader, board: MatchContext, seat: Seat | None) -> Screen:
    """Return the More menu of a table; players see more entries than spectators."""
    t = reader.words.t

    def press(verb: TableVerb) -> TablePress:
        return TablePress(verb, board.match)

    is_apart = board.place is Place.APART
    about = [
        Button(t("Rules"), press(TableVerb.RULES), emoji="📖"),
        Button(t("Verify the deals"), press(TableVerb.VERIFY), emoji="🔏"),
    ]
    if is_apart:
        about.append(Button(t("Score sheet"), press(TableVerb.SHEET), emoji="📋"))
    else:
        about.append(Button(t("Repost the table"), press(TableVerb.REPOST), emoji="⬇️"))
    if board.place is Place.SERVER:
        about.append(Button(t("Open a thread"), press(TableVerb.TALK), emoji="💬"))
    parts: list[Part] = [
        Text(t("### ⚙️ This table") + f"\n-# {title_of_match(reader.words, board.setup)}"),
        Row(tuple(about)),
    ]
    if seat is not None and board.view.phase is not MatchPhase.OVER:
        buttons = [Button(t("Resign…"), press(TableVerb.RESIGN), Style.DANGER, "🏳️")]
        if board.view.may_abort:
            buttons.insert(0, Button(t("Cancel match"), press(TableVerb.ABORT), emoji="✖️"))
        parts += more_parts(reader, board, seat)
        if is_apart:
            label = t("Don't pair me with this player again")
            buttons.append(Button(label, press(TableVerb.APART), emoji="🚫"))
        parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), Accent.CALM)


def confirm_resign_screen(reader: Reader, board: MatchContext, seat: Seat) -> Screen:
    """Return the confirmation of a resignation, with the opponent and the score."""
    t = reader.words.t
    yes = TablePress(TableVerb.RESIGN_YES, board.match)
    no = TablePress(TableVerb.RESIGN_NO, board.match)
    lines = [f"### {t('Resign this match?')}", match_head(reader, board, seat)]
    lines += [f"-# {line}" for line in resignation_costs(reader, board)]
    return Screen(
        (
            Text("\n".join(lines)),
            Row((Button(t("No, play on"), no, Style.SUCCESS),)),
            Row((Button(t("Yes, resign"), yes, Style.DANGER, "🏳️"),)),
        ),
        Accent.ALERT,
    )


def resignation_costs(reader: Reader, board: MatchContext) -> list[str]:
    """Return what a resignation costs, a sentence each."""
    t, found = reader.words.t, []
    if len(board.view.parties) == 2:
        found.append(t("Your opponent wins the match."))
    if board.setup.rated:
        found.append(t("This match is rated: resigning costs as many points as losing in play."))
    if board.setup.is_duplicate:
        found.append(
            t(
                "These boards count in their event: the one in progress scores at least 25 points "
                "below average, and each one not started 10 below."
            )
        )
    elif board.of_event:
        found.append(t("The match counts in its event: your opponent wins the pairing."))
    return found


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A match of the person. ``link``: its message; ``left``: the end of the turn; "" for none."""

    title: str
    mine: bool
    link: str
    left: str = ""


def turns_screen(reader: Reader, tables: Sequence[WaitingTable]) -> Screen:
    """Return the person's tables, those that wait for them first."""
    t = reader.words.t
    if not tables:
        text = t("You aren't at any table. Start a match with `/gin challenge` or `/gin practice`.")
        verify = Button(t("Verify the deals"), MenuPress(MenuVerb.VERIFY), emoji="🔏")
        return Screen((Text(text), Row((verify,))), Accent.CALM)
    lines = [t("## Your tables")]
    for table in sorted(tables, key=lambda one: not one.mine):
        state = t("**your turn**") if table.mine else t("waiting")
        when = f" · {table.left}" if table.left and table.mine else ""
        title = f"[{table.title}]({table.link})" if table.link else table.title
        lines.append(f"{'▶️' if table.mine else '⏳'} {title} · {state}{when}")
    return Screen((Text(clipped("\n".join(lines), 3900)), *_table_buttons(reader)), Accent.CALM)


def _table_buttons(reader: Reader) -> tuple[Row, Row]:
    t = reader.words.t

    def button(label: str, verb: MenuVerb, emoji: str) -> Button:
        return Button(label, MenuPress(verb), emoji=emoji)

    return (
        Row(
            (
                button(t("My hand"), MenuVerb.HAND, "🃏"),
                button(t("Pause…"), MenuVerb.PAUSE, "⏸️"),
                button(t("Resume…"), MenuVerb.RESUME, "▶️"),
                button(t("Give time…"), MenuVerb.GIVE, "⏱️"),
            )
        ),
        Row(
            (
                button(t("Vacation…"), MenuVerb.VACATION, "🌴"),
                button(t("Verify the deals"), MenuVerb.VERIFY, "🔏"),
                Button(t("Resign…"), MenuPress(MenuVerb.RESIGN), Style.DANGER, "🏳️"),
            )
        ),
    )
