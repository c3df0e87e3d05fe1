"""What no command leads to any more, and the presses that do.

Each path begins at a screen that people are on. A step is a button by its press, or a menu with
what is chosen in it; the last step may open a form, which is filled in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from simcord.actors import MemberActor

from bot.commands.help import MORE
from bot.presses.account import PersonPress, PersonVerb
from bot.presses.menu import MenuPress, MenuVerb
from bot.presses.server import AdminPress, AdminVerb, ServerSetting, SetupPress, SetupVerb
from bot.ui.press import Press
from tests.journeys.world import World


@dataclass(frozen=True)
class Path:
    """``start``: the command whose screen it begins on. ``person``: a step chooses somebody."""

    steps: tuple[Press | PersonVerb, ...]
    start: str = "help"
    form: bool = False


def _go(*verbs: MenuVerb, form: bool = False) -> Path:
    return Path(tuple(map(MenuPress, verbs)), form=form)


def _person(verb: PersonVerb, *, form: bool = False) -> Path:
    return Path((MenuPress(MenuVerb.PERSON), verb), form=form)


def _admin(*steps: Press) -> Path:
    return Path(steps, "admin settings")


PATHS: Final[Mapping[str, Path]] = {
    "turns": _go(MenuVerb.TABLES),
    "resign": _go(MenuVerb.TABLES, MenuVerb.RESIGN),
    "verify": _go(MenuVerb.TABLES, MenuVerb.VERIFY),
    "time pause": _go(MenuVerb.TABLES, MenuVerb.PAUSE),
    "time resume": _go(MenuVerb.TABLES, MenuVerb.RESUME),
    "time give": _go(MenuVerb.TABLES, MenuVerb.GIVE),
    "time vacation": _go(MenuVerb.TABLES, MenuVerb.VACATION, form=True),
    "tv": _go(MenuVerb.FIND, MenuVerb.WATCH),
    "about": _go(MenuVerb.ABOUT),
    "rewards": _go(MenuVerb.RECORDS, MenuVerb.REWARDS),
    "friends list": _go(MenuVerb.FRIENDS),
    "friends add": _person(PersonVerb.ADD),
    "friends remove": _person(PersonVerb.REMOVE),
    "friends block": _person(PersonVerb.BLOCK),
    "friends unblock": _person(PersonVerb.UNBLOCK),
    "friends report": _person(PersonVerb.REPORT, form=True),
    "note send": _person(PersonVerb.WRITE, form=True),
    "trainer": _go(MenuVerb.TRAINER),
    "tutor": _go(MenuVerb.TRAINER, MenuVerb.TUTOR),
    "note inbox": _go(MenuVerb.FRIENDS, MenuVerb.INBOX),
    "privacy export": _go(MenuVerb.SETTINGS, MenuVerb.EXPORT),
    "privacy delete": _go(MenuVerb.SETTINGS, MenuVerb.DELETE),
    "admin presets": _admin(AdminPress(AdminVerb.HOUSES)),
    "admin preset-remove": _admin(AdminPress(AdminVerb.HOUSES), AdminPress(AdminVerb.REMOVE)),
    "admin bans": _admin(AdminPress(AdminVerb.BANS)),
    "admin reports": _admin(AdminPress(AdminVerb.REPORTS)),
    "admin reports here": _admin(
        SetupPress(SetupVerb.NEWS), SetupPress(SetupVerb.SET, ServerSetting.REPORTS)
    ),
    "admin log": _admin(AdminPress(AdminVerb.LOG)),
    "admin unrated": _admin(AdminPress(AdminVerb.UNRATED)),
    "admin deals": _admin(AdminPress(AdminVerb.DEALS)),
    "admin tv": _admin(SetupPress(SetupVerb.NEWS), SetupPress(SetupVerb.SET, ServerSetting.TV)),
}
"""By the command that there was, in 0.1.0, for the same thing."""


TEXTS: Final = ("words", "reason", "days")
"""The options that became the text of a form."""


async def ask(world: World, member: MemberActor, what: str, /, **options: Any) -> Any:
    """Type a command, or go the path of presses where there is none; return the last answer.

    ``user``: the person on the path; ``chosen``: what is chosen in its last menu.
    """
    path = PATHS.get(what)
    if path is None:
        return await world.slash(member, what, **options)
    result = await world.slash(member, path.start)
    for step in path.steps:
        result = await _step(world, member, result.response, step, path, options)
    text = next((str(options[one]) for one in TEXTS if one in options), None)
    if path.form and text is not None:
        result = await member.submit_modal(result, {"text": text})
        await world.settle()
    return result


async def _step(
    world: World,
    member: MemberActor,
    message: Any,
    step: Press | PersonVerb,
    path: Path,
    options: Mapping[str, Any],
) -> Any:
    person = options.get("user")
    if isinstance(step, PersonVerb):
        assert person is not None
        step = PersonPress(step, person.id)
    if isinstance(step, MenuPress) and step.verb in MORE and step is path.steps[0]:
        more = str(MenuPress(MenuVerb.MORE))
        result = await member.select(message, [step.verb.value], custom_id=more)
    elif step == MenuPress(MenuVerb.PERSON):
        result = await member.select(message, [person], custom_id=str(step))
    elif "chosen" in options and step is path.steps[-1]:
        result = await member.select(message, options["chosen"], custom_id=str(step))
    else:
        result = await member.click(message, custom_id=str(step))
    await world.settle()
    return result
