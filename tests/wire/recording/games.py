"""The recorded games: rulesets, numbers of players, chats, and what else happens in them."""

from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Game:
    """A match from its first command to its last press.

    ``in_group``: in a chat that the bot is no member of. ``in_words``: one player reads text
    instead of pictures. ``resigns``: after how many
    presses somebody gives up, 0 for a match that is played out.
    """

    name: str
    preset: str = "standard"
    players: int = 2
    options: dict[str, object] = field(default_factory=dict)
    in_group: bool = False
    in_words: bool = False
    resigns: int = 0


def _short(name: str, preset: str, **options: object) -> Game:
    return Game(name, preset, options={"target": 25, **options})


GAMES: Final = (
    _short("standard", "standard"),
    _short("standard-rated", "standard", rated=True),
    Game("standard-in-words", options={"target": 25}, in_words=True),
    Game("standard-in-a-group", options={"target": 25}, in_group=True),
    Game("standard-resigned", resigns=30),
    Game("single-live-clock", "single", options={"target": 50, "clock": "live"}),
    _short("casual", "casual"),
    _short("classic", "classic"),
    _short("tournament", "tournament"),
    _short("multi-match", "multi_match"),
    _short("straight", "straight"),
    _short("oklahoma", "oklahoma"),
    _short("oklahoma-hollywood", "oklahoma_hollywood"),
    _short("tedesco", "tedesco"),
    _short("mahjong", "mahjong"),
    _short("round-corner", "round_corner"),
    Game("three-handed", "three_handed", 3, {"target": 25}),
    Game("partnership-of-four", "partnership_4", 4, {"target": 25}),
    Game("captains-of-five", "captains_5", 5, {"target": 25}),
    Game("partnership-of-eight", "partnership_8", 8, {"target": 25}),
)
