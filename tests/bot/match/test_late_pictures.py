"""More pictures than can be drawn: answers go out in words, and the table's picture follows."""

from pathlib import Path
from unittest.mock import patch

from tests.journeys import cheaply
from tests.journeys.cheaply import Pixels
from tests.journeys.club import gathered
from tests.journeys.people import mover_of
from tests.waiting import until


class SlowPixels(Pixels):
    """Pictures that are late as long as the test wants."""

    late = False

    @property
    def is_late(self) -> bool:
        return self.late


async def test_a_press_is_answered_in_words_and_the_pictures_come_later(tmp_path: Path) -> None:
    slow = SlowPixels()
    # Before the world, which would put other pictures in its place.
    with patch.object(cheaply, "_shown", slow):
        async with gathered(tmp_path) as club:
            people = club.people[:2]
            await club.sits(9)
            [board] = club.room()
            assert board.pictures
            slow.late = True
            mover = await mover_of(people)
            while mover.hand.pictures:  # After a pass the same hand is shown.
                mover = await mover_of(people)
                await mover.take_turn()
            assert not mover.hand.pictures, "the answer waits for no picture"
            mover.hand.says("Deadwood")
            await until(lambda: not club.room()[0].pictures)
            slow.late = False
            await until(lambda: bool(club.room()[0].pictures))
            await (await mover_of(people)).take_turn()
            assert all(one.hand.pictures for one in people)
