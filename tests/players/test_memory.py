"""What a player remembers is what was shown."""

from engine.game.actions import Pass
from engine.game.cards import card_set
from engine.game.match import MatchPhase, act
from engine.game.presets import PRESETS
from engine.game.round import GinRound, RoundEventKind
from engine.game.seats import Side
from engine.game.view import seat_view
from engine.players.levels import Level, choose
from engine.players.memory import recall
from tests.engine.playing import new_match


def test_memory_agrees_with_the_cards_that_lie_hidden() -> None:
    """Known cards are held, refused ones are not then, and nothing seen counts as unseen."""
    taken = 0
    for seed in range(25):
        match, decks = new_match(PRESETS["standard"], 2, seed)
        while match.phase is MatchPhase.PLAYING:
            seat = match.to_act[0]
            table = match.tables[0]
            state = table.round
            assert isinstance(state, GinRound)
            side = Side(table.pair.index(seat))
            view = seat_view(match, seat)
            memory = recall(view)
            theirs = state.hands[side.other]
            assert memory.known & ~theirs == 0
            assert memory.unseen & view.hand == 0
            if state.knock is None:
                assert memory.unseen == (theirs & ~memory.known) | card_set(state.stock)
                assert memory.hidden == (theirs & ~memory.known).bit_count()
            taken += memory.known.bit_count()
            draws = sum(
                event.side is side.other
                and event.fact in (RoundEventKind.DREW, RoundEventKind.TOOK)
                for event in state.events
            )
            assert memory.turns == draws
            match = act(match, seat, choose(view, Level.CASUAL, seed), decks).match
    assert taken > 20


def test_an_upcard_passed_by_both_is_refused_once() -> None:
    match, decks = new_match(PRESETS["standard"], 2, 8)
    upcard = match.tables[0].round.upcard
    for _ in range(2):
        match = act(match, match.to_act[0], Pass(), decks).match
    memory = recall(seat_view(match, match.to_act[0]))
    assert memory.refused == (upcard,)
    assert memory.top == upcard
