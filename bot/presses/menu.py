"""The menu: each place that a person can go to, with its name, and the press that leads there."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.presses.pages import RacePress, RaceVerb
from bot.ui.i18n import mark
from bot.ui.press import Press, Role
from bot.ui.reader import Reader
from bot.ui.screen import Button, MenuChoice, Style


class MenuVerb(StrEnum):
    """The features offered. ``WHO`` and ``PERSON`` are menus of people, ``MORE`` one of places."""

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
    TUTOR = "tutor"
    ASK = "ask"
    RACE = "race"
    STUDIES = "studies"
    MORE = "more"


@dataclass(frozen=True)
class MenuPress(Press):
    """A button or menu that leads to a feature."""

    WORD = "go"

    verb: MenuVerb

    @property
    def role(self) -> Role | None:
        return "find" if self.verb is MenuVerb.FIND else None


class Section(StrEnum):
    """The parts of the card table's navigation that are made of the menu's entries."""

    LEARN = "learn"
    EVENTS = "events"
    RECORDS = "records"
    ME = "me"


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A place that a person can go to.

    ``section``: where the card table has it as a page, in the order of the entries, called
    ``page_title`` if that differs. ``command``: the description of its slash command, if that has
    no options. ``beside``: the place whose panel offers it, by ``in_place`` if that replaces the
    panel.
    """

    verb: MenuVerb
    title: str
    emoji: str
    section: Section | None = None
    page_title: str = ""
    command: str = ""
    beside: MenuVerb | None = None
    in_place: Press | None = None

    def button(self, reader: Reader, style: Style = Style.SECONDARY) -> Button:
        """Return the button that leads there."""
        return Button(reader.words.t(self.title), MenuPress(self.verb), style, self.emoji)

    def page_button(self, reader: Reader) -> Button:
        """Return the button of the card table's navigation."""
        title = reader.words.t(self.page_title or self.title)
        return Button(title, MenuPress(self.verb), emoji=self.emoji)


ENTRIES: Final = (
    MenuEntry(MenuVerb.PRACTICE, mark("Practice"), "🤖"),
    MenuEntry(MenuVerb.CHALLENGE, mark("Challenge a friend"), "⚔️"),
    MenuEntry(MenuVerb.FIND, mark("Find a table"), "🔎"),
    MenuEntry(MenuVerb.TABLES, mark("My tables"), "🗂️"),
    MenuEntry(MenuVerb.HAND, mark("My hand"), "🃏"),
    MenuEntry(
        MenuVerb.LEARN,
        mark("Learn"),
        "🎓",
        Section.LEARN,
        page_title=mark("Lessons"),
        command="Learn gin rummy step by step",
    ),
    MenuEntry(MenuVerb.TRAINER, mark("Trainer"), "🎯", Section.LEARN),
    MenuEntry(
        MenuVerb.RACE,
        mark("Race"),
        "⏱️",
        Section.LEARN,
        beside=MenuVerb.TRAINER,
        in_place=RacePress(RaceVerb.SHOW),
    ),
    MenuEntry(MenuVerb.TUTOR, mark("Tutor"), "🎓", Section.LEARN, beside=MenuVerb.TRAINER),
    MenuEntry(MenuVerb.ASK, mark("Ask"), "🧠", Section.LEARN),
    MenuEntry(
        MenuVerb.STUDIES, mark("My studies"), "📝", Section.LEARN, page_title=mark("Studies")
    ),
    MenuEntry(
        MenuVerb.DAILY,
        mark("Daily challenge"),
        "📅",
        Section.LEARN,
        command="The daily challenge, its scores and the puzzle",
    ),
    MenuEntry(MenuVerb.RULES, mark("Rules"), "📖", Section.LEARN),
    MenuEntry(
        MenuVerb.EVENTS,
        mark("Events"),
        "🏆",
        Section.EVENTS,
        command="Tournaments, arenas and leagues of this server",
    ),
    MenuEntry(MenuVerb.RECORDS, mark("Records"), "📈"),
    MenuEntry(MenuVerb.PROFILE, mark("My profile"), "📈", Section.RECORDS),
    MenuEntry(MenuVerb.HISTORY, mark("My matches"), "🗂️", Section.RECORDS),
    MenuEntry(
        MenuVerb.LEADERBOARD,
        mark("Leaderboard"),
        "🏆",
        Section.RECORDS,
        command="The best players of this server, or of your friends",
    ),
    MenuEntry(MenuVerb.REWARDS, mark("Coins and shop"), "🪙", Section.RECORDS),
    MenuEntry(
        MenuVerb.SETTINGS,
        mark("Settings"),
        "⚙️",
        Section.ME,
        command="Your settings: notifications, cards, language",
    ),
    MenuEntry(MenuVerb.FRIENDS, mark("Friends"), "🙂", Section.ME),
    MenuEntry(MenuVerb.ABOUT, mark("About"), "ℹ️", Section.ME),
    MenuEntry(MenuVerb.SETUP, mark("Set up"), "🛠️"),
)
_BY_VERB: Final[Mapping[MenuVerb, MenuEntry]] = {one.verb: one for one in ENTRIES}


def menu_button(reader: Reader, verb: MenuVerb, style: Style = Style.SECONDARY) -> Button:
    """Return the button that leads to a place of the menu."""
    return _BY_VERB[verb].button(reader, style)


def menu_choice(reader: Reader, verb: MenuVerb) -> MenuChoice:
    """Return the choice of a menu of places, which leads where the button does."""
    return MenuChoice(reader.words.t(_BY_VERB[verb].title), verb.value)


def buttons_beside(reader: Reader, verb: MenuVerb) -> Iterator[Button]:
    """Return the buttons of the places that the panel of another one offers."""
    for one in ENTRIES:
        if one.beside is verb:
            press = one.in_place or MenuPress(one.verb)
            yield Button(reader.words.t(one.title), press, emoji=one.emoji)
