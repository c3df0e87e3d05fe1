"""Studies in chat: saved from the coach's answer, walked through, noted on, and deleted."""

from pathlib import Path
from typing import Any

import pytest

from bot.coach.study_screen import stale_screen, study_screen
from bot.presses.menu import MenuPress, MenuVerb
from bot.presses.study import StudyPress, StudyVerb
from bot.ui.i18n import words_for
from bot.ui.reader import Reader
from bot.ui.screen import texts_fit
from engine.coach.study import (
    MOST_DEPTH,
    NOTE_LENGTH,
    START,
    TITLE_LENGTH,
    StudyMove,
    StudyMoveKind,
    with_move,
    with_note,
)
from engine.service import Person, UserId
from engine.service.trainer.studies import SavedStudy
from tests.journeys.world import World, running_world, shown
from tests.keys import fresh
from tests.worlds.put_up import POSITION

HAND = "5H 6H 7H 4C 4D 4S QS QD 7S 2D"


async def clicked(world: World, result: Any, label: str) -> Any:
    """Press a button of the last answer by its label."""
    found = await world.members[0].click(result.response, label=label)
    await world.settle()
    return found


def text(result: Any) -> str:
    return shown(result.response, result.response.components).text


async def studies_of(world: World, member: Any) -> Any:
    """Somebody's studies, by the help's menu."""
    records = await world.slash(member, "help")
    assert records.response is not None
    more = str(MenuPress(MenuVerb.MORE))
    records = await member.select(records.response, ["records"], custom_id=more)
    await world.settle()
    assert records.response is not None
    studies = str(MenuPress(MenuVerb.STUDIES))
    records = await member.click(records.response, custom_id=studies)
    await world.settle()
    return records


async def test_a_position_is_saved_noted_and_deleted(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        asked = await world.slash(alice, "ask", hand=HAND, pile="KC 3D 8S TH 9C 8D")
        study = await clicked(world, asked, "Save as study")
        assert "Standard gin · 5♥" in text(study)
        form = await clicked(world, study, "Note…")
        noted = await alice.submit_modal(form, {"text": "Two **queens**\n@everyone"})
        await world.settle()
        assert "> Two \\*\\*queens\\*\\*\n> \\@everyone" in text(noted)
        records = await studies_of(world, alice)
        assert "Standard gin · 5♥" in text(records)
        (one,) = await world.service.studies.of_person(UserId(alice.id))
        press = str(StudyPress(StudyVerb.OPEN))
        assert records.response is not None
        opened = await alice.select(records.response, [str(one.id)], custom_id=press)
        await world.settle()
        sure = await clicked(world, opened, "Delete study")
        gone = await clicked(world, sure, "Yes, delete it")
        assert "No studies yet" in text(gone)


async def test_moves_that_follow_are_a_menu(tmp_path: Path) -> None:
    nodes = [{"parent": 0, "move": "t"}, {"parent": 0, "move": "sKD"}, {"parent": 2, "move": "dKD"}]
    content = type(POSITION).model_validate(POSITION.model_dump() | {"nodes": nodes})
    async with running_world(tmp_path, people=1) as world:
        alice = world.members[0]
        owner = Person(UserId(alice.id), "Alice")
        study = await world.service.studies.create(fresh(), owner, "Mine", content)
        records = await studies_of(world, alice)
        press = str(StudyPress(StudyVerb.OPEN))
        assert records.response is not None
        opened = await alice.select(records.response, [str(study)], custom_id=press)
        assert opened.response is not None
        go = str(StudyPress(StudyVerb.GO, None, study, 1))
        moved = await alice.select(opened.response, ["2"], custom_id=go)
        await world.settle()
        assert "draw K♦ from the stock" in text(moved)
        ahead = await clicked(world, moved, "Next")
        assert "draw K♦ from the stock → discard K♦" in text(ahead)


@pytest.mark.parametrize("text_mode", [False, True])
def test_the_longest_study_fits_into_a_message(text_mode: bool) -> None:
    draws = [one for one in POSITION.start.unseen if one not in POSITION.start.hand]
    found, node = POSITION, START
    for drawn, theirs in zip(draws[::2], draws[1::2], strict=False):
        if len(found.path(node)) > MOST_DEPTH - 3:
            break
        known = found.position(node).taken
        # Whoever holds ten known cards discards one of them.
        theirs = known[0] if len(known) == found.rules.hand_size else theirs
        for move in (
            StudyMove(StudyMoveKind.DRAW, drawn),
            StudyMove(StudyMoveKind.DISCARD, drawn),
            StudyMove(StudyMoveKind.THEY_TAKE, theirs),
        ):
            found, node = with_move(found, node, move)
    found = with_note(found, node, "*" * NOTE_LENGTH)
    study = SavedStudy(1, UserId(2), "Alice", "_" * TITLE_LENGTH, found, 1, 0, None)
    reader = Reader(words_for("de"), text_mode=text_mode)
    for screen in (
        study_screen(reader, study, node, is_own=True),
        stale_screen(reader, study, node, "*" * NOTE_LENGTH),
    ):
        assert texts_fit(list(screen.texts()))
        assert texts_fit(list(screen.in_words().texts()))
