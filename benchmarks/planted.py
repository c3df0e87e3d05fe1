"""Players with one planted weakness each: masters but for one habit, described without the coach.

They play rounds of standard gin against a computer, the expert. The habits are rules of thumb that
people have; what the coach thinks of a choice is no part of them.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.coach import Grade, grade
from engine.coach.review import examined
from engine.game.actions import Discard, Knock, RoundAction, Take
from engine.game.cards import Card, cards_of
from engine.game.legal import Verb
from engine.game.match import MatchPhase, act, start
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.players import Level, choose, expert
from engine.players.expert import discards
from engine.players.judgement import can_judge, judged_discards
from engine.players.position import NEIGHBOURS, Position
from engine.simulation import SeededDecks
from engine.trainer import tutor
from engine.trainer.tutor import Mistake, StudiedRound, Weakness, weakness_of

ME: Final = Seat.ONE
OTHERS: Final = Level.EXPERT
LATE: Final = 4
"""The opponent's draws after which a hand is called late."""
EARLY: Final = 7
"""Those up to which it is called early."""
MUCH: Final = 6
"""Deadwood with which most would not knock late."""
BREAKS: Final = 0.25
CLOSE: Final = 3
"""Points of deadwood that somebody gives away who looks at something else."""

Habit = Callable[[Position, RoundAction, random.Random], RoundAction]
"""Returns what somebody does in place of the master's choice."""


def _waits_for_gin(position: Position, best: RoundAction, _chance: random.Random) -> RoundAction:
    knocks = dict(position.view.legal.knocks)
    if isinstance(best, Knock) and knocks[best.card] and can_judge(position):
        found = [one.action for one in judged_discards(position)]
        return next(one for one in found if isinstance(one, Discard))
    return best


def _knocks_at_once(position: Position, best: RoundAction, _chance: random.Random) -> RoundAction:
    if position.view.legal.knocks and isinstance(best, Discard) and position.memory.turns <= EARLY:
        return Knock(expert.best_knock(position)[0])
    return best


def _knocks_high(position: Position, best: RoundAction, _chance: random.Random) -> RoundAction:
    """Knock with much deadwood, as if nobody could have less."""
    if position.view.legal.knocks and isinstance(best, Discard):
        card, left = expert.best_knock(position)
        if left >= MUCH:
            return Knock(card)
    return best


def _takes_for_runs(position: Position, best: RoundAction, _chance: random.Random) -> RoundAction:
    if Verb.TAKE in position.view.legal.verbs and not isinstance(best, Take):
        _, near, far = NEIGHBOURS[position.memory.top]
        if position.memory.hand & (near | far):
            return Take()
    return best


def _loose(position: Position) -> list[Card]:
    """Return the cards outside the melds that may be discarded."""
    return list(cards_of(position.view.layout.deadwood_cards & position.view.legal.discards))


def _feeds(position: Position, best: RoundAction, _chance: random.Random) -> RoundAction:
    """Discard what the opponent wants, of loose cards of about the same points."""
    if not isinstance(best, Discard) or not can_judge(position):
        return best
    hands, loose = position.likely_hands(expert.HANDS), _loose(position)
    allowed = position.view.legal.discards
    memory = position.memory
    found = discards(position.play, memory, memory.hand, allowed, hands, most=11)
    own = next((one for one in found if one.card == best.card), None)
    if own is None:
        return best
    alike = [one for one in found if one.card in loose and abs(one.left - own.left) <= CLOSE]
    return Discard(max(alike, key=lambda one: one.danger).card) if alike else best


def _keeps_high(position: Position, best: RoundAction, _chance: random.Random) -> RoundAction:
    loose = _loose(position)
    if isinstance(best, Discard) and loose and position.memory.turns >= LATE:
        return Discard(min(loose, key=lambda card: (position.play.value[card], card)))
    return best


def _breaks_melds(position: Position, best: RoundAction, chance: random.Random) -> RoundAction:
    if isinstance(best, Discard) and chance.random() < BREAKS:
        melded = sum(position.view.layout.melds) & position.view.legal.discards
        if melded:
            return Discard(max(cards_of(melded), key=lambda card: position.play.value[card]))
    return best


PLANTED: Final[dict[Weakness, Habit]] = {
    tutor.KNOCKS_LATE: _waits_for_gin,
    tutor.KNOCKS_EARLY: _knocks_at_once,
    tutor.IGNORES_UNDERCUT: _knocks_high,
    tutor.TAKES_TOO_MUCH: _takes_for_runs,
    tutor.FEEDS_OPPONENT: _feeds,
    tutor.KEEPS_HIGH_CARDS: _keeps_high,
    tutor.BREAKS_MELDS: _breaks_melds,
}


@dataclass(frozen=True, slots=True)
class Player:
    """A player with one weakness; ``seed``: of everything that is chance."""

    weakness: Weakness
    seed: int

    def rounds(self, count: int, first: int = 0) -> list[StudiedRound]:
        """Play rounds, and return the player's mistakes in each."""
        return [self._round(first + n) for n in range(count)]

    def _round(self, number: int) -> StudiedRound:
        chance = random.Random(f"{self.weakness.name}:{self.seed}:{number}")
        decks = SeededDecks(chance.getrandbits(48))
        match = start(PRESETS["single"], 2, number % 2, decks)
        found: list[Mistake] = []
        step = 0
        while match.phase is MatchPhase.PLAYING:
            seat, step = match.to_act[0], step + 1
            view = seat_view(match, seat)
            if seat is not ME:
                action: RoundAction = choose(view, OTHERS, chance.getrandbits(32))
            else:
                options = examined(view, None, step).options
                action = best = options[0].action
                if Verb.DONE not in view.legal.verbs:
                    habit = PLANTED[self.weakness]
                    action = habit(Position.of(view, step), action, chance)
                graded = None if action == best else grade(view, action, step, step)
                if graded is not None and graded.grade is not Grade.BEST:
                    cost = max(0.0, graded.best.points - graded.played.points)
                    kind = weakness_of(action, graded.best.action, graded.reason.why)
                    if kind is not None:
                        found.append(Mistake(step, kind, cost, action, graded.best.action))
            match = act(match, seat, action, decks).match
        return StudiedRound(self.seed, number, tuple(found))
