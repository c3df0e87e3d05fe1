"""The builder of an event: what may be different, and what people will read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.events.builder_settings import (
    WrongStart,
    kind_setting,
    more_settings,
    name_setting,
    rules_of,
    rules_settings,
    start_setting,
)
from bot.events.screen_parts import moment, plan_words
from bot.presses.event import EventPress, EventVerb, PlanPress, PlanVerb
from bot.ui.both import in_both
from bot.ui.i18n import Translator, mark
from bot.ui.markup import plain_name, safe_words
from bot.ui.page_buttons import press_button
from bot.ui.parts.kinds import Covers, Ground, PartPlace
from bot.ui.parts.section import SectionPart
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, RoleMenu, Row, Screen, Style, Text
from bot.wording.events import kind_title
from engine.clocks import MINUTE
from engine.events.kinds import settled
from engine.events.plan import EventPlan
from engine.game.presets import PRESETS
from engine.service import GuildConfig
from engine.service.events import EventDraft

PAGE: Final = "event.new"
"""The name of the builder's page."""
RULES_REMOVED: Final = mark("These house rules have been removed. Choose other rules.")


# -- what a draft means on a server ------------------------------------------------------


def plan_of(draft: EventPlan, config: GuildConfig, words: Translator) -> EventPlan:
    """Return the plan. ``words``: of the server, for the name of an event without one."""
    plan = settled(draft, rules_of(draft, config.presets) or PRESETS["standard"])
    return replace(
        plan,
        name=plan.name or kind_title(words, plan.kind),
        rated=plan.rated and config.rated != "never",
    )


# -- the screen --------------------------------------------------------------------------


def builder_screen(
    reader: Reader,
    draft: EventDraft,
    config: GuildConfig,
    *,
    more: bool = False,
    notice: str = "",
    wrong: WrongStart | None = None,
    now_ms: int = 0,
) -> Screen:
    """Return the builder. ``more``: its second page in chat; ``notice``: a sentence above."""
    plan = plan_of(draft.plan, config, reader.words)
    about = _about(reader, plan, config)
    first = (
        kind_setting(reader, draft, config),
        start_setting(reader, draft, wrong, now_ms),
        rules_settings(reader, draft, config),
        name_setting(reader, draft),
    )
    others = more_settings(reader, draft, rules_of(draft.plan, config.presets))
    head = SectionPart(
        page=PAGE,
        covers=Covers.ALL,
        title=reader.words.t("New event"),
        notice=notice,
        back=press_button(_list(reader)),
    )
    parts: list[Part] = [head, Text("\n".join(_words(reader, plan, about, notice, wrong)))]
    for part in first:
        parts += (part,) if more else in_both(reader, part)
    parts += in_both(reader, others) if more else (others,)
    if more:
        role = _press(draft, PlanVerb.ROLE)
        parts.append(RoleMenu(role, plan.winner_role, reader.words.t("Role for the winner")))
    announce = _announce(reader, draft)
    again = (_again(reader),) if draft.version else ()
    parts.append(_preview(plan, about, (announce, *again)))
    parts += (Row((_turn(reader, draft, more), announce)), Row((_list(reader), *again)))
    return Screen(tuple(parts), Accent.CALM)


def _words(
    reader: Reader, plan: EventPlan, about: Sequence[str], notice: str, wrong: WrongStart | None
) -> list[str]:
    """Return what chat has above the menus."""
    lines = [notice] if notice else []
    if wrong is not None:
        lines += [f"⚠️ {wrong.sentence}", f"-# {safe_words(wrong.written)}"]
    title = reader.words.t("## New event: {name}", name=safe_words(plan.name))
    return [*lines, title, *about]


def _about(reader: Reader, plan: EventPlan, config: GuildConfig) -> list[str]:
    """Return what people will read of an event."""
    t = reader.words.t
    lines = [f"-# {plan_words(reader, plan)}", _start_words(reader, plan)]
    if rules_of(plan, config.presets) is None:
        lines.insert(0, "⚠️ " + t(RULES_REMOVED))
    if plan.winner_role:
        lines.append(t("The winner gets {role}.", role=f"<@&{plan.winner_role}>"))
    return lines


def _start_words(reader: Reader, plan: EventPlan) -> str:
    t, tn = reader.words.t, reader.words.tn
    if plan.after_ms:
        minutes = plan.after_ms // MINUTE
        return tn(
            "**Start:** {n} minute after the announcement",
            "**Start:** {n} minutes after the announcement",
            minutes,
        )
    if not plan.starts_ms:
        return t("**Start:** not chosen yet")
    when = f"{moment(plan.starts_ms, 'F')} ({moment(plan.starts_ms)})"
    return t("**Start:** {when}", when=when)


def _preview(plan: EventPlan, about: Sequence[str], buttons: Sequence[Button]) -> SectionPart:
    """Return the announcement as a page shows it, above what sends it."""
    return SectionPart(
        place=PartPlace.SIDE,
        ground=Ground.BOX,
        title=plain_name(safe_words(plan.name)),
        lines=tuple(line.removeprefix("-# ") for line in about),
        buttons=tuple(map(press_button, buttons)),
    )


def _press(draft: EventDraft, verb: PlanVerb) -> PlanPress:
    return PlanPress(verb, id=draft.id, revision=draft.version)


def _announce(reader: Reader, draft: EventDraft) -> Button:
    press = _press(draft, PlanVerb.ANNOUNCE)
    is_missing = not draft.plan.has_start
    return Button(reader.words.t("Announce"), press, Style.SUCCESS, "📣", disabled=is_missing)


def _turn(reader: Reader, draft: EventDraft, more: bool) -> Button:
    if more:
        return Button(reader.words.t("Back"), _press(draft, PlanVerb.PAGE))
    return Button(reader.words.t("More…"), _press(draft, PlanVerb.MORE), emoji="⚙️")


def _list(reader: Reader) -> Button:
    return Button(reader.words.t("All events"), EventPress(EventVerb.LIST), emoji="📋")


def _again(reader: Reader) -> Button:
    return Button(reader.words.t("Start over"), PlanPress(PlanVerb.AGAIN), emoji="🗑️")
