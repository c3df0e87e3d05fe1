"""The components as they are sent, against those that discord.py builds from its own objects."""

from typing import Any

import discord
import pytest
from discord import ui

from bot.presses.menu import MenuPress, MenuVerb
from bot.render.models import HeadPicture
from bot.ui.compose import ReadyView, component, container
from bot.ui.markup import Markup
from bot.ui.press import Link
from bot.ui.screen import (
    Accent,
    Button,
    ChannelMenu,
    Divider,
    Download,
    Image,
    Menu,
    MenuChoice,
    Part,
    PersonMenu,
    RoleMenu,
    Row,
    Style,
    Text,
)

MENU = MenuPress(MenuVerb.WHO)
EMOJI = "<:gin_10d:1234567890>"
PICTURE = Image(HeadPicture(), "head", "Round 3")
NAMES = ["head-1.png"]


def row(*items: ui.Item[Any]) -> ui.ActionRow[Any]:
    return ui.ActionRow(*items)


def gallery() -> ui.MediaGallery[Any]:
    made: ui.MediaGallery[Any] = ui.MediaGallery()
    made.add_item(media="attachment://head-1.png", description="Round 3")
    return made


PARTS: list[tuple[Part, ui.Item[Any]]] = [
    (Text("### Hello"), ui.TextDisplay("### Hello")),
    (PICTURE, gallery()),
    (Divider(), ui.Separator()),
    (Download("match.json", b"{}"), ui.File("attachment://match.json")),
    (
        Row(
            (
                Button("Knock", MenuPress(MenuVerb.HAND), Style.DANGER, "✊", True),
                Button("9", MenuPress(MenuVerb.DAILY), emoji=EMOJI),
            )
        ),
        row(
            ui.Button(
                label="Knock",
                custom_id="g1:g:0:0:go-hand",
                style=discord.ButtonStyle.danger,
                emoji="✊",
                disabled=True,
            ),
            ui.Button(label="9", custom_id="g1:g:0:0:go-daily", emoji=EMOJI),
        ),
    ),
    (
        Row((Button("Rules", Link("https://example.org")),)),
        row(ui.Button(label="Rules", url="https://example.org")),
    ),
    (
        Menu(
            MENU,
            (MenuChoice("♠ King", "1", "high", chosen=True), MenuChoice("Pass", "2")),
            "Choose",
        ),
        row(
            ui.Select(
                custom_id=str(MENU),
                placeholder="Choose",
                options=[
                    discord.SelectOption(
                        label="♠\ufe0e King", value="1", description="high", default=True
                    ),
                    discord.SelectOption(label="Pass", value="2"),
                ],
            )
        ),
    ),
    (
        ChannelMenu(MENU, (1, 2, 3), "Where", most=2),
        row(
            ui.ChannelSelect(
                custom_id=str(MENU),
                placeholder="Where",
                channel_types=[discord.ChannelType.text],
                min_values=0,
                max_values=2,
                default_values=[discord.Object(1), discord.Object(2)],
            )
        ),
    ),
    (
        ChannelMenu(MENU),
        row(
            ui.ChannelSelect(
                custom_id=str(MENU),
                channel_types=[discord.ChannelType.text],
                min_values=0,
                max_values=25,
            )
        ),
    ),
    (
        RoleMenu(MENU, 7, "Which"),
        row(
            ui.RoleSelect(
                custom_id=str(MENU),
                placeholder="Which",
                min_values=0,
                default_values=[discord.Object(7)],
            )
        ),
    ),
    (RoleMenu(MENU), row(ui.RoleSelect(custom_id=str(MENU), min_values=0))),
    (PersonMenu(MENU, "Who"), row(ui.UserSelect(custom_id=str(MENU), placeholder="Who"))),
]


def sent(value: Any) -> Any:
    """The components without ``required``, which Discord reads in forms only."""
    if isinstance(value, dict):
        return {name: sent(one) for name, one in value.items() if name != "required"}
    return [sent(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("part", "item"), PARTS)
def test_a_part_is_sent_as_discord_py_would_send_it(part: Part, item: ui.Item[Any]) -> None:
    assert component(part, iter(NAMES), Markup()) == sent(item.to_component_dict())


def test_a_screen_is_sent_as_discord_py_would_send_it() -> None:
    view: ui.LayoutView = ui.LayoutView(timeout=None)
    box: ui.Container[Any] = ui.Container(accent_colour=Accent.TURN.value)
    for _, item in PARTS:
        box.add_item(item)
    view.add_item(box)
    ready = ReadyView([container([part for part, _ in PARTS], Accent.TURN, NAMES, Markup())])
    assert ready.to_components() == sent(view.to_components())  # type: ignore[no-untyped-call]
    assert ready.has_components_v2() == view.has_components_v2()
