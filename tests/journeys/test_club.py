"""What a journey gives its test, and what a message tells when it is not as it should be."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.journeys.club import Club, Seen, gathered, journey


@pytest.mark.parametrize("people", [2])
@journey(people=2)
async def test_a_message_is_read_anew_and_a_failure_shows_all_of_it(
    club: Club, tmp_path: Path, people: int
) -> None:
    assert len(club.people) == people
    assert club.folder == tmp_path
    invitation = await club.alice.challenges(club.bob)
    checks: tuple[Callable[[], Seen], ...] = (
        lambda: invitation.says("challenges", "something else"),
        lambda: invitation.does_not_say("challenges"),
        lambda: invitation.offers("Accept", "Resign"),
        lambda: invitation.offers("Accept", only=True),
        lambda: invitation.does_not_offer("Accept"),
        invitation.privately,
    )
    for fails in checks:
        with pytest.raises(AssertionError, match=r"(?s)challenges.*\[Accept\].*\[Fair deal\]"):
            fails()
    await club.bob.presses("Decline", invitation)
    invitation.says("Bob declined").offers(only=True)


async def refused(folder: Path) -> None:
    async with gathered(folder, people=1) as club:
        club.hand_out(club.alice.member)
        await club.alice.asks("admin settings")


async def test_an_error_of_the_program_fails_the_test(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="Only admins"):
        await refused(tmp_path)
