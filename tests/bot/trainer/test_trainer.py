"""People train on the real bot: puzzles one after another, and their mistakes again after days."""

from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

from bot.presses.exercise import ExercisePress, ExerciseVerb
from bot.ui.custom_id import parse_custom_id
from engine.clocks import DAY
from engine.game.actions import Discard, SeatAction
from engine.game.seats import Seat
from engine.game.view import deadwood_without
from engine.service import Applied, LiveMatch, MatchCommand, Person, Prefs, UserId
from engine.service.exercises.attempts import Series
from engine.service.trainer.answers import PuzzleForPerson
from engine.store.schema import exercise_answers, trainer_people
from engine.trainer.puzzle import Question, Track
from tests.journeys.cards_seen import cards_shown
from tests.journeys.paths import ask
from tests.journeys.world import Shown, World, running_world, shown
from tests.keys import fresh
from tests.prepared import fill
from tests.service.world import sensible
from tests.worlds.answering import answered as answered_once


def as_now(world: World, panel: Shown) -> Shown:
    return shown(panel.message, world.stored(panel.message.id).components)


async def opened(world: World, member: MemberActor) -> Shown:
    result = await ask(world, member, "trainer")
    assert result.ephemeral, "nobody else sees what somebody trains"
    return shown(result.response, result.response.components)


def answers_of(panel: Shown) -> list[ExercisePress]:
    """The answers that can be pressed."""
    found = []
    for button in panel.buttons.values():
        custom_id = parse_custom_id(button.get("custom_id", ""))
        press = None if custom_id is None else ExercisePress.read(custom_id)
        if press is not None and press.verb is ExerciseVerb.ANSWER and not button.get("disabled"):
            found.append(press)
    return found


async def asked(world: World, member: MemberActor, panel: Shown) -> PuzzleForPerson:
    puzzle = await world.service.trainer.shown(UserId(member.id), answers_of(panel)[0].id)
    assert puzzle is not None
    return puzzle


async def answered(world: World, member: MemberActor, panel: Shown, *, right: bool) -> Shown:
    """Give the best answer, or another one."""
    one = await asked(world, member, panel)
    press = next(p for p in answers_of(panel) if (p.choice == one.puzzle.best) is right)
    await member.click(panel.message, custom_id=str(press))
    await world.settle()
    return as_now(world, panel)


async def following(world: World, member: MemberActor, panel: Shown) -> Shown:
    await world.press(member, panel, "Next")
    return as_now(world, panel)


async def chosen(world: World, member: MemberActor, panel: Shown, track: Track) -> Shown:
    await world.choose(member, panel, 0, track.value)
    return as_now(world, panel)


@pytest.mark.slow
async def test_ten_puzzles_in_a_row_each_with_its_points_and_a_rating(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        await fill(world.service)
        [alice] = world.members
        panel = await opened(world, alice)
        assert "Your rating: **1500?**" in panel.text
        seen, rating = set(), 1500.0
        for number in range(10):
            one = await asked(world, alice, panel)
            assert one.key not in seen, "an answered puzzle does not come at once again"
            seen.add(one.key)
            assert "for each answer:" not in panel.text
            assert panel.pictures
            solution = await answered(world, alice, panel, right=True)
            assert "You found the best answer" in solution.text
            points = [
                line for line in solution.text.splitlines() if " · " in line and line[0] in "*+−"
            ]
            assert len(points) >= 2
            assert not answers_of(solution)
            standing = await world.service.trainer.standing(UserId(alice.id))
            assert standing.answered == standing.solved == number + 1
            assert standing.rating.value > rating
            rating = standing.rating.value
            panel = await following(world, alice, solution)
        assert not world.env.errors


@pytest.mark.slow
async def test_each_theme_asks_its_question_in_pictures_and_in_words(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await fill(world.service)
        alice, bob = world.members
        person = Person(UserId(bob.id), "Bob")
        await world.service.set_prefs(fresh(), person, Prefs(text_mode=True))
        for member in (alice, bob):
            panel = await opened(world, member)
            for question in Question:
                panel = await chosen(world, member, panel, Track(question.value))
                one = await asked(world, member, panel)
                assert one.puzzle.question is question
                assert bool(panel.pictures) is (member is alice)
                known = one.puzzle.hand | one.puzzle.theirs
                allowed = {card for card in range(52) if known >> card & 1}
                allowed |= {*one.puzzle.discards, *one.puzzle.discarded}
                if one.puzzle.laid_down is not None:
                    down = sum(one.puzzle.laid_down.melds) | one.puzzle.laid_down.deadwood_cards
                    allowed |= {card for card in range(52) if down >> card & 1}
                assert cards_shown(panel) <= allowed
                solution = await answered(world, member, panel, right=False)
                assert "Better:" in solution.text
                assert cards_shown(solution) <= allowed
                panel = await following(world, member, solution)
        assert not world.env.errors


async def test_a_wrong_answer_comes_again_after_the_days_until_it_is_right_twice(
    tmp_path: Path,
) -> None:
    async with running_world(tmp_path, people=1) as world:
        await fill(world.service)
        [alice] = world.members
        panel = await opened(world, alice)
        key = (await asked(world, alice, panel)).key
        panel = await answered(world, alice, panel, right=False)
        assert "Next review" in panel.text
        panel = await following(world, alice, panel)
        assert (await asked(world, alice, panel)).key != key
        rating = (await world.service.trainer.standing(UserId(alice.id))).rating
        for days, right in ((1, False), (3, True), (7, True)):
            empty = await chosen(world, alice, panel, Track.MINE)
            assert "Nothing to review now" in empty.text
            world.time.ahead_ms += days * DAY
            panel = await chosen(world, alice, empty, Track.MINE)
            assert (await asked(world, alice, panel)).key == key
            assert "You missed this one before" in panel.text
            panel = await answered(world, alice, panel, right=right)
        assert "Learned" in panel.text
        assert (await world.service.trainer.standing(UserId(alice.id))).rating == rating
        world.time.ahead_ms += 30 * DAY
        panel = await chosen(world, alice, panel, Track.MINE)
        assert "Nothing to review" in panel.text
        assert not world.env.errors


@pytest.mark.slow
async def test_a_press_counts_once_and_a_question_outlives_a_restart(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        await fill(world.service)
        [alice] = world.members
        panel = await opened(world, alice)
        one = await asked(world, alice, panel)
        wrong = next(p for p in answers_of(panel) if p.choice != one.puzzle.best)
        right = next(p for p in answers_of(panel) if p.choice == one.puzzle.best)
        await world.restart()
        await fill(world.service)
        await alice.click(panel.message, custom_id=str(wrong))
        await world.settle()
        first = await world.service.trainer.standing(UserId(alice.id))
        assert (first.answered, first.solved) == (1, 0)
        for press in (wrong, right):
            # Discord keeps the old message's buttons for those who were quicker than the answer.
            assert await pressed_again(world, alice, press) == 0
        assert await world.service.trainer.standing(UserId(alice.id)) == first
        assert "Better:" in as_now(world, panel).text
        assert not world.env.errors


async def pressed_again(world: World, member: MemberActor, press: ExercisePress) -> int:
    """Answer once more in the service, as a press that came late; the answers it added."""
    user = UserId(member.id)
    before = (await world.service.trainer.standing(user)).answered
    assert press.choice is not None
    person = Person(user, member.name, member.name)
    given = (press.id, person, press.choice, press.revision)
    await answered_once(world.service, Series.TRAINER, *given)
    return (await world.service.trainer.standing(user)).answered - before


def careless(live: LiveMatch, seat: Seat) -> SeatAction:
    """Discard what hurts the own hand most, and do everything else sensibly."""
    action, view = sensible(live, seat), live.view(seat)
    if not isinstance(action, Discard):
        return action
    cards = [card for card in range(52) if view.legal.discards >> card & 1]
    return Discard(max(cards, key=lambda card: deadwood_without(view, card)))


async def play_carelessly(world: World, first: MemberActor, second: MemberActor) -> None:
    """A challenge to ten points that the first person plays carelessly."""
    message = (await world.slash(first, "challenge", opponent=second, target=10)).response
    await world.press(second, shown(message, message.components), "Accept")
    live = await world.service.last_match_of(UserId(first.id))
    while live is not None and not live.is_over:
        seat = live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        chosen = careless if user == first.id else sensible
        command = MatchCommand(fresh(), live.id, user, chosen(live, seat), live.revision(seat))
        assert isinstance(await world.service.act(command), Applied)
        live = await world.service.load(live.id)
    await world.settle()


async def play_with_a_mistake(world: World, first: MemberActor, second: MemberActor) -> None:
    """Careless challenges until one is found wrong: a quick knock may leave no choice to err in."""
    trainer = world.service.trainer
    while not (await trainer.standing(UserId(first.id))).due:
        await play_carelessly(world, first, second)
        await trainer.study(UserId(first.id))


@pytest.mark.slow
async def test_a_mistake_of_an_own_finished_match_comes_as_a_puzzle(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        await fill(world.service)
        alice, bob = world.members
        await play_with_a_mistake(world, alice, bob)
        panel = await chosen(world, alice, await opened(world, alice), Track.MINE)
        assert "From one of your own matches" in panel.text
        one = await asked(world, alice, panel)
        assert one.own
        before = await world.service.trainer.standing(UserId(alice.id))
        assert before.answered == 0
        panel = await answered(world, alice, panel, right=True)
        assert "Next review" in panel.text, "right once is not learned yet"
        after = await world.service.trainer.standing(UserId(alice.id))
        assert after.rating == before.rating, "the position is known from the match"
        assert await world.service.trainer.shown(UserId(bob.id), one.key) is None
        assert not world.env.errors


async def test_whoever_deletes_their_data_begins_anew(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        await fill(world.service)
        [alice] = world.members
        panel = await opened(world, alice)
        await answered(world, alice, panel, right=False)
        sent = (await ask(world, alice, "privacy delete")).response
        await world.press(alice, shown(sent, sent.components), "Yes, delete")
        rows = await world.service._store.read(
            lambda c: [
                *c.execute(exercise_answers.select()).all(),
                *c.execute(trainer_people.select()).all(),
            ]
        )
        assert rows == []
        fresh_panel = await opened(world, alice)
        assert "Your rating: **1500?**" in fresh_panel.text
        assert not world.env.errors


async def test_the_first_puzzle_is_there_at_once(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=1) as world:
        [alice] = world.members
        world.service.trainer.thinking = _never
        assert answers_of(await opened(world, alice))


def _never() -> Any:
    raise RuntimeError("no process")
