"""Rounds of two-player gin as a PettingZoo environment, for programs that learn.

>>> from engine.pettingzoo_env import env
>>> rounds = env("oklahoma")
>>> rounds.reset(seed=1)
>>> observation, reward, over, cut, info = rounds.last()
>>> observation["observation"].shape, observation["action_mask"].shape
((4, 52), (108,))

An episode is one round. A player observes four planes of the 52 cards (clubs, diamonds, hearts,
spades, each from the ace): the own hand, the top discard, the discards below it, and the cards that
the opponent has taken from the pile and still holds. Actions: 0 pass, 1 take the top discard, 2
draw, 3 declare big gin, or make the best layoffs; 4 + card discards, and 56 + card knocks with that
discard. The reward at the end is the points won, negative for the loser.
"""

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.game import actions
from engine.game.actions import Action, Discard, Take
from engine.game.cards import DECK_SIZE, CardSet, cards_of
from engine.game.legal import Verb
from engine.game.rules import GameKind, LayoffMode, Rules
from engine.game.seats import Seat, Side
from engine.simulation import Game, preset

PLANES: Final = 4
_DISCARD: Final = 4
_KNOCK: Final = _DISCARD + DECK_SIZE
ACTIONS: Final = _KNOCK + DECK_SIZE
_SIMPLE: Final[dict[Verb, tuple[int, Action]]] = {
    Verb.PASS: (0, actions.Pass()),
    Verb.TAKE: (1, Take()),
    Verb.DRAW: (2, actions.Draw()),
    Verb.BIG_GIN: (3, actions.BigGin()),
    Verb.AUTO: (3, actions.AutoLayOff()),
}


class GinRounds(AECEnv[str, dict[str, Any], int]):
    """Rounds of gin between ``player_0`` and ``player_1``; illegal actions raise ValueError."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gin_rummy_rounds_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, rules: Rules | str = "standard", render_mode: str | None = None) -> None:
        """``rules``: two-player gin with automatic layoffs; ValueError otherwise."""
        super().__init__()
        self._rules = preset(rules) if isinstance(rules, str) else rules
        by_hand = self._rules.layoff_mode is LayoffMode.MANUAL
        if 2 not in self._rules.players() or self._rules.game_kind is not GameKind.GIN or by_hand:
            raise ValueError("the rules must be two-player gin with automatic layoffs")
        if self._rules.deep_pickup:
            raise ValueError("the rules must not have deep pickups")
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        cards = spaces.Box(0, 1, (PLANES, DECK_SIZE), np.int8)
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self._observed = spaces.Dict({"observation": cards, "action_mask": mask})
        self._actions = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what a player observes."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the actions of a player."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new round; the same seed deals the same one."""
        chosen = int(np.random.default_rng().integers(2**32)) if seed is None else seed
        self._game = Game(self._rules, seed=chosen)
        self._seen: list[CardSet] = [0, 0]
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0.0) for _ in "12")
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in "12")
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._game.turn or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the planes of cards and the mask of legal actions of a player."""
        seat = Seat(self.possible_agents.index(agent))
        planes = np.zeros((PLANES, DECK_SIZE), np.int8)
        mask = np.zeros(ACTIONS, np.int8)
        if not any(self.terminations.values()):
            table = self._game.match.tables[0]
            pile = table.round.discards
            planes[0, list(cards_of(table.round.hands[Side(table.pair.index(seat))]))] = 1
            planes[1, list(pile[-1:])] = 1
            planes[2, list(pile[:-1])] = 1
            planes[3, list(cards_of(self._seen[1 - seat]))] = 1
            if self._game.turn is seat:
                mask[list(self._offered())] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int) -> None:
        """Play an action of the player whose turn it is."""
        if any(self.terminations.values()):
            self._was_dead_step(action)
            return
        offered = self._offered()
        if action not in offered:
            raise ValueError(f"action {action} is not legal; these are: {sorted(offered)}")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._note(offered[action])
        self._game.play(offered[action])
        if self._game.match.played:
            first, second = self._game.match.played[0].entry.scores
            self.rewards = {"player_0": float(first - second), "player_1": float(second - first)}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._game.turn or 0]
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the score, and the hand of the player whose turn it is."""
        return str(self._game) if self._game.is_over else f"{self._game}\n{self._game.hand()}"

    def _offered(self) -> dict[int, Action]:
        legal = self._game.legal()
        found: dict[int, Action] = dict(_SIMPLE[verb] for verb in legal.verbs if verb in _SIMPLE)
        knock = actions.TakeKnock if Verb.TAKE_KNOCK in legal.verbs else actions.Knock
        found |= {_DISCARD + card: Discard(card) for card in cards_of(legal.discards)}
        return found | {_KNOCK + card: knock(card) for card, _ in legal.knocks}

    def _note(self, action: Action) -> None:
        """Note what the opponent sees of a hand: cards taken from the pile, until discarded."""
        seat, pile = self._game.turn, self._game.match.tables[0].round.discards
        assert seat is not None
        if isinstance(action, Take):
            self._seen[seat] |= 1 << pile[-1]
        elif isinstance(action, Discard):
            self._seen[seat] &= ~(1 << action.card)


def env(rules: Rules | str = "standard", render_mode: str | None = None) -> Any:
    """Return the environment in PettingZoo's usual wrappers; an illegal action ends the round."""
    wrapped = wrappers.TerminateIllegalWrapper(GinRounds(rules, render_mode), illegal_reward=-100)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
