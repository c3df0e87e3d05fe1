"""The scores of a match: one line, the sheet in words and as a picture (1.11, 2.2-2.7), the end."""

from bot.render.models import (
    ResultPicture,
    ResultPlayer,
    SheetColumn,
    SheetEntry,
    SheetLine,
    SheetPicture,
)
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Divider, Image, Part, Screen, Text, clipped
from bot.wording.cards import highest_first, in_run_order
from bot.wording.names import title_of_match
from bot.wording.scores import final_lines, settlement_lines
from engine.game.cards import Card
from engine.game.formats import party_of
from engine.game.round import ResultKind
from engine.game.rules import MatchFormat
from engine.game.seats import Seat
from engine.game.sheet import Column, ScoredGame

LAST_ROUNDS = 12


def score_line(reader: Reader, board: MatchContext) -> str:
    """Return the scores in one line, for the head of a table."""
    view = board.view
    sheet = view.sheet
    if sheet.format is MatchFormat.HOLLYWOOD:
        shown = []
        for party in range(len(view.parties)):
            columns = " / ".join(
                str(c.points[party]) + ("✓" if c.winner == party else "") for c in sheet.columns
            )
            shown.append(f"**{board.party_name(party)}** {columns}")
        return "  ·  ".join(shown)
    game = sheet.games[-1]
    shown = []
    for party in range(len(view.parties)):
        words = f"**{board.party_name(party)}** {game.points[party]}"
        if not sheet.format.is_one_score:
            words += f" ({sheet.games_won[party]} 🏅)"
        shown.append(words)
    return "  ·  ".join(shown)


def sheet_screen(reader: Reader, board: MatchContext) -> Screen:
    """Return the whole sheet."""
    t = reader.words.t
    parts: list[Part] = [Text(t("## Score sheet"))]
    words = sheet_words(reader, board)
    if reader.text_mode:
        parts.append(Text(words))
    else:
        parts.append(Image(sheet_picture(reader, board), "sheet", clipped(words, 1024)))
    sheet = board.view.sheet
    scored: list[ScoredGame | Column] = [*sheet.games, *sheet.columns]
    if any(part.settlement for part in scored):
        parts += [Divider(), Text(clipped("\n".join(final_lines(reader, board, sheet)), 2500))]
    return Screen(tuple(parts), Accent.CALM)


def sheet_words(reader: Reader, board: MatchContext) -> str:
    """Return the sheet as lines of text."""
    sheet = board.view.sheet
    if sheet.format is MatchFormat.HOLLYWOOD:
        lines = [_column_words(reader, board, n, c) for n, c in enumerate(sheet.columns, 1)]
    else:
        lines = [
            _game_words(reader, board, number, game, alone=len(sheet.games) == 1)
            for number, game in enumerate(sheet.games, start=1)
        ]
    return "\n".join(lines) or reader.words.t("No round has been played yet.")


def _column_words(reader: Reader, board: MatchContext, number: int, column: Column) -> str:
    t = reader.words.t
    lines = [t("**Game {n}**", n=number)]
    if column.winner is not None:
        lines[0] += " " + t("closed: {name} won", name=board.party_name(column.winner))
    for party, entries in enumerate(column.entries):
        running = ", ".join(f"{points} ({total})" for _, points, total in entries) or "—"
        lines.append(f"{board.party_name(party)}: {running}")
    return "\n".join(lines)


def _game_words(
    reader: Reader, board: MatchContext, number: int, game: ScoredGame, *, alone: bool
) -> str:
    t = reader.words.t
    lines = [] if alone else [t("**Game {n}**", n=number)]
    for index, running in list(zip(game.rounds, game.running, strict=True))[-LAST_ROUNDS:]:
        entry = board.view.played[index].entry
        winner = t("void") if entry.winner is None else board.party_name(entry.winner)
        gained = max(entry.scores) if entry.winner is None else entry.scores[entry.winner]
        totals = " : ".join(map(str, running))
        lines.append(
            t(
                "Round {n}: {name} {points} → {totals}",
                n=index + 1,
                name=winner,
                points=f"+{gained}",
                totals=totals,
            )
        )
    boxed = board.view.sheet.format is not MatchFormat.ROUNDS
    won = "  ·  ".join(
        f"{board.party_name(party)} {points} ({boxes} ▣)"
        if boxed
        else f"{board.party_name(party)} {points}"
        for party, (points, boxes) in enumerate(zip(game.points, game.rounds_won, strict=True))
    )
    lines.append(t("Score: {scores}", scores=won))
    if not alone and game.settlement is not None:
        lines += settlement_lines(reader, board, game.settlement)
    return "\n".join(lines)


def sheet_picture(reader: Reader, board: MatchContext) -> SheetPicture:
    """Return the sheet as a handwritten one."""
    t, view = reader.words.t, board.view
    sheet, parties = view.sheet, range(len(view.parties))
    columns = []
    if sheet.format is MatchFormat.HOLLYWOOD:
        for number, column in enumerate(sheet.columns, start=1):
            entries = tuple(
                tuple(SheetEntry(points, total) for _, points, total in column.entries[party])
                for party in parties
            )
            columns.append(SheetColumn(t("Game {n}", n=number), entries, column.winner))
        settled = [(c.settlement, c.boxes) for c in sheet.columns]
    else:
        for number, game in enumerate(sheet.games[-3:], start=max(1, len(sheet.games) - 2)):
            columns.append(SheetColumn(t("Game {n}", n=number), _written(board, game), game.winner))
        settled = [(game.settlement, game.rounds_won) for game in sheet.games[-3:]]
    lines = []
    if sheet.format is not MatchFormat.ROUNDS:
        boxes = tuple(str(won[party]) for _, won in settled for party in parties)
        lines.append(SheetLine(t("Boxes"), boxes))
    if any(one is not None for one, _ in settled):
        totals = tuple(
            str(one.totals[party]) if one is not None else ""
            for one, _ in settled
            for party in parties
        )
        lines.append(SheetLine(t("Total"), totals, strong=True))
    names = tuple(clipped(board.party_plain(party), 24) for party in parties)
    return SheetPicture(
        parties=names,
        columns=tuple(columns),
        lines=tuple(lines),
        title=title_of_match(reader.words, board.setup),
        look=reader.look,
    )


def _written(board: MatchContext, game: ScoredGame) -> tuple[tuple[SheetEntry, ...], ...]:
    """Return a party's own entries: only rounds that changed its score are written."""
    written: list[list[SheetEntry]] = [[] for _ in board.view.parties]
    for index, running in zip(game.rounds, game.running, strict=True):
        for party, points in enumerate(board.view.played[index].entry.scores):
            if points:
                written[party].append(SheetEntry(points, running[party]))
    return tuple(tuple(own[-LAST_ROUNDS:]) for own in written)


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
    title = title_of_match(reader.words, board.setup)
    return f"{title}  ·  {match_in_short(reader, board, seat)}"


def match_title(reader: Reader, board: MatchContext, seat: Seat) -> str:
    """Return the line without formatting and with the rules, for labels and lists."""
    t, view = reader.words.t, board.view
    others = [board.party_plain(one) for one, _ in _parties(board) if seat not in view.parties[one]]
    rivals = t("vs {names}", names=", ".join(others))
    title = title_of_match(reader.words, board.setup)
    parts = [title, rivals]
    if len(others) == 1:
        parts.append(_points(board, seat))
    return " · ".join((*parts, t("round {n}", n=view.number)))


def _parties(board: MatchContext) -> list[tuple[int, str]]:
    return [(party, board.party_name(party)) for party in range(len(board.view.parties))]


def is_duel(board: MatchContext) -> bool:
    """Whether the match is between two parties and not a private challenge."""
    return len(board.players) == 2 and not board.setup.has_shared_deals


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
    if board.setup.clock.is_slow:
        return reader.words.t("until {when}", when=f"<t:{deadline}:f>")
    return f"⏳ <t:{deadline}:R>"


GINS = (ResultKind.GIN, ResultKind.BIG_GIN, ResultKind.MAHJONG_GIN)


def match_parts(reader: Reader, board: MatchContext) -> list[Part]:
    """Return the picture, if there is a winner and the reader uses pictures."""
    model = None if reader.text_mode else match_picture(reader, board)
    if model is None:
        return []
    scores = ", ".join(f"{player.name} {player.score}" for player in model.players)
    return [Image(model, "match", clipped(f"{model.title}. {scores}.", 1024))]


def match_picture(reader: Reader, board: MatchContext) -> ResultPicture | None:
    """Return the picture; ``None`` for a match without a winner."""
    view, tn = board.view, reader.words.tn
    if view.outcome is None or view.outcome.winner is None:
        return None
    winner = view.outcome.winner
    title = tn(
        "{name} wins the match",
        "{name} win the match",
        len(view.parties[winner]),
        name=board.party_plain(winner),
    )
    players = tuple(
        ResultPlayer(board.party_plain(party), f"{total}".replace("-", "−"), party == winner)
        for party, total in enumerate(view.sheet.totals)
    )
    return ResultPicture(
        title=title,
        players=players,
        subtitle=title_of_match(reader.words, board.setup),
        facts=_facts(reader, board),
        cards=_winning_hand(board, winner),
        look=reader.look,
    )


def _facts(reader: Reader, board: MatchContext) -> tuple[tuple[str, str], ...]:
    t, kinds = reader.words.t, [table.kind for one in board.view.played for table in one.tables]
    if not kinds:
        return ()
    gins = sum(kind in GINS for kind in kinds)
    undercuts = sum(kind is ResultKind.UNDERCUT for kind in kinds)
    return (
        (t("Rounds"), str(len(board.view.played))),
        (t("Gins"), str(gins)),
        (t("Undercuts"), str(undercuts)),
    )


def _winning_hand(board: MatchContext, winner: int) -> tuple[Card, ...]:
    """Return the winner's last hand, if it won its round."""
    for table in board.view.tables:
        facts = table.facts
        if facts is None or facts.winner is None:
            continue
        if table.players[facts.winner] in board.view.parties[winner]:
            hand = facts.hands[facts.winner]
            melds = [card for meld in hand.melds for card in in_run_order(meld)]
            return (*melds, *highest_first(hand.deadwood_cards))
    return ()
