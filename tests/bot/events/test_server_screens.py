"""The screens of matches between servers fit Discord's limits in every language."""

from dataclasses import replace

import pytest

from bot.events.server_screens import challenge_screen, code_screen, servers_screen, table_screen
from bot.presses.event import Draft
from bot.presses.servers import ServersPress, ServersVerb
from bot.render.event_models import CrossPicture
from bot.ui.custom_id import parse_custom_id
from bot.ui.i18n import LANGUAGES, in_language
from bot.ui.reader import Reader
from bot.ui.screen import Image, Screen
from engine.service.events.invitation_types import (
    Invitation,
    InvitationId,
    ServerLine,
    ServerTable,
)
from engine.service.events.invitations import code_text
from engine.service.events.types import EventKind, EventState
from tests.bot.events.made import BIG, event_of
from tests.bot.ui.screen_limits import problems

ALL = ("en", *sorted(set(LANGUAGES.values())))
TEAM = "W" * 32
CODE = code_text(bytes(range(240, 256)))
PLAN = replace(event_of(EventKind.TEAMS, EventState.ANNOUNCED).plan, teams=(TEAM, ""))
INVITATION = Invitation(InvitationId(BIG), PLAN, PLAN.starts_ms)


def table(lines: int) -> ServerTable:
    listed = tuple(
        ServerLine(n, TEAM, 99, 40, 19, -12345, is_own=n == 3) for n in range(1, lines + 1)
    )
    return ServerTable(2026, 4, listed, 9, is_listed=bool(lines))


def every_screen(reader: Reader) -> list[Screen]:
    waiting = [replace(INVITATION, id=InvitationId(BIG - n)) for n in range(5)]
    draft = Draft(kind=EventKind.TEAMS)
    return [
        servers_screen(reader, is_open=False),
        servers_screen(
            reader, is_open=True, draft=draft, waiting=waiting, notice="✅ " + "x" * 200
        ),
        code_screen(reader, CODE),
        challenge_screen(reader, INVITATION, CODE.replace("-", "")),
        *(
            table_screen(reader, table(lines), back, 4, organises=organises)
            for lines in (0, 20)
            for back in (0, 3)
            for organises in (False, True)
        ),
    ]


@pytest.mark.parametrize("text_mode", [False, True])
@pytest.mark.parametrize("language", ALL)
def test_every_screen_fits(language: str, text_mode: bool) -> None:
    reader = Reader(in_language(language), text_mode=text_mode)
    for screen in every_screen(reader):
        assert problems(screen) == []


def test_a_code_survives_its_button() -> None:
    code = CODE.replace("-", "")
    press = ServersPress(ServersVerb.ACCEPT, code=code)
    parsed = parse_custom_id(str(press))
    assert parsed is not None
    assert ServersPress.read(parsed) == press


def test_names_of_other_servers_format_nothing() -> None:
    reader = Reader(in_language("en"), text_mode=True)  # Pictures draw names as they are.
    bad = "**@everyone** <@1>"
    plan = replace(PLAN, teams=(bad, ""))
    lines = (replace(table(1).lines[0], name=bad),)
    for screen in (
        challenge_screen(reader, replace(INVITATION, plan=plan), CODE),
        table_screen(reader, replace(table(1), lines=lines), 0, 0, organises=False),
    ):
        text = str(screen.parts)
        assert bad not in text
        assert "<@1>" not in text


def test_the_season_table_marks_the_own_server_and_says_what_its_numbers_are() -> None:
    reader = Reader(in_language("en"), text_mode=True)
    text = "\n".join(table_screen(reader, table(3), 0, 0, organises=False).texts())
    [own] = [line for line in text.splitlines() if line.endswith("← your server")]
    assert own.startswith("3. ")
    assert "won–drawn–lost, points of the boards" in text
    screen = table_screen(Reader(in_language("en")), table(3), 0, 0, organises=False)
    [picture] = [one.model for one in screen.parts if isinstance(one, Image)]
    assert isinstance(picture, CrossPicture)
    assert [row.highlighted for row in picture.rows] == [False, False, True]
