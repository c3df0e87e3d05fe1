"""The master level: the best choice by the learned network, close discards by a search.

If the network does not cover the decision, because of rare rules or a discard that ends the round,
it uses ``playouts``.
"""

from engine.game.actions import BigGin, Knock, RoundAction, Take
from engine.game.legal import Verb
from engine.players import playouts
from engine.players.judgement import can_judge, judged_discards, judged_draws
from engine.players.position import Position
from engine.players.search import looked_ahead


def discard_action(position: Position) -> RoundAction:
    """Discard, or knock, or declare big gin."""
    legal = position.view.legal
    if Verb.BIG_GIN in legal.verbs:
        return BigGin()
    if not can_judge(position):
        return playouts.discard_action(position)
    gins = [card for card, left in legal.knocks if left == 0]
    if gins:
        return Knock(gins[0])
    return looked_ahead(position, judged_discards(position))[0].action


def draw_action(position: Position) -> RoundAction:
    """Take the top discard or a deeper card, or draw, or pass."""
    if not can_judge(position):
        return playouts.draw_action(position)
    memory, play, legal = position.memory, position.play, position.view.legal
    if Verb.TAKE in legal.verbs:
        bit = 1 << memory.top
        if play.solver.best_discard(memory.hand | bit, bit)[1] == 0:
            return Take()
    return judged_draws(position)[0].action
