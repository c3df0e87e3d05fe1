"""The entries of an event."""

from collections.abc import Sequence
from typing import Final

from bot.events.controls import GONE, press
from bot.events.words import (
    title_line,
)
from bot.presses.event import EventVerb
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Text
from engine.service.events.types import (
    Entry,
    EntryState,
    Event,
)

PER_PAGE: Final = 40


def entries_screen(reader: Reader, event: Event, page: int) -> Screen:
    """Return the entrants by seed or in the order of entry, with their states."""
    t = reader.words.t
    pages = max(1, -(-len(event.entries) // PER_PAGE))
    page = min(max(page, 0), pages - 1)
    playing = [one for one in event.entries if one.queue is None]
    by_seed = sorted(playing, key=lambda one: (one.division, one.seed or 10**6))
    ordered = [*by_seed, *event.waiting]
    shown = ordered[page * PER_PAGE : (page + 1) * PER_PAGE]
    lines = [f"### 👥 {title_line(event)}", t("**Entries:** {n}", n=len(playing))]
    parts: list[Part] = [Text("\n".join([*lines, *_entry_lines(reader, event, shown)]))]
    if keys := _keys(reader, shown):
        parts.append(Text("\n".join(f"-# {key}" for key in keys)))
    buttons = [Button(t("Back"), press(event, EventVerb.SHOW))]
    buttons += [
        Button(label, press(event, EventVerb.ENTRIES, to), emoji=emoji)
        for label, emoji, to in ((t("Previous"), "◀️", page - 1), (t("Next"), "▶️", page + 1))
        if 0 <= to < pages
    ]
    return Screen((*parts, Row(tuple(buttons))), Accent.CALM)


def _entry_lines(reader: Reader, event: Event, shown: Sequence[Entry]) -> list[str]:
    """Return a line for each entrant; those of several divisions under their headings."""
    lines, last = list[str](), 0
    divided = event.plan.kind.is_divided and len({one.division for one in event.entries}) > 1
    for one in shown:
        if divided and one.seed is not None and one.division != last:
            last = one.division
            lines.append(f"**{reader.words.t('Division {n}', n=last)}**")
        lines.append(_entry_line(one))
    return lines


def _keys(reader: Reader, shown: Sequence[Entry]) -> list[str]:
    """Return what the signs mean that stand behind the names."""
    t, keys = reader.words.t, list[str]()
    signed = (EntryState.HERE, EntryState.PAUSED, EntryState.STANDBY, *GONE)
    if any(one.state in signed for one in shown):
        keys.append(t("✅ checked in · ⏸️ pauses · 🚪 out"))
    if any(one.queue is not None for one in shown):
        keys.append(t("⏳ on the waiting list"))
    return keys


def _entry_line(entry: Entry) -> str:
    signs = {
        EntryState.HERE: " ✅",
        EntryState.PAUSED: " ⏸️",
        EntryState.WAITING: " ⏳",
        EntryState.STANDBY: " ⏳ ✅",
    }
    sign = " 🚪" if entry.state in GONE else signs.get(entry.state, "")
    seed = "-" if entry.seed is None else f"{entry.seed}."
    rating = "" if entry.rating is None else f" ({entry.rating})"
    return f"{seed} {safe_name(entry.name)}{rating}{sign}"
