"""The watchdog: a slow answer is announced after 1.5 s and comes as an edit; a quick one is not."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import Route
from discord.webhook.async_ import async_context
from prometheus_client import Counter

from bot.presses.menu import MenuPress, MenuVerb
from bot.ui import reply as module
from bot.ui.compose import Composer, compose
from bot.ui.markup import Markup
from bot.ui.pacing import Backlog
from bot.ui.reply import WATCHDOG_SECONDS, DiscordReply
from bot.ui.replying import FormRequest
from bot.ui.routes import AnswerKind
from bot.ui.screen import notice_screen


class Gateway:
    """An interaction that writes down how it was answered.

    ``cuts``: calls that are cut off; ``heard``: Discord has taken them all the same.
    """

    def __init__(self, kind: discord.InteractionType, cuts: int = 0) -> None:
        self.type = kind
        self.answered_elsewhere = Counter("answered_elsewhere", "…", registry=None)
        self.response = self.followup = self._state = self.http = self
        self._session = self.proxy = self.proxy_auth = self._response_type = None
        self.id, self.application_id, self.token = 5, 4, "token"
        self.is_pressed = kind is discord.InteractionType.component
        self.message = SimpleNamespace(components=[]) if self.is_pressed else None
        self.extras: dict[str, object] = {}
        self.calls: list[str] = []
        self.called = asyncio.Event()
        self.backlog = Backlog()
        self.cuts = cuts
        self.heard = False
        self.is_known_to_be_done = False

    def is_done(self) -> bool:
        return self.is_known_to_be_done

    def respond(self, name: str) -> SimpleNamespace:
        """The first answer: Discord takes one."""
        if self.calls:
            raise already_answered()
        response = self.call(name)
        self.is_known_to_be_done = True
        return response

    def call(self, name: str) -> SimpleNamespace:
        if self.cuts and not self.heard:
            self.cuts -= 1
            raise aiohttp.ServerDisconnectedError
        self.calls.append(name)
        self.called.set()
        if self.cuts:
            self.cuts -= 1
            raise aiohttp.ServerDisconnectedError
        return SimpleNamespace(id=7, message_id=7, resource=None, components=[])

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        self.respond(f"defer thinking={thinking} ephemeral={ephemeral}")

    async def send_message(self, *, ephemeral: bool, **_: Any) -> SimpleNamespace:
        return self.respond(f"answered ephemeral={ephemeral}")

    async def request(self, route: Route, _session: object, **_: Any) -> dict[str, Any]:
        """An edit: the first answer, or of the message that the token edits.

        That is the message of the first answer, or the pressed one if that answer was no message.
        """
        if route.method == "POST":
            self.respond("answered in place")
            return {}
        self.call("edited")
        return {"id": "6" if self.calls[0] in (SILENT, "answered in place") else "7"}

    async def edit_original_response(self, **_: Any) -> None:
        self.call("edited")

    async def delete_original_response(self) -> None:
        self.call("deleted")

    async def send(self, *, ephemeral: bool, **_: Any) -> SimpleNamespace:
        return self.call(f"followed up ephemeral={ephemeral}")

    async def send_modal(self, _modal: object) -> None:
        self.respond("form")


def already_answered() -> discord.HTTPException:
    response = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": 40060, "message": ""})  # type: ignore[arg-type]


NOW = notice_screen("now")
SILENT = "defer thinking=False ephemeral=False"
THINKING = "defer thinking=True ephemeral=False"
THINKING_IN_PRIVATE = "defer thinking=True ephemeral=True"
PRESS = discord.InteractionType.component
COMMAND = discord.InteractionType.application_command


def answered_elsewhere(gateway: Gateway) -> float:
    (found,) = gateway.answered_elsewhere.collect()
    return found.samples[0].value


def replying(
    kind: discord.InteractionType, answer: AnswerKind, cuts: int = 0
) -> tuple[Gateway, DiscordReply]:
    gateway = Gateway(kind, cuts)
    async_context.set(gateway)  # type: ignore[arg-type]
    composer = Composer(Markup())
    return gateway, DiscordReply(gateway, answer, composer, gateway, gateway.backlog)  # type: ignore[arg-type]


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    assert WATCHDOG_SECONDS <= 1.5
    monkeypatch.setattr(module, "WATCHDOG_SECONDS", 0.0)


async def announced(
    kind: discord.InteractionType, answer: AnswerKind
) -> tuple[Gateway, DiscordReply]:
    """A reply whose watchdog has acknowledged already."""
    gateway, reply = replying(kind, answer)
    reply.watch()
    await gateway.called.wait()
    return gateway, reply


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    ("kind", "answer", "acknowledged", "private", "public"),
    [
        (PRESS, AnswerKind.IN_PLACE, SILENT, "followed up ephemeral=True", None),
        (
            PRESS,
            AnswerKind.PUBLIC,
            SILENT,
            "followed up ephemeral=True",
            "followed up ephemeral=False",
        ),
        (PRESS, AnswerKind.PRIVATE, THINKING_IN_PRIVATE, "edited", None),
        (PRESS, AnswerKind.FORM, SILENT, "followed up ephemeral=True", None),
        (COMMAND, AnswerKind.PRIVATE, THINKING_IN_PRIVATE, "edited", None),
        (COMMAND, AnswerKind.FORM, THINKING_IN_PRIVATE, "edited", None),
        (
            COMMAND,
            AnswerKind.PUBLIC,
            THINKING,
            "edited, deleted, followed up ephemeral=True",
            "edited",
        ),
    ],
)
async def test_what_was_announced_is_what_comes(
    kind: discord.InteractionType,
    answer: AnswerKind,
    acknowledged: str,
    private: str,
    public: str | None,
) -> None:
    gateway, reply = await announced(kind, answer)
    await reply.private(NOW)
    assert gateway.calls == [acknowledged, *private.split(", ")]
    if public is not None:
        gateway, reply = await announced(kind, answer)
        assert await reply.public(NOW) == 7, "the message that was sent, never the pressed one"
        assert gateway.calls == [acknowledged, public]


@pytest.mark.usefixtures("hurried")
async def test_a_second_private_message_replaces_no_announced_one() -> None:
    gateway, reply = await announced(COMMAND, AnswerKind.PUBLIC)
    await reply.public(NOW)
    await reply.private(NOW)
    assert gateway.calls == [THINKING, "edited", "followed up ephemeral=True"]


@pytest.mark.usefixtures("hurried")
async def test_a_slow_press_is_acknowledged_first_and_answered_by_an_edit() -> None:
    gateway, reply = await announced(PRESS, AnswerKind.IN_PLACE)
    await reply.update(NOW)
    assert gateway.calls == [SILENT, "edited"]


@pytest.mark.usefixtures("hurried")
async def test_a_form_that_is_too_late_is_a_sentence() -> None:
    gateway, reply = await announced(PRESS, AnswerKind.FORM)
    form = FormRequest(MenuPress(MenuVerb.VACATION), "Vacation", "Days", 2)
    await reply.form(form, NOW)
    assert gateway.calls == [SILENT, "followed up ephemeral=True"]
    gateway, reply = replying(PRESS, AnswerKind.FORM)
    await reply.form(form, NOW)
    assert gateway.calls == ["form"]


async def test_a_quick_answer_stops_the_watchdog() -> None:
    for answer in (AnswerKind.PRIVATE, AnswerKind.PUBLIC):
        gateway, reply = replying(COMMAND, answer)
        reply.watch()
        assert reply._watchdog is not None
        await reply.private(NOW)
        assert reply._watchdog.cancelled()
        assert gateway.calls == ["answered ephemeral=True"]


@pytest.mark.parametrize("cuts", [1, 2])
async def test_a_connection_that_is_cut_is_tried_once_more(cuts: int) -> None:
    gateway, reply = replying(COMMAND, AnswerKind.PUBLIC, cuts)
    assert await reply.public(NOW) == (7 if cuts == 1 else None)
    assert gateway.calls == ["answered ephemeral=False"] * (2 - cuts)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("cuts", [0, 1])
@pytest.mark.parametrize(
    ("kind", "answer", "acknowledged", "shown"),
    [
        (COMMAND, AnswerKind.PUBLIC, THINKING, "edited"),
        (PRESS, AnswerKind.PUBLIC, SILENT, "followed up ephemeral=False"),
    ],
)
async def test_an_acknowledgement_that_got_through_unheard_is_built_on(
    kind: discord.InteractionType, answer: AnswerKind, acknowledged: str, shown: str, cuts: int
) -> None:
    gateway, reply = replying(kind, answer, cuts=1)
    gateway.heard = True
    reply.watch()
    await gateway.called.wait()
    assert reply._deferral is not None
    await reply._deferral
    assert not gateway.is_done()
    gateway.cuts, gateway.heard = cuts, False  # what follows may be cut, too
    assert await reply.public(NOW) == 7, "the message that was sent, never the pressed one"
    assert gateway.calls == [acknowledged, shown]
    assert answered_elsewhere(gateway) == 0


async def test_an_answer_that_got_through_unheard_is_known_by_its_id() -> None:
    gateway, reply = replying(COMMAND, AnswerKind.PUBLIC, cuts=1)
    gateway.heard = True
    assert await reply.public(NOW) == 7
    assert gateway.calls == ["answered ephemeral=False", "edited"]
    gateway, reply = replying(PRESS, AnswerKind.IN_PLACE, cuts=1)
    gateway.heard = True
    await reply.update(NOW)
    assert gateway.calls == ["answered in place", "edited"]


@pytest.mark.usefixtures("hurried")
async def test_an_edit_that_is_cut_is_no_message_of_its_own() -> None:
    gateway, reply = await announced(COMMAND, AnswerKind.PUBLIC)
    gateway.cuts = 1
    assert await reply.public(NOW) == 7
    assert gateway.calls == [THINKING, "edited"]


async def test_what_another_process_answers_is_left_to_it() -> None:
    gateway, reply = replying(COMMAND, AnswerKind.PUBLIC)
    gateway.calls.append("answered by another process")
    assert await reply.public(NOW) is None
    assert gateway.calls == ["answered by another process"]
    assert answered_elsewhere(gateway) == 1


async def test_a_private_message_after_a_change_in_place_takes_nothing_back() -> None:
    gateway, reply = replying(PRESS, AnswerKind.IN_PLACE)
    await reply.update(NOW)
    await reply.private(NOW)
    assert gateway.calls == ["answered in place", "followed up ephemeral=True"]


async def test_a_live_edit_waits_for_the_answer() -> None:
    gateway, reply = replying(PRESS, AnswerKind.IN_PLACE)
    message = await compose(notice_screen("the opponent has moved"), Markup())
    edit = asyncio.create_task(reply.editor.edit(message))
    await asyncio.sleep(0)
    assert gateway.calls == []
    await reply.update(NOW)
    await edit
    assert gateway.calls == ["answered in place", "edited"]


async def test_a_live_edit_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway, reply = replying(PRESS, AnswerKind.IN_PLACE)
    monkeypatch.setattr(module, "ANSWER_SECONDS", 0.0)
    await reply.editor.edit(await compose(notice_screen("late"), Markup()))
    assert gateway.calls == ["edited"]


@pytest.mark.parametrize("slow", [False, True])
async def test_a_person_waits_until_the_answer_is_on_its_way(
    monkeypatch: pytest.MonkeyPatch, slow: bool
) -> None:
    if slow:
        monkeypatch.setattr(module, "WATCHDOG_SECONDS", 0.0)
    gateway, reply = replying(COMMAND, AnswerKind.PRIVATE)
    backlog, honest, seen = gateway.backlog, gateway.call, list[int]()

    def call(name: str) -> SimpleNamespace:
        seen.append(backlog.unanswered)
        return honest(name)

    gateway.call = call  # type: ignore[method-assign]
    reply.watch()
    assert backlog.unanswered == 1
    if slow:
        await gateway.called.wait()
    else:
        await reply.private(NOW)
    assert seen == [0], "nothing waits for a request on its way to Discord"
    reply.done()
    assert not backlog.unanswered


def test_a_form_keeps_discords_limit_whatever_a_language_needs() -> None:
    """Discord refuses a form whose title or label is longer, and nothing is shown."""
    long = "Nombre de jours à partir de maintenant (1 à 14)"
    made = module._modal(FormRequest(MenuPress(MenuVerb.VACATION), long, long, 2)).to_dict()
    [label] = made["components"]
    assert len(made["title"]) == len(label["label"]) == module.MAX_TITLE < len(long)
