"""Friends, notes, blocks and reports between people, and what administrators do about them."""

from pathlib import Path

import discord
from simcord.actors import MemberActor

from tests.journeys.world import Shown, World, running_world, shown
from tests.worlds.friends import told


def private(world: World, member: MemberActor) -> list[Shown]:
    """Every private message that somebody has in the channel, oldest first."""
    stored = world.env.backend.messages[world.channel.id]
    return [
        shown(one, stored[one.id].components)
        for one in world.channel.history(viewer=member)
        if stored[one.id].is_ephemeral
    ]


async def boss_of(world: World) -> MemberActor:
    role = world.env.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("boss", global_name="Boss")
    return world.env.guild.add_member(user, roles=[role])


async def match_between(world: World, one: MemberActor, other: MemberActor) -> None:
    result = await world.slash(one, "challenge", opponent=other)
    await world.press(other, shown(result.response, result.response.components), "Accept")


async def test_friends_find_each_other_and_a_game(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        await told(world, bob, "help")
        answer = await told(world, alice, "friends add", user=bob.user)
        assert "You'll be friends when they add you too" in answer.text
        wish = private(world, bob)[-1]
        assert "Alice** wants to be your friend" in wish.text
        inbox = await told(world, bob, "note inbox")
        assert "Alice** wants to be your friend" in inbox.text
        await world.press(bob, wish, "Add Alice")
        listed = await told(world, alice, "friends list")
        assert "🙂 **Bob**" in listed.text
        await match_between(world, bob, carol)
        listed = await told(world, alice, "friends list")
        assert "**Bob** is [at a table now](https://discord.com/channels/" in listed.text
        before = len(world.public())
        await world.choose(alice, listed, 0, str(bob.id))
        (challenge,) = world.public()[before:]
        assert "Alice" in challenge.text
        assert challenge.has("Accept")
        removed = await told(world, bob, "friends remove", user=alice.user)
        assert "no longer on your list" in removed.text
        assert "to accept" in (await told(world, alice, "friends list")).text


async def test_a_note_reaches_somebody_at_the_table_at_once_and_can_be_answered(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        await match_between(world, alice, bob)
        sent = await told(world, bob, "note send", user=alice.user, words="*hi* @everyone `x`")
        assert "on its way" in sent.text
        note = private(world, alice)[-1]
        assert "Bob" in note.text
        assert r"\*hi\* \@everyone \`x\`" in note.text
        modal = await world.press(alice, note, "Reply")
        await alice.submit_modal(modal, {"text": "hello yourself"})
        await world.settle()
        assert "hello yourself" in private(world, bob)[-1].text
        refused = await told(world, carol, "note send", user=alice.user, words="who are you?")
        assert "You can send notes to friends" in refused.text
        inbox = await told(world, bob, "note inbox")
        assert "hello yourself" in inbox.text
        await world.choose(bob, inbox, 1, "none")
        refused = await told(world, alice, "note send", user=bob.user, words="still there?")
        assert "doesn't accept notes" in refused.text


async def test_notes_as_direct_messages_and_through_a_closed_door(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        await match_between(world, alice, bob)
        inbox = await told(world, bob, "note inbox")
        await world.choose(bob, inbox, 0, "dm")

        def direct() -> list[str]:
            backend = world.env.backend
            rooms = [one for one in backend.messages if one != world.channel.id]
            stored = [one for room in rooms for one in backend.messages[room].values()]
            return [shown(one, one.components).text for one in stored]

        await told(world, alice, "note send", user=bob.user, words="well played")
        assert [text for text in direct() if "well played" in text]
        (room,) = (one for one in world.env.backend.messages if one != world.channel.id)
        path = f"/channels/{room}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=1)
        await told(world, alice, "note send", user=bob.user, words="second one")
        assert not [text for text in direct() if "second one" in text]
        inbox = await told(world, bob, "note inbox")
        assert "second one" in inbox.text
        await world.press(bob, inbox, "Delete all")
        assert "No notes" in (await told(world, bob, "note inbox")).text


async def test_who_is_blocked_cannot_challenge_and_is_not_told_why(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        assert (
            "won't be notified" in (await told(world, alice, "friends block", user=bob.user)).text
        )
        refused = await told(world, bob, "challenge", opponent=alice)
        assert "block" not in refused.text.lower()
        assert "Invite someone else" in refused.text
        await told(world, alice, "friends unblock", user=bob.user)
        await match_between(world, bob, alice)


async def test_a_report_carries_the_frozen_record_to_the_administrators_only(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        boss = await boss_of(world)
        office = world.env.guild.create_text_channel("office")
        await told(world, boss, "admin reports here", chosen=[office])
        await match_between(world, alice, bob)
        said = await told(world, alice, "friends report", user=bob.user, reason="insults")
        assert "can now read your report" in said.text
        (posted,) = world.env.backend.messages[office.id].values()
        assert "insults" in shown(posted, posted.components).text
        listed = await told(world, boss, "admin reports")
        value = listed.menus[0]["options"][0]["value"]
        await world.choose(boss, listed, 0, value)
        opened = private(world, boss)[-1]
        assert "insults" in opened.text
        await world.press(boss, opened, "Mark as resolved")
        assert "✅" in private(world, boss)[-1].text
        (public,) = office.history(viewer=bob)
        pressed = await bob.click(public, custom_id=opened.button("Mark as resolved")["custom_id"])
        assert pressed.response is not None
        assert "Only admins" in shown(pressed.response, pressed.response.components).text


async def test_an_administrator_decides_a_match_bans_and_reads_the_log(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, carol = world.members
        boss = await boss_of(world)
        await match_between(world, alice, bob)
        (live,) = await world.service.running()
        offered = await boss.autocomplete(world.channel, "gin-admin end-match", "match", "")
        (choice,) = offered
        refused = await told(
            world, boss, "admin end-match", match=choice["value"], reason="stuck", winner=carol.user
        )
        assert "isn't playing in that match" in refused.text
        done = await told(
            world, boss, "admin end-match", match=choice["value"], reason="stuck", winner=bob.user
        )
        assert "Match ended" in done.text
        assert "A server admin decided the match" in world.public()[-1].text
        assert "Bob" in world.public()[-1].text
        ended = await world.service.load(live.id)
        assert ended is not None
        assert ended.is_over
        gone = await told(world, boss, "admin end-match", match=choice["value"], reason="stuck")
        assert "no match in progress" in gone.text
        await told(world, boss, "admin ban", user=bob.user, reason="rude", days=3)
        refused = await told(world, bob, "practice")
        assert "have banned you from playing here" in refused.text
        assert f"<@{bob.id}>" in (await told(world, boss, "admin bans")).text
        await told(world, boss, "admin unban", user=str(bob.id))
        log = await told(world, boss, "admin log")
        assert "decided match" in log.text
        assert "banned" in log.text
        assert "lifted the ban" in log.text
        await world.slash(bob, "practice")
        assert len(await world.service.running()) == 1


async def test_the_table_says_that_an_admin_has_cancelled_the_match(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=3) as world:
        alice, bob, _ = world.members
        boss = await boss_of(world)
        await match_between(world, alice, bob)
        (choice,) = await boss.autocomplete(world.channel, "gin-admin end-match", "match", "")
        done = await told(world, boss, "admin end-match", match=choice["value"], reason="stuck")
        assert "The reason is posted at the table." in done.text
        seen = world.public()[-1].text
        assert "A server admin cancelled the match; it has no result" in seen
        assert not world.env.errors
