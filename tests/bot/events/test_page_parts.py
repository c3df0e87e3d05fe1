"""Events as the card table draws them: what comes first, who plays, and what stays hidden."""

from pathlib import Path

from engine.events.kinds import FIELD
from engine.service.events.types import PairingState
from tests.service.events.hall import hall, person
from tests.service.world import sqlite_url
from tests.worlds.event_parts import (
    WHO,
    event_of,
    event_parts,
    following,
    names,
    rows,
    titled,
)


async def test_an_event_shows_what_its_reader_needs_in_each_state(tmp_path: Path) -> None:
    parts = await event_parts(tmp_path)
    coming, swiss, cup, over = (parts[one] for one in ("coming", "swiss", "cup", "over"))

    assert rows(parts["empty"], "Entries") == []
    assert not following(parts["empty"])["is_own"]
    assert names(rows(coming, "Entries")) == ["Player 1", "Player 2", "Player 3"]
    assert following(coming)["is_own"]
    assert following(coming)["starts"]
    assert following(coming)["lines"][0] == "You're in."
    assert following(coming)["versus"] is None
    assert [titled(coming, one) for one in ("Live tables", "Standings")] == [None, None]

    match = following(swiss)
    assert match["versus"]["title"] == "Round 3"
    assert match["versus"]["own"]["name"] == "Player 2"
    assert match["way"]["match"]
    assert [one["note"] for one in rows(swiss, "My rounds")] == ["Round 2", "Round 1"]
    assert {one["mark"] for one in rows(swiss, "My rounds")} <= {"won", "drawn", "lost"}
    tables = titled(swiss, "Live tables")
    assert tables is not None
    [column] = tables["columns"]
    assert len(column["pairs"]) == 3
    assert all(one["way"]["match"] for one in column["pairs"])
    assert "Player 2" not in str(tables)
    assert [row["name"] for row in rows(swiss, "Standings") if row["own"]] == ["Player 2"]
    assert titled(swiss, "Bracket") is None

    assert titled(cup, "Standings") is None
    assert following(cup)["versus"]["title"] == "Semifinals"
    bracket = titled(cup, "Bracket")
    assert bracket is not None
    pairs = [pair for one in bracket["columns"] for pair in one["pairs"]]
    own = [slot for pair in pairs for slot in (pair["first"], pair["second"]) if slot["own"]]
    assert {slot["name"] for slot in own} == {"Player 2"}
    podium = titled(over, "Player 1 wins")
    assert podium is not None
    assert podium["is_podium"]
    places = [(one["rank"], one["name"]) for one in podium["rows"]]
    assert places[0] == ("1", "Player 1")
    assert ("3", "Player 2", True) in [
        (one["rank"], one["name"], one["own"]) for one in podium["rows"]
    ]
    last = next(one for one in over if one["type"] == "section" and one["main"])
    assert last["main"] == {"value": "3", "label": "of 8", "icon": ""}
    assert last["lines"] == ["You won 1 of 2 matches."]
    assert last["row"] is None, "nobody has scored"
    assert [one["label"] for one in last["buttons"]] == ["Again next week"]
    assert titled(over, "Live tables") is None


async def test_the_list_has_running_events_before_those_to_come(tmp_path: Path) -> None:
    [part] = (await event_parts(tmp_path))["cards"]
    grounds = [one["ground"] for one in part["groups"] for _ in one["cards"]]
    cards = [card for one in part["groups"] for card in one["cards"]]
    assert grounds == ["felt", "felt", "paper", "box"]
    assert all(one["mine"] for one in cards[:3])
    assert "Player" in cards[0]["own"]
    assert cards[-1]["status"] == "🥇 Player 1"


async def test_boards_that_others_still_play_are_neither_shown_nor_watched(tmp_path: Path) -> None:
    async with hall(sqlite_url(tmp_path)) as here:
        event = await here.started(FIELD, 6, name="Field", boards=4, rounds=2)
        user = person(WHO).user_id
        mine = next(one for one in event.pairings if user in (one.first, one.second))
        await here.play(mine)
        parts = await event_of(here)
        assert (await here.event()).revealed == 0
        tables = titled(parts, "Live tables")
        assert tables is not None
        played, pairs = rows(parts, "My rounds"), tables["columns"][0]["pairs"]
        assert played
        assert pairs
        assert all(one["way"] is None and not one["value"] for one in played)
        assert all(one["way"] is None and not one["score"] for one in pairs)
        assert titled(parts, "My boards") is None
        for one in (await here.event()).pairings:
            if one.state is PairingState.PLAYING and one.round == 1:
                await here.play(one)
        assert rows(await event_of(here), "My boards")
