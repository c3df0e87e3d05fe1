"""Shared matches and studies on the page, without an account, and their previews."""

import asyncio
import html
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bot.match.links import shared_address
from bot.match.replay.handlers import last_round, place_of, shown
from bot.match.replay.records import CachedRecord, Replays
from bot.presses.match import ReplayPress, ReplaySource, Watching
from bot.presses.study import STEPS, StudyPress
from bot.render.models import Picture
from bot.ui.compose import drawn
from bot.ui.i18n import Translator, words_for
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Screen
from bot.web.panels import panel_from
from bot.web.protocol.http import SharedReplay
from bot.web.visitors import VisitorLimits
from bot.wording.names import title_of
from engine.coach.study import START
from engine.game.errors import RecordError
from engine.service import MatchId, Service
from engine.service.trainer import SavedStudy

PANEL: Final = "shared"
AT_ONCE: Final = 2
"""The replays that are drawn at the same time for people without an account."""
BURST: Final = (40.0, 120.0)
"""The looks at once: of one visitor, and of all."""
PER_SECOND: Final = (4.0, 16.0)
PATIENCE_S: Final = 20.0
"""The longest that a request waits for the coach, well below what proxies allow."""


StudyScreen: TypeAlias = Callable[[Reader, SavedStudy, int], Screen]


class NotSharedError(Exception):
    """There is no such shared match or study, or no such place in it."""


class TooManyError(Exception):
    """Too many people look at shared matches just now."""


class SharedReplays:
    """The replays of shared matches, and shared studies.

    ``url``: the public address of the page. ``study_screen``: a study at a node, as others see it.
    """

    def __init__(
        self,
        service: Service,
        replays: Replays,
        url: str,
        study_screen: StudyScreen,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._service = service
        self._replays = replays
        self._url = url
        self._study_screen = study_screen
        self._room = asyncio.Semaphore(AT_ONCE)
        self._looks = VisitorLimits(BURST, PER_SECOND, clock)

    async def replay(
        self,
        name: str,
        words: Translator,
        visitor: str,
        press: str = "",
        values: Sequence[str] = (),
        *,
        waits: bool = False,
    ) -> SharedReplay:
        """Return the replay at the place that a press leads to, at its beginning without one.

        ``visitor``: who asks, if that is known. ``waits``: whether to wait for the coach's
        evaluation.
        """
        study = await self._service.studies.shared(name)
        if study is not None:
            screen = self._study_screen(Reader(words), study, _node(study, press))
            self._count(visitor)
            async with self._room:
                panel = await panel_from(PANEL, screen, words, (), _nobody)
            return SharedReplay(panel=panel, thinking=False)
        match, shelved = await self._found(name)
        at = _first(match, shelved)
        if press:
            at = _place(match, press, values)
        self._count(visitor)
        patience = PATIENCE_S if waits else 0
        screen = await shown(self._replays, Reader(words), shelved, at, asked=None, wait_s=patience)
        thinking = self._replays.evaluations.is_thinking_about(at)
        async with self._room:
            panel = await panel_from(PANEL, screen, words, (), _nobody)
        return SharedReplay(panel=panel, thinking=thinking)

    async def picture(self, name: str, visitor: str) -> Picture:
        """Return the preview: the end of the last round, or the position of a study."""
        study = await self._service.studies.shared(name)
        if study is not None:
            screen = self._study_screen(Reader(words_for("en-US")), study, START)
            self._count(visitor)
            return await self._drawn(name, screen)
        match, shelved = await self._found(name)
        number = last_round(shelved)
        last = len(shelved.replay.of(number, 0)) - 1
        self._count(visitor)
        at = Watching(ReplaySource.MATCH, match, number, step=last)
        reader = Reader(words_for("en-US"))
        screen = await shown(self._replays, reader, shelved, at, asked=None, wait_s=0)
        return await self._drawn(name, screen)

    async def _drawn(self, name: str, screen: Screen) -> Picture:
        images = list(screen.images())
        if not images:
            raise NotSharedError(name)
        async with self._room:
            return await drawn(images[0].model)

    async def head(self, name: str, words: Translator) -> str:
        """Return the tags with which other programs preview the link."""
        title, description = await self._described(name, words)
        tags = {
            "og:type": "website",
            "og:title": title,
            "og:description": description,
            "og:url": shared_address(self._url, name),
            "og:image": f"{self._url}/api/shared/{name}/picture",
            "twitter:card": "summary_large_image",
        }
        lines = [
            f'<meta property="{key}" content="{html.escape(text, quote=True)}">'
            for key, text in tags.items()
        ]
        return "\n    ".join(['<meta name="robots" content="noindex">', *lines])

    async def _described(self, name: str, words: Translator) -> tuple[str, str]:
        """Return title and description of what is shared."""
        study = await self._service.studies.shared(name)
        if study is not None:
            return study.title, words.t("A gin rummy position with notes and lines.")
        _, shelved = await self._found(name)
        names = " – ".join(player.plain for player in shelved.players(Reader(words)))
        title = f"{title_of(words, shelved.preset)}: {names}"
        return title, words.t("The replay of a gin rummy match, card by card.")

    async def _found(self, name: str) -> tuple[MatchId, CachedRecord]:
        match = await self._service.shares.match_of(name)
        live = None if match is None else await self._service.load(match)
        try:
            shelved = None if live is None else await self._replays.of(live.outside)
        except RecordError as error:
            raise NotSharedError(name) from error
        if match is None or shelved is None:
            raise NotSharedError(name)
        return match, shelved

    def _count(self, visitor: str) -> None:
        """Count a look; TooManyError beyond the limits."""
        if not self._looks.takes(visitor):
            raise TooManyError


def _first(match: MatchId, shelved: CachedRecord) -> Watching:
    return Watching(ReplaySource.MATCH, match, shelved.replay.rounds[0].number)


def _node(study: SavedStudy, press: str) -> int:
    """Return the node that a press leads to in this study, and in no other."""
    if not press:
        return START
    pressed = StudyPress.parse(press)
    if pressed is None or pressed.verb not in STEPS or pressed.id != study.id:
        raise NotSharedError(press)
    # A move may have been removed since the page was drawn.
    node = pressed.node or START
    return node if study.content.has(node) else START


def _place(match: MatchId, press: str, values: Sequence[str]) -> Watching:
    """Return the place of a press in this replay, and in no other."""
    pressed = ReplayPress.parse(press)
    if pressed is None or pressed.source is not ReplaySource.MATCH or pressed.id != match:
        raise NotSharedError(press)
    try:
        return place_of(pressed, tuple(values))
    except (Refusal, ValueError) as error:
        raise NotSharedError(press) from error


async def _nobody(_users: Sequence[int]) -> dict[int, str]:
    return {}
