"""`scripts/screens [NAME]`: pictures of every screen of the playground, into `.screens`.

`scripts/screens docs [NAME]` takes those of the documentation (tests/browser/docs_pictures.py).

People with a past sit down (played by the service before the program starts), then the real
program is used in a real browser. SimCord's page is dark; for the light pictures its colours are
replaced by Discord's light ones, so that it can be seen that no picture needs a dark ground.
"""

import asyncio
import itertools
import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Final

from PIL import Image

from engine.clocks import LIVE
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.option_types import Option
from engine.game.presets import PRESETS
from engine.players import Level, choose
from engine.service import (
    ChannelId,
    GuildConfig,
    GuildId,
    InteractionId,
    LobbyOpened,
    MatchCommand,
    MatchId,
    MatchSetup,
    OpenLobby,
    Person,
    Prefs,
    Service,
    Started,
    TableMessage,
    TimeSettings,
    UserId,
)
from engine.store import Store
from tests.browser.events_held import Organiser
from tests.browser.playground_page import ROOT, Browser, Program
from tests.keys import fresh
from tests.service.world import Counted, Hands, sensible

FOLDER: Final = ROOT / ".screens"
WIDTHS: Final = (400, 1280)
THEMES: Final = ("dark", "light")
TALL: Final = 1600
"""A height in which every message is shown whole."""
QUALITY: Final = 62
FIRST_ID: Final = 1_456_074_448_175_104_000
GUILD: Final = GuildId(FIRST_ID)
CHANNEL: Final = ChannelId(FIRST_ID + 3)
ALICE, BOB, CAROL, DAVE = (
    Person(UserId(FIRST_ID + 4 + n), name)
    for n, name in enumerate(("Alice", "Bob", "Carol", "Dave"))
)
DAY_MS: Final = 24 * 3600 * 1000
SHORT: Final = "short"
"""A house ruleset whose matches are over after a round or two."""
LIGHT: Final = """:root {
  --discord-bg: #fff; --discord-surface: #f2f3f5; --discord-elevated: #e3e5e8;
  --discord-control: #ebedef; --discord-hover: #e0e1e5; --discord-text: #060607;
  --discord-muted: #5c5e66; --discord-subtle: #4e5058; --discord-border: #d5d6da;
  --component-surface: #f7f8f9; --component-border: #d9dade; --control-border: #cfd0d5;
  --chip-surface: #eceef1; --list-surface: #f2f3f5; --option-hover: #e4e5e9;
  --subtle-surface: #e3e5e8; --subtle-surface-text: #060607; --input-surface: #ebedef;
  --button-alt: #e3e5e8; --button-alt-hover: #d7d9dc; --code-surface: #eceef6;
  --code-border: #d3d5e4; --code-text: #313338; --entity-text: #2e3035; }
article.channel-message * { color: #2e3035 !important; }
.button-style-1 *, .button-style-3 *, .button-style-4 * { color: #fff !important; }
.button-style-1, .button-style-3, .button-style-4 { color: #fff !important; }
.button-style-2, .button-style-5 { background: #e3e5e8 !important; }
"""
"""Discord's light colours in the place of the page's dark ones."""
_ALL_SHOWN: Final = """() =>
  [...document.querySelectorAll("article.channel-message:last-of-type img")]
  .every(image => image.complete && image.naturalWidth > 0)"""
_SHINE: Final = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = css ? [sheet] : [];
}"""


async def give_them_a_past(folder: Path) -> None:
    """Two months of matches between four people."""
    clock = Hands(time.time_ns() // 1_000_000 - 70 * DAY_MS)
    store = await Store.open(f"sqlite:///{folder / 'gin.db'}")
    service = Service(
        store, clock=clock, entropy=Counted("screens"), time_settings=TimeSettings(pace_ms=(0, 0))
    )
    await service.start()
    ids = (InteractionId(number) for number in itertools.count(FIRST_ID - 10**9))
    strength = {ALICE: 0.02, BOB: 0.12, CAROL: 0.3, DAVE: 0.2}
    rng = random.Random(4)
    presets = ("single", "single", "oklahoma", "hollywood")
    for number in range(46):
        first, second = rng.sample(list(strength), 2)
        await _play(service, ids, first, second, presets[number % 4], strength, rng)
        clock.pass_ms(int(1.4 * DAY_MS))
    place = (GUILD, CHANNEL)
    house: dict[str, dict[str, Option]] = {
        "friday": {"knock_card_source": "upcard", "undercut_bonus": 20},
        SHORT: {"target": 20},
    }
    home = GuildConfig(presets=house, across=True)
    await service.set_guild_config(fresh(), GUILD, ALICE.user_id, home)
    await Organiser(service, clock, ids, place, (BOB, ALICE, DAVE, CAROL)).hold_all()
    for one, other in ((ALICE, BOB), (BOB, ALICE), (ALICE, CAROL), (DAVE, ALICE)):
        await service.friends.add(fresh(), one, other)
    await service.notes.send(
        next(ids), BOB, ALICE.user_id, "That last undercut hurt. Again tonight?"
    )
    await service.set_prefs(fresh(), ALICE, Prefs(world_board=True))
    await service.trainer.prepare()
    await service.close()


async def _play(
    service: Service,
    ids: Iterator[InteractionId],
    first: Person,
    second: Person,
    preset: str,
    slips: dict[Person, float],
    rng: random.Random,
) -> None:
    ask = OpenLobby(
        interaction=next(ids),
        table=TableMessage(GUILD, CHANNEL),
        host=first,
        setup=MatchSetup(PRESETS[preset], preset, LIVE, rated=True),
        expires_at_ms=2**52,
        invited=(second,),
    )
    opened = await service.open_lobby(ask)
    assert isinstance(opened, LobbyOpened)
    started = await service.join(next(ids), opened.lobby.id, second)
    assert isinstance(started, Started)
    match = MatchId(started.live.id)
    people = {person.user_id: person for person in (first, second)}
    while True:
        live = await service.load(match)
        assert live is not None
        if live.is_over:
            return
        seat = live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        action = sensible(live, seat)
        playing = live.public().phase is MatchPhase.PLAYING
        if playing and rng.random() < slips[people[user]]:
            action = choose(live.view(seat), Level.NOVICE, rng.randrange(2**30))
        if rng.random() < 0.0005:
            action = Resign()
        await service.act(MatchCommand(next(ids), match, user, action, live.revision(seat)))


class Camera:
    """Takes the newest message of the channel at every width, dark and light."""

    widths: Sequence[int] = WIDTHS
    themes: Sequence[str] = THEMES

    def __init__(self, browser: Browser, folder: Path, only: str) -> None:
        self._browser = browser
        self._folder = folder
        self._only = only
        self.taken = set[str]()

    def file_name(self, name: str, width: int, theme: str) -> str:
        """The name of a picture's file."""
        return f"{name}-{width}-{theme}.webp"

    def wants(self, *names: str) -> bool:
        """Whether one of these pictures is to be taken."""
        return any(re.search(self._only, name) for name in names)

    def take(self, name: str, *, back: int = 0) -> None:
        """The newest message, or one ``back`` messages earlier."""
        if not self.wants(name):
            return
        page = self._browser.page
        for width in self.widths:
            page.set_viewport_size({"width": width, "height": TALL})
            for theme in self.themes:
                page.evaluate(_SHINE, LIGHT if theme == "light" else "")
                page.wait_for_timeout(250)
                message = page.locator("article.channel-message").nth(-1 - back)
                message.scroll_into_view_if_needed()
                page.wait_for_function(_ALL_SHOWN)
                page.mouse.move(2, 2)
                data = message.screenshot()
                picture = Image.open(BytesIO(data)).convert("RGB")
                if picture.width > 720:
                    picture = picture.crop((0, 0, 720, picture.height))
                path = self._folder / self.file_name(name, width, theme)
                picture.save(path, "WEBP", quality=QUALITY, method=6)
        page.evaluate(_SHINE, "")
        page.set_viewport_size({"width": WIDTHS[0], "height": 1000})
        self.taken.add(name)


COMMANDS: Final = {
    "help": "/gin help",
    "settings": "/gin settings",
    "profile": "/gin profile",
    "history": "/gin history",
    "replay": "/gin replay",
    "rules": "/gin rules",
    "daily": "/gin daily",
    "leaderboard": "/gin leaderboard",
    "config": "/gin-admin settings",
    "events": "/gin events",
}
REACHED: Final = {
    "friends": ("/gin help", "Friends"),
    "notes": ("/gin help", "Friends", "Inbox"),
    "records": ("/gin help", "Records"),
    "about": ("/gin help", "About"),
    "rewards": ("/gin help", "Records", "Coins and shop"),
    "turns": ("/gin help", "My tables"),
    "find": ("/gin help", "Find a table"),
    "tv-nothing": ("/gin help", "Find a table", "Watch"),
    "setup-place": ("/gin help", "Set up"),
    "setup-language": ("/gin help", "Set up", "Next"),
    "setup-news": ("/gin help", "Set up", "Next", "Next"),
    "setup-done": ("/gin help", "Set up", "Next", "Next", "Next"),
    "stats-deals": ("/gin-admin settings", "Deal statistics"),
    "event-builder": ("/gin events", "New event"),
    "event-builder-more": ("/gin events", "New event", "More"),
    "log": ("/gin-admin settings", "Admin log"),
}
"""A command, then the buttons that lead to the screen."""
LESSON: Final = ("Learn", "Take", "Next", "Take")
"""The buttons of the first lesson's example and its first question."""
PANELS: Final = tuple(f"hand-{one}" for one in ("draw", "discard", "selected", "knock"))
"""The panels of a hand that some round of a few has."""
MOST_ROUNDS: Final = 10
AT_A_TABLE: Final = (
    *("lobby", "table", "round-over", "coach", "verify", "watch", "table-more"),
    *("hand-offer", "hand-hint", "hand-layoff", *PANELS),
)
AFTER_THE_ANSWER: Final = "Next"


def take_all(browser: Browser, camera: Camera) -> None:
    """Every screen that one person can reach in a few minutes."""
    browser.command("/gin help")  # A note that waits is shown after the first command.
    browser.wait_for("Reply")
    for name, command in COMMANDS.items():
        if camera.wants(name):
            browser.command(command)
            camera.take(name)
    for name, (command, *labels) in REACHED.items():
        if camera.wants(name):
            browser.command(command)
            for label in labels:
                browser.press(label, 900)
            camera.take(name)
    if camera.wants(*(f"lesson-{number:02}" for number in range(len(LESSON)))):
        browser.command("/gin help")
        for number, (label, then) in enumerate(pairwise((*LESSON, AFTER_THE_ANSWER))):
            browser.press(label)
            browser.wait_for(then)
            camera.take(f"lesson-{number:02}")
    if camera.wants("house-rules", "house-builder", "house-option"):
        browser.command("/gin-admin settings")
        browser.press("House rules", 2500)
        camera.take("house-rules")
        browser.choose("Change house rules", "friday")
        camera.take("house-builder")
        browser.choose("Change an option", "undercut_bonus")
        camera.take("house-option")
    _take_events(browser, camera)
    _take_trainer(browser, camera)
    if camera.wants(*AT_A_TABLE):
        _take_table(browser, camera)


def _take_table(browser: Browser, camera: Camera) -> None:
    """A practice match until its round is over, and what is said about it."""
    browser.command("/gin open")
    camera.take("lobby")
    browser.command("/gin practice")
    browser.wait_for("Pass", "Stock", "Take")
    camera.take("table", back=1)
    camera.take("hand-offer")
    rounds, seen = 1, set[str]()
    _play_on(browser, camera, seen)
    while rounds < MOST_ROUNDS and any(camera.wants(one) for one in PANELS if one not in seen):
        browser.press("Ready for", 1500)
        rounds += 1
        _play_on(browser, camera, seen)
    browser.command("/gin coach")
    browser.wait_for_words("Coach: round")
    camera.take("coach")
    browser.command("/gin help")
    browser.choose("More", "tables")
    browser.press("Verify the deals", 900)
    camera.take("verify")
    browser.command("/gin help")
    browser.press("Find a table", 900)
    browser.press("Watch", 900)
    camera.take("watch")
    browser.command("/gin repost")
    browser.press("More", 900)
    camera.take("table-more")


def _take_events(browser: Browser, camera: Camera) -> None:
    """An event of each state, and what its buttons show."""
    for name, title, labels in (
        ("event-announced", "Friday night", ()),
        ("event-organiser", "Friday night", ("Organise",)),
        ("event-league", "Winter league", ("Standings",)),
        ("event-my-match", "Winter league", ("My match",)),
        ("event-bracket", "Sunday cup", ("Bracket",)),
        ("event-cross-table", "Everyone meets", ("Standings",)),
        ("event-field", "Same cards for all", ("Standings",)),
        ("event-boards", "Same cards for all", ("My boards",)),
        ("event-waiting", "Three at most", ()),
    ):
        if not camera.wants(name):
            continue
        browser.command("/gin events")
        browser.choose_titled("Open an event", title)
        for label in labels:
            browser.press(label, 1500)
        camera.take(name)


def _take_trainer(browser: Browser, camera: Camera) -> None:
    """A puzzle, and its solution."""
    if not camera.wants("trainer", "trainer-solution"):
        return
    browser.command("/gin help")
    browser.choose("More", "trainer")
    browser.wait_for("All themes")
    browser.choose("All themes", "discard")
    browser.page.wait_for_timeout(1500)
    camera.take("trainer")
    browser.press((browser.deadwood() or browser.cards())[-1])
    browser.wait_for("➡️ Next")
    camera.take("trainer-solution")


def _play_on(browser: Browser, camera: Camera, seen: set[str]) -> None:
    """Play until the round is over, with a picture of each kind of panel not seen before."""

    def once(name: str) -> None:
        if name not in seen:
            seen.add(name)
            camera.take(name)

    for _ in range(200):
        browser.page.wait_for_timeout(600)
        if browser.has("Ready for"):
            once("round-over")
            return
        if browser.has("Knock with") or browser.has("Gin!"):
            once("hand-knock")
            browser.press_if_there("Gin!" if browser.has("Gin!") else "Knock with", 1500)
        elif browser.has("Discard "):
            once("hand-selected")
            browser.press_if_there("Discard ", 1500)
        elif browser.has("Lay off"):
            once("hand-layoff")
            browser.press_if_there("Lay off", 1500)
        elif browser.cards():
            once("hand-discard")
            browser.press_if_there((browser.deadwood() or browser.cards())[0], 900)
        elif browser.has("Stock"):
            once("hand-draw")
            if "hand-hint" not in seen and browser.has("Hint"):
                browser.press_if_there("Hint", 1500)
                once("hand-hint")
            browser.press_if_there("Stock", 900)
        elif browser.has("Pass"):
            browser.press_if_there("Pass", 1200)


def main() -> int:
    """Take the pictures whose names match the first argument, all of them without one."""
    only = sys.argv[1] if len(sys.argv) > 1 else ""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(give_them_a_past(Path(folder)))
        with Program(Path(folder)) as program, Browser(program, WIDTHS[0], 1000) as browser:
            camera = Camera(browser, FOLDER, only)
            take_all(browser, camera)
    sys.stdout.write(f"{len(camera.taken)} screens in {FOLDER.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
