"""The course of a match: seating, deals, actions and what they lead to (1.2, 1.10-1.13, 2.10).

A computer takes the seat of a player who leaves a table of three or more, if all others agree.
Whether a seat's player is absent depends on the clock, which the caller of ``act`` checks, and
computers agree through the caller as well.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

from engine.game.actions import (
    Abort,
    Action,
    Advise,
    AllowBack,
    AllowSubstitute,
    AskBack,
    AskPause,
    AskSubstitute,
    Award,
    CallOff,
    Cancel,
    ClaimWin,
    DealNext,
    DoneLayingOff,
    Expire,
    GiveTime,
    Lapse,
    Ready,
    RefuseBack,
    RefuseSubstitute,
    Resign,
    Resume,
    RoundAction,
    SubstituteAction,
    Vacation,
)
from engine.game.errors import RuleCode, RuleError
from engine.game.formats import Pair, Parties, TableResult, format_of, party_of
from engine.game.legal import Verb
from engine.game.machine import Round, machine
from engine.game.match.state import (
    Advice,
    Decks,
    EndReason,
    Match,
    MatchEvent,
    MatchPhase,
    Outcome,
    PlayedRound,
    PlayedTable,
    Step,
    Substitution,
    Table,
    TakebackState,
    last_of,
    without_last,
)
from engine.game.round import GinRound, Phase
from engine.game.round_statistics import ending_of
from engine.game.rules import KnockCardSource, Rules
from engine.game.scoring import award
from engine.game.seats import Seat, Side
from engine.game.sheet import ScoreEntry


def start(
    rules: Rules, players: int, lot: int, decks: Decks, sides: Parties | None = None
) -> Match:
    """Seat ``players`` people, cut for the deal with ``lot``, and deal the first round.

    ``sides``: chosen teams. Raise ValueError if the rules do not allow that many players.
    """
    if players not in rules.players():
        raise ValueError(f"{rules.table_format.value} is not for {players} players")
    seats = [Seat(number) for number in range(players)]
    arrangement = format_of(rules)
    parties = arrangement.parties(seats, sides)
    if sorted(seat for party in parties for seat in party) != seats:
        raise ValueError("every seat belongs to exactly one side")
    lineup = arrangement.first(rules, parties, lot)
    match = Match(rules, parties, lineup, (), strikes=(0,) * players)
    return _deal(match, decks).match


def start_after(
    rules: Rules, players: int, lot: int, decks: Decks, scores: Sequence[tuple[int, int]]
) -> Match:
    """Deal a round of a match of two parties after rounds with these ``scores``.

    Such a match is for asking about: nothing of those rounds is known but their points.
    """
    dealt = start(rules, players, lot, decks)
    played = tuple(
        PlayedRound(number, ScoreEntry(0 if own > other else 1, (own, other), (0, 0)), ())
        for number, (own, other) in enumerate(scores, 1)
    )
    lineup = replace(dealt.lineup, number=len(played) + 1)
    return replace(dealt, played=played, lineup=lineup)


def deal_following(match: Match, decks: Decks) -> Step:
    """Seat and deal the round after a finished one."""
    new_game = match.sheet().starts_new_game
    results = [table.result for table in match.played[-1].tables]
    lineup = format_of(match.rules).following(
        match.rules, match.parties, match.lineup, results, new_game
    )
    fresh = replace(match, lineup=lineup, phase=MatchPhase.PLAYING, ready=())
    return _deal(fresh, decks)


def _deal(match: Match, decks: Decks) -> Step:
    tables = tuple(
        _deal_table(match, index, pair, decks) for index, pair in enumerate(match.lineup.pairs)
    )
    return Step(replace(match, tables=tables), (MatchEvent.ROUND_DEALT,))


def _deal_table(match: Match, index: int, pair: Pair, decks: Decks) -> Table:
    attempt = 0
    while True:
        state = dealt(match, index, attempt, decks)
        if not machine(match.rules).is_misdeal(state):
            return Table(pair, state, attempt)
        attempt += 1


def dealt(match: Match, index: int, attempt: int, decks: Decks) -> Round:
    """Return the round of one table as the decks deal it."""
    second = match.rules.knock_card_source is KnockCardSource.SECOND_DECK
    # All tables share one card, including a table that is dealt again.
    shared = match.rules.shared_knock_card
    place, turned = (0, 0) if shared else (index, attempt)
    knock_card = decks.knock_card(match.number, place, turned) if second else None
    return machine(match.rules).deal(decks.deck(match.number, index, attempt), knock_card)


LEAST_PLAYERS: Final = 3
"""With fewer players a resignation harms nobody else's match."""


def decide_substitution(match: Match, seat: Seat, action: SubstituteAction) -> Step:
    """Request, allow or refuse that a computer takes a seat."""
    if isinstance(action, AskSubstitute):
        return _asked(match, seat, action.seat)
    request = match.substitution
    if request is None or request.is_refused or request.seat != action.seat:
        raise RuleError(RuleCode.NO_SUBSTITUTE_ASKED)
    if isinstance(action, AllowSubstitute):
        if seat == request.seat or seat in request.agreed:
            raise RuleError(RuleCode.SUBSTITUTE_ASKED)
        return _agreed(match, replace(request, agreed=(*request.agreed, seat)))
    withdrawn = seat == request.by
    refused = None if withdrawn else replace(request, refused_in=match.number)
    return Step(replace(match, substitution=refused))


def returned(match: Match, seat: Seat) -> Match:
    """Return the match after a player has acted: others' request for their seat is void."""
    request = match.substitution
    if request is None or request.seat != seat or request.by == seat:
        return match
    return replace(match, substitution=None)


def _asked(match: Match, seat: Seat, wanted: Seat) -> Step:
    if len(match.seats) < LEAST_PLAYERS:
        raise RuleError(RuleCode.SUBSTITUTE_FOR_TWO)
    if wanted not in match.seats or wanted in match.substitutes:
        raise RuleError(RuleCode.NOT_ABSENT)
    before = match.substitution
    if before is not None:
        if not before.is_refused:
            raise RuleError(RuleCode.SUBSTITUTE_ASKED)
        if before.seat == wanted and before.refused_in == match.number:
            raise RuleError(RuleCode.SUBSTITUTE_REFUSED)
    return _agreed(match, Substitution(wanted, seat, () if seat == wanted else (seat,)))


def _agreed(match: Match, request: Substitution) -> Step:
    """Seat the computer once every other player has agreed."""
    others = set(match.seats) - {request.seat, *match.substitutes}
    if others - set(request.agreed):
        return Step(replace(match, substitution=request))
    seated = replace(
        match, substitution=None, substitutes=tuple(sorted((*match.substitutes, request.seat)))
    )
    return Step(seated, (MatchEvent.SEAT_TAKEN,))


STRIKES_TO_FORFEIT: Final = 3
"""Consecutive expired turns that forfeit the match (rulebook 1.13)."""
ADVICE_LENGTH: Final = 200


def act(match: Match, seat: Seat | None, action: Action, decks: Decks) -> Step:
    """Apply an action of a seat (``None``: of no seat). Raise RuleError if it is not legal."""
    if match.phase is MatchPhase.OVER:
        raise RuleError(RuleCode.MATCH_OVER)
    if isinstance(action, Cancel | Award | CallOff | Resume | DealNext):
        return _for_any_seat(match, seat, action, decks)
    if seat is None or seat not in match.seats:
        raise RuleError(RuleCode.NOT_AT_TABLE)
    match action:
        case Resign():
            return _end(match, _given_up(match, seat, EndReason.RESIGNED))
        case Abort():
            if not match.may_abort:
                raise RuleError(RuleCode.TOO_LATE_TO_ABORT)
            return _end(match, Outcome(EndReason.ABORTED, by=seat))
        case Ready():
            return _ready(match, seat, decks)
        case Advise():
            return _advise(match, seat, action.text)
        case Expire():
            return _expire(match, seat)
        case AskBack() | AllowBack() | RefuseBack():
            return Step(_taken_back(match, seat, action, decks))
        case AskSubstitute() | AllowSubstitute() | RefuseSubstitute():
            return decide_substitution(match, seat, action)
        case ClaimWin(late=late):
            return _end(match, _given_up(match, late, EndReason.FORFEITED))
        case AskPause() | Vacation() | GiveTime() | Lapse():
            return Step(match)  # only the clocks change
        case _:
            played = _play(returned(match, seat), seat, action)
            return _settled(match, _reset_strikes(played, seat))


def _for_any_seat(
    match: Match,
    seat: Seat | None,
    action: Cancel | Award | CallOff | Resume | DealNext,
    decks: Decks,
) -> Step:
    """Apply an action that needs no seat."""
    match action:
        case Cancel():
            return _end(match, Outcome(EndReason.CANCELLED))
        case Award(winner=winner):
            if winner not in match.seats:
                raise RuleError(RuleCode.NOT_AT_TABLE)
            return _end(match, Outcome(EndReason.AWARDED, party_of(match.parties, winner)))
        case CallOff():
            return _end(match, Outcome(EndReason.CALLED_OFF, by=seat))
        case Resume():
            return Step(match)  # only the clocks change
        case DealNext():
            if match.phase is not MatchPhase.BETWEEN:
                raise RuleError(RuleCode.ROUND_RUNNING)
            return deal_following(match, decks)
        case _:
            assert_never(action)


def neutral_action(match: Match, seat: Seat) -> RoundAction:
    """Return the move that the clock would play for a seat that has to move."""
    index = match.table_of(seat)
    if index is None:
        raise RuleError(RuleCode.NOT_AT_TABLE)
    return machine(match.rules).neutral(match.tables[index].round)


def _play(match: Match, seat: Seat, action: RoundAction) -> Match:
    if match.phase is not MatchPhase.PLAYING:
        raise RuleError(RuleCode.ROUND_OVER)
    index = match.table_of(seat)
    if index is None:
        raise RuleError(RuleCode.NOT_AT_TABLE)
    table = match.tables[index]
    engine = machine(match.rules)
    state = engine.apply(table.round, Side(table.pair.index(seat)), action)
    if state.phase is Phase.LAYOFF and state.to_act is not None:
        offered = engine.legal(state, state.to_act).verbs
        if Verb.LAY_OFF not in offered:
            # No card can be laid off, so the defender is not asked to confirm.
            state = engine.apply(state, state.to_act, DoneLayingOff())
    return _with_table(match, index, replace(table, round=state, back=TakebackState.NO))


def _with_table(match: Match, index: int, table: Table) -> Match:
    tables = list(match.tables)
    tables[index] = table
    return replace(match, tables=tuple(tables))


def _taken_back(
    match: Match, seat: Seat, action: AskBack | AllowBack | RefuseBack, decks: Decks
) -> Match:
    """Request, allow or refuse the takeback of the last move at one's table.

    The round after a takeback is the one that the earlier moves give, replayed from the deal.
    """
    index = match.table_of(seat)
    if match.phase is not MatchPhase.PLAYING or index is None:
        raise RuleError(RuleCode.NOTHING_TO_TAKE_BACK)
    table = match.tables[index]
    side = last_of(table.round)
    if side is None:
        raise RuleError(RuleCode.NOTHING_TO_TAKE_BACK)
    mine = table.pair[side] is seat
    if isinstance(action, AskBack):
        if not mine:
            raise RuleError(RuleCode.NOTHING_TO_TAKE_BACK)
        if table.back is not TakebackState.NO:
            raise RuleError(RuleCode.BACK_REFUSED)
        return _with_table(match, index, replace(table, back=TakebackState.ASKED))
    if table.back is not TakebackState.ASKED or (mine and isinstance(action, AllowBack)):
        raise RuleError(RuleCode.NO_BACK_ASKED)
    if isinstance(action, RefuseBack):
        return _with_table(match, index, replace(table, back=TakebackState.REFUSED))
    fresh = dealt(match, index, table.attempt, decks)
    before = without_last(machine(match.rules), fresh, table.round.events)
    undone = table.undone + 2  # the move and its takeback
    return _with_table(
        match, index, replace(table, round=before, back=TakebackState.NO, undone=undone)
    )


def _reset_strikes(match: Match, seat: Seat) -> Match:
    """Reset the strikes of a player who acts."""
    strikes = list(match.strikes)
    strikes[seat] = 0
    return replace(match, strikes=tuple(strikes))


def _settled(before: Match, match: Match) -> Step:
    """End the table, the round and the match where they are decided."""
    ended = sum(table.is_over for table in match.tables)
    if ended == sum(table.is_over for table in before.tables):
        return Step(match)
    if ended < len(match.tables):
        return Step(match, (MatchEvent.TABLE_ENDED,))
    tables = tuple(_played_table(match.rules, table) for table in match.tables)
    results = [table.result for table in tables]
    entry = format_of(match.rules).entry(match.rules, match.parties, results)
    played = (*match.played, PlayedRound(match.number, entry, tables))
    match = replace(match, played=played, phase=MatchPhase.BETWEEN, ready=(), advice=())
    scores = match.sheet()
    happened = (MatchEvent.TABLE_ENDED, MatchEvent.ROUND_ENDED)
    if not scores.finished:
        return Step(match, happened)
    over = _end(match, Outcome(EndReason.FINISHED, scores.winner))
    return Step(over.match, happened + over.happened)


def _played_table(rules: Rules, table: Table) -> PlayedTable:
    facts = table.round.facts
    assert facts is not None
    result = TableResult(table.pair, award(rules, facts), facts.multiplier)
    gin = isinstance(table.round, GinRound)
    ending = ending_of(rules, facts, table.round.events) if gin else None
    return PlayedTable(result, facts.kind, ending)


def _ready(match: Match, seat: Seat, decks: Decks) -> Step:
    if match.phase is not MatchPhase.BETWEEN:
        raise RuleError(RuleCode.ROUND_RUNNING)
    if seat in match.ready:
        raise RuleError(RuleCode.ALREADY_READY)
    match = returned(replace(match, ready=(*match.ready, seat)), seat)
    match = _reset_strikes(match, seat)
    return Step(match) if match.to_act else deal_following(match, decks)


def _expire(match: Match, seat: Seat) -> Step:
    """Play neutral moves until it is no longer this seat's turn; count a strike (1.13)."""
    if seat not in match.to_act or match.phase is not MatchPhase.PLAYING:
        raise RuleError(RuleCode.NOT_YOUR_TURN)
    before, strikes = match, list(match.strikes)
    strikes[seat] += 1
    match = replace(match, strikes=tuple(strikes))
    if strikes[seat] >= STRIKES_TO_FORFEIT:
        return _end(match, _given_up(match, seat, EndReason.FORFEITED))
    while seat in match.to_act:
        match = _play(match, seat, neutral_action(match, seat))
    index = match.table_of(seat)
    assert index is not None
    # A move that the clock played is not a misclick.
    match = _with_table(match, index, replace(match.tables[index], back=TakebackState.REFUSED))
    return _settled(before, match)


def _given_up(match: Match, seat: Seat, reason: EndReason) -> Outcome:
    """Return the other side's win; of several others the leader wins, nobody on a tie."""
    loser = party_of(match.parties, seat)
    totals = match.sheet().totals
    others = [party for party in range(len(match.parties)) if party != loser]
    best = max(totals[party] for party in others)
    leaders = [party for party in others if totals[party] == best]
    return Outcome(reason, leaders[0] if len(leaders) == 1 else None, seat)


def _end(match: Match, outcome: Outcome) -> Step:
    ended = replace(
        match, phase=MatchPhase.OVER, outcome=outcome, ready=(), advice=(), substitution=None
    )
    return Step(ended, (MatchEvent.MATCH_ENDED,))


def _advise(match: Match, seat: Seat, text: str) -> Step:
    if match.phase is not MatchPhase.PLAYING or match.captain_of(seat) is None:
        raise RuleError(RuleCode.NOT_ADVISER)
    words = " ".join(text.split())[:ADVICE_LENGTH]
    if not words:
        raise RuleError(RuleCode.EMPTY_ADVICE)
    return Step(replace(match, advice=(*match.advice[-4:], Advice(seat, words))))
