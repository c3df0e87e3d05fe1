"""A match: rounds at one or more tables until the rules name a winner (rulebook 1.10-1.13, 2, 3).

Everything is a value: ``act`` returns the match after an action, or raises and changes nothing.
Decks come from outside, so that the same actions on the same decks give the same match.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Protocol, assert_never

from engine.game.actions import (
    Abort,
    Action,
    Advise,
    AllowBack,
    AskBack,
    AskPause,
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
    Resign,
    Resume,
    RoundAction,
    Vacation,
)
from engine.game.cards import Card
from engine.game.errors import RuleCode, RuleError
from engine.game.events import EventKind
from engine.game.formats import Lineup, Pair, TableResult, format_of
from engine.game.formats.base import Parties, party_of
from engine.game.legal import Verb
from engine.game.machine import Round, machine
from engine.game.result import ResultKind
from engine.game.round import GinRound, Phase
from engine.game.round_statistics import Ending, ending_of
from engine.game.rules import KnockCardSource, Rules, TableFormat
from engine.game.scoring import award
from engine.game.seats import Seat, Side
from engine.game.sheet import Entry, Sheet, sheet
from engine.game.takeback import last_of, without_last

STRIKES_TO_FORFEIT = 3
"""Expired turns in a row that forfeit the match (rulebook 1.13)."""
ADVICE_LENGTH = 200


class MatchPhase(StrEnum):
    """Whether cards are played, the next deal is awaited, or all is over."""

    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class EndReason(StrEnum):
    """Why a match is over."""

    FINISHED = "finished"
    RESIGNED = "resigned"
    FORFEITED = "forfeited"
    ABORTED = "aborted"
    CANCELLED = "cancelled"
    CALLED_OFF = "called_off"
    AWARDED = "awarded"
    """An administrator gave it to one side."""


class TakebackState(StrEnum):
    """Whether the last move of a table is to be taken back; asked once for every move."""

    NO = "no"
    ASKED = "asked"
    REFUSED = "refused"


class MatchEvent(StrEnum):
    """What an action set off beyond its own table."""

    ROUND_DEALT = "round_dealt"
    TABLE_ENDED = "table_ended"
    ROUND_ENDED = "round_ended"
    MATCH_ENDED = "match_ended"


class Decks(Protocol):
    """Where shuffled decks come from. The same question always has the same answer."""

    def deck(self, number: int, table: int, attempt: int) -> Sequence[Card]:
        """The deck of a round (from 1) at a table (from 0); ``attempt`` counts misdeals."""

    def knock_card(self, number: int, table: int, attempt: int) -> Card:
        """The card turned up from a second deck (rulebook 2.6)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. ``winner`` is a party; ``by`` the seat that resigned or timed out."""

    reason: EndReason
    winner: int | None = None
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One table: who sits there and the round they play. ``attempt`` counts misdeals.

    ``back``: whether the last move is to be taken back. ``undone``: how far moves that were taken
    back have carried the table on, so that no button of before them is good again.
    """

    pair: Pair
    round: Round
    attempt: int = 0
    back: TakebackState = TakebackState.NO
    undone: int = 0

    @property
    def to_act(self) -> Seat | None:
        side = self.round.to_act
        return None if side is None else self.pair[side]

    @property
    def may_take_back(self) -> Seat | None:
        """Who may ask to take the last move back: nothing hidden was shown since."""
        side = last_of(self.round)
        return None if side is None or self.back is TakebackState.REFUSED else self.pair[side]

    @property
    def is_over(self) -> bool:
        return self.round.facts is not None


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """What the sheet remembers of a finished table; ``ending`` in gin only."""

    result: TableResult
    kind: ResultKind
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What the sheet remembers of a finished round."""

    number: int
    entry: Entry
    tables: tuple[PlayedTable, ...]


class Advice(NamedTuple):
    """A word from a player sitting out to the one who plays for them (rulebook 2.10)."""

    seat: Seat
    text: str


@dataclass(frozen=True, slots=True)
class Match:
    """The whole state of a match, hidden cards included."""

    rules: Rules
    parties: Parties
    lineup: Lineup
    tables: tuple[Table, ...]
    phase: MatchPhase = MatchPhase.PLAYING
    played: tuple[PlayedRound, ...] = ()
    ready: tuple[Seat, ...] = ()
    strikes: tuple[int, ...] = ()
    advice: tuple[Advice, ...] = ()
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody in the match, by seat number."""
        return tuple(sorted(seat for party in self.parties for seat in party))

    @property
    def number(self) -> int:
        """The current round, from 1."""
        return self.lineup.number

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats the match waits for; between rounds those that are not ready yet."""
        match self.phase:
            case MatchPhase.PLAYING:
                acting = (table.to_act for table in self.tables)
                return tuple(seat for seat in acting if seat is not None)
            case MatchPhase.BETWEEN:
                return tuple(seat for seat in self.seats if seat not in self.ready)
            case MatchPhase.OVER:
                return ()
            case _:
                assert_never(self.phase)

    def sheet(self) -> Sheet:
        """The score sheet so far."""
        return sheet(self.rules, len(self.parties), [one.entry for one in self.played])

    def table_of(self, seat: Seat) -> int | None:
        """The number of the table where ``seat`` plays this round."""
        for index, table in enumerate(self.tables):
            if seat in table.pair:
                return index
        return None

    def captain_of(self, adviser: Seat) -> Seat | None:
        """Whom a player sitting out may advise (rulebook 2.10, chouette)."""
        if adviser not in self.lineup.idle or not self.tables:
            return None
        if self.rules.table_format is TableFormat.BOX:
            return self.tables[0].pair.non_dealer
        if self.rules.table_format is TableFormat.CHOUETTE:
            pair, partners = self.tables[0].pair, self.parties[1]
            return pair.non_dealer if pair.non_dealer in partners else pair.dealer
        return None

    @property
    def may_abort(self) -> bool:
        """No card has been discarded yet: the match can be called off."""
        return self.number == 1 and not any(
            event.fact in (EventKind.DISCARDED, EventKind.KNOCKED, EventKind.DECLARED_BIG_GIN)
            for table in self.tables
            for event in table.round.events
        )


@dataclass(frozen=True, slots=True)
class Step:
    """The match after an action and what the action set off."""

    match: Match
    happened: tuple[MatchEvent, ...] = ()


def start(
    rules: Rules, players: int, lot: int, decks: Decks, sides: Parties | None = None
) -> Match:
    """Seat ``players`` people, cut for the deal with ``lot``, and deal the first round.

    ``sides``: chosen teams. Raises ValueError if that many cannot play these rules.
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


def act(match: Match, seat: Seat | None, action: Action, decks: Decks) -> Step:
    """Apply an action of a seat (``None`` for what concerns no seat), or raise RuleError."""
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
        case ClaimWin(late=late):
            return _end(match, _given_up(match, late, EndReason.FORFEITED))
        case AskPause() | Vacation() | GiveTime() | Lapse():
            return Step(match)  # only the clocks change
        case _:
            return _settled(match, _calm(_play(match, seat, action), seat))


def _for_any_seat(
    match: Match,
    seat: Seat | None,
    action: Cancel | Award | CallOff | Resume | DealNext,
    decks: Decks,
) -> Step:
    """What also happens by itself, for no seat."""
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
            return _deal_following(match, decks)
        case _:
            assert_never(action)


def neutral_action(match: Match, seat: Seat) -> RoundAction:
    """The move the clock would play for a seat that has to move."""
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
            # Nothing fits: a press that could change nothing is not asked for.
            state = engine.apply(state, state.to_act, DoneLayingOff())
    return _with_table(match, index, replace(table, round=state, back=TakebackState.NO))


def _with_table(match: Match, index: int, table: Table) -> Match:
    tables = list(match.tables)
    tables[index] = table
    return replace(match, tables=tuple(tables))


def _taken_back(
    match: Match, seat: Seat, action: AskBack | AllowBack | RefuseBack, decks: Decks
) -> Match:
    """Ask for the last move of one's table back, allow it, or refuse.

    A move that is taken back leaves the round exactly as its earlier moves made it: they are
    played again from the deal.
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
    fresh = _dealt(match, index, table.attempt, decks)
    before = without_last(machine(match.rules), fresh, table.round.events)
    undone = table.undone + 2  # the move that is gone, and the taking back itself
    return _with_table(
        match, index, replace(table, round=before, back=TakebackState.NO, undone=undone)
    )


def _calm(match: Match, seat: Seat) -> Match:
    """A player who acts starts again with no strikes."""
    strikes = list(match.strikes)
    strikes[seat] = 0
    return replace(match, strikes=tuple(strikes))


def _settled(before: Match, match: Match) -> Step:
    """End the table, the round and the match as far as they have come to an end."""
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
    match = _calm(replace(match, ready=(*match.ready, seat)), seat)
    return Step(match) if match.to_act else _deal_following(match, decks)


def _deal_following(match: Match, decks: Decks) -> Step:
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
        state = _dealt(match, index, attempt, decks)
        if not machine(match.rules).is_misdeal(state):
            return Table(pair, state, attempt)
        attempt += 1


def _dealt(match: Match, index: int, attempt: int, decks: Decks) -> Round:
    second = match.rules.knock_card_source is KnockCardSource.SECOND_DECK
    # One card for all tables, also for a table that is dealt again.
    shared = match.rules.shared_knock_card
    place, turned = (0, 0) if shared else (index, attempt)
    knock_card = decks.knock_card(match.number, place, turned) if second else None
    return machine(match.rules).deal(decks.deck(match.number, index, attempt), knock_card)


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
    # What the clock played was no slip of the hand.
    match = _with_table(match, index, replace(match.tables[index], back=TakebackState.REFUSED))
    return _settled(before, match)


def _given_up(match: Match, seat: Seat, reason: EndReason) -> Outcome:
    """The other side wins; of several others the one in the lead, nobody if they are level."""
    loser = party_of(match.parties, seat)
    totals = match.sheet().totals
    others = [party for party in range(len(match.parties)) if party != loser]
    best = max(totals[party] for party in others)
    leaders = [party for party in others if totals[party] == best]
    return Outcome(reason, leaders[0] if len(leaders) == 1 else None, seat)


def _end(match: Match, outcome: Outcome) -> Step:
    ended = replace(match, phase=MatchPhase.OVER, outcome=outcome, ready=(), advice=())
    return Step(ended, (MatchEvent.MATCH_ENDED,))


def _advise(match: Match, seat: Seat, text: str) -> Step:
    if match.phase is not MatchPhase.PLAYING or match.captain_of(seat) is None:
        raise RuleError(RuleCode.NOT_ADVISER)
    words = " ".join(text.split())[:ADVICE_LENGTH]
    if not words:
        raise RuleError(RuleCode.EMPTY_ADVICE)
    return Step(replace(match, advice=(*match.advice[-4:], Advice(seat, words))))
