"""What the draft of an event means on a server: its rules and its name."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.match.options import ruleset
from bot.ui.i18n import Translator
from bot.ui.replying import Refusal
from bot.wording.event_kinds import kind_title
from engine.events.draft import settled
from engine.events.plan import EventPlan
from engine.game.option_types import Option
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig

NAME_LENGTH: Final = 40
"""The most characters of a written name."""
House = Mapping[str, Mapping[str, Option]]


def rulesets(house: House) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the presets for two players, and of such rules of the server."""
    own = [name for name in house if _is_for_two(house, name)]
    return tuple(name for name in PRESETS if 2 in PRESETS[name].players()), tuple(own)


def _is_for_two(house: House, name: str) -> bool:
    try:
        return 2 in ruleset(house, name).rules.players()
    except Refusal:
        return False


def rules_of(draft: EventPlan, house: House) -> Rules | None:
    """Return the rules of a draft; ``None`` if the server has removed them."""
    return ruleset(house, draft.preset).rules if _is_for_two(house, draft.preset) else None


def plan_of(draft: EventPlan, config: GuildConfig, words: Translator) -> EventPlan:
    """Return the plan. ``words``: of the server, for the name of an event without one."""
    plan = settled(draft, rules_of(draft, config.presets) or PRESETS["standard"])
    return replace(
        plan,
        name=plan.name or kind_title(words, plan.kind),
        rated=plan.rated and config.rated != "never",
    )


def named(text: str) -> str:
    """Return a written name on one line, as long as it may be."""
    kept = "".join(one for one in text if one.isprintable())
    return " ".join(kept.split())[:NAME_LENGTH].strip()
