"""Every screen of the product, found in its own modules and drawn with values of every type.

A screen is a function that returns a `Screen` and loads nothing. Its parameters get the values of
their types: those of data classes are made of their fields', the rest stands in `VALUES`. So a new
screen is drawn by itself, and one with a type that nothing is known of fails by its name.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from typing import Any, Final

import bot
from bot.coach.tutor import Advising, TooFewRounds
from bot.current_matches import which_match_screen
from bot.events.bracket_screen import bracket_screen
from bot.events.player_screens import boards_screen, proof_screen
from bot.history.screens import HistoryPage, PastMatch
from bot.lessons.screens import lesson_screen
from bot.lobby.finder import finder_screen
from bot.match.exercise_screen import ShownExercise
from bot.match.hand.board_screen import after_board, after_day
from bot.match.hand.model import CardByCard, HandPanel, Mode, Options, Resting, Selected
from bot.match.hand.screen import adviser_screen
from bot.match.menus import WaitingTable, confirm_resign_screen, late_screen, more_screen
from bot.match.page.lesson import puzzle_table
from bot.match.replay.handlers import last_result_screen
from bot.match.replay.playback import Projector
from bot.match.turn_pings import turn_screen
from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.presses.lobby import PLAY, SCORE, RulesPart, RulesTab
from bot.presses.match import PlayPress, ReplaySource, Watching
from bot.presses.pages import Filter
from bot.ui.context import Context
from bot.ui.parts.base import PagePart
from bot.ui.parts.rulesets import PresetChoice
from bot.ui.reader import MatchContext, NamedPlayer, Reader
from bot.ui.screen import Button, Part, Screen
from engine.clocks import CLOCKS, ClockRules
from engine.coach.asking import Answer, AskedPosition
from engine.coach.asking import view_of as asked_view
from engine.coach.luck import Luck, Study
from engine.coach.options import Option
from engine.coach.reasons import ON_AVERAGE
from engine.coach.review import Grade, Graded, RoundReview
from engine.coach.study import StudyContent
from engine.course.grading import graded
from engine.course.lessons import LESSONS, lesson
from engine.events.kinds import FIELD, KINDS, KNOCKOUT, SWISS, chosen, new_draft
from engine.events.plan import EventKind, EventPlan
from engine.game.actions import Action, Pass
from engine.game.cards import card, cards_of
from engine.game.match import Match, MatchPhase
from engine.game.notation import action_text
from engine.game.options import OPTIONS
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.replay import Replay, watched
from engine.game.revision import revision
from engine.game.rules import Rules
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.service import GuildConfig, Joined, Lobby, LobbyStatus, MatchSetup, Place, Prefs, UserId
from engine.service.daily.puzzle import PuzzleForReader
from engine.service.events.types import (
    BoardsOf,
    BoardsProof,
    Event,
    EventId,
    EventList,
    EventPairing,
    EventState,
)
from engine.service.exercises import Series
from engine.service.live import LiveMatch
from engine.service.lobbies.lobby_transactions import MOST_OPEN
from engine.service.rewards.achievements import WORTH
from engine.service.rewards.coins import GOODS, ShopItem
from engine.service.standings import LeaderboardMetric
from engine.service.standings.ratings import StoredRating
from engine.service.trainer.weekly import WeeklySolution
from engine.standings.deal_statistics import Deal, DealStatistics, deal_statistics
from engine.standings.rating import ANY, POOLS, Pool
from engine.trainer.puzzle import Puzzle
from engine.trainer.questions import Studied
from engine.trainer.tutor import Loss, LossChange
from tests.bot.events.made import PROOF, boards_of, event_of
from tests.engine.playing import played_out, preset_match
from tests.worlds.advised import advising, beginning
from tests.worlds.made_values import ID, IDS, NAME, Known, Maker
from tests.worlds.moments import SECOND, board_of, moments, waiting_table
from tests.worlds.put_up import POSITION, SOLUTION
from tests.worlds.records import recorded

Draw = Callable[..., Screen]
_CONFIG: Final = GuildConfig(
    channels=tuple(range(ID - 25, ID)),
    tv_channel=ID,
    season_role=ID,
    presets={f"{'h' * 29}{n}": PRESETS["oklahoma"].differences(Rules()) for n in range(20)},
)
HISTORY: Final = (EventState.FINISHED, EventState.CANCELLED)
LINK: Final = "https://discord.com/channels/1/2/3"


def _found() -> Iterator[Draw]:
    for module in walk_packages(bot.__path__, f"{bot.__name__}."):
        if module.name.endswith("__main__"):
            continue
        for name, one in vars(import_module(module.name)).items():
            own = inspect.isfunction(one) and one.__module__ == module.name
            if not own or name.startswith("_") or inspect.iscoroutinefunction(one):
                continue
            hints = one.__annotations__
            if hints.get("return") is Screen and not {Context, LiveMatch} & {*hints.values()}:
                yield one


SCREENS: Final = tuple(_found())
"""Every screen. What is given a press's context or a live match hands on to one of these."""


def about(*types: type) -> Iterator[Draw]:
    """The screens that show one of these types."""
    return (draw for draw in SCREENS if {*types} & {*draw.__annotations__.values()})


def name_of(draw: Draw) -> str:
    return f"{draw.__module__}.{draw.__name__}"


ASKED: Final = AskedPosition(
    PRESETS["standard"],
    tuple(map(card, POSITION.hand)),
    tuple(map(card, POSITION.pile)),
    score=POSITION.score,
)


def _study() -> Study:
    """A round in which the worse of two choices was played."""
    best, played = (Option(one.action, one.points, one.points) for one in SOLUTION.choices)
    why, view = SOLUTION.reason, asked_view(ASKED)
    graded = Graded(0, view, played, best, (best, played), 7.75, Grade.BLUNDER, why, (why, why))
    return Study(1, RoundReview((graded,), 62.0, (graded,)), Luck(3.0, -2.5, 1.0, 0.5))


@cache
def _studied() -> tuple[Studied, ...]:
    found = [graded(lesson(name).at(1).view()) for name in LESSONS]
    assert None not in found
    return tuple(replace(one, puzzle=_certain(one.puzzle)) for one in found if one is not None)


def _certain(puzzle: Puzzle) -> Puzzle:
    """The same question with given values: those of the network differ between processors."""
    best = puzzle.answers[puzzle.best]
    others = [one for one in puzzle.answers if one is not best]
    others.sort(key=lambda one: [action_text(action) for action in one.actions])
    answers = [replace(one, expected=5.0 - n) for n, one in enumerate([best, *others])]
    reasons = (ON_AVERAGE,) * len(answers)
    return replace(puzzle, answers=tuple(answers), best=0, next_best=1, reasons=reasons)


def _boards() -> Iterator[MatchContext]:
    for preset in ("standard", "partnership_4"):
        for match in moments(preset)[::4]:
            yield board_of(match, preset)
    yield replace(board_of(moments("standard")[2], "standard"), place=Place.APART, paused=True)


def _panels(reader: Reader) -> Iterator[HandPanel]:
    for preset in ("standard", "mahjong", "three_handed", "captains_5"):
        for match in moments(preset)[::5]:
            yield from panels(reader, match, board_of(match, preset))


def panels(reader: Reader, match: Match, board: MatchContext) -> Iterator[HandPanel]:
    """What each player of a match may see of the own hand."""
    for seat in match.seats:
        own = seat_view(match, seat)
        modes: list[Mode] = [Resting()]
        if own.table is not None and match.phase is MatchPhase.PLAYING:
            modes += [Options(), CardByCard()]
            modes += [Selected(one) for one in list(cards_of(own.hand & own.legal.discards))[:1]]
        for mode in modes:
            yield HandPanel(reader, board, own, revision(match, seat), mode, "!" * 200)


def _rules() -> tuple[Any, ...]:
    return tuple(PRESETS.values())


def _draft() -> EventPlan:
    return replace(new_draft("America/Argentina/ComodRivadavia", rated=True), name="W" * 40)


def _known(reader: Reader) -> Known:
    """What no type says."""
    return {
        Reader: lambda: (reader,),
        Rules: lambda: tuple(PRESETS.values()),
        ClockRules: lambda: tuple(CLOCKS.values()),
        Pool: lambda: POOLS,
        Action: lambda: (Pass(),),
        EventKind: lambda: tuple(KINDS.values()),
        EventPlan: lambda: tuple(chosen(_draft(), "kind", one.name) for one in KINDS.values()),
        Event: lambda: tuple(_events()),
        MatchContext: lambda: tuple(_boards()),
        HandPanel: lambda: tuple(_panels(reader)),
        Projector: lambda: tuple(_steps()),
        StudyContent: lambda: (POSITION,),
        WeeklySolution: lambda: (SOLUTION,),
        AskedPosition: lambda: (ASKED,),
        Answer: lambda: (Answer(SOLUTION.choices, SOLUTION.reason, 23, ((card("QC"), 0.25),)),),
        SeatView: lambda: (asked_view(ASKED),),
        Study: lambda: (_study(),),
        Studied: _studied,
        Puzzle: lambda: tuple(one.puzzle for one in _studied()),
        DealStatistics: lambda: (deal_statistics([Deal(1023 << n, 20 + n) for n in range(30)]),),
        RulesTab: lambda: (PLAY, SCORE, *map(RulesTab, RulesPart)),
        Prefs: lambda: (Prefs(), Prefs(across=True)),
        GuildConfig: lambda: (GuildConfig(), _CONFIG),
        TooFewRounds: lambda: (TooFewRounds(50), TooFewRounds(45), beginning(46)),
        Advising: lambda: (
            advising(13),
            advising(0, LossChange(Loss(1.5, 0.5), 2.0, is_clear=True)),
        ),
        BoardsProof: lambda: (BoardsProof("ab" * 32, "", ()), PROOF),
        ShopItem: lambda: tuple(GOODS.values()),
        (dict[Pool, StoredRating], "ratings"): lambda: (dict.fromkeys(POOLS, StoredRating()),),
        Sequence[tuple[MatchContext, Seat]]: lambda: (_own_matches(3), _own_matches(1)),
        Sequence[Part]: lambda: ((),),
        list[Part]: lambda: ([],),
        (AbstractSet[str], "owned"): lambda: (frozenset(), frozenset(GOODS)),
        Sequence[WaitingTable]: lambda: (
            (),
            (WaitingTable(NAME, True, LINK, f"<t:{SECOND}:f>"),) * 50,
        ),
        PuzzleForReader: lambda: tuple(_day_puzzles()),
        Lobby: lambda: tuple(_lobbies()),
        Iterable[Lobby]: lambda: ((), tuple(_lobbies())[:MOST_OPEN]),
        EventList: lambda: (EventList(), _event_list()),
        EventPairing: lambda: event_of(SWISS, EventState.RUNNING).pairings,
        BoardsOf: lambda: (boards_of(event_of(FIELD, EventState.RUNNING, name=NAME)),),
        PastMatch: lambda: tuple(_past()),
        HistoryPage: lambda: tuple(_history()),
        PresetChoice: lambda: (),
        PagePart: lambda: (),
        ShownExercise: lambda: tuple(_exercises(reader)),
        (Sequence[Button], "more"): lambda: ((), (Button(NAME, PlayPress(Pass(), ID)),)),
        (Sequence[str], "earned"): lambda: ((), tuple(WORTH)),
        (Sequence[str], "new"): lambda: ((), tuple(WORTH)[:3]),
        (str, "board"): lambda: tuple(LeaderboardMetric),
        (str, "preset"): lambda: tuple(PRESETS),
        (str, "option"): lambda: tuple(OPTIONS),
        (str, "pool"): lambda: (ANY, *map(str, POOLS)),
        (str, "season"): lambda: ("all", "2026-11"),
        (str, "link"): lambda: ("", LINK),
        (str, "url"): lambda: (LINK,),
        (str, "locale"): lambda: ("de",),
        (str, "anchor"): lambda: ("ab" * 32,),
        (str | None, "secret"): lambda: (None, "cd" * 32),
        (int, "day"): lambda: (20270115,),
        (int, "node"): lambda: (0,),
        (int, "index"): lambda: (0,),
        (int, "choice"): lambda: (0, 1),
        (int, "id"): lambda: IDS,
        (int, "about"): lambda: IDS,
        (tuple[int, ...], "counts"): lambda: ((5, 3),),
    }


def _lobbies() -> Iterator[Lobby]:
    yield from map(waiting_table, range(3))
    for number, (preset, rules) in enumerate(PRESETS.items()):
        count, one = PRESET_PLAYERS.get(preset, 2), waiting_table(3 + number)
        setup, status = MatchSetup(rules, preset), list(LobbyStatus)[number % len(LobbyStatus)]
        people = tuple(Joined(UserId(ID - seat), NAME, side=seat % 2) for seat in range(count))
        full = replace(one, setup=setup, seats=count, max_seats=count, people=people)
        yield replace(full, status=status, room="thread")


def _own_matches(count: int) -> Sequence[tuple[MatchContext, Seat]]:
    board = next(_boards())
    return tuple((replace(board, match=ID - number), Seat.ONE) for number in range(count))


def _day_puzzles() -> Iterator[PuzzleForReader]:
    for one, mine in product(_studied(), (None, 0)):
        yield PuzzleForReader(20270115, one.puzzle, mine, tuple(range(len(one.puzzle.answers))))


def _exercises(reader: Reader) -> Iterator[ShownExercise]:
    press = ExercisePress(ExerciseVerb.VALUE, Series.DAY, id=20270115)
    for asked in _day_puzzles():
        table = puzzle_table(reader, NAME, asked.puzzle, NAME, NAME)
        is_open = asked.mine is None
        yield ShownExercise(
            asked.puzzle, table, press, (NAME,), choice=asked.mine, solution=NAME, is_open=is_open
        )


@cache
def _ended_match(preset: str) -> Match:
    return played_out(*preset_match(preset, 3), 3)


def _past() -> Iterator[PastMatch]:
    for preset in ("single", "partnership_4"):
        board = board_of(_ended_match(preset), preset)
        for seat in board.view.seats:
            yield PastMatch(replace(board, match=ID - seat), seat, SECOND)


def _history() -> Iterator[HistoryPage]:
    chosen = Filter(opponent=ID, preset="p" * 32)
    yield HistoryPage((), chosen)
    yield HistoryPage(tuple(_past())[-4:], chosen, newer=True, older=True)


def _event_list() -> EventList:
    over = tuple(one for one in _events() if one.state in HISTORY)
    return EventList(tuple(one for one in _events() if one.state not in HISTORY), over[:10], 3)


def _events() -> Iterator[Event]:
    for number, (kind, state) in enumerate(product(KINDS.values(), EventState)):
        yield replace(event_of(kind, state, 5, name="W" * 40), id=EventId(ID - number))


@cache
def _replay() -> Replay:
    return watched(recorded("standard")[0])


def _steps() -> Iterator[Projector]:
    record, _ = recorded("standard")
    players = tuple(NamedPlayer(NAME, number) for number in range(record.players))
    for step in (0, 3):
        for eyes in (None, Seat.ONE):
            at = Watching(ReplaySource.MATCH, ID, 1, 0, step, eyes)
            yield Projector(_replay(), players, "standard", at)


def _sits(board: MatchContext, seat: Seat | None, **_: Any) -> bool:
    return seat is None or seat in board.view.seats


def _acts(board: MatchContext, seat: Seat, **_: Any) -> bool:
    return board.view.phase is MatchPhase.PLAYING and seat in board.view.to_act


def _ended(board: MatchContext, **_: Any) -> bool:
    return all(one.facts is not None for one in board.view.tables)


def _rests(panel: HandPanel, **_: Any) -> bool:
    between = panel.own.public.phase is not MatchPhase.PLAYING
    return panel.own.table is not None and (between or panel.table.facts is not None)


AGREED: Final[Mapping[Draw, Callable[..., bool]]] = {
    adviser_screen: lambda panel: panel.own.captain is not None or panel.own.table is None,
    after_board: _rests,
    after_day: _rests,
    boards_screen: lambda event, **_: event.plan.kind.is_duplicate and bool(event.entries),
    bracket_screen: lambda event, **_: event.plan.kind is KNOCKOUT and bool(event.pairings),
    confirm_resign_screen: _sits,
    finder_screen: lambda presets, clocks, **_: bool(presets and clocks),
    last_result_screen: _ended,
    late_screen: _acts,
    more_screen: _sits,
    proof_screen: lambda event, **_: event.plan.kind.is_duplicate and bool(event.entries),
    turn_screen: _acts,
    which_match_screen: lambda matches, **_: bool(matches),
}
"""Which arguments go together."""


def _own(draw: Draw) -> Known:
    """What is known of the types of one screen only."""
    if draw is lesson_screen:
        return {
            (str, "name"): lambda: tuple(LESSONS),
            (str, "results"): lambda: ("1",),
            (int | None, "choice"): lambda: (None, 0),
        }
    return {}


def _fresh(value: Any) -> Any:
    """A list anew, since a screen may add to it."""
    return value.copy() if isinstance(value, list) else value


def drawn(draw: Draw, reader: Reader, given: Known | None = None) -> Iterator[Screen]:
    """A screen with each value of each of its parameters. ``given``: values of some types."""
    agrees = AGREED.get(draw)
    for arguments in Maker({**_known(reader), **_own(draw), **(given or {})}).calls(draw):
        if agrees is None or agrees(**arguments):
            yield draw(**{name: _fresh(value) for name, value in arguments.items()})
