"""A position that studies and hands of the week of tests begin with, and the coach's answer."""

from engine.coach import Reason, Why
from engine.coach.asking import Choice
from engine.coach.study import StudyContent
from engine.game.actions import Draw, Take
from engine.service import ChannelId, GuildId, InteractionId, UserId
from engine.service.trainer.weekly import PostHand, WeeklySolution

POSITION = StudyContent(
    preset="standard",
    hand=("5H", "6H", "7H", "4C", "4D", "4S", "QS", "QD", "7S", "2D"),
    pile=("KC", "3D", "8S", "TH", "9C", "8D"),
    score=(12, 30),
)

SOLUTION = WeeklySolution(
    (Choice(Draw(), 6.5, 0.0, 0.2), Choice(Take(), -1.25, 0.0, None)),
    Reason(Why.BETTER_ON_AVERAGE, {}),
)


def hand_to_post(
    press: InteractionId, guild: GuildId, channel: ChannelId, host: UserId
) -> PostHand:
    """A hand of the week: draw, or take the upcard, which is 7.75 points worse."""
    return PostHand(press, guild, channel, host, POSITION, SOLUTION)
