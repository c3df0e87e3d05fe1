"""Open pages of the simulated chat: what others change comes to them, and their presses count.

SimCord refuses a press that was made on an older revision of a page than the newest. While others
play, each of their moves is a new revision of every page, also of the messages that stay as they
are: a press on one of those is taken as if it had been made on the newest revision.
"""

from collections.abc import Mapping
from typing import Any, Final

from simcord.preview import Preview

REMEMBERED: Final = 200
"""The newest revisions of a page of which it is known what they have changed."""


class Following:
    """Publishes the changes that are made elsewhere to the pages of a chat."""

    def __init__(self, chat: Preview) -> None:
        self._chat = chat
        self._action = chat._action
        self._changed: dict[tuple[str, int], frozenset[str]] = {}
        self._taken: dict[str, tuple[str, int]] = {}
        chat._action = self._take  # type: ignore[method-assign]

    def publish(self) -> None:
        """Publish what has changed to all open pages."""
        self._chat._advance_presentation_time()
        for page in tuple(self._chat._pages.values()):
            before = _messages(page)
            # `refresh()` would be an operation of its own, and a concurrent press would fail.
            self._chat._publish(page, reason="refresh")
            now = _messages(page)
            changed = {one for one in before.keys() | now.keys() if before.get(one) != now.get(one)}
            self._changed[page.id, page.revision] = frozenset(changed)
        while len(self._changed) > REMEMBERED * max(1, len(self._chat._pages)):
            del self._changed[next(iter(self._changed))]

    async def _take(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        page = self._chat._pages.get(context_id or "")
        made_on, target = body.get("published_revision"), str(body.get("target_id"))
        if page is not None and isinstance(made_on, int) and "target_id" in body:
            press, revision = self._taken.get(page.id, ("", 0))
            # A press that is sent again is the same one.
            newest = revision if press == body.get("request_id") else page.revision
            later = [self._changed.get((page.id, n)) for n in range(made_on + 1, newest + 1)]
            if later and all(changed is not None and target not in changed for changed in later):
                self._taken[page.id] = str(body.get("request_id")), newest
                body = {**body, "published_revision": newest}
        return await self._action(context_id, body)


def _messages(page: Any) -> Mapping[str, Any]:
    return page.snapshot.get("messages", {}) if page.snapshot else {}
