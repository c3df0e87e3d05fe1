"""The start of an event is read as it was meant, and refused in one clear sentence."""

from datetime import UTC, datetime

import pytest

from bot.events import start_time
from bot.events.start_time import (
    ZONES,
    in_zone,
    known_zone,
    read_start,
    suggested_start,
    usual_zone,
)
from bot.ui.i18n import in_language
from bot.ui.replying import Refusal

NOW = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
NOW_MS = int(NOW.timestamp() * 1000)
BERLIN, NEW_YORK, UTC_ZONE = "Europe/Berlin", "America/New_York", "UTC"


def said(text: str, zone: str = UTC_ZONE) -> str:
    start, found = read_start(text, zone, NOW_MS)
    moment = datetime.fromtimestamp(start / 1000, UTC)
    return f"{moment:%Y-%m-%d %H:%M} {found}"


@pytest.mark.parametrize(
    ("text", "zone", "wanted"),
    [
        ("2026-12-04 20:00", UTC_ZONE, "2026-12-04 20:00 UTC"),
        (" 2026-12-04   20:00 ", BERLIN, "2026-12-04 19:00 Europe/Berlin"),
        ("2026-12-04T20:00", UTC_ZONE, "2026-12-04 20:00 UTC"),
        ("2026-12-04 20:00 America/New_York", BERLIN, "2026-12-05 01:00 America/New_York"),
        ("2026-12-04 20:00 europe/berlin", UTC_ZONE, "2026-12-04 19:00 Europe/Berlin"),
        ("4.12.2026 20:00", BERLIN, "2026-12-04 19:00 Europe/Berlin"),
        ("2026-7-4 9:05", BERLIN, "2026-07-04 07:05 Europe/Berlin"),
        ("20:00", BERLIN, "2026-11-22 19:00 Europe/Berlin"),
        ("09.30", UTC_ZONE, "2026-11-23 09:30 UTC"),
        ("12:00", UTC_ZONE, "2026-11-23 12:00 UTC"),
        ("now", UTC_ZONE, "2026-11-22 12:02 UTC"),
        ("in 2 minutes", BERLIN, "2026-11-22 12:02 Europe/Berlin"),
        ("In 90 Minuten", UTC_ZONE, "2026-11-22 13:30 UTC"),
        ("dans 2 heures Europe/Berlin", UTC_ZONE, "2026-11-22 14:00 Europe/Berlin"),
        ("za 3 dni", UTC_ZONE, "2026-11-25 12:00 UTC"),
        ("tomorrow 20:00", BERLIN, "2026-11-23 19:00 Europe/Berlin"),
        ("tomorrow", UTC_ZONE, "2026-11-23 20:00 UTC"),
        ("tonight at 8 pm", UTC_ZONE, "2026-11-22 20:00 UTC"),
        ("morgen um 19 Uhr", UTC_ZONE, "2026-11-23 19:00 UTC"),
        ("demain à 20h30", UTC_ZONE, "2026-11-23 20:30 UTC"),
        ("el próximo viernes", UTC_ZONE, "2026-11-27 20:00 UTC"),
        ("next Friday, 21:15", UTC_ZONE, "2026-11-27 21:15 UTC"),
        ("Sunday 18:00", UTC_ZONE, "2026-11-22 18:00 UTC"),
        ("Sunday 9:00", UTC_ZONE, "2026-11-29 09:00 UTC"),
        ("next Sunday 18:00", UTC_ZONE, "2026-11-29 18:00 UTC"),
        ("w piątek o 20:00", UTC_ZONE, "2026-11-27 20:00 UTC"),
        ("amanhã às 20:00", UTC_ZONE, "2026-11-23 20:00 UTC"),
        ("domani alle 20:00", UTC_ZONE, "2026-11-23 20:00 UTC"),
    ],
)
def test_a_start_is_read_in_its_zone(text: str, zone: str, wanted: str) -> None:
    if wanted.startswith("2026-07"):
        # Seven months ago by this calendar, so it is read from the spring.
        before = int(datetime(2026, 3, 1, tzinfo=UTC).timestamp() * 1000)
        start, _ = read_start(text, zone, before)
        assert f"{datetime.fromtimestamp(start / 1000, UTC):%Y-%m-%d %H:%M}" == wanted[:16]
        return
    assert said(text, zone) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "Enter the start like `2026-12-04 20:00`, `tomorrow 20:00`"),
        (
            "whenever",
            "Enter the start like `2026-12-04 20:00`, `tomorrow 20:00` or `in 10 minutes`.",
        ),
        ("next friday evenings", "Enter the start like `2026-12-04 20:00`"),
        ("2026-12-04 20:00 Berlin", "`Berlin` isn't a time zone I know."),
        ("2026-13-04 20:00", "That date or time doesn't exist."),
        ("2026-02-30 20:00", "That date or time doesn't exist."),
        ("2026-12-04 25:00", "That date or time doesn't exist."),
        ("2026-11-21 20:00", "That's in the past."),
        ("today 11:00", "That's in the past."),
        ("in 0 minutes", "That's in the past."),
        ("tomorrow 25:00", "That date or time doesn't exist."),
        ("tomorrow 13 pm", "That date or time doesn't exist."),
        ("in 900 days", "That's more than a year ahead."),
        ("2028-11-21 20:00", "That's more than a year ahead."),
        ("9999-12-31 23:59", "That's more than a year ahead."),
    ],
)
def test_another_start_is_refused(text: str, wanted: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_start(text, UTC_ZONE, NOW_MS)
    assert refused.value.sentence(in_language("en")).startswith(wanted)


def test_an_hour_that_the_clocks_leave_out_is_no_start() -> None:
    with pytest.raises(Refusal) as refused:
        read_start("2027-03-28 02:30", BERLIN, NOW_MS)
    assert "clocks go forward" in refused.value.sentence(in_language("en"))


@pytest.mark.parametrize("text", ["9999-12-31 23:59", "0001-01-01 00:00"])
@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK])
def test_the_ends_of_the_calendar_are_refused(text: str, zone: str) -> None:
    with pytest.raises(Refusal):
        read_start(text, zone, NOW_MS)


def test_the_form_suggests_a_start_that_can_be_submitted() -> None:
    for zone in ZONES:
        text = suggested_start(0, zone, NOW_MS)
        start, _ = read_start(text, zone, NOW_MS)
        assert suggested_start(start, zone, NOW_MS) == text


def test_another_zone_keeps_the_time_of_day() -> None:
    start, _ = read_start("2026-12-04 20:00", BERLIN, NOW_MS)
    moved = in_zone(start, BERLIN, NEW_YORK)
    assert suggested_start(moved, NEW_YORK, NOW_MS) == "2026-12-04 20:00"
    assert in_zone(0, BERLIN, NEW_YORK) == 0


def test_a_machine_without_data_about_zones_knows_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_time, "available_timezones", set)
    start_time._zone_names.cache_clear()
    try:
        assert start_time.offered_zones() == ("UTC",)
        assert said("2026-12-04 20:00 utc") == "2026-12-04 20:00 UTC"
        with pytest.raises(Refusal):
            said("2026-12-04 20:00 Europe/Berlin")
    finally:
        start_time._zone_names.cache_clear()


def test_a_language_of_one_country_begins_in_its_zone() -> None:
    assert usual_zone("de") == "Europe/Berlin"
    assert usual_zone("en-US") == "UTC"
    assert known_zone("Europe/Atlantis") == "UTC"
