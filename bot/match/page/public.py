"""A match as everybody sees it, in one language; only the public view goes in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.match.links import share_buttons
from bot.match.menus import substitute_request, substitute_waiting
from bot.match.page.actions import melds
from bot.match.table_screen import turn_words
from bot.presses.match import (
    RematchPress,
    ReplayPress,
    ReplaySource,
    TablePress,
    TableVerb,
    Watching,
)
from bot.presses.menu import MenuPress, MenuVerb
from bot.ui.custom_id import base36
from bot.ui.markup import disc_of
from bot.ui.page_buttons import button_with_role
from bot.ui.parts.table import (
    ClockState,
    Deadline,
    EventName,
    HappenedState,
    KnockState,
    LaidOffState,
    MatchState,
    OutcomeState,
    PartyFacts,
    PlayerState,
    ResultState,
    ScoreState,
    SheetColumnState,
    SheetEntryState,
    SheetState,
    ShownHandState,
    SubstitutionState,
    TableMeldState,
    TableState,
    TakebackRequestState,
)
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Button, Style
from bot.wording.cards import event_words, in_run_order
from bot.wording.names import title_of_match
from bot.wording.rules import rules_in_short
from bot.wording.scores import line_words, match_lines, round_lines, round_title, settlement_lines
from engine.game.cards import cards_of
from engine.game.match import MatchPhase
from engine.game.match import TakebackState as Takeback
from engine.game.round import ResultKind, RoundEvent, RoundEventKind
from engine.game.rules import GameKind, MatchFormat, TableFormat
from engine.game.seats import Seat
from engine.game.sheet import Column, ScoredGame
from engine.game.view import MatchView, TableView
from engine.players import CHARACTERS, level_named
from engine.service import LiveMatch, Place


def sheet_state(reader: Reader, board: MatchContext) -> SheetState:
    """Return the sheet: a column for each game, or Hollywood's three."""
    sheet = board.view.sheet
    if sheet.format is MatchFormat.HOLLYWOOD:
        columns = [_hollywood(reader, board, n, one) for n, one in enumerate(sheet.columns, 1)]
    else:
        columns = [_game(reader, board, n, one) for n, one in enumerate(sheet.games, 1)]
    return SheetState(
        format=sheet.format.value,
        parties=tuple(board.party_plain(one) for one in range(len(board.view.parties))),
        columns=tuple(columns),
        totals=sheet.totals,
        games_won=sheet.games_won,
        target=board.view.rules.target,
        finished=sheet.finished,
    )


def _title(reader: Reader, number: int) -> str:
    return reader.words.t("Game {n}", n=number)


def _game(reader: Reader, board: MatchContext, number: int, game: ScoredGame) -> SheetColumnState:
    entries = []
    for index, running in zip(game.rounds, game.running, strict=True):
        scores = board.view.played[index].entry.scores
        entries += [
            SheetEntryState(party=party, round=index + 1, points=points, total=running[party])
            for party, points in enumerate(scores)
            if points
        ]
    return SheetColumnState(
        title=_title(reader, number),
        entries=tuple(entries),
        points=game.points,
        boxes=game.rounds_won if board.view.sheet.format is not MatchFormat.ROUNDS else (),
        winner=game.winner,
        settled=_settled(reader, board, game),
    )


def _hollywood(
    reader: Reader, board: MatchContext, number: int, column: Column
) -> SheetColumnState:
    entries = [
        SheetEntryState(party=party, round=index + 1, points=points, total=total)
        for party, entered in enumerate(column.entries)
        for index, points, total in entered
    ]
    return SheetColumnState(
        title=_title(reader, number),
        entries=tuple(sorted(entries, key=lambda one: one.round)),
        points=column.points,
        boxes=column.boxes,
        winner=column.winner,
        settled=_settled(reader, board, column),
    )


def _settled(reader: Reader, board: MatchContext, part: ScoredGame | Column) -> tuple[str, ...]:
    if part.settlement is None:
        return ()
    return tuple(settlement_lines(reader, board, part.settlement))


MATCH: Final = "t"
"""The first letter of the panels of matches."""
EVENTS: Final = 60
"""The most moves of a table that are sent; the log of a page needs no more."""
_EVENTS: Final[dict[RoundEventKind, EventName]] = {
    RoundEventKind.PASSED: "passed",
    RoundEventKind.TOOK: "took",
    RoundEventKind.DREW: "drew",
    RoundEventKind.TOOK_DEEP: "took_deep",
    RoundEventKind.DISCARDED: "discarded",
    RoundEventKind.KNOCKED: "knocked",
    RoundEventKind.DECLARED_BIG_GIN: "big_gin",
    RoundEventKind.LAID_OFF: "laid_off",
    RoundEventKind.FINISHED_LAYING_OFF: "finished",
    RoundEventKind.MELDED: "melded",
}


NO_CLOCK: Final = ClockState(
    deadlines=(), paused=False, wants_pause=None, late=(), deals_at=None, by_day=False
)
NOBODY_AWAY: Final[Mapping[Seat, int | None]] = {}


def match_panel(match: int) -> str:
    """Return the name of the panel that the buttons of a match belong to."""
    return f"{MATCH}{base36(match)}"


def match_state(reader: Reader, board: MatchContext, live: LiveMatch) -> MatchState:
    """Return what everybody sees of a match."""
    away = {player.seat: live.away_until(player.seat) for player in live.players}
    return shown_state(reader, board, _clock(board, live), away)


def shown_state(
    reader: Reader,
    board: MatchContext,
    clock: ClockState = NO_CLOCK,
    away: Mapping[Seat, int | None] = NOBODY_AWAY,
) -> MatchState:
    """Return what everybody sees of a match with these clocks, at a table or in a lesson."""
    view = board.view
    plain = replace(reader, text_mode=False)
    box, captains = _roles(view)
    return MatchState(
        match=board.match,
        title=title_of_match(reader.words, board.setup),
        summary=rules_in_short(plain, view.rules),
        game="mahjong" if view.rules.game_kind is GameKind.MAHJONG else "gin",
        phase=view.phase.value,
        private=board.setup.has_shared_deals,
        rated=board.setup.rated,
        round=view.number,
        players=_players(board, away),
        parties=tuple(tuple(int(seat) for seat in party) for party in view.parties),
        idle=tuple(int(seat) for seat in view.lineup.idle),
        to_act=tuple(int(seat) for seat in view.to_act),
        ready=tuple(int(seat) for seat in view.ready),
        tables=tuple(_table(plain, board, table) for table in view.tables),
        sheet=sheet_state(plain, board),
        clock=clock,
        outcome=_outcome(plain, board),
        substitution=_substitution(plain, board),
        panel=match_panel(board.match),
        buttons=tuple(button_with_role(one) for one in match_buttons(plain, board)),
        box=box,
        captains=captains,
    )


def _roles(view: MatchView) -> tuple[int | None, tuple[int, ...]]:
    """Return the box and the captains, where the rules have them."""
    rules = view.rules
    if rules.table_format not in (TableFormat.BOX, TableFormat.CHOUETTE) or not view.lineup.pairs:
        return None, ()
    pair = view.lineup.pairs[0]
    box = pair.dealer if rules.table_format is TableFormat.BOX else view.parties[0][0]
    captain = pair.non_dealer if pair.dealer is box else pair.dealer
    return int(box), (int(captain),)


def _players(board: MatchContext, away: Mapping[Seat, int | None]) -> tuple[PlayerState, ...]:
    found = []
    for seat, shown in zip(Seat, board.players, strict=False):
        level = None if shown.level is None else level_named(shown.level)
        disc = disc_of(shown.plain, shown.user)
        found.append(
            PlayerState(
                seat=int(seat),
                name=shown.plain,
                party=next(
                    number for number, party in enumerate(board.view.parties) if seat in party
                ),
                computer=None if level is None else CHARACTERS[level].name,
                initials=disc.initials,
                tone=disc.tone,
                away_until=away.get(seat),
            )
        )
    return tuple(found)


def _clock(board: MatchContext, live: LiveMatch) -> ClockState:
    deadlines = []
    for player in live.players:
        at = live.deadline_of(player.seat)
        shown = player.user_id is not None and board.deadline(player.seat) is not None
        if at is not None and shown:
            deadlines.append(Deadline(seat=int(player.seat), at=at))
    return ClockState(
        deadlines=tuple(deadlines),
        paused=board.paused,
        wants_pause=None if board.wants_pause is None else int(board.wants_pause),
        late=tuple(int(seat) for seat in board.late),
        deals_at=None if board.opens_at is None else board.opens_at * 1000,
        by_day=board.setup.clock.is_slow,
    )


def _outcome(reader: Reader, board: MatchContext) -> OutcomeState | None:
    outcome = board.view.outcome
    if outcome is None:
        return None
    lines = tuple(match_lines(reader, board).split("\n"))
    facts = tuple(_facts(board, party) for party in range(len(board.view.parties)))
    return OutcomeState(
        reason=outcome.reason.value,
        winner=outcome.winner,
        by=None if outcome.by is None else int(outcome.by),
        lines=lines,
        facts=facts,
    )


def _facts(board: MatchContext, party: int) -> PartyFacts:
    """Return what a party has done in a match."""
    view = board.view
    won = [one for one in view.played if one.entry.winner == party]
    seats = view.parties[party]
    changes = () if board.ratings is None else board.ratings.changes
    rated = next((one for one in changes if len(seats) == 1 and one.seat is seats[0]), None)
    return PartyFacts(
        rounds=len(won),
        gins=sum(
            table.kind in (ResultKind.GIN, ResultKind.BIG_GIN)
            for one in won
            for table in one.tables
        ),
        best=max((one.entry.scores[party] for one in won), default=0),
        rating=None if rated is None else rated.value,
        change=None if rated is None else rated.change,
    )


def match_buttons(reader: Reader, board: MatchContext) -> list[Button]:
    """Return the buttons of a match for anybody: sheet, rules, rematch and the like."""
    t, view = reader.words.t, board.view

    def press(verb: TableVerb) -> TablePress:
        return TablePress(verb, board.match)

    if board.setup.has_shared_deals:
        return []
    buttons = [Button(t("Score sheet"), press(TableVerb.SHEET), emoji="📋")]
    if view.phase is not MatchPhase.OVER:
        return [*buttons, Button(t("More"), press(TableVerb.MORE), emoji="⚙️")]
    again = Button(t("Rematch"), RematchPress(board.match), Style.SUCCESS, "🔁")
    if board.place is Place.APART:  # no invitation crosses from one server to the other
        again = Button(t("Find an opponent"), MenuPress(MenuVerb.FIND), Style.SUCCESS, "🔎")
    buttons.insert(0, again)
    if view.played:
        first = ReplayPress.to(Watching(ReplaySource.MATCH, board.match, number=1))
        buttons.append(Button(t("Replay"), first, emoji="🎬"))
    buttons.append(Button(t("Verify the deals"), press(TableVerb.VERIFY), emoji="🔏"))
    return [*buttons, *share_buttons(reader, board.match)]


# -- one table --------------------------------------------------------------------------


def _table(reader: Reader, board: MatchContext, table: TableView) -> TableState:
    spoken = replace(reader, text_mode=True)
    first = max(0, len(table.events) - EVENTS)
    events = enumerate(table.events[first:], start=first + 1)
    actor = table.actor
    return TableState(
        number=table.number,
        seats=(int(table.players[0]), int(table.players[1])),
        phase=table.phase.value,
        to_act=None if actor is None else int(actor),
        hand_sizes=table.hand_sizes,
        stock=table.stock_size,
        discards=table.discards,
        upcard=table.upcard,
        knock_card=table.knock_card,
        knock_limit=table.knock_limit,
        multiplier=table.multiplier,
        turn=turn_words(reader, board, table),
        events=tuple(_event(reader, spoken, table, n, event) for n, event in events),
        first_event=first + 1,
        knock=_knock(table),
        layoffs=_laid_off(table.layoffs),
        melds=tuple(_table_meld(table, one.cards) for one in table.table_melds),
        result=_result(reader, board, table),
        takeback=_takeback(table),
    )


def _event(
    reader: Reader, spoken: Reader, table: TableView, n: int, event: RoundEvent
) -> HappenedState:
    return HappenedState(
        n=n,
        seat=int(table.players[event.side]),
        kind=_EVENTS[event.fact],
        card=event.card,
        melds=melds(event.melds),
        number=event.number,
        text=event_words(reader, event),
        spoken=event_words(spoken, event),
    )


def _knock(table: TableView) -> KnockState | None:
    down = table.knock
    if down is None:
        return None
    return KnockState(
        seat=int(table.players[down.side]),
        melds=melds(down.melds),
        own_melds=melds(down.own_melds),
        deadwood_cards=tuple(cards_of(down.deadwood_cards)),
        deadwood=down.deadwood,
        discard=down.discard,
    )


def _table_meld(table: TableView, found: int) -> TableMeldState:
    shown = in_run_order(found)
    owner = {
        card: table.players[side] for side, laid in enumerate(table.laid) for card in cards_of(laid)
    }
    return TableMeldState(cards=shown, owners=tuple(owner[one] for one in shown))


def _laid_off(found: tuple[tuple[int, int], ...]) -> tuple[LaidOffState, ...]:
    return tuple(LaidOffState(card=card, meld=number) for card, number in found)


def _substitution(reader: Reader, board: MatchContext) -> SubstitutionState | None:
    asked = board.view.substitution
    if asked is None:
        return None
    text, detail = substitute_request(reader, board), substitute_waiting(reader, board)
    return SubstitutionState(seat=int(asked.seat), text=text, detail=detail)


def _takeback(table: TableView) -> TakebackRequestState | None:
    if table.back is not Takeback.ASKED or table.takes_back is None:
        return None
    return TakebackRequestState(seat=int(table.takes_back))


def _result(reader: Reader, board: MatchContext, table: TableView) -> ResultState | None:
    facts, award = table.facts, table.award
    if facts is None or award is None:
        return None
    hands = tuple(
        ShownHandState(
            seat=int(seat),
            melds=melds(hand.melds),
            deadwood_cards=tuple(cards_of(hand.deadwood_cards)),
            deadwood=hand.deadwood,
        )
        for seat, hand in zip(table.players, facts.hands, strict=True)
    )
    score = () if facts.winner is None else award.lines[facts.winner]
    return ResultState(
        kind=facts.kind.value,
        title=round_title(reader, board, table),
        lines=tuple("\n".join(round_lines(reader, board, table)[1:]).split("\n")),
        winner=None if facts.winner is None else int(table.players[facts.winner]),
        knocker=None if facts.knocker is None else int(table.players[facts.knocker]),
        hands=hands,
        points=award.points,
        score=tuple(
            ScoreState(label=line_words(reader.words, line), points=line.amount) for line in score
        ),
        layoffs=_laid_off(facts.layoffs),
    )
