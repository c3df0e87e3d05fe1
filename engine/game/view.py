"""What each viewer of a match sees, and suggestions from a player's own cards (1.4, 6.26-6.28).

Views are whitelists, never the match itself: ``MatchView`` is public and has no field for hidden
data. ``SeatView`` adds one player's own cards. Code outside the engine gets nothing else.
"""

from dataclasses import dataclass

from engine.game.cards import Card, CardSet
from engine.game.errors import RuleCode, RuleError
from engine.game.formats import Lineup, Parties
from engine.game.legal import NOTHING_LEGAL, Legal, Verb
from engine.game.machine import machine
from engine.game.mahjong import MahjongRound, TableMeld
from engine.game.match import (
    Advice,
    Match,
    MatchPhase,
    Outcome,
    PlayedRound,
    Substitution,
    Table,
    TakebackState,
)
from engine.game.melds import Layoff, Layout, solver
from engine.game.round import GinRound, Phase, RoundEvent, RoundFacts, seen_by
from engine.game.rules import GameKind, Rules
from engine.game.scoring import ScoreAward, award
from engine.game.seats import Seat, Side
from engine.game.sheet import Sheet


@dataclass(frozen=True, slots=True)
class KnockView:
    """A knock on the table. ``melds`` include the layoffs so far, ``own_melds`` do not."""

    side: Side
    melds: tuple[CardSet, ...]
    own_melds: tuple[CardSet, ...]
    deadwood_cards: CardSet
    deadwood: int
    discard: Card | None


@dataclass(frozen=True, slots=True)
class TableView:
    """The public view of one table. Tuples of two are indexed by ``Side``.

    ``back``: the state of a takeback request. ``takes_back``: the seat that may make one.
    ``events`` name no card drawn from the stock. ``facts`` and ``award`` are set when the round
    is over; only then does ``facts`` show both hands.
    """

    number: int
    players: tuple[Seat, Seat]
    phase: Phase
    to_act: Side | None
    hand_sizes: tuple[int, int]
    stock_size: int
    discards: tuple[Card, ...]
    upcard: Card | None
    knock_card: Card | None
    knock_limit: int
    multiplier: int
    events: tuple[RoundEvent, ...]
    knock: KnockView | None = None
    layoffs: tuple[tuple[Card, int], ...] = ()
    table_melds: tuple[TableMeld, ...] = ()
    laid: tuple[CardSet, CardSet] = (0, 0)
    facts: RoundFacts | None = None
    award: ScoreAward | None = None
    back: TakebackState = TakebackState.NO
    takes_back: Seat | None = None

    @property
    def top(self) -> Card | None:
        """The top discard."""
        return self.discards[-1] if self.discards else None

    @property
    def actor(self) -> Seat | None:
        """The seat whose turn it is."""
        return None if self.to_act is None else self.players[self.to_act]

    def side_of(self, seat: Seat) -> Side:
        """Return the side that a seat plays at this table."""
        return Side(self.players.index(seat))


@dataclass(frozen=True, slots=True)
class MatchView:
    """The public view of a match. ``substitution``: an open request for a computer."""

    rules: Rules
    parties: Parties
    lineup: Lineup
    phase: MatchPhase
    tables: tuple[TableView, ...]
    played: tuple[PlayedRound, ...]
    sheet: Sheet
    to_act: tuple[Seat, ...]
    ready: tuple[Seat, ...]
    strikes: tuple[int, ...]
    may_abort: bool
    outcome: Outcome | None
    substitution: Substitution | None = None

    @property
    def number(self) -> int:
        """The current round, from 1."""
        return self.lineup.number

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(sorted(seat for party in self.parties for seat in party))


@dataclass(frozen=True, slots=True)
class SeatView:
    """The view of a match for one player.

    ``table``: the player's table, or the captain's for an adviser who may see the hand; ``None``
    while sitting out otherwise. ``hand``: the player's cards (the captain's for such an adviser).
    ``taken``/``drawn``: the card that this player took from the pile or drew from the stock this
    turn. ``layout``: the best layout of ``hand``. ``legal``: empty for an adviser. ``captain``: the
    seat that this seat advises. ``advice``: the adviser's messages, for adviser and captain only.
    """

    public: MatchView
    seat: Seat
    table: TableView | None
    side: Side | None
    hand: CardSet
    layout: Layout
    taken: Card | None = None
    drawn: Card | None = None
    must_use: Card | None = None
    exposed: tuple[CardSet, ...] = ()
    legal: Legal = NOTHING_LEGAL
    captain: Seat | None = None
    advice: tuple[Advice, ...] = ()

    @property
    def is_my_turn(self) -> bool:
        return bool(self.legal)


NO_CARDS = Layout((), 0, 0)


def public_view(match: Match) -> MatchView:
    """Return the public view of a match."""
    asked = match.substitution
    tables = tuple(_table(match, index, table, None) for index, table in enumerate(match.tables))
    return MatchView(
        rules=match.rules,
        parties=match.parties,
        lineup=match.lineup,
        phase=match.phase,
        tables=tables,
        played=match.played,
        sheet=match.sheet(),
        to_act=match.to_act,
        ready=match.ready,
        strikes=match.strikes,
        may_abort=match.may_abort,
        outcome=match.outcome,
        substitution=None if asked is None or asked.is_refused else asked,
    )


def seat_view(match: Match, seat: Seat, shown: MatchView | None = None) -> SeatView:
    """Return the view for ``seat``; ``shown``: the public view, if it is already made."""
    public = public_view(match) if shown is None else shown
    index = match.table_of(seat)
    if index is None:
        return _idle_view(match, public, seat)
    table = match.tables[index]
    side = Side(table.pair.index(seat))
    state = table.round
    engine = machine(match.rules)
    legal = engine.legal(state, side) if match.phase is MatchPhase.PLAYING else NOTHING_LEGAL
    mine = state.to_act is side
    advised = any(match.captain_of(idle) is seat for idle in match.lineup.idle)
    return SeatView(
        public=public,
        seat=seat,
        table=_table(match, index, table, side),
        side=side,
        hand=state.hands[side],
        layout=engine.layout(state, side),
        taken=state.taken if mine else None,
        drawn=state.drawn if mine else None,
        must_use=state.must_use if isinstance(state, MahjongRound) and mine else None,
        exposed=state.exposed[side] if isinstance(state, GinRound) else (),
        legal=legal,
        advice=match.advice if advised else (),
    )


def _idle_view(match: Match, public: MatchView, seat: Seat) -> SeatView:
    captain = match.captain_of(seat)
    if captain is None or not match.rules.adviser_sees_hand:
        advice = match.advice if captain is not None else ()
        return SeatView(public, seat, None, None, 0, NO_CARDS, captain=captain, advice=advice)
    theirs = seat_view(match, captain, public)
    return SeatView(
        public=public,
        seat=seat,
        table=theirs.table,
        side=theirs.side,
        hand=theirs.hand,
        layout=theirs.layout,
        taken=theirs.taken,
        drawn=theirs.drawn,
        exposed=theirs.exposed,
        captain=captain,
        advice=match.advice,
    )


def _table(match: Match, index: int, table: Table, viewer: Side | None) -> TableView:
    state = table.round
    sizes = (state.hands[0].bit_count(), state.hands[1].bit_count())
    priced = None if state.facts is None else award(match.rules, state.facts)
    limit, multiplier, knock_card = 0, 1, None
    knock: KnockView | None = None
    layoffs: tuple[tuple[Card, int], ...] = ()
    melds: tuple[TableMeld, ...] = ()
    laid = (0, 0)
    if isinstance(state, MahjongRound):
        melds, laid = state.melds, state.laid
    else:
        limit, multiplier, knock_card = state.knock_limit, state.multiplier, state.knock_card
        knock, layoffs = _knock(state), state.layoffs
    return TableView(
        number=index,
        players=(table.pair.non_dealer, table.pair.dealer),
        phase=state.phase,
        to_act=state.to_act,
        hand_sizes=sizes,
        stock_size=len(state.stock),
        discards=state.discards,
        upcard=state.upcard,
        knock_card=knock_card,
        knock_limit=limit,
        multiplier=multiplier,
        events=seen_by(state.events, viewer),
        knock=knock,
        layoffs=layoffs,
        table_melds=melds,
        laid=laid,
        facts=state.facts,
        award=priced,
        back=table.back,
        takes_back=table.may_take_back if match.phase is MatchPhase.PLAYING else None,
    )


def _knock(state: GinRound) -> KnockView | None:
    down = state.knock
    if down is None:
        return None
    added = sum(1 << card for card, _ in state.layoffs)
    own = tuple(meld & ~added for meld in down.melds)
    return KnockView(down.side, down.melds, own, down.deadwood_cards, down.deadwood, down.discard)


def best_after_discard(view: SeatView) -> tuple[Card, int] | None:
    """Return the legal discard that leaves least deadwood, and that deadwood (gin only)."""
    if Verb.DISCARD not in view.legal.verbs or view.public.rules.game_kind is not GameKind.GIN:
        return None
    engine = solver(view.public.rules.meld_rules)
    return engine.best_discard(view.hand, view.hand & ~view.legal.discards)


def knock_layouts(view: SeatView, discarded: Card | None) -> tuple[Layout, ...]:
    """Return the sensible layouts of a knock with ``thrown`` (``None``: big gin), best first."""
    table = view.table
    if table is None:
        raise RuleError(RuleCode.NOT_AT_TABLE)
    hand = view.hand
    if Verb.TAKE_KNOCK in view.legal.verbs and table.top is not None:
        hand |= 1 << table.top
    limit = table.knock_limit
    if discarded is None:
        limit = 0
    else:
        hand &= ~(1 << discarded)
    return solver(view.public.rules.meld_rules).choices(hand, limit)


def equal_layouts(view: SeatView, discarded: Card | None) -> tuple[Layout, ...]:
    """Return the layouts of a knock with least deadwood that differ in possible layoffs.

    Gin on which no layoff is allowed has one layout, because the arrangement has no effect.
    """
    layouts = knock_layouts(view, discarded)
    if not layouts[0].deadwood and not view.public.rules.layoff_on_gin:
        return layouts[:1]
    return tuple(one for one in layouts if one.deadwood == layouts[0].deadwood)


def deadwood_without(view: SeatView, discarded: Card) -> int:
    """Return the deadwood that is left when ``thrown`` is discarded."""
    return solver(view.public.rules.meld_rules).best_layout(view.hand & ~(1 << discarded)).deadwood


def best_defence(view: SeatView) -> Layoff | None:
    """Return the layoffs that leave the defender the least deadwood (rulebook 1.7)."""
    table = view.table
    if table is None or table.knock is None or Verb.DONE not in view.legal.verbs:
        return None
    return solver(view.public.rules.meld_rules).best_layoff(table.knock.melds, view.hand)
