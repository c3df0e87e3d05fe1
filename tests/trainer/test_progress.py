"""When a mistake comes again, and what the ratings of people and puzzles come to."""

import random
from statistics import correlation, linear_regression, mean

from engine.clocks import DAY
from engine.service.trainer.pool import NEAREST
from engine.standings.rating import NEWCOMER, Rating, expected
from engine.trainer.making import UNCERTAIN
from engine.trainer.puzzle import after_answer, due_ms


def test_a_mistake_comes_after_1_3_7_and_21_days_until_it_is_right_twice() -> None:
    assert [due_ms(times, 0, 5) for times in (1, 2, 3, 4, 5, 9)] == [
        5 + days * DAY for days in (1, 3, 7, 21, 21, 21)
    ]
    assert due_ms(2, 1, 0) == 3 * DAY
    assert due_ms(3, 2, 0) is None


def test_the_winner_of_an_answer_gains_and_the_other_loses() -> None:
    person, puzzle = Rating(1500, 100), Rating(1600, 100)
    better, easier = after_answer(person, puzzle, is_right=True, idle_ms=0)
    worse, harder = after_answer(person, puzzle, is_right=False, idle_ms=0)
    assert worse.value < person.value < better.value
    assert easier.value < puzzle.value < harder.value
    assert better.value - person.value > person.value - worse.value, "it was the harder one"


def test_ratings_find_the_strengths_of_people_and_the_difficulties_of_puzzles() -> None:
    chance = random.Random(7)
    strengths = [chance.gauss(1450, 200) for _ in range(24)]
    ratings = [Rating(chance.gauss(1400, 200), UNCERTAIN) for _ in range(360)]
    difficulties = [one.value + chance.gauss(0, 150) for one in ratings]
    estimated = [abs(a.value - b) for a, b in zip(ratings, difficulties, strict=True)]
    people, latest = [NEWCOMER] * len(strengths), list[list[float]]()
    left = [set(range(len(ratings))) for _ in strengths]
    for _ in range(160):
        for person, strength in enumerate(strengths):
            # As in the pool: one of the puzzles nearest to the person's rating, each of them once.
            value = people[person].value
            near = sorted(left[person], key=lambda n: abs(ratings[n].value - value))[:NEAREST]
            number = chance.choice(near)
            left[person].remove(number)
            right = chance.random() < expected(strength, difficulties[number])
            people[person], ratings[number] = after_answer(
                people[person], ratings[number], is_right=right, idle_ms=0
            )
        latest.append([one.value for one in people])
    found = [mean(column) for column in zip(*latest[80:], strict=True)]
    errors = [abs(a - b) for a, b in zip(found, strengths, strict=True)]
    assert mean(errors) < 50
    assert correlation(found, strengths) > 0.97
    assert 0.9 < linear_regression(strengths, found).slope < 1.2
    rated = [abs(a.value - b) for a, b in zip(ratings, difficulties, strict=True)]
    assert mean(rated) < 0.8 * mean(estimated)
