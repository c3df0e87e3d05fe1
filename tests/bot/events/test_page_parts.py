"""Events as the card table draws them: what comes first, who plays, and what stays hidden."""

from pathlib import Path
from typing import Any

from engine.events.kinds import FIELD
from engine.service.events.types import PairingState
from tests.service.events.hall import hall, person
from tests.service.world import sqlite_url
from tests.worlds.event_parts import WHO, event_of, event_parts, names


async def test_an_event_shows_what_its_reader_needs_in_each_state(tmp_path: Path) -> None:
    parts = await event_parts(tmp_path)
    coming, swiss, cup, over = (parts[one] for one in ("coming", "swiss", "cup", "over"))

    assert parts["empty"]["entrants"] == []
    assert parts["empty"]["own"] is None
    assert names(coming["entrants"]) == ["Player 1", "Player 2", "Player 3"]
    assert coming["own"]["name"] == "Player 2"
    assert coming["stage"] == "next"
    assert coming["lines"][0] == "You're in."
    assert (coming["to_play"], coming["tables"], coming["standings"]) == ([], [], None)

    [match] = swiss["to_play"]
    assert match["title"] == "Round 3"
    assert match["mark"] == "open"
    assert match["match"]
    assert [one["title"] for one in swiss["played"]] == ["Round 2", "Round 1"]
    assert {one["mark"] for one in swiss["played"]} <= {"won", "drawn", "lost"}
    assert len(swiss["tables"]) == 3
    assert all(one["match"] for one in swiss["tables"])
    assert "Player 2" not in str(swiss["tables"])
    assert [row["name"] for row in swiss["standings"]["rows"] if row["own"]] == ["Player 2"]
    assert swiss["bracket"] is None

    assert cup["standings"] is None
    assert cup["to_play"][0]["title"] == "Semifinals"
    own = [slot for one in cup["bracket"]["rounds"] for pair in one["pairs"] for slot in pair]
    assert {slot["name"] for slot in own if slot["own"]} == {"Player 2"}
    assert over["stage"] == "past"
    assert over["lines"][0] == "**1.** Player 1"
    assert (over["to_play"], over["tables"], over["actions"]) == ([], [], [])


async def test_the_list_has_running_events_before_those_to_come(tmp_path: Path) -> None:
    cards = (await event_parts(tmp_path))["cards"]["cards"]
    assert [one["stage"] for one in cards] == ["running", "running", "next", "past"]
    assert all(one["entered"] for one in cards[:3])
    assert "Player" in cards[0]["own"]
    assert cards[-1]["status"] == "🥇 Player 1"


async def test_boards_that_others_still_play_are_neither_shown_nor_watched(tmp_path: Path) -> None:
    async with hall(sqlite_url(tmp_path)) as here:
        event = await here.started(FIELD, 6, name="Field", boards=4, rounds=2)
        user = person(WHO).user_id
        mine = next(one for one in event.pairings if user in (one.first, one.second))
        await here.play(mine)
        part = await event_of(here)
        assert (await here.event()).revealed == 0
        hidden: list[dict[str, Any]] = [*part["played"], *part["tables"]]
        assert hidden
        assert all(one["match"] is None and not one["score"] for one in hidden)
        assert part["boards"] is None
        for one in (await here.event()).pairings:
            if one.state is PairingState.PLAYING and one.round == 1:
                await here.play(one)
        part = await event_of(here)
        assert part["boards"]["rows"]
