"""Validation of a command's options against their declarations.

Discord checks them too, and the library trusts it; an outdated or hostile client is answered in one
sentence here, before any command sees the value.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from discord import AppCommandOptionType, app_commands

LARGEST: Final = 2**53
LONGEST: Final = 6000
_NESTING: Final = (
    AppCommandOptionType.subcommand.value,
    AppCommandOptionType.subcommand_group.value,
)
_RESOLVED: Final = {
    AppCommandOptionType.user: ("users",),
    AppCommandOptionType.role: ("roles",),
    AppCommandOptionType.channel: ("channels",),
    AppCommandOptionType.mentionable: ("users", "roles"),
    AppCommandOptionType.attachment: ("attachments",),
}
"""The fields of Discord's payload that describe the object of an option's id."""


def is_usable(command: object, data: Mapping[str, Any]) -> bool:
    """Whether every given option matches its declaration."""
    if not isinstance(command, app_commands.Command):
        return True
    options: Sequence[Mapping[str, Any]] = data.get("options") or ()
    while options and options[0].get("type") in _NESTING:
        options = options[0].get("options") or ()
    known = {one.display_name: one for one in command.parameters}
    resolved = data.get("resolved") or {}
    return all(
        one.get("name") not in known or fits(known[one["name"]], one.get("value"), resolved)
        for one in options
    )


def fits(parameter: app_commands.Parameter, value: object, resolved: Mapping[str, Any]) -> bool:
    """Whether a value has an option's type and is within its limits."""
    least, most = parameter.min_value, parameter.max_value
    choices = [one.value for one in parameter.choices]
    match parameter.type:
        case AppCommandOptionType.string:
            if not isinstance(value, str) or not (least or 0) <= len(value) <= (most or LONGEST):
                return False
            return not choices or value in choices
        case AppCommandOptionType.integer:
            if type(value) is not int or abs(value) > LARGEST:
                return False
            low, high = -LARGEST if least is None else least, LARGEST if most is None else most
            return low <= value <= high
        case AppCommandOptionType.boolean:
            return isinstance(value, bool)
        case AppCommandOptionType.number:
            return isinstance(value, int | float)
        case _:
            places = _RESOLVED.get(parameter.type, ())
            return isinstance(value, str) and any(value in resolved.get(one, {}) for one in places)
