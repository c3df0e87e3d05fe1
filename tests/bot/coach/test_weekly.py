"""The hand of the week in chat: an organiser posts it, members answer once, it is closed."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.coach.weekly_screen import answered_screen, order_of, weekly_screen
from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.presses.study import WeeklyPress, WeeklyVerb
from bot.ui.i18n import words_for
from bot.ui.press import Press
from bot.ui.reader import Reader
from bot.ui.reply import DiscordReply
from bot.ui.screen import Menu, Screen, Text, texts_fit
from engine.coach import Reason, Why
from engine.coach.asking import Choice
from engine.game.actions import Discard, Knock, RoundAction
from engine.game.cards import card
from engine.game.notation import action_text
from engine.service import ChannelId, GuildId, MessageId, Person, UserId
from engine.service.exercises.attempts import Series
from engine.service.trainer.weekly import OPEN_MS, WeeklyHand, WeeklySolution
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.service.world import existing
from tests.worlds.answering import answered
from tests.worlds.put_up import POSITION, hand_to_post

HAND = "5H 6H 7H 4C 4D 4S QS QD 7S 2D KD"


@contextlib.asynccontextmanager
async def organised(folder: Path) -> AsyncIterator[World]:
    """A server whose first member may organise."""
    async with running_world(folder, people=2) as world:
        env, guild = world.env, world.env.guild
        role = guild.create_role("Host", permissions=discord.Permissions(manage_events=True))
        host = guild.add_member(env.create_user("holly", global_name="Holly"), roles=[role])
        world.members.insert(0, host)
        world.bot.parts.weekly.left_alone_s = 0.0
        yield world


def text(result: Any) -> str:
    return shown(result.response, result.response.components).text


async def opened(world: World, who: int) -> Any:
    """A study of a member, opened in chat."""
    member = world.members[who]
    owner = Person(UserId(member.id), "Owner")
    study = await world.service.studies.create(fresh(), owner, "Mine", POSITION)
    asked = await world.slash(member, "ask", hand=HAND, pile="KC 3D 8S", taken="JD", score="46 48")
    saved = await clicked(world, asked, "Save as study", who)
    assert study
    return saved


async def clicked(world: World, result: Any, label: str, who: int = 0) -> Any:
    found = await world.members[who].click(result.response, label=label)
    await world.settle()
    return found


def message(world: World) -> Shown:
    """The message of the hand in the channel."""
    return next(one for one in world.public() if "Hand of the week" in one.text)


def live(world: World) -> discord.Message:
    """That message, to be pressed."""
    found = message(world).message.id
    return next(one for one in world.channel.history() if one.id == found)


async def posted(world: World) -> WeeklyHand:
    offered = await clicked(world, await opened(world, 0), "Hand of the week…")
    assert "Notes and lines are not posted" in text(offered)
    await clicked(world, offered, "Post")
    guild = world.bot.guilds[0].id
    return existing(await world.service.weekly.open_hand(guild))  # type: ignore[arg-type]


def answers_to(hand: int) -> ExercisePress:
    """The menu with the answers to a hand."""
    return ExercisePress(ExerciseVerb.VALUE, Series.WEEK, id=hand)


async def answer(world: World, hand: WeeklyHand, who: int, place: int) -> str:
    """What a member sees after answering with a choice of the solution."""
    value = str(order_of(hand.solution).index(place))
    press = str(answers_to(hand.id))
    said = await world.members[who].select(live(world), [value], custom_id=press)
    await world.settle()
    return text(said)


async def test_members_answer_once_and_see_the_solution_after_that(tmp_path: Path) -> None:
    async with organised(tmp_path) as world:
        hand = await posted(world)
        before = message(world)
        assert "0 answers" in before.text
        assert "score 46 : 48" in before.text
        assert "taken by your opponent: J♦" in before.text
        assert "Best" not in before.text
        assert {type(one.action) for one in hand.solution.choices} == {Discard}
        worst = len(hand.solution.choices) - 1
        seen = await answer(world, hand, 1, worst)
        assert "It costs" in seen
        assert "Best: **" in seen
        assert "1 answer" in seen
        again = await answer(world, hand, 1, 0)
        assert "It costs" in again, "the first answer stays"
        assert "That's what the master plays" in await answer(world, hand, 2, 0)
        now = message(world)
        assert now.message.id == before.message.id
        assert "2 answers" in now.text
        assert "Best" not in now.text


async def test_only_organisers_post_and_close_one(tmp_path: Path) -> None:
    async with organised(tmp_path) as world:
        labels = [
            one.get("label")
            for row in (await opened(world, 1)).response.components
            for one in row.get("components", [])
        ]
        assert "Hand of the week…" not in str(labels)
        hand = await posted(world)
        offered = await clicked(world, await opened(world, 0), "Hand of the week…")
        assert "already has a hand of the week" in text(offered)
        await answer(world, hand, 1, 1)
        close = str(WeeklyPress(WeeklyVerb.CLOSE, id=hand.id))
        refused = await world.members[1].click(live(world), custom_id=close)
        await world.settle()
        assert "Only organisers can do that" in text(refused)
        sure = await world.members[0].click(live(world), custom_id=close)
        await clicked(world, sure, "Close")
        closed = message(world)
        assert "Best: **" in closed.text
        assert "1 answer" in closed.text
        assert not closed.has("Close")


@pytest.mark.parametrize("gone", ["message", "channel"])
async def test_a_hand_whose_message_is_gone_can_be_closed_from_the_refusal(
    tmp_path: Path, gone: str
) -> None:
    async with organised(tmp_path) as world:
        hand = await posted(world)
        offered = await opened(world, 0)
        if gone == "message":
            await world.bot.http.delete_message(world.channel.id, message(world).message.id)
        else:
            await world.service.weekly.shown(hand.id, 1, ChannelId(1), MessageId(2))
        refused = await clicked(world, offered, "Hand of the week…")
        assert "already has a hand of the week" in text(refused)
        await clicked(world, await clicked(world, refused, "Close"), "Close")
        assert await world.service.weekly.open_hand(hand.guild) is None
        assert (await posted(world)).id != hand.id


async def test_after_its_week_it_is_closed_and_a_lost_message_comes_again(tmp_path: Path) -> None:
    async with organised(tmp_path) as world:
        hand = await posted(world)
        parts = world.bot.parts
        await world.bot.http.delete_message(world.channel.id, message(world).message.id)
        bob = Person(UserId(world.members[1].id), "Bob", "Bob")
        await answered(world.service, Series.WEEK, hand.id, bob, 0)
        assert await parts.weekly.redraw() == 1
        await world.settle()
        assert "1 answer" in message(world).text
        world.time.ahead_ms += OPEN_MS
        assert await parts.weekly.redraw() == 1
        await world.settle()
        assert "Best: **" in message(world).text
        assert await parts.weekly.redraw() == 0


async def test_it_survives_a_restart(tmp_path: Path) -> None:
    async with organised(tmp_path) as world:
        hand = await posted(world)
        await world.restart()
        assert "It costs" in await answer(world, hand, 1, len(hand.solution.choices) - 1)
        assert "1 answer" in message(world).text


async def pressed(world: World, who: int, press: Press) -> str:
    """What a member is told who presses something that stands on a message of the channel."""
    view = discord.ui.View(timeout=None)
    options = [discord.SelectOption(label="First", value="0")]
    view.add_item(discord.ui.Select(custom_id=str(press), options=options))
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send(view=view)
    said = await world.members[who].select(sent, ["0"], custom_id=str(press))
    await world.settle()
    return text(said)


async def test_only_an_organiser_closes_one_whatever_message_the_button_stands_on(
    tmp_path: Path,
) -> None:
    async with organised(tmp_path) as world:
        hand = await posted(world)
        for verb in (WeeklyVerb.CLOSE, WeeklyVerb.CLOSE_YES):
            refused = await pressed(world, 1, WeeklyPress(verb, id=hand.id))
            assert "Only organisers can do that" in refused
        assert not existing(await world.service.weekly.hand(hand.id)).is_closed
        await pressed(world, 0, WeeklyPress(WeeklyVerb.CLOSE_YES, id=hand.id))
        assert existing(await world.service.weekly.hand(hand.id)).is_closed


async def test_a_hand_of_another_server_is_neither_answered_nor_closed_here(
    tmp_path: Path,
) -> None:
    async with organised(tmp_path) as world:
        ask = hand_to_post(fresh(), GuildId(5), ChannelId(6), UserId(7))
        other = await world.service.weekly.post(ask)
        closing = (WeeklyPress(one, id=other) for one in (WeeklyVerb.CLOSE, WeeklyVerb.CLOSE_YES))
        for who, press in ((1, answers_to(other)), *((0, press) for press in closing)):
            assert "no longer works" in await pressed(world, who, press)
        found = existing(await world.service.weekly.hand(other))
        assert (found.answered, found.is_closed) == (0, False)


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize("text_mode", [False, True])
def test_the_longest_one_fits_into_a_message(text_mode: bool, is_closed: bool) -> None:
    cards = (*POSITION.start.hand, card("KD"))
    actions: list[RoundAction] = [*map(Discard, cards), *map(Knock, cards)]
    choices = tuple(Choice(one, -12.5, 0.25, 0.25) for one in actions)
    solution = WeeklySolution(choices, Reason(Why.BETTER_ON_AVERAGE, {}))
    place = (GuildId(1), ChannelId(2), None)
    counts = (1000,) * len(choices)
    hand = WeeklyHand(9, *place, POSITION, solution, None, 5, is_closed, 1, counts)
    reader = Reader(words_for("de"), text_mode=text_mode)
    for screen in (weekly_screen(reader, hand), answered_screen(reader, hand, 3)):
        assert texts_fit(list(screen.texts()))
        assert texts_fit(list(screen.in_words().texts()))
    menus = [one for one in weekly_screen(reader, hand).parts if isinstance(one, Menu)]
    assert [len(one.choices) for one in menus] == ([] if is_closed else [len(choices)])
    offered = [action_text(choices[n].action) for n in order_of(solution)]
    assert offered == sorted(offered), "the order says nothing of their worth"


async def test_a_hand_whose_message_is_not_posted_yet_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    async def refused(*_: object) -> None:
        return None

    async def note(_: object, screen: Screen) -> None:
        said.extend(part.content for part in screen.parts if isinstance(part, Text))

    async with organised(tmp_path) as world:
        asked = await clicked(world, await opened(world, 0), "Hand of the week…")
        with monkeypatch.context() as patch:
            patch.setattr(DiscordReply, "public", refused)
            patch.setattr(DiscordReply, "also_private", note)
            await clicked(world, asked, "Post")
    assert len(said) == 1
    assert "The hand of the week is saved. Gin keeps trying to post its message." in said[0]
