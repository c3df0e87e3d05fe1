"""The results of rounds and matches, with every line of the points (rulebook 1.8, 1.11)."""

from collections.abc import Callable
from typing import Final, assert_never

from bot.ui.i18n import Translator, mark
from bot.ui.reader import MatchContext, Reader
from bot.wording.cards import listed, melds_named, named
from engine.fairness import CHAIN_LENGTH
from engine.game.cards import cards_of
from engine.game.formats import TableResult
from engine.game.match import EndReason
from engine.game.round import ResultKind, RoundFacts, VoidReason
from engine.game.rules import TableFormat
from engine.game.scoring import LineKind, ScoreLine
from engine.game.seats import Side
from engine.game.sheet import Column, ScoredGame, Settlement, Sheet
from engine.game.view import TableView
from engine.service import Unrated
from engine.standings.credit import EARLY_ROUNDS


def signed(points: int) -> str:
    """Return points with their sign.

    >>> signed(-12)
    '−12'
    """
    return f"{points:+d}".replace("-", "−")


def signed_tenths(points: float) -> str:
    """Return expected points with their sign, without a negative zero.

    >>> signed_tenths(-1.52), signed_tenths(-0.01)
    ('−1.5', '+0.0')
    """
    return f"{round(points, 1) + 0.0:+.1f}".replace("-", "−")


def line_words(words: Translator, line: ScoreLine) -> str:
    """Return one line of an explanation, as ``25 undercut bonus``."""
    return _LINES[line.kind](words, line)


def explained(words: Translator, lines: tuple[ScoreLine, ...]) -> str:
    """Return the lines joined, as ``25 undercut bonus + 3 (8 − 5), doubled (spade)``."""
    plain = [line for line in lines if line.kind is not LineKind.SPADE_DOUBLES]
    text = " + ".join(line_words(words, line) for line in plain)
    if len(plain) < len(lines):
        text += ", " + words.t("doubled (spade)")
    return text


def round_title(reader: Reader, board: MatchContext, table: TableView) -> str:
    """Return the result in one line."""
    facts, award = table.facts, table.award
    assert facts is not None
    assert award is not None
    t = reader.words.t
    winner = "" if facts.winner is None else board.name(table.players[facts.winner])
    knocker = "" if facts.knocker is None else board.name(table.players[facts.knocker])
    points = award.winner_points
    match facts.kind:
        case ResultKind.KNOCK:
            return t("✊ **{name}** knocks and wins **{n}** points", name=winner, n=points)
        case ResultKind.GIN:
            return t("🎉 Gin! **{name}** wins **{n}** points", name=winner, n=points)
        case ResultKind.BIG_GIN:
            return t("🏆 Big gin! **{name}** wins **{n}** points", name=winner, n=points)
        case ResultKind.UNDERCUT:
            return t("⚔️ Undercut! **{name}** wins **{n}** points", name=winner, n=points)
        case ResultKind.TIE:
            return t("🤝 **{name}** knocked, but both hands are tied: no points", name=knocker)
        case ResultKind.GIN_TIED:
            return t(
                "🤝 **{name}** has gin, but the opponent laid off everything: no points",
                name=knocker,
            )
        case ResultKind.MAHJONG_GIN:
            return t("🀄 Gin! **{name}** goes out", name=winner)
        case ResultKind.VOID:
            return _void_words(reader, board, facts)
        case _:
            assert_never(facts.kind)


def _void_words(reader: Reader, board: MatchContext, facts: RoundFacts) -> str:
    if facts.void_reason is VoidReason.PILE_DRAWS:
        return reader.words.t("🌫️ Void round: nobody drew from the stock for too long")
    left = board.view.rules.wall_size
    if left == 0:
        return reader.words.t("🧱 Void round: the stock ran out and nobody knocked")
    return reader.words.tn(
        "🧱 Void round: only {n} card is left in the stock and nobody knocked",
        "🧱 Void round: only {n} cards are left in the stock and nobody knocked",
        left,
    )


def round_lines(reader: Reader, board: MatchContext, table: TableView) -> list[str]:
    """Return the result of a table: title, both hands, the points line by line."""
    facts, award = table.facts, table.award
    assert facts is not None
    assert award is not None
    lines = [f"### {round_title(reader, board, table)}"]
    hands = [_hand_line(reader, board, table, side) for side in _showing_order(facts)]
    lines.append("\n".join(hands))
    if facts.kind is ResultKind.MAHJONG_GIN:
        scored = [
            f"**{board.name(table.players[side])}** {award.points[side]:+d} = "
            + explained(reader.words, award.lines[side])
            for side in Side
        ]
        lines.append("\n".join(scored))
    elif facts.winner is not None:
        text = explained(reader.words, award.lines[facts.winner])
        lines.append(f"**+{award.winner_points}** = {text}")
    return lines


def _showing_order(facts: RoundFacts) -> tuple[Side, Side]:
    first = Side.NON_DEALER if facts.knocker is None else facts.knocker
    return first, first.other


def _hand_line(reader: Reader, board: MatchContext, table: TableView, side: Side) -> str:
    facts, t = table.facts, reader.words.t
    assert facts is not None
    hand = facts.hands[side]
    text = f"**{board.name(table.players[side])}**: {melds_named(reader, hand.melds)}"
    loose = listed(reader, cards_of(hand.deadwood_cards))
    if facts.kind is ResultKind.MAHJONG_GIN:
        if loose:
            text += "  ·  " + t("in hand {n}: {cards}", n=hand.deadwood, cards=loose)
        return text
    if facts.layoffs and side is not facts.knocker:
        laid = listed(reader, (card for card, _ in facts.layoffs))
        text += "  ·  " + t("laid off {cards}", cards=laid)
    if loose:
        text += "  ·  " + t("deadwood **{n}**: {cards}", n=hand.deadwood, cards=loose)
    else:
        text += "  ·  " + t("no deadwood")
    if facts.discard is not None and side is facts.knocker:
        text += "  ·  " + t("discarded {card}", card=named(reader, facts.discard))
    return text


def team_round_words(reader: Reader, board: MatchContext) -> str:
    """Return the total over the tables of a finished team round (rulebook 2.8, 3)."""
    t, played = reader.words.t, board.view.played[-1]
    signed = [_signed(board, table.result) for table in played.tables]
    parts = [t("{n} at table {a}", n=f"{n:+d}", a=a) for a, n in enumerate(signed, start=1)]
    net, winner = sum(signed), played.entry.winner
    if winner is None:
        return t("**Tied:** {parts}. Nobody scores.", parts=", ".join(parts))
    points = played.entry.scores[winner]
    sweep = points - abs(net)
    if sweep:
        parts.append(t("{n} for winning every table", n=f"{sweep:+d}"))
    return t(
        "**{name} +{points}** and a box: {parts}",
        name=board.party_name(winner),
        points=points,
        parts=", ".join(parts),
    )


def _signed(board: MatchContext, result: TableResult) -> int:
    """Return a table's points from the view of the side that won the round."""
    winner = board.view.played[-1].entry.winner or 0
    own = next(side for side, seat in enumerate(result.pair) if seat in board.view.parties[winner])
    return result.award.points[own] - result.award.points[1 - own]


def settlement_lines(reader: Reader, board: MatchContext, settlement: Settlement) -> list[str]:
    """Return the lines of a settled game, one per party."""
    lines = []
    for party, (total, parts) in enumerate(zip(settlement.totals, settlement.lines, strict=True)):
        text = explained(reader.words, parts)
        lines.append(f"**{board.party_name(party)}** {text} = **{total}**")
    if board.view.rules.table_format is TableFormat.CHOUETTE:
        lines += _partners_settle(reader, board, settlement)
    if settlement.shutout:
        lines.append(reader.words.t("Shutout: the loser won no rounds."))
    return lines


def _partners_settle(reader: Reader, board: MatchContext, settlement: Settlement) -> list[str]:
    """Return a line per partner: each settles in full with the box (chouette, rulebook 2.10)."""
    difference = settlement.totals[1] - settlement.totals[0]
    return [
        reader.words.t(
            "{partner} settles with the box: **{n}**",
            partner=board.name(seat),
            n=f"{difference:+d}",
        )
        for seat in board.view.parties[1]
    ]


def match_lines(reader: Reader, board: MatchContext) -> str:
    """Return the lines on the end of the match and its final settlement."""
    view, t = board.view, reader.words.t
    outcome = view.outcome
    assert outcome is not None
    by = "" if outcome.by is None else board.name(outcome.by)
    winner = None if outcome.winner is None else board.party_name(outcome.winner)
    match outcome.reason:
        case EndReason.FINISHED if winner is None:
            lines = [t("## 🤝 The match is a draw")]
        case EndReason.FINISHED:
            members = 1 if outcome.winner is None else len(view.parties[outcome.winner])
            lines = [
                reader.words.tn(
                    "## 🏆 {name} wins the match",
                    "## 🏆 {name} win the match",
                    members,
                    name=winner,
                )
            ]
        case EndReason.RESIGNED:
            lines = [t("## 🏳️ {name} resigned", name=by)]
        case EndReason.FORFEITED:
            lines = [t("## ⌛ {name} ran out of time", name=by)]
        case EndReason.ABORTED:
            lines = [t("## {name} cancelled the match before the first discard", name=by)]
        case EndReason.CALLED_OFF:
            lines = [t("## The match was cancelled because time ran out; it has no result")]
        case EndReason.CANCELLED if board.by_itself and len(view.played) < CHAIN_LENGTH - 1:
            lines = [t("## A server admin cancelled the match; it has no result")]
        case EndReason.CANCELLED:
            lines = [t("## The match was cancelled; it has no result")]
        case EndReason.AWARDED:
            lines = [t("## A server admin decided the match")]
        case _:
            assert_never(outcome.reason)
    if winner is not None and outcome.reason is not EndReason.FINISHED:
        lines.append(t("**{name}** wins the match.", name=winner))
    if outcome.reason is EndReason.FINISHED:
        lines += final_lines(reader, board, view.sheet)
    lines += rating_lines(reader, board)
    return "\n".join(lines)


def rating_lines(reader: Reader, board: MatchContext) -> list[str]:
    """Return the changes of this server's ratings, or the reason for none."""
    t, rated = reader.words.t, board.ratings
    if rated is None:
        return []
    if rated.unrated is Unrated.SHORT:
        return ["-# " + t("Not rated: no round was finished.")]
    if rated.unrated is not None:
        return ["-# " + t("Not rated: you two have played many rated matches against each other.")]
    sentences = [
        f"{board.name(one.seat)} **{one.value}**{'?' if one.provisional else ''} "
        f"({one.change:+d})".replace("-", "−")
        for one in rated.changes
    ]
    lines = ["📈 " + "  ·  ".join(sentences)] if sentences else []
    outcome = board.view.outcome
    by = None if outcome is None else outcome.by
    if lines and by is not None and len(board.view.played) <= EARLY_ROUNDS:
        name = board.name(by)
        lines.append("-# " + t("{name} left early, so the win counts for little.", name=name))
    if any(one.is_reduced for one in rated.changes):
        reason = t(
            "Counts for less: the same few players, or people with few other matches, can raise a "
            "rating by only so many points in 30 days."
        )
        lines.append("-# " + reason)
    return lines


def final_lines(reader: Reader, board: MatchContext, sheet: Sheet) -> list[str]:
    """Return the settlement of every game or column, and the total."""
    t, lines = reader.words.t, []
    parts: list[ScoredGame | Column] = [*sheet.games, *sheet.columns]
    for number, part in enumerate(parts, start=1):
        if part.settlement is None:
            continue
        if len(parts) > 1:
            lines.append(t("-# Game {n}", n=number))
        lines += settlement_lines(reader, board, part.settlement)
    if len(parts) > 1:
        totals = [
            f"**{board.party_name(party)} {total}**" for party, total in enumerate(sheet.totals)
        ]
        lines.append(t("Grand total: {totals}", totals="  ·  ".join(totals)))
    return lines


def _simple(text: str) -> Callable[[Translator, ScoreLine], str]:
    return lambda words, line: words.t(text, n=line.amount, a=line.a, b=line.b)


_LINES: Final[dict[LineKind, Callable[[Translator, ScoreLine], str]]] = {
    LineKind.DIFFERENCE: _simple(mark("{n} ({a} − {b})")),
    LineKind.DEADWOOD: _simple(mark("{n} deadwood")),
    LineKind.GIN_BONUS: _simple(mark("{n} gin bonus")),
    LineKind.BIG_GIN_BONUS: _simple(mark("{n} big gin bonus")),
    LineKind.UNDERCUT_BONUS: _simple(mark("{n} undercut bonus")),
    LineKind.SPADE_DOUBLES: _simple(mark("{n} doubled (spade)")),
    LineKind.MAHJONG_TABLE: _simple(mark("{n} on the table")),
    LineKind.MAHJONG_HAND: _simple(mark("{n} in hand")),
    LineKind.MAHJONG_GIN_BONUS: _simple(mark("{n} gin bonus")),
    LineKind.HAND_POINTS: _simple(mark("{n} points")),
    LineKind.SHUTOUT_DOUBLES: _simple(mark("{n} shutout (×2)")),
    LineKind.SHUTOUT_FLAT: _simple(mark("{n} shutout bonus")),
    LineKind.SHUTOUT_DIFFERENCE: _simple(mark("{n} shutout (difference ×2)")),
    LineKind.BOXES: _simple(mark("{n} boxes ({a} × {b})")),
    LineKind.GAME_BONUS: _simple(mark("{n} game bonus")),
    LineKind.COLUMN_DOUBLES: _simple(mark("{n} last game (×2)")),
    LineKind.MATCH_BONUS: _simple(mark("{n} match bonus")),
    LineKind.MATCH_SHUTOUT: _simple(mark("{n} shutout bonus")),
}
