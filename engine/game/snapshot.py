"""Versioned JSON snapshots of a match, validated when they are read."""

from typing import Final

from pydantic import TypeAdapter, ValidationError

from engine.game.cards import FULL_DECK
from engine.game.errors import OptionError, RecordError
from engine.game.machine import Round
from engine.game.mahjong import MahjongRound
from engine.game.match import Match

SCHEMA: Final = 1
"""Version of the JSON form; incremented with every incompatible change of ``Match``."""

_ADAPTER: Final[TypeAdapter[Match]] = TypeAdapter(Match)


def dump(match: Match) -> str:
    """Write the match as one line of JSON."""
    return _ADAPTER.dump_json(match, exclude_defaults=True).decode()


def load(text: str, schema: int = SCHEMA) -> Match:
    """Read a match. Raise RecordError if it is invalid or its cards are not one deck."""
    if schema != SCHEMA:
        raise RecordError("snapshot_schema", found=schema, known=SCHEMA)
    try:
        match = _ADAPTER.validate_json(text)
    except (ValidationError, OptionError) as error:
        raise RecordError("snapshot_unreadable") from error
    for table in match.tables:
        if _cards_in_play(table.round) != FULL_DECK:
            raise RecordError("snapshot_cards")
    return match


def _cards_in_play(state: Round) -> int:
    """Return all cards of a table as a set; 0 if a card is in two places."""
    places = [*state.hands, *(1 << card for card in (*state.stock, *state.discards))]
    if isinstance(state, MahjongRound):
        places += [meld.cards for meld in state.melds]
    else:
        places += [1 << card for card, _ in state.layoffs]
        if state.knock is not None and state.knock.discard is not None:
            places.append(1 << state.knock.discard)
    union = 0
    for cards in places:
        if union & cards:
            return 0
        union |= cards
    return union
