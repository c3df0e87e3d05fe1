"""The start of an event in the organizer's words."""

import re
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.events.time_words import USUAL, read_day, read_wait
from bot.ui.replying import Refusal
from engine.events.plan import is_zone, zone_of

LONGEST: Final = 60
"""The most characters of a written start."""
FURTHEST: Final = timedelta(days=366)
EXAMPLE: Final = "2026-12-04 20:00"
_CLOCK: Final = r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})"
_DAYS: Final = (
    re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}})[T ]+{_CLOCK}"),
    re.compile(rf"(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.(?P<year>\d{{4}})[, ]+{_CLOCK}"),
    re.compile(_CLOCK),
)
_ZONE_OF: Final = {
    "de": "Europe/Berlin",
    "fr": "Europe/Paris",
    "es-ES": "Europe/Madrid",
    "it": "Europe/Rome",
    "pl": "Europe/Warsaw",
    "pt-BR": "America/Sao_Paulo",
    "en-GB": "Europe/London",
    "nl": "Europe/Amsterdam",
    "sv-SE": "Europe/Stockholm",
    "da": "Europe/Copenhagen",
    "fi": "Europe/Helsinki",
    "ja": "Asia/Tokyo",
    "ko": "Asia/Seoul",
}
"""The time zone that most people with a client's language live in, where there is one."""
ZONES: Final = (
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Madrid",
    "Europe/Rome",
    "Europe/Warsaw",
    "Europe/Athens",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Africa/Johannesburg",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Mexico_City",
)
"""The zones of the menu; any other is written after the time."""


def usual_zone(locale: str) -> str:
    """Return the zone to begin with, by the language of a client."""
    return known_zone(_ZONE_OF.get(locale, "UTC"))


def known_zone(name: str) -> str:
    """Return a time zone, UTC for one that this machine does not know."""
    return name if is_zone(name) else "UTC"


def offered_zones() -> tuple[str, ...]:
    """Return the zones of the menu that this machine knows; UTC needs no data."""
    return tuple(name for name in ZONES if name.casefold() in _zone_names())


@cache
def _zone_names() -> dict[str, str]:
    return {name.casefold(): name for name in ("UTC", *available_timezones())}


def read_start(text: str, zone: str, now_ms: int) -> tuple[int, str]:
    """Return the start and its time zone.

    A time of day alone is the next such time. Refusal says what is wrong.
    """
    written, zone = without_zone(text, zone)
    tz = zone_of(known_zone(zone))
    now = datetime.fromtimestamp(now_ms / 1000, tz)
    wait = read_wait(written)
    if wait is not None:
        return _in_time(now.astimezone(UTC) + timedelta(milliseconds=wait), now), zone
    local = _local(written, now)
    start = local.replace(tzinfo=tz)
    moment_ms = _in_time(start, now)
    if start.astimezone(UTC).astimezone(tz).replace(tzinfo=None) != local:
        raise Refusal("That time doesn't exist: the clocks go forward then. Choose another one.")
    return moment_ms, zone


def _in_time(start: datetime, now: datetime) -> int:
    if start <= now:
        raise Refusal("That's in the past. Choose a time in the future.")
    if start - now > FURTHEST:
        raise Refusal("That's more than a year ahead. Choose an earlier time.")
    return int(start.timestamp()) * 1000


def _local(written: str, now: datetime) -> datetime:
    """Return the time that is written, by the clocks of its zone."""
    try:
        named = read_day(written, now)
    except ValueError as error:
        raise _no_such_time() from error
    if named is not None:
        return named
    found = next((match for form in _DAYS if (match := form.fullmatch(written))), None)
    if found is None:
        raise _unknown(written)
    local = _moment(found, now.date())
    if local is None:
        raise _no_such_time()
    if "year" not in found.groupdict() and local.replace(tzinfo=now.tzinfo) <= now:
        local += timedelta(days=1)
    return local


def _no_such_time() -> Refusal:
    return Refusal(
        "That date or time doesn't exist. Enter it like {example}.", example=f"`{EXAMPLE}`"
    )


def _unknown(written: str) -> Refusal:
    """Return what is wrong with a text that no start is written like."""
    rest, _, last = written.rpartition(" ")
    if rest and not last[0].isdigit() and any(form.fullmatch(rest) for form in _DAYS):
        return Refusal(
            "{zone} isn't a time zone I know. Enter one like {example}.",
            zone=f"`{last[:40].replace('`', '')}`",
            example="`Europe/Berlin`",
        )
    return Refusal(
        "Enter the start like {example}, {day} or {wait}.",
        example=f"`{EXAMPLE}`",
        day="`tomorrow 20:00`",
        wait="`in 10 minutes`",
    )


def without_zone(text: str, zone: str) -> tuple[str, str]:
    """Return a text without the zone at its end, and that zone."""
    text = " ".join(text.split())
    rest, _, last = text.rpartition(" ")
    known = _zone_names().get(last.casefold())
    return (rest, known) if rest and known is not None else (text, zone)


def _moment(found: re.Match[str], today: date) -> datetime | None:
    parts = {name: int(value) for name, value in found.groupdict().items()}
    try:
        day = date(parts["year"], parts["month"], parts["day"]) if "year" in parts else today
        return datetime.combine(day, time(parts["hour"], parts["minute"]))
    except ValueError:
        return None


def suggested_start(starts_ms: int, zone: str, now_ms: int) -> str:
    """Return what the form begins with: the chosen start, or tomorrow evening."""
    tz = zone_of(known_zone(zone))
    if starts_ms:
        moment = datetime.fromtimestamp(starts_ms / 1000, tz)
    else:
        tomorrow = datetime.fromtimestamp(now_ms / 1000, tz).date() + timedelta(days=1)
        moment = datetime.combine(tomorrow, USUAL)
    return moment.strftime("%Y-%m-%d %H:%M")


def in_zone(starts_ms: int, before: str, after: str) -> int:
    """Return the start with the same time of day in another zone."""
    if not starts_ms:
        return starts_ms
    local = datetime.fromtimestamp(starts_ms / 1000, zone_of(known_zone(before)))
    moved = local.replace(tzinfo=zone_of(known_zone(after)))
    return max(0, int(moved.timestamp()) * 1000)
