"""The characters of the four computers: a name, lines of speech, a human pace.

The lines are English source strings; the bot translates them and shows them rarely, and a player
can turn them off.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.players.levels import Level


class TalkMoment(StrEnum):
    """The moments at which a character may speak."""

    GREETING = "greeting"
    GIN = "gin"
    KNOCKED = "knocked"
    UNDERCUT = "undercut"
    WAS_UNDERCUT = "was_undercut"
    LOST_ROUND = "lost_round"
    WON_MATCH = "won_match"
    LOST_MATCH = "lost_match"


@dataclass(frozen=True, slots=True)
class Character:
    """One computer opponent.

    ``pace_ms``: shortest and longest apparent time of a move. ``talk_percent``: probability of a
    line at a moment. ``about``: one sentence for the list of opponents.
    """

    level: Level
    name: str
    about: str
    pace_ms: tuple[int, int]
    talk_percent: int
    lines: dict[TalkMoment, tuple[str, ...]]


NOVICE: Final = Character(
    Level.NOVICE,
    "Pip",
    "Learned the game last week and is enjoying it.",
    (900, 2600),
    12,
    {
        TalkMoment.GREETING: ("Hello! I have read the rules twice.",),
        TalkMoment.GIN: ("Is that gin? It is gin!",),
        TalkMoment.KNOCKED: ("I think I may knock now.",),
        TalkMoment.UNDERCUT: ("Oh! I had fewer. Sorry.",),
        TalkMoment.WAS_UNDERCUT: ("I knocked too soon, did I?",),
        TalkMoment.LOST_ROUND: ("How did you see that coming?",),
        TalkMoment.WON_MATCH: ("I won? I should stop while I am ahead.",),
        TalkMoment.LOST_MATCH: ("Good game. I learned something again.",),
    },
)
CASUAL: Final = Character(
    Level.CASUAL,
    "Marge",
    "Has played at the club every Thursday for years.",
    (700, 2000),
    10,
    {
        TalkMoment.GREETING: ("Nice to see a new face at the table.",),
        TalkMoment.GIN: ("Gin, dear.",),
        TalkMoment.KNOCKED: ("That will do for me.",),
        TalkMoment.UNDERCUT: ("Always count before you knock.",),
        TalkMoment.WAS_UNDERCUT: ("Well, that serves me right.",),
        TalkMoment.LOST_ROUND: ("You were quicker.",),
        TalkMoment.WON_MATCH: ("Same time next Thursday?",),
        TalkMoment.LOST_MATCH: ("Well played. I will tell the others about you.",),
    },
)
EXPERT: Final = Character(
    Level.EXPERT,
    "Viktor",
    "Remembers every card and forgives none.",
    (600, 1800),
    7,
    {
        TalkMoment.GREETING: ("Let us play properly.",),
        TalkMoment.GIN: ("Gin. It was there since the fourth card.",),
        TalkMoment.KNOCKED: ("I knock.",),
        TalkMoment.UNDERCUT: ("I was waiting for that.",),
        TalkMoment.WAS_UNDERCUT: ("A risk that was worth taking.",),
        TalkMoment.LOST_ROUND: ("Noted.",),
        TalkMoment.WON_MATCH: ("The discards tell everything.",),
        TalkMoment.LOST_MATCH: ("You did not give me much to read.",),
    },
)
MASTER: Final = Character(
    Level.MASTER,
    "Ada",
    "Thinks through hundreds of deals before she throws a card.",
    (800, 2200),
    5,
    {
        TalkMoment.GREETING: ("May the better hand lose.",),
        TalkMoment.GIN: ("Gin.",),
        TalkMoment.KNOCKED: ("The numbers say now.",),
        TalkMoment.UNDERCUT: ("One time in three. This one.",),
        TalkMoment.WAS_UNDERCUT: ("Improbable, and yet.",),
        TalkMoment.LOST_ROUND: ("I would have played it the same way.",),
        TalkMoment.WON_MATCH: ("Thank you. That was a close calculation.",),
        TalkMoment.LOST_MATCH: ("Beautiful. Show me that again.",),
    },
)
CHARACTERS: Final = {one.level: one for one in (NOVICE, CASUAL, EXPERT, MASTER)}
"""The character of every level."""


def line(character: Character, moment: TalkMoment, seed: int) -> str | None:
    """Return the character's line at this moment, if any; the same for the same seed."""
    if seed % 100 >= character.talk_percent:
        return None
    lines = character.lines[moment]
    return lines[seed // 100 % len(lines)]


def pace_ms(character: Character, seed: int) -> int:
    """Return the apparent time of this move, in milliseconds."""
    shortest, longest = character.pace_ms
    return shortest + seed % (longest - shortest + 1)
