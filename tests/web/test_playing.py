"""Matches on pages: begun, played, repeated, stale, interrupted."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from bot.match.page.public import match_state
from bot.ui.parts.table import MatchState
from bot.ui.reader import MatchContext, Reader
from bot.web.followers import Followers
from bot.web.idempotent_actions import IdempotentActions
from bot.web.protocol.base import id_number
from engine.game.actions import Pass
from engine.service import Applied, Committed, LiveMatch, MatchCommand, MatchId, UserId
from engine.store import Store, StoreBusyError
from tests.journeys.people import Person
from tests.journeys.world import running_world, shown
from tests.keys import fresh
from tests.seeds import SEED
from tests.waiting import PATIENCE_S, until
from tests.web.pages import Page, running_web, serving, unhurried_clock
from tests.worlds.pages import begun, two_pages

RANKS = "A23456789TJQK"


def turn(match: str, *pages: Page) -> Page:
    """The page whose turn it is."""
    [found] = [page for page in pages if page.tables[match]["seat"]["my_turn"]]
    return found


def other(page: Page, *pages: Page) -> Page:
    [found] = [one for one in pages if one is not page]
    return found


async def test_a_challenge_is_accepted_and_played_on_two_pages(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        before = actor.tables[match]["version"]
        answer = await actor.act(match, "p")
        assert answer["outcome"] == "applied"
        assert actor.tables[match]["version"] > before, "the new state comes before the answer"
        await waiting.until(lambda: waiting.tables[match]["seat"]["my_turn"])
        events = waiting.tables[match]["view"]["tables"][0]["events"]
        assert [event["kind"] for event in events] == ["passed"]


async def test_the_same_name_is_done_once(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        await actor.act(match, "t")
        name = actor.name()
        seat = actor.tables[match]["seat"]
        discard = next(one for one in seat["actions"] if one["kind"] == "discard")
        fields: dict[str, Any] = {
            "match": match,
            "revision": seat["revision"],
            "action": discard["action"],
        }
        first = await actor.ask("act", id=name, **fields)
        version = actor.tables[match]["version"]
        second = await actor.ask("act", id=name, **fields)
        assert (first["outcome"], second["outcome"]) == ("applied", "repeated")
        again = await actor.follow(match)
        assert again["version"] == version


@pytest.mark.slow
async def test_the_same_name_on_a_new_connection_is_done_once(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        name, seat = actor.name(), actor.tables[match]["seat"]
        fields = {"match": match, "revision": seat["revision"], "action": "t"}
        await actor.send("act", id=name, **fields)
        await actor.cut()
        await actor.connect()
        await actor.follow(match)
        answer = await actor.ask("act", id=name, **fields)
        assert answer["outcome"] in ("applied", "repeated")
        table = await actor.follow(match)
        assert [one["kind"] for one in table["view"]["tables"][0]["events"]] == ["took"]


async def test_what_fails_after_the_move_is_asked_again_while_others_talk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page notices a lost answer by the silence, which there is not while news arrive."""
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        name, seat = actor.name(), actor.tables[match]["seat"]
        fields = {"match": match, "revision": seat["revision"], "action": "t"}
        with monkeypatch.context() as slow:

            async def busy(*_: object) -> None:
                raise StoreBusyError(reason="slow_read")

            slow.setattr(IdempotentActions, "_refresh", busy)
            first = await actor.ask("act", id=name, **fields)
        again = await actor.ask("act", id=name, **fields)
        assert (first["outcome"], again["outcome"]) == ("unsure", "repeated")


async def test_the_name_of_one_person_is_not_that_of_another(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        name = actor.name()
        assert (await actor.act(match, "p", id=name))["outcome"] == "applied"
        await waiting.until(lambda: waiting.tables[match]["seat"]["my_turn"])
        assert (await waiting.act(match, "p", id=name))["outcome"] == "applied"


async def test_a_stale_move_changes_nothing_and_brings_the_new_state(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        old = actor.tables[match]["seat"]["revision"]
        await actor.act(match, "t")
        version = actor.tables[match]["version"]
        actor.tables.pop(match)
        answer = await actor.ask("act", match=match, revision=old, action="p")
        assert answer["outcome"] == "stale"
        assert answer["sentence"]
        table = await actor.follow(match)
        assert table["version"] == version


@pytest.mark.slow
@pytest.mark.parametrize("action", ["n", "c", "e", "L", "d9S:", "nonsense", "k", ""])
async def test_no_action_that_is_not_open_to_people(tmp_path: Path, action: str) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        version = actor.tables[match]["version"]
        answer = await actor.act(match, action)
        assert answer["outcome"] == "refused"
        assert answer["sentence"]
        assert (await actor.follow(match))["version"] == version


async def test_a_name_of_a_day_that_is_over_is_refused(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        day = actor.welcome["day"] - 2
        answer = await actor.act(match, "p", id=f"{day}-{'a' * 22}")
        assert answer["outcome"] == "refused"
        assert "out of date" in answer["sentence"]


async def test_only_what_is_newer_comes_to_a_spectator_who_returns(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, bob):
        carol = await web.page(2)
        table = await carol.follow(match)
        assert table["seat"] is None
        await carol.send("follow", match=match, have=table["version"])
        await carol.until(lambda: carol.received[-1]["type"] == "same")
        await turn(match, alice, bob).act(match, "p")
        await carol.until(lambda: carol.tables[match]["version"] > table["version"])


async def test_cards_are_kept_in_the_order_they_are_dragged_to(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, _bob):
        second = await web.page(0)
        await second.follow(match)
        by_rank = sorted(alice.tables[match]["seat"]["hand"], key=lambda card: RANKS.index(card[0]))
        hand = by_rank[::-1]
        answer = await alice.ask("arrange", match=match, cards=hand)
        assert answer["outcome"] == "applied"
        assert alice.tables[match]["seat"]["hand"] == hand
        await second.until(lambda: second.tables[match]["seat"]["hand"] == hand)
        assert second.tables[match]["seat"]["order"] == "own"
        answer = await alice.ask("sort", order="ranks")
        assert answer["outcome"] == "applied"
        await second.until(lambda: second.tables[match]["seat"]["order"] == "ranks")
        ranks = [RANKS.index(card[0]) for card in second.tables[match]["seat"]["hand"]]
        assert ranks == sorted(ranks)


@pytest.mark.parametrize("change", ["drawn", "discarded"])
async def test_an_order_counts_though_a_card_came_or_went_meanwhile(
    tmp_path: Path, change: str
) -> None:
    async with two_pages(tmp_path) as (_, match, alice, _bob):
        hand = list(alice.tables[match]["seat"]["hand"])
        missing = next(card for card in ("AS", "AH", "AD", "AC", "2C") if card not in hand)
        shown = hand[:0:-1] if change == "drawn" else [missing, *hand[::-1]]
        answer = await alice.ask("arrange", match=match, cards=shown)
        assert answer["outcome"] == "applied"
        assert alice.tables[match]["seat"]["hand"] == hand[::-1]


@pytest.mark.parametrize("change", ["none", "another", "twice"])
async def test_no_order_of_other_cards(tmp_path: Path, change: str) -> None:
    async with two_pages(tmp_path) as (_, match, alice, _bob):
        hand = list(alice.tables[match]["seat"]["hand"])
        deck = [rank + suit for rank in RANKS for suit in "CDHS"]
        missing = next(card for card in deck if card not in hand)
        wrong = {
            "none": [],
            "another": [missing, *hand[1:]],
            "twice": [hand[1], *hand[1:]],
        }[change]
        answer = await alice.ask("arrange", match=match, cards=wrong)
        assert answer["outcome"] == "stale"
        assert "didn't go through" in answer["sentence"]
        assert (await alice.follow(match))["seat"]["order"] == "melds"


async def test_resigning_counts_however_the_table_has_changed_since(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_web, match, alice, bob):
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        before = waiting.tables[match]["seat"]
        [resign] = [one["action"] for one in before["requests"] if one["kind"] == "resign"]
        await actor.act(match, "p")
        answer = await waiting.ask("act", match=match, revision=before["revision"], action=resign)
        assert answer["outcome"] == "applied"


@pytest.mark.parametrize("rated", [True, False])
async def test_the_question_before_a_resignation_tells_what_it_costs(
    tmp_path: Path, rated: bool
) -> None:
    async with running_web(tmp_path, people=2) as web:
        match, alice, _bob = await begun(web, rated=rated)
        requests = alice.tables[match]["seat"]["requests"]
        [costs] = [one["costs"] for one in requests if one["kind"] == "resign"]
        assert "**Bob**" in costs[0]
        assert costs[1] == "Your opponent wins the match."
        assert any("is rated" in cost for cost in costs) == rated


async def test_a_page_is_given_a_sign_of_life(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=1) as web:
        page = await web.page(0)
        await page.send("ping")
        await page.until(lambda: page.received[-1] == {"type": "pong"})


async def test_premoves_are_played_and_only_their_owner_sees_them(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (_, match, alice, bob):
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        seen = len(actor.received)
        plan: dict[str, Any] = {"pass_upcard": True, "draw_stock": False, "knock_at": None}
        answer = await waiting.ask("plan", match=match, **plan)
        assert answer["outcome"] == "applied"
        assert waiting.tables[match]["seat"]["plans"]["pass_upcard"]
        assert all(one["type"] != "table" for one in actor.received[seen:])
        await actor.act(match, "p")
        await actor.until(lambda: actor.tables[match]["seat"]["my_turn"])
        events = actor.tables[match]["view"]["tables"][0]["events"]
        assert [event["kind"] for event in events] == ["passed", "passed"]


async def test_a_reaction_reaches_everybody_and_not_too_often(tmp_path: Path) -> None:
    async with two_pages(tmp_path, clock=lambda: 0.0) as (web, match, alice, bob):
        carol = await web.page(2)
        await carol.follow(match)
        for _ in range(3):
            await alice.send("react", match=match, reaction="wow")
        await alice.show_lobby()
        for page in (alice, bob, carol):
            await page.until(lambda page=page: any(o["type"] == "reacted" for o in page.received))  # type: ignore[misc]
        reacted = [one["reaction"] for one in bob.received if one["type"] == "reacted"]
        assert reacted == ["wow"]


async def test_a_match_goes_on_in_the_chat_and_the_page_sees_it(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, bob):
        actor = turn(match, alice, bob)
        await actor.act(match, "t")
        version = actor.tables[match]["version"]
        member = web.world.members[actor.who]
        await web.world.settle()
        person = Person(web.world, member, random.Random(SEED))
        [message] = web.world.channel.history()
        await person.open_hand(shown(message, web.world.stored(message.id).components))
        assert person.may_move
        await person.take_turn()
        await actor.until(lambda: actor.tables[match]["version"] > version)
        await bob.until(lambda: bob.tables[match]["version"] > version)


async def test_a_match_of_the_page_is_shown_in_the_chat(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, _match, _alice, _bob):
        await web.world.settle()
        tables = [one for one in web.world.public() if one.has("My hand")]
        assert len(tables) == 1, "one table message, in place of the invitation"
        assert len(web.world.public()) == 1


async def test_what_another_process_commits_reaches_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unheard(followers: Followers, change: Committed) -> None:
        """As if another process had committed it."""

    monkeypatch.setattr(Followers, "_on_committed", unheard)
    monkeypatch.setattr(Store, "is_shared", True)
    async with two_pages(tmp_path, look_seconds=0.05) as (web, match, alice, bob):
        actor = turn(match, alice, bob)
        version = actor.tables[match]["version"]
        number, user = MatchId(id_number(match)), UserId(web.user(actor.who))
        outcome = await web.world.service.act(MatchCommand(fresh(), number, user, Pass(), None))
        assert isinstance(outcome, Applied)
        for page in (alice, bob):
            await page.until(lambda page=page: page.tables[match]["version"] > version)  # type: ignore[misc]


@pytest.mark.slow
async def test_a_match_outlasts_the_process(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        async with serving(world, unhurried_clock()) as web:
            match, alice, bob = await begun(web)
            actor = turn(match, alice, bob)
            await actor.act(match, "t")
            token, who = actor.token, actor.who
        await actor.until(lambda: actor.bye is not None)
        assert actor.bye is not None
        assert (actor.bye["reason"], actor.bye["retry"]) == ("restart", True)
        await world.restart()
        async with serving(world, unhurried_clock()) as web:
            again = await web.page(who, token=token)
            table = await again.follow(match)
            assert [one["kind"] for one in table["view"]["tables"][0]["events"]] == ["took"]
            discard = next(one for one in table["seat"]["actions"] if one["kind"] == "discard")
            assert (await again.act(match, discard["action"]))["outcome"] == "applied"


@pytest.mark.slow
async def test_the_lobby_of_others_shows_what_begins_and_ends(tmp_path: Path) -> None:
    async with running_web(tmp_path, people=3) as web:
        carol = await web.page(2)
        assert (await carol.show_lobby())["watch"] == []
        match, alice, _bob = await begun(web)
        await carol.until(lambda: [one["match"] for one in carol.lobby["watch"]] == [match])
        assert carol.lobby["invitations"] == []
        await alice.show_lobby()
        assert [one["match"] for one in alice.lobby["tables"]] == [match]
        await alice.act(match, "q")
        await carol.until(lambda: carol.lobby["watch"] == [])
        await alice.until(lambda: alice.lobby["tables"] == [])


async def test_nobody_is_called_in_the_chat_who_is_at_the_card_table(tmp_path: Path) -> None:
    async with two_pages(tmp_path) as (web, match, alice, bob):
        pings = web.world.bot.parts.display.pings
        pings.delay = 0.0
        actor = turn(match, alice, bob)
        waiting = other(actor, alice, bob)
        live = await web.world.service.load(MatchId(id_number(match)))
        assert live is not None
        panels = web.world.bot.parts.display.panels
        assert panels.is_live(live.id, web.user(waiting.who))
        await actor.act(match, "t")
        await waiting.leave()
        await until(lambda: not panels.is_live(live.id, web.user(waiting.who)))
        seat = actor.tables[match]["seat"]
        discard = next(one for one in seat["actions"] if one["kind"] == "discard")
        await actor.act(match, discard["action"])
        mentions = web.world.service.mentions

        async def told() -> list[int]:
            return [one.user_id for one in await mentions.every()]

        async with asyncio.timeout(PATIENCE_S):
            found: list[int] = []
            while not found:
                await asyncio.sleep(0.01)
                found = await told()
        assert await told() == [web.user(waiting.who)], "only the one who has left"


async def test_one_view_is_written_for_all_spectators_and_its_clock_is_that_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def counted(reader: Reader, board: MatchContext, live: LiveMatch) -> MatchState:
        written.append(live.version)
        return match_state(reader, board, live)

    monkeypatch.setattr("bot.web.connection.match_state", counted)
    async with two_pages(tmp_path) as (web, match, alice, bob):
        token = await web.token(2)
        crowd = [await web.page(2, token=token) for _ in range(8)]
        for page in crowd:
            await page.follow(match)
        written.clear()
        await turn(match, alice, bob).act(match, "p")
        version = alice.tables[match]["version"]
        for page in (alice, bob, *crowd):
            await page.until(lambda page=page: page.tables[match]["version"] >= version)  # type: ignore[misc]
        assert len(written) == len(set(written)) <= 2, "one a version"
        views = {json.dumps(page.tables[match]["view"]) for page in (alice, bob, *crowd)}
        assert len(views) == 1
        web.world.time.ahead_ms += 100_000
        written.clear()
        late = await crowd[0].follow(match)
        assert late["now"] - crowd[1].tables[match]["now"] >= 100_000
        assert written == []
