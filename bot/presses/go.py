"""Presses below the welcome and help screens, and on the screens that they lead to."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class GoVerb(StrEnum):
    """The features offered; ``WHO`` and ``PERSON`` are menus of people."""

    PRACTICE = "practice"
    CHALLENGE = "challenge"
    WHO = "who"
    HAND = "hand"
    DAILY = "daily"
    RULES = "rules"
    SETTINGS = "settings"
    LEARN = "learn"
    SETUP = "setup"
    PERSON = "person"
    FIND = "find"
    OPEN = "open"
    WATCH = "watch"
    TABLES = "tables"
    RESIGN = "resign"
    PAUSE = "pause"
    RESUME = "resume"
    GIVE = "give"
    VACATION = "vacation"
    VERIFY = "verify"
    RECORDS = "records"
    PROFILE = "profile"
    HISTORY = "history"
    LEADERBOARD = "leaderboard"
    REWARDS = "rewards"
    FRIENDS = "friends"
    EVENTS = "events"
    INBOX = "inbox"
    EXPORT = "export"
    DELETE = "delete"
    ABOUT = "about"
    CARD_TABLE = "card-table"
    TRAINER = "trainer"


@dataclass(frozen=True)
class GoPress(Press):
    """A button or menu that leads to a feature."""

    WORD = "go"

    verb: GoVerb
