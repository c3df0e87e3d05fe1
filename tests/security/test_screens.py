"""Many matches: no screen of any reader tells or draws a card that they may not know.

What may be known is worked out here from the deals and the moves alone, not from the views that
the screens are made of. `scripts/dev canary` plays thousands of matches.
"""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pytest

from bot.match.hand.model import CardByCard, HandPanel, Mode, Options, Resting, Selected
from bot.match.hand.screen import hand_screen
from bot.match.sheet_screen import sheet_screen
from bot.match.table_screen import table_screen
from bot.match.turn_pings import turn_screen
from bot.match.tv import tv_screen
from bot.match.watch_screen import watch_screen
from bot.render.models import TablePicture, TablePlayer
from bot.ui.i18n import in_language
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Image, Row, Screen
from engine.game.actions import (
    BigGin,
    Discard,
    Knock,
    LayMeld,
    LayOff,
    Ready,
    RoundAction,
    TakeDeep,
    TakeKnock,
)
from engine.game.cards import Card, cards_of
from engine.game.match import Match, MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.revision import revision
from engine.game.rules import KnockCardSource
from engine.game.seats import Seat, Side
from engine.game.view import SeatView, public_view, seat_view
from tests.engine.playing import any_action, preset_match, sensible_action
from tests.security.cards_drawn import cards_told
from tests.worlds.moments import board_of

QUICK = ("standard", "oklahoma", "hollywood", "mahjong", "three_handed", "partnership_4")
MATCHES = int(os.environ.get("GIN_CANARY_SCREENS", "1"))
"""Matches of each preset; `scripts/dev canary` plays more of them."""
MOVES = int(os.environ.get("GIN_CANARY_MOVES", "25"))
READERS = tuple(Reader(in_language("en"), text_mode=words) for words in (False, True))
Maker = Callable[[Reader, Match, MatchContext, Seat], Iterator[Screen]]


@dataclass
class Knowledge:
    """What everybody, and each seat besides, has seen of the round that is played."""

    number: int = 0
    public: set[Card] = field(default_factory=set)
    own: dict[Seat, set[Card]] = field(default_factory=dict)

    def deal(self, match: Match) -> None:
        """Learn what lies open after a deal."""
        self.number, self.public, self.own = match.number, set(), {}
        for table in match.tables:
            self.public.update(table.round.discards)
            if table.round.kind == "gin" and table.round.knock_card is not None:
                source = match.rules.knock_card_source
                assert source is not KnockCardSource.FIXED
                self.public.add(table.round.knock_card)

    def move(self, before: Match, seat: Seat, action: RoundAction, after: Match) -> None:
        """Learn what a move has shown to everybody."""
        match action:
            case Discard(card=card) | LayOff(card=card):
                self.public.add(card)
            case TakeDeep(card=card, meld=meld):
                self.public |= {card, *cards_of(meld)}
            case LayMeld(cards=cards):
                self.public.update(cards_of(cards))
            case Knock(card=card) | TakeKnock(card=card):
                self.public |= {card, *_hand(before, seat)}
            case BigGin():
                self.public.update(_hand(before, seat))
            case _:
                pass

    def look(self, match: Match) -> None:
        """Everybody looks at the own cards; who advises a captain at the captain's."""
        for seat in match.seats:
            captain = match.captain_of(seat)
            whose = seat if captain is None else captain
            if match.table_of(whose) is not None:
                self.own.setdefault(seat, set()).update(_hand(match, whose))


def _hand(match: Match, seat: Seat) -> Sequence[Card]:
    index = match.table_of(seat)
    assert index is not None
    table = match.tables[index]
    return tuple(cards_of(table.round.hands[Side(table.pair.index(seat))]))


def public_screens(
    reader: Reader, match: Match, board: MatchContext, seat: Seat
) -> Iterator[Screen]:
    """What anybody may open."""
    yield table_screen(reader, board)
    yield watch_screen(reader, board)
    yield sheet_screen(reader, board)
    yield tv_screen(reader, board, "https://discord.com/channels/1/2/3")
    for mover in match.to_act:
        yield turn_screen(reader, board, mover, "https://discord.com/x", direct=False)


def private_screens(
    reader: Reader, match: Match, board: MatchContext, seat: Seat
) -> Iterator[Screen]:
    """The panel of a seat, whatever is open in it."""
    own = seat_view(match, seat)
    for mode in _modes(own):
        yield hand_screen(HandPanel(reader, board, own, revision(match, seat), mode))


def _modes(own: SeatView) -> Iterator[Mode]:
    yield Resting()
    if own.table is not None:
        yield from (Options(), CardByCard())
        for card in list(cards_of(own.hand & own.legal.discards))[:1]:
            yield Selected(card)


def leaks(
    preset: str,
    seed: int,
    moves: int,
    *,
    public: Maker = public_screens,
    private: Maker = private_screens,
) -> Iterator[str]:
    """Play, and say of every screen which cards its reader may not know."""
    match, decks = preset_match(preset, seed)
    rng, known = random.Random(seed), Knowledge()
    for _ in range(moves):
        if match.phase is MatchPhase.OVER:
            return
        if match.phase is MatchPhase.BETWEEN:
            match = act(match, rng.choice(match.to_act), Ready(), decks).match
            continue
        if known.number != match.number:
            known.deal(match)
        known.look(match)
        if not any(table.is_over for table in match.tables):
            board = board_of(match, preset)
            for reader in READERS:
                for seat in match.seats[:1]:
                    for screen in public(reader, match, board, seat):
                        yield from _stray(screen, known.public, "everybody")
                for seat in match.seats:
                    may_know = known.public | known.own.get(seat, set())
                    for screen in private(reader, match, board, seat):
                        yield from _stray(screen, may_know, seat.name)
        seat = rng.choice(match.to_act)
        choose = any_action if rng.random() < 0.1 else sensible_action
        action = choose(seat_view(match, seat), rng)
        after = act(match, seat, action, decks).match
        known.move(match, seat, action, after)
        match = after


def _stray(screen: Screen, may_know: set[Card], who: str) -> Iterator[str]:
    stray = cards_told(screen) - may_know
    if stray:
        yield f"{sorted(stray)} told to {who}: {' '.join(screen.texts())[:200]}"


@pytest.mark.parametrize(
    "preset",
    [pytest.param(one, marks=[] if one in QUICK else [pytest.mark.slow]) for one in PRESETS],
)
def test_no_screen_of_any_reader_tells_a_hidden_card(preset: str) -> None:
    for number in range(MATCHES):
        found = list(leaks(preset, 1000 + number, MOVES))
        assert found == [], f"match {number}: {found[0]}"


def hands_of_the_other(
    reader: Reader, match: Match, board: MatchContext, seat: Seat
) -> Iterator[Screen]:
    """A mistake: while the opponent lays off, the knocker is shown the opponent's panel."""
    other = next(one for one in match.seats if one is not seat)
    layoff = any(table.round.phase.value == "LAYOFF" for table in match.tables)
    yield from private_screens(reader, match, board, other if layoff else seat)


def hand_beside_the_board(
    reader: Reader, match: Match, board: MatchContext, seat: Seat
) -> Iterator[Screen]:
    """A mistake: everybody gets what only a player should."""
    yield from private_screens(reader, match, board, seat)


def cards_in_the_buttons(
    reader: Reader, match: Match, board: MatchContext, seat: Seat
) -> Iterator[Screen]:
    """A mistake: only the custom ids tell a card."""
    for screen in private_screens(reader, match, board, seat):
        rows = tuple(
            replace(part, buttons=tuple(replace(one, label="x") for one in part.buttons))
            for part in screen.parts
            if isinstance(part, Row)
        )
        yield replace(screen, parts=rows)


def picture_of_the_hand(
    reader: Reader, match: Match, board: MatchContext, seat: Seat
) -> Iterator[Screen]:
    """A mistake: only a picture tells the cards."""
    for screen in private_screens(reader, match, board, seat):
        yield replace(screen, parts=tuple(replace(one, alt="") for one in screen.images()))


@pytest.mark.parametrize("mistake", [hand_beside_the_board, cards_in_the_buttons])
def test_a_hand_that_everybody_sees_is_found(mistake: Maker) -> None:
    assert any(leaks("standard", 1000, MOVES, public=mistake))


def test_a_picture_that_everybody_sees_is_found() -> None:
    assert any(leaks("standard", 1000, MOVES, public=picture_of_the_hand))


@pytest.mark.slow
def test_a_leaked_layoff_hand_is_found() -> None:
    assert any(
        leak
        for seed in range(1000, 1010)
        for leak in leaks("standard", seed, 60, private=hands_of_the_other)
    )


def test_the_knowledge_does_not_come_from_the_views() -> None:
    match, _ = preset_match("standard", 1)
    known = Knowledge()
    known.deal(match)
    known.look(match)
    view = public_view(match)
    assert known.public == set(view.tables[0].discards)
    assert all(len(cards) in (10, 11) for cards in known.own.values())


def test_the_cards_of_a_picture_are_told_from_its_counts() -> None:
    ends = TablePlayer("Ann", hand=((12,),)), TablePlayer("Bob")
    picture = TablePicture(*ends, stock=31, discard=5, recent=(7,), knock_card=9)
    assert cards_told(Screen((Image(picture, "table.png", ""),))) == {5, 7, 9, 12}
