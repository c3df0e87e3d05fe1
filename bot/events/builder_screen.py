"""The builder of an event: a preview, and menus for everything that may be different."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.events.screen_parts import moment, plan_words
from bot.events.start_time import offered_zones
from bot.match.options import CLOCK_TITLES, ruleset
from bot.presses.event import EventPress, EventVerb, PlanPress, PlanVerb
from bot.ui.i18n import Translator, mark
from bot.ui.markup import safe_words
from bot.ui.paging import paged
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.ui.screen import (
    Accent,
    Button,
    Menu,
    MenuChoice,
    Part,
    RoleMenu,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.events import boards_text, kind_title, words_of
from bot.wording.names import title_of
from engine.events.kinds import KINDS, LENGTH, REPEAT, clocks_of, settled
from engine.events.plan import MOST_ENTRIES, EventPlan, MatchLength, PlanChoice, Repeat, lengths_of
from engine.game.option_types import Option
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig
from engine.service.events import EventDraft

SHORT: Final = 80
RULES_REMOVED: Final = mark("These house rules have been removed. Choose other rules.")
NAME_LENGTH: Final = 40
"""The most characters of a written name."""
House = Mapping[str, Mapping[str, Option]]


# -- what a draft means on a server ------------------------------------------------------


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
    printable = "".join(one for one in text if one.isprintable())
    return " ".join(printable.split())[:NAME_LENGTH].strip()


# -- the screen --------------------------------------------------------------------------


def builder_screen(
    reader: Reader, draft: EventDraft, config: GuildConfig, *, more: bool = False, notice: str = ""
) -> Screen:
    """Return the builder. ``more``: its second page; ``notice``: a sentence above."""
    menus = _more_menus(reader, draft, config) if more else _menus(reader, draft, config)
    text = Text("\n".join(_preview(reader, draft, config, notice)))
    return Screen((text, *menus, *_rows(reader, draft, more=more)), Accent.CALM)


def _preview(reader: Reader, draft: EventDraft, config: GuildConfig, notice: str) -> list[str]:
    t = reader.words.t
    plan = plan_of(draft.plan, config, reader.words)
    lines = [notice] if notice else []
    if rules_of(draft.plan, config.presets) is None:
        lines.append("⚠️ " + t(RULES_REMOVED))
    lines += [
        t("## New event: {name}", name=safe_words(plan.name)),
        f"-# {plan_words(reader, plan)}",
    ]
    if plan.starts_ms:
        when = f"{moment(plan.starts_ms, 'F')} ({moment(plan.starts_ms)})"
        lines.append(t("**Start:** {when}", when=when))
    else:
        lines.append(t("**Start:** not chosen yet"))
    if plan.winner_role:
        lines.append(t("The winner gets {role}.", role=f"<@&{plan.winner_role}>"))
    return lines


def _press(draft: EventDraft, verb: PlanVerb, field: str = "") -> PlanPress:
    return PlanPress(verb, field, draft.id, draft.version)


def _rows(reader: Reader, draft: EventDraft, *, more: bool) -> tuple[Row, ...]:
    t, has_start = reader.words.t, bool(draft.plan.starts_ms)
    start_style = Style.SECONDARY if has_start else Style.PRIMARY
    other = (
        Button(t("Back"), _press(draft, PlanVerb.PAGE))
        if more
        else Button(t("More…"), _press(draft, PlanVerb.MORE), emoji="⚙️")
    )
    announce = Button(
        t("Announce"), _press(draft, PlanVerb.ANNOUNCE), Style.SUCCESS, "📣", disabled=not has_start
    )
    buttons = (
        Button(t("Date and time…"), _press(draft, PlanVerb.WHEN), start_style, "🕒"),
        Button(t("Name…"), _press(draft, PlanVerb.NAME), emoji="✏️"),
        other,
        announce,
    )
    leave = Button(t("All events"), EventPress(EventVerb.LIST), emoji="📋")
    again = Button(t("Start over"), PlanPress(PlanVerb.AGAIN), emoji="🗑️")
    return (Row(buttons), Row((leave, again) if draft.version else (leave,)))


def _menus(reader: Reader, draft: EventDraft, config: GuildConfig) -> list[Part]:
    t, words, plan = reader.words.t, reader.words, draft.plan
    presets, own = rulesets(config.presets)
    kinds = tuple(
        MenuChoice(
            t(words_of(kind).title),
            kind.name,
            clipped(t(words_of(kind).idea), 100),
            chosen=kind is plan.kind,
        )
        for kind in KINDS.values()
    )
    menus: list[Part] = [Menu(_press(draft, PlanVerb.KIND), kinds)]
    lines = tuple(_rules_line(title_of(words, name), name, draft) for name in presets)
    menus.append(paged(reader, Menu(_press(draft, PlanVerb.RULES), lines, t("Rules"))))
    if own:
        house = tuple(_rules_line(name, name, draft) for name in own)
        title = t("House rules of this server")
        menus.append(paged(reader, Menu(_press(draft, PlanVerb.HOUSE), house, title)))
    clocks = tuple(
        MenuChoice(t(CLOCK_TITLES[one.name]), one.name, chosen=one == plan.clock)
        for one in clocks_of(plan.kind)
    )
    return [*menus, Menu(_press(draft, PlanVerb.CLOCK), clocks)]


def _rules_line(title: str, name: str, draft: EventDraft) -> MenuChoice:
    return MenuChoice(clipped(title, SHORT), name, chosen=name == draft.plan.preset)


def _more_menus(reader: Reader, draft: EventDraft, config: GuildConfig) -> list[Part]:
    t, plan = reader.words.t, draft.plan
    lengths = lengths_of(rules_of(plan, config.presets) or PRESETS["standard"])
    menus = [one for one in plan.kind.choices if not one.is_switch]
    switches = [one for one in plan.kind.choices if one.is_switch]
    parts = {
        one.field: _menu(reader, draft, one, lengths if one is LENGTH else one.offers)
        for one in menus
    }
    repeat = parts.pop(REPEAT.field, None)
    zones = dict.fromkeys((plan.zone, *offered_zones()))
    titled = tuple(
        MenuChoice(t("Time zone: {zone}", zone=one), one, chosen=one == plan.zone) for one in zones
    )
    return [
        *parts.values(),
        paged(reader, Menu(_press(draft, PlanVerb.ZONE), titled)),
        *([repeat] if repeat else []),
        RoleMenu(_press(draft, PlanVerb.ROLE), plan.winner_role, t("Role for the winner")),
        *([Row(tuple(_switch(reader, draft, one) for one in switches))] if switches else []),
    ]


def _menu(reader: Reader, draft: EventDraft, choice: PlanChoice, offers: Sequence[object]) -> Part:
    title = _TITLES.get(choice.field, words_of(draft.plan.kind).offer)
    now = getattr(draft.plan, choice.field)
    lines = tuple(
        MenuChoice(title(reader.words, one), str(one), chosen=one == now) for one in offers
    )
    return Menu(_press(draft, PlanVerb.SET, choice.field), lines)


def _switch(reader: Reader, draft: EventDraft, choice: PlanChoice) -> Button:
    on = bool(getattr(draft.plan, choice.field))
    return Button(
        reader.words.t(_SWITCHES[choice.field]),
        _press(draft, PlanVerb.SET, choice.field),
        Style.SUCCESS if on else Style.SECONDARY,
        "☑️" if on else "⬜",
    )


def _limit_title(words: Translator, most: int) -> str:
    if most >= MOST_ENTRIES:
        return words.t("No limit on players")
    return words.tn("At most {n} player", "At most {n} players", most)


def length_title(words: Translator, length: MatchLength) -> str:
    """Return a length of matches for a menu."""
    if length.points:
        return words.t("Matches to {n} points", n=length.points)
    if length.rounds:
        return words.tn("Matches of {n} round", "Matches of {n} rounds", length.rounds)
    return words.t("Usual match length")


def _repeat_title(words: Translator, repeat: Repeat | None) -> str:
    match repeat:
        case Repeat.WEEKLY:
            return words.t("Weekly")
        case Repeat.MONTHLY:
            return words.t("Monthly")
        case None:
            return words.t("One-off")


_TITLES: Final[Mapping[str, Callable[[Translator, Any], str]]] = {
    "boards": boards_text,
    "most": _limit_title,
    "length": length_title,
    "repeat": _repeat_title,
}
"""The values in menus of what several kinds offer; the first choice of a kind has its words."""
_SWITCHES: Final = {"rated": mark("Rated"), "third_place": mark("Match for third place")}
