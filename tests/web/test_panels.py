"""The screens of the chat as panels: the same features, and only what was offered."""

from pathlib import Path
from typing import Any

import pytest

from bot.presses.account import PersonPress, PersonVerb
from bot.presses.menu import MenuPress, MenuVerb
from engine.service import GuildConfig, GuildId, UserId
from tests.keys import fresh
from tests.worlds.pages import buttons, one_page, open_from_menu, text, two_pages


@pytest.mark.slow
async def test_every_button_of_the_menu_opens_a_panel(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_, page):
        lobby = await page.show_lobby()
        for button in lobby["menu"]:
            before = len(page.panels)
            answer = await page.press(lobby["panel"], button["press"])
            assert answer["outcome"] == "applied", (button, answer)
            assert len(page.panels) == before + 1 or answer["match"], button


def choices_of(settings: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The settings by their names; no part of chat stands beside them."""
    groups = [part for part in settings["parts"] if part["type"] == "choices"]
    assert {part["type"] for part in settings["parts"]} == {"choices", "facts", "rows", "section"}
    return {one["title"]: one for part in groups for one in part["choices"]}


async def test_settings_change_the_page_at_once(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        settings = await open_from_menu(page, "Settings")
        language = choices_of(settings)["Page and messages"]
        answer = await page.press(settings["panel"], language["press"], values=["de"])
        assert answer["outcome"] == "applied", answer
        await page.until(lambda: page.welcome["locale"] == "de")
        prefs = await web.world.service.prefs(UserId(web.user(0)))
        assert prefs.locale == "de"
        lobby = await page.show_lobby()
        assert "Einstellungen" in [button["label"] for button in lobby["menu"]]


async def test_a_switch_is_pressed_without_a_value_and_keeps_who_one_is_beside_it(
    tmp_path: Path,
) -> None:
    async with one_page(tmp_path) as (web, page):
        settings = await open_from_menu(page, "Settings")
        tap = choices_of(settings)["One-tap discards"]
        assert not tap["on"]
        assert (await page.press(settings["panel"], tap["press"]))["outcome"] == "applied"
        shown = page.newest_panel()
        assert choices_of(shown)["One-tap discards"]["on"]
        assert (await web.world.service.prefs(UserId(web.user(0)))).one_tap
        (me,) = (part for part in shown["parts"] if part["type"] == "facts")
        assert me["title"] == "Alice"


async def test_the_same_panel_is_replaced(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_, page):
        settings = await open_from_menu(page, "Settings")
        profile = await open_from_menu(page, "My profile")
        assert profile["panel"] != settings["panel"], "a private answer is a panel of its own"
        assert "Alice" in text(profile)
        rules = await open_from_menu(page, "Rules")
        turned = next(iter(buttons(rules).values()), None)
        menus = [part for part in rules["parts"] if part["type"] == "menu"]
        if menus:
            chosen = menus[0]["choices"][-1]["value"]
            await page.press(rules["panel"], menus[0]["press"], values=[chosen])
        elif turned is not None:
            await page.press(rules["panel"], turned)
        assert page.newest_panel()["panel"] == rules["panel"]


@pytest.mark.parametrize(
    "panel", ["", "menu", "t1", "h1", "l1", "p1", "x", "tzzzzzzzzzzzzzz", "h-", "lol lol"]
)
async def test_a_press_that_was_not_offered_does_nothing(tmp_path: Path, panel: str) -> None:
    async with one_page(tmp_path) as (web, page):
        before = await web.world.service.prefs(UserId(web.user(0)))
        answer = await page.press(panel, str(MenuPress(MenuVerb.DELETE)))
        assert answer["outcome"] == "refused"
        assert answer["sentence"]
        assert page.panels == {}
        assert await web.world.service.prefs(UserId(web.user(0))) == before


async def test_a_value_that_was_not_offered_does_nothing(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_, page):
        settings = await open_from_menu(page, "Settings")
        felt = choices_of(settings)["Felt"]
        answer = await page.press(settings["panel"], felt["press"], values=["nonsense"])
        assert answer["outcome"] == "refused"
        assert "reopen it" in answer["sentence"].casefold()


async def test_a_form_is_opened_and_sent_once(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, _, page, _bob):
        friends = await open_from_menu(page, "Friends")
        menu = next(part for part in friends["parts"] if part["type"] == "people")
        bob = str(web.user(1))
        assert bob in [one["value"] for one in menu["people"]]
        await page.press(friends["panel"], menu["press"], values=[bob])
        person = page.newest_panel()
        write = next(press for label, press in buttons(person).items() if "note" in label.lower())
        assert (await page.press(person["panel"], write))["outcome"] == "applied"
        form = page.received[-2]
        assert form["type"] == "form"
        name, fields = page.name(), {"text": "Well played!"}
        for _ in range(2):
            sent = await page.press(form["panel"], form["press"], fields=fields, id=name)
            assert sent["outcome"] == "applied", sent
        notes = await web.world.service.notes.inbox(UserId(web.user(1)))
        assert [note.words for note in notes] == ["Well played!"]


async def test_a_form_that_was_not_opened_is_refused(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        press = str(PersonPress(PersonVerb.WRITE, id=web.user(1)))
        answer = await page.press("p1", press, fields={"text": "Hello"})
        assert answer["outcome"] == "refused"
        assert not await web.world.service.notes.inbox(UserId(web.user(1)))


async def test_the_table_has_sheet_more_and_hint(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_, match, alice, _bob):
        view = alice.tables[match]["view"]
        labels = {button["label"]: button["press"] for button in view["buttons"]}
        for label in ("Score sheet", "More"):
            answer = await alice.press(view["panel"], labels[label])
            assert answer["outcome"] == "applied", answer
        more = alice.newest_panel()
        assert "Rules" in " ".join(buttons(more))


async def test_resigning_by_the_menu_ends_the_match_for_both(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_, match, alice, bob):
        view = alice.tables[match]["view"]
        labels = {button["label"]: button["press"] for button in view["buttons"]}
        await alice.press(view["panel"], labels["More"])
        more = alice.newest_panel()
        resign = next(press for label, press in buttons(more).items() if "esign" in label)
        await alice.press(more["panel"], resign)
        sure = alice.newest_panel()
        yes = next(press for label, press in buttons(sure).items() if "esign" in label)
        answer = await alice.press(sure["panel"], yes)
        assert answer["outcome"] == "applied", answer
        await bob.until(lambda: bob.tables[match]["view"]["phase"] == "over")
        rematch = bob.tables[match]["view"]["buttons"][0]
        asked = await bob.press(bob.tables[match]["view"]["panel"], rematch["press"])
        assert asked["outcome"] == "applied", asked
        lobby = await alice.show_lobby()
        assert any(one["to_me"] for one in lobby["invitations"])


async def test_a_panel_outlasts_a_lost_connection(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (_, page):
        profile = await open_from_menu(page, "My profile")
        await page.cut()
        await page.connect()
        answer = await page.press(profile["panel"], buttons(profile)["All servers"])
        assert answer["outcome"] == "applied"


async def test_a_servers_own_rules_are_offered_and_played(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        guild = GuildId(web.world.env.guild.id)
        presets = {"friday": {"target": 50}, "broken": {"target": "many"}}
        config = GuildConfig.model_construct(**dict(GuildConfig()) | {"presets": presets})
        await web.world.service.set_guild_config(fresh(), guild, UserId(web.user(0)), config)
        web.world.bot.parts.messenger.preferences.forget_server(guild)
        lobby = await page.show_lobby()
        assert [one["name"] for one in lobby["presets"]][:2] == ["friday", "standard"]
        begun = await page.ask("start", what="practice", preset="friday")
        assert begun["outcome"] == "applied", begun
        assert (await page.follow(begun["match"]))["view"]["title"] == "friday"


def start_entry(builder: dict[str, Any]) -> dict[str, Any]:
    """Where the start of an event is written."""
    groups = [part["choices"] for part in builder["parts"] if part["type"] == "choices"]
    entries = [one["entry"] for group in groups for one in group if one["entry"]]
    [found] = [one for one in entries if one["is_start"]]
    assert isinstance(found, dict)
    return found


async def test_an_event_is_announced_from_a_page(tmp_path: Path) -> None:
    async with one_page(tmp_path) as (web, page):
        events = await open_from_menu(page, "Events")
        await page.press(events["panel"], buttons(events)["New event"])
        builder = page.newest_panel()
        assert builder["panel"] == events["panel"], "the same panel is replaced"
        entry = start_entry(builder)
        written = {"text": "whenever Europe/Berlin"}
        await page.press(builder["panel"], entry["press"], fields=written)
        entry = start_entry(page.newest_panel())
        assert entry["wrong"].startswith("Enter the start like")
        assert entry["text"] == written["text"], "nothing that is written is lost"
        written = {"text": "tomorrow 20:00 Europe/Berlin"}
        await page.press(builder["panel"], entry["press"], fields=written)
        assert start_entry(page.newest_panel())["wrong"] == ""
        ready = page.newest_panel()
        answer = await page.press(ready["panel"], buttons(ready)["Announce"])
        assert answer["outcome"] == "applied", answer
        assert "Event announced." in text(page.newest_panel())
        await web.world.settle()
        guild = GuildId(web.world.env.guild.id)
        (event,) = (await web.world.service.events.of_guild(guild)).current
        assert event.message in {one.message.id for one in web.world.public()}
