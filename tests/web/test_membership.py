"""Who is no member any more, or may do less than before, has lost it on the page as well."""

from pathlib import Path

import discord
import pytest

from bot.web import rights
from tests.web.pages import Page, running_web
from tests.worlds.pages import buttons, open_from_menu


async def has_ended(page: Page) -> bool:
    await page.until(lambda: page.bye is not None)
    assert page.bye is not None
    return (page.bye["reason"], page.bye["retry"]) == ("session", False)


@pytest.mark.parametrize("what", ["lobby", "start"])
async def test_a_removed_member_opens_nothing_after_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(rights, "FRESH_S", 0.0)
    async with running_web(tmp_path, people=2) as web:
        page, bob = await web.page(0), await web.page(1)
        backend, guild = web.world.env.backend, web.world.env.guild.id
        backend.remove_member(guild, web.user(0))
        if what == "start":
            await page.send("start", id=page.name(), what="practice")
        else:
            await page.send("ask", what="lobby")
        assert await has_ended(page)
        assert not await web.world.service.live_matches_of(web.user(0))
        again = await web.page(0, token=page.token)
        assert await has_ended(again)
        assert (await bob.show_lobby())["place"]


async def test_a_token_of_an_ended_session_opens_nothing_though_its_person_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rights, "FRESH_S", 0.0)
    async with running_web(tmp_path, people=2) as web:
        page = await web.page(0)
        backend, guild = web.world.env.backend, web.world.env.guild
        backend.remove_member(guild.id, web.user(0))
        await page.send("ask", what="lobby")
        assert await has_ended(page)
        backend.add_member(guild.id, web.user(0))
        assert await has_ended(await web.page(0, token=page.token))


async def test_a_lost_role_takes_its_rights_at_once(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=2) as web:
        page = await web.page(0)
        assert "New event" in buttons(await open_from_menu(page, "Events"))
        guild = web.world.env.guild
        [host] = [
            one
            for one in web.world.env.backend.get_guild(guild.id).roles.values()
            if one.name == "Host"
        ]
        none = {"permissions": discord.Permissions.none().value}
        web.world.env.backend.edit_role(guild.id, host.id, none)
        await web.world.settle()
        assert "New event" not in buttons(await open_from_menu(page, "Events"))


async def test_a_page_does_not_outlive_its_session_while_discord_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: object) -> bool:
        raise rights.UnknownRightsError

    monkeypatch.setattr("bot.web.socket.RENEW_S", 0.01)
    monkeypatch.setattr("bot.web.socket.RETRY_S", 0.01)
    async with running_web(tmp_path, people=1) as web:
        monkeypatch.setattr(rights.Rights, "is_member", silent)
        page = await web.page(0)
        assert (await page.show_lobby())["place"]
        monkeypatch.setattr("bot.web.session.Signer.is_over", lambda *_: True)
        assert await has_ended(page)
