"""The line between a page and the program, in the hands of a test."""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.waiting import PATIENCE_S

Cut = Callable[[dict[str, Any]], bool]


class Line:
    """The line between a page and the program, with a knife.

    ``before``, ``after``: whether to cut it before or after the program gets a message.
    ``altered``: what the page gets in place of a message.
    """

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.before: Cut = lambda message: False
        self.after: Cut = lambda message: False
        self.altered: Callable[[dict[str, Any]], dict[str, Any]] = lambda message: message
        self.waiting: list[dict[str, Any]] = []
        self._delayed: Cut = lambda message: False
        self._page: WebSocketRoute | None = None

    def open(self, page: WebSocketRoute) -> None:
        """Connect a page with the program."""
        program = page.connect_to_server()
        self._page = page
        is_cut = False

        def cut() -> None:
            nonlocal is_cut
            is_cut = True
            page.close()
            program.close()

        def to_program(text: str | bytes) -> None:
            message = json.loads(text)
            self.sent.append(message)
            if self.before(message):
                cut()
                return
            program.send(text)
            if self.after(message):
                cut()

        def to_page(text: str | bytes) -> None:
            message = self.altered(json.loads(text))
            if self._delayed(message):
                self.waiting.append(message)
            elif not is_cut:
                page.send(json.dumps(message))

        page.on_message(to_program)
        program.on_message(to_page)

    def delay(self, *types: str) -> None:
        """Delay what the program sends, all of it or messages of these types."""
        self._delayed = lambda message: not types or message["type"] in types

    def wait_for(self, page: Page, number: int, kind: str) -> None:
        """Wait until so many messages of a type are delayed."""
        end = time.monotonic() + PATIENCE_S
        while [one["type"] for one in self.waiting].count(kind) < number:
            assert time.monotonic() < end, self.waiting
            page.wait_for_timeout(25)

    def release(self) -> None:
        """Deliver what was delayed."""
        waiting, self.waiting = self.waiting, []
        self._delayed = lambda message: False
        assert self._page is not None
        for message in waiting:
            self._page.send(json.dumps(message))

    def sent_of(self, kind: str) -> list[dict[str, Any]]:
        """The messages of a type that the page has sent."""
        return [message for message in self.sent if message["type"] == kind]

    def acts(self) -> list[str]:
        """The actions that the page has sent, also those that it sent again."""
        return [message["action"] for message in self.sent_of("act")]
