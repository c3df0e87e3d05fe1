"""The card table and matches outside servers: only their players see them, and chats stay alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.presses.match import RematchPress
from bot.web.lobby import invitation_panel
from engine.game.actions import Resign
from engine.game.presets import PRESETS
from engine.service import (
    DIRECT_MESSAGES,
    Applied,
    ChannelId,
    Lobby,
    LobbyOpened,
    MatchCommand,
    MatchSetup,
    MessageId,
    OpenLobby,
    Person,
    Place,
    TableMessage,
    UserId,
)
from tests.keys import fresh
from tests.web.pages import WebWorld, running_web

CHAT = ChannelId(777_001)


async def invited(web: WebWorld) -> Lobby:
    """An invitation of the first member to the second, in a chat of the two."""
    host, guest = (Person(UserId(web.user(who)), name) for who, name in ((0, "A"), (1, "B")))
    service = web.world.service
    asked = OpenLobby(
        interaction=fresh(),
        table=TableMessage(DIRECT_MESSAGES, CHAT, place=Place.PRIVATE, locale="en-US"),
        host=host,
        setup=MatchSetup(replace(PRESETS["standard"], target=10)),
        expires_at_ms=service.now_ms() + 900_000,
        invited=(guest,),
    )
    opened = await service.open_lobby(asked)
    assert isinstance(opened, LobbyOpened)
    await service.messages.lobby_rendered(opened.lobby.id, 0, CHAT, MessageId(777_002))
    return opened.lobby


def of_chat(web: WebWorld) -> list[Any]:
    """The requests to the chat, which the bot is no member of."""
    return [one for one in web.world.env.http_requests if str(CHAT) in str(one)]


async def test_a_match_of_a_private_chat_is_played_and_seen_by_its_players_alone(
    tmp_path: Path,
) -> None:
    async with running_web(tmp_path, people=3) as web:
        service = web.world.service
        lobby = await invited(web)
        bob, carol = await web.page(1), await web.page(2)
        assert not (await carol.show_lobby())["invitations"]
        panel = invitation_panel(lobby.id)
        accept = str(LobbyPress(LobbyVerb.JOIN, lobby.id))
        stranger = await carol.press(panel, accept)
        assert stranger["outcome"] == "refused"
        answer = await bob.press(panel, accept)
        assert answer["outcome"] == "applied", answer
        [live] = await service.live_matches_of(UserId(web.user(1)))
        assert live.table.place is Place.PRIVATE
        match = answer["match"]
        assert (await bob.follow(match))["seat"] is not None
        shown = await carol.show_lobby()
        assert not shown["watch"]
        assert not shown["tables"]
        ended = await service.act(
            MatchCommand(fresh(), live.id, UserId(web.user(1)), Resign(), None)
        )
        assert isinstance(ended, Applied)
        again = await bob.press(f"t{match}", str(RematchPress(live.id)))
        assert again["outcome"] == "refused"
        assert "only works in the chat where the table is" in again["sentence"]
        assert not await service.open_lobbies_of(UserId(web.user(1)))
        await web.world.settle()
        assert not of_chat(web)
