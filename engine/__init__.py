"""Gin rummy: the game, its records and its service, independent of Discord.

This package exports the names for programs that play, search or learn; modules hold the rest.

>>> from engine import Game, Level, computer
>>> Game("hollywood", seed=1).turn
<Seat.ONE: 0>
"""

import importlib
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.game.actions import Action
    from engine.game.card_reader import parse_cards
    from engine.game.cards import Card, card, card_text, cards_text
    from engine.game.errors import GinError, OptionError, RecordError, RuleError
    from engine.game.match import Match, MatchPhase
    from engine.game.presets import PRESETS
    from engine.game.record import MatchRecord
    from engine.game.rules import Rules, rules_from
    from engine.game.seats import Seat, Side
    from engine.game.view import SeatView
    from engine.players import Level
    from engine.simulation import Game, Hand, SeededDecks, computer, notation, playout, preset

__all__ = [
    "PRESETS",
    "Action",
    "Card",
    "Game",
    "GinError",
    "Hand",
    "Level",
    "Match",
    "MatchPhase",
    "MatchRecord",
    "OptionError",
    "RecordError",
    "RuleError",
    "Rules",
    "Seat",
    "SeatView",
    "SeededDecks",
    "Side",
    "card",
    "card_text",
    "cards_text",
    "computer",
    "notation",
    "parse_cards",
    "playout",
    "preset",
    "rules_from",
]
_HOMES: Final = {
    **dict.fromkeys(("card", "card_text", "cards_text", "Card"), "game.cards"),
    **dict.fromkeys(("GinError", "OptionError", "RecordError", "RuleError"), "game.errors"),
    **dict.fromkeys(("Match", "MatchPhase"), "game.match"),
    **dict.fromkeys(("Rules", "rules_from"), "game.rules"),
    **dict.fromkeys(("Seat", "Side"), "game.seats"),
    "Action": "game.actions",
    "parse_cards": "game.card_reader",
    "PRESETS": "game.presets",
    "MatchRecord": "game.record",
    "SeatView": "game.view",
    "Level": "players",
}
"""Modules of the names outside the simulation. They are imported on first use, so that a user of a
part of the engine (such as the health check) loads only that part."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"engine.{_HOMES.get(name, 'simulation')}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
