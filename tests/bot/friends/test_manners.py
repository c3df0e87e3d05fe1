"""Friends, notes, blocks and reports between people, and what administrators do about them."""

from tests.journeys.club import Club, Seen, Who, journey


async def match_between(club: Club, one: Who, other: Who) -> None:
    await other.accepts(await one.challenges(other))


@journey(people=3)
async def test_friends_find_each_other_and_a_game(club: Club) -> None:
    alice, bob, carol = club.people
    (await bob.asks("help")).privately()
    (await alice.asks("friends add", user=bob)).privately().says(
        "You'll be friends when they add you too"
    )
    wish = bob.inbox()[-1]
    wish.says("Alice** wants to be your friend")
    (await bob.asks("note inbox")).privately().says("Alice** wants to be your friend")
    await bob.presses("Add Alice", wish)
    (await alice.asks("friends list")).privately().says("🙂 **Bob**")
    await match_between(club, bob, carol)
    listed = (await alice.asks("friends list")).privately()
    listed.says("**Bob** is [at a table now](https://discord.com/channels/")
    before = len(club.room())
    await alice.chooses(str(bob.id), listed)
    (challenge,) = club.room()[before:]
    challenge.says("Alice").offers("Accept")
    (await bob.asks("friends remove", user=alice)).privately().says("no longer on your list")
    (await alice.asks("friends list")).privately().says("to accept")


@journey(people=3)
async def test_a_note_reaches_somebody_at_the_table_at_once_and_can_be_answered(club: Club) -> None:
    alice, bob, carol = club.people
    await match_between(club, alice, bob)
    (await bob.asks("note send", user=alice, words="*hi* @everyone `x`")).privately().says(
        "on its way"
    )
    note = alice.inbox()[-1]
    note.says("Bob", r"\*hi\* \@everyone \`x\`")
    await alice.presses("Reply", note, fills="hello yourself")
    bob.inbox()[-1].says("hello yourself")
    (await carol.asks("note send", user=alice, words="who are you?")).privately().says(
        "You can send notes to friends"
    )
    inbox = (await bob.asks("note inbox")).privately()
    inbox.says("hello yourself")
    await bob.chooses("none", inbox, menu=1)
    (await alice.asks("note send", user=bob, words="still there?")).privately().says(
        "doesn't accept notes"
    )


@journey(people=2)
async def test_notes_as_direct_messages_and_through_a_closed_door(club: Club) -> None:
    alice, bob = club.people
    await match_between(club, alice, bob)
    inbox = (await bob.asks("note inbox")).privately()
    await bob.chooses("dm", inbox)

    def direct() -> list[str]:
        backend = club.env.backend
        rooms = [one for one in backend.messages if one != club.channel.id]
        stored = [one for room in rooms for one in backend.messages[room].values()]
        return [club.sees(one).text for one in stored]

    (await alice.asks("note send", user=bob, words="well played")).privately()
    assert [text for text in direct() if "well played" in text]
    (room,) = (one for one in club.env.backend.messages if one != club.channel.id)
    path = f"/channels/{room}/messages"
    club.env.inject_error("POST", path, status=403, code=50007, times=1)
    (await alice.asks("note send", user=bob, words="second one")).privately()
    assert not [text for text in direct() if "second one" in text]
    inbox = (await bob.asks("note inbox")).privately()
    inbox.says("second one")
    await bob.presses("Delete all", inbox)
    (await bob.asks("note inbox")).privately().says("No notes")


@journey(people=2)
async def test_who_is_blocked_cannot_challenge_and_is_not_told_why(club: Club) -> None:
    alice, bob = club.people
    assert "won't be notified" in (await alice.asks("friends block", user=bob)).privately().text
    refused = (await bob.asks("challenge", opponent=alice)).privately()
    assert "block" not in refused.text.lower()
    refused.says("Invite someone else")
    (await alice.asks("friends unblock", user=bob)).privately()
    await match_between(club, bob, alice)


@journey(people=2)
async def test_a_report_carries_the_frozen_record_to_the_administrators_only(club: Club) -> None:
    alice, bob = club.people
    boss = club.boss()
    office = club.env.guild.create_text_channel("office")
    (await boss.asks("admin reports here", chosen=[office])).privately()
    await match_between(club, alice, bob)
    (await alice.asks("friends report", user=bob, reason="insults")).privately().says(
        "can now read your report"
    )
    (posted,) = club.room(office.id)
    posted.says("insults")
    listed = (await boss.asks("admin reports")).privately()
    await boss.chooses(next(iter(listed.options().values())), listed)
    opened = boss.inbox()[-1]
    opened.says("insults")
    resolve = opened.button("Mark as resolved")["custom_id"]
    await boss.presses("Mark as resolved", opened)
    boss.inbox()[-1].says("✅")
    (public,) = office.history(viewer=bob.member)
    pressed = await bob.member.click(public, custom_id=resolve)
    club.sees(pressed.response).says("Only admins")


async def offered(club: Club, boss: Who) -> str:
    """The only match that the command offers to end."""
    (choice,) = await boss.member.autocomplete(club.channel, "gin-admin end-match", "match", "")
    return str(choice["value"])


async def end(boss: Who, match: str, **winner: Who) -> Seen:
    return (await boss.asks("admin end-match", match=match, reason="stuck", **winner)).privately()


@journey(people=3)
async def test_an_administrator_decides_a_match_bans_and_reads_the_log(club: Club) -> None:
    alice, bob, carol = club.people
    boss = club.boss()
    await match_between(club, alice, bob)
    (live,) = await club.service.running()
    choice = await offered(club, boss)
    (await end(boss, choice, winner=carol)).says("isn't playing in that match")
    (await end(boss, choice, winner=bob)).says("Match ended")
    club.room()[-1].says("A server admin decided the match", "Bob")
    assert (await club.match(live.id)).is_over
    (await end(boss, choice)).says("no match in progress")
    (await boss.asks("admin ban", user=bob, reason="rude", days=3)).privately()
    (await bob.asks("practice")).privately().says("have banned you from playing here")
    (await boss.asks("admin bans")).privately().says(f"<@{bob.id}>")
    (await boss.asks("admin unban", user=str(bob.id))).privately()
    (await boss.asks("admin log")).privately().says("decided match", "banned", "lifted the ban")
    await bob.asks("practice")
    assert len(await club.service.running()) == 1


@journey(people=3)
async def test_the_table_says_that_an_admin_has_cancelled_the_match(club: Club) -> None:
    alice, bob, _ = club.people
    boss = club.boss()
    await match_between(club, alice, bob)
    choice = await offered(club, boss)
    (await end(boss, choice)).says("The reason is posted at the table.")
    club.room()[-1].says("A server admin cancelled the match; it has no result")
