"""The builder of an event: a preview, and menus for everything that may be different."""

from typing import Final

from bot.events.draft import (
    NONE,
    clocks_of,
    has_limit,
    plan_of,
    ruleset_of,
    rulesets,
    size_of,
    sizes,
)
from bot.events.match_length import length_title, lengths_of
from bot.events.start_time import offered_zones
from bot.events.words import moment, plan_words
from bot.match.options import CLOCK_TITLES
from bot.presses.event import (
    BOARDS,
    LIMITS,
    REPEATS,
    BuildPress,
    BuildVerb,
    Draft,
    EventPress,
    EventVerb,
    code_of,
    zone_of,
)
from bot.ui.markup import safe_words
from bot.ui.reader import Reader
from bot.ui.screen import (
    MAX_CHOICES,
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
from bot.wording.events import KINDS
from bot.wording.names import title_of
from engine.service import GuildConfig
from engine.service.events.types import EventKind, Repeat

SHORT: Final = 80


def builder_screen(
    reader: Reader, draft: Draft, config: GuildConfig, *, more: bool = False, notice: str = ""
) -> Screen:
    """Return the builder. ``more``: its second page; ``notice``: a sentence above."""
    menus = _more_menus(reader, draft, config) if more else _menus(reader, draft, config)
    text = Text("\n".join(_preview(reader, draft, config, notice)))
    return Screen((text, *menus, *_rows(reader, draft, more=more)), Accent.CALM)


def _preview(reader: Reader, draft: Draft, config: GuildConfig, notice: str) -> list[str]:
    t = reader.words.t
    plan = plan_of(draft, config, reader.words)
    lines = [notice] if notice else []
    lines += [
        t("## New event: {name}", name=safe_words(plan.name)),
        f"-# {plan_words(reader, plan)}",
    ]
    if draft.start:
        when = f"{moment(plan.starts_ms, 'F')} ({moment(plan.starts_ms)})"
        lines.append(t("**Start:** {when}", when=when))
    else:
        lines.append(t("**Start:** not chosen yet"))
    if draft.role:
        lines.append(t("The winner gets {role}.", role=f"<@&{draft.role}>"))
    return lines


def _press(verb: BuildVerb, draft: Draft) -> str:
    return str(BuildPress.to(verb, draft))


def _rows(reader: Reader, draft: Draft, *, more: bool) -> tuple[Row, ...]:
    t = reader.words.t
    start_style = Style.SECONDARY if draft.start else Style.PRIMARY
    other = (
        Button(t("Back"), _press(BuildVerb.PAGE, draft))
        if more
        else Button(t("More…"), _press(BuildVerb.MORE, draft), emoji="⚙️")
    )
    announce = Button(
        t("Announce"),
        _press(BuildVerb.ANNOUNCE, draft),
        Style.SUCCESS,
        "📣",
        disabled=not draft.start,
    )
    buttons = (
        Button(t("Start…"), _press(BuildVerb.WHEN, draft), start_style, "🕒"),
        Button(t("Name…"), _press(BuildVerb.NAME, draft), emoji="✏️"),
        other,
        announce,
    )
    leave = Button(t("All events"), str(EventPress(EventVerb.LIST)), emoji="📋")
    return (Row(buttons), Row((leave,)))


def _menus(reader: Reader, draft: Draft, config: GuildConfig) -> list[Part]:
    t, words = reader.words.t, reader.words
    presets, own = rulesets(config.presets)
    menus: list[Part] = [Menu(_press(BuildVerb.KIND, draft), _kind_choices(reader, draft.kind))]
    choices = tuple(_rules_choice(title_of(words, name), name, draft) for name in presets)
    menus.append(Menu(_press(BuildVerb.RULES, draft), choices[:MAX_CHOICES], t("Rules")))
    if own:
        house = tuple(_rules_choice(name, name, draft) for name in own)
        title = t("House rules of this server")
        menus.append(Menu(_press(BuildVerb.HOUSE, draft), house[:MAX_CHOICES], title))
    clocks = tuple(
        MenuChoice(t(CLOCK_TITLES[one.name]), one.name, chosen=one is draft.clock)
        for one in clocks_of(draft.kind)
    )
    return [*menus, Menu(_press(BuildVerb.CLOCK, draft), clocks)]


def _rules_choice(title: str, name: str, draft: Draft) -> MenuChoice:
    return MenuChoice(clipped(title, SHORT), name, chosen=code_of(name) == draft.preset)


def _more_menus(reader: Reader, draft: Draft, config: GuildConfig) -> list[Part]:
    t = reader.words.t
    now = size_of(draft)
    choices = tuple(
        MenuChoice(_size_title(reader, draft.kind, one), str(one or NONE), chosen=one == now)
        for one in sizes(draft.kind)
    )
    menus: list[Part] = [Menu(_press(BuildVerb.SIZE, draft), choices)]
    if draft.kind.is_duplicate:
        menus.append(Menu(_press(BuildVerb.BOARDS, draft), _board_choices(reader, draft)))
    if has_limit(draft.kind):
        menus.append(Menu(_press(BuildVerb.MOST, draft), _limit_choices(reader, draft)))
    if lengths := lengths_of(draft.kind, ruleset_of(draft, config.presets).rules):
        titles_of = tuple(
            MenuChoice(length_title(reader, one), str(one), chosen=one == draft.length)
            for one in lengths
        )
        menus.append(Menu(_press(BuildVerb.LENGTH, draft), titles_of))
    zone = zone_of(draft.zone)
    zones = dict.fromkeys((zone, *offered_zones()))
    titled = tuple(
        MenuChoice(t("Time zone: {zone}", zone=one), one, chosen=one == zone) for one in zones
    )
    menus.append(Menu(_press(BuildVerb.ZONE, draft), titled[:MAX_CHOICES]))
    titles = {
        None: t("Held once"),
        Repeat.WEEKLY: t("Repeated every week"),
        Repeat.MONTHLY: t("Repeated every month"),
    }
    repeats = tuple(
        MenuChoice(
            titles[one],
            NONE if one is None else one.value,
            chosen=one is draft.repeat,
        )
        for one in REPEATS
    )
    if draft.kind is not EventKind.LEAGUE:  # A league begins anew every month by itself.
        menus.append(Menu(_press(BuildVerb.REPEAT, draft), repeats))
    role = RoleMenu(_press(BuildVerb.ROLE, draft), draft.role or None, t("Role for the winner"))
    switches = _switches(reader, draft)
    return [*menus, role, *([Row(switches)] if switches else [])]


def _board_choices(reader: Reader, draft: Draft) -> tuple[MenuChoice, ...]:
    tn = reader.words.tn
    return tuple(
        MenuChoice(tn("{n} board", "{n} boards", one), str(one), chosen=one == draft.boards)
        for one in sorted(BOARDS)
    )


def _limit_choices(reader: Reader, draft: Draft) -> tuple[MenuChoice, ...]:
    t, tn = reader.words.t, reader.words.tn

    def title(most: int) -> str:
        if not most:
            return t("No limit on players")
        return tn("At most {n} player", "At most {n} players", most)

    return tuple(MenuChoice(title(one), str(one), chosen=one == draft.most) for one in LIMITS)


def _size_title(reader: Reader, kind: EventKind, number: int) -> str:
    t, tn = reader.words.t, reader.words.tn
    match kind:
        case EventKind.SWISS if not number:
            return t("As many rounds as needed")
        case EventKind.FIELD if not number:
            return t("The usual number of rounds")
        case EventKind.TEAMS:
            return t("{n} against {n}", n=number)
        case EventKind.SWISS | EventKind.FIELD:
            return tn("{n} round", "{n} rounds", number)
        case EventKind.ARENA:
            return tn("{n} minute", "{n} minutes", number)
        case EventKind.KNOCKOUT if number == 1:
            return t("A single match")
        case EventKind.KNOCKOUT:
            return t("Best of {n} matches", n=number)
        case _:
            return tn("Divisions of {n} player", "Divisions of up to {n} players", number)


def _switches(reader: Reader, draft: Draft) -> tuple[Button, ...]:
    t = reader.words.t

    def switch(label: str, verb: BuildVerb, *, on: bool) -> Button:
        style = Style.SUCCESS if on else Style.SECONDARY
        return Button(label, _press(verb, draft), style, "☑️" if on else "⬜")

    switches = []
    if not draft.kind.is_duplicate:  # Boards change no rating.
        switches.append(switch(t("Rated"), BuildVerb.RATED, on=draft.rated))
    if draft.kind is EventKind.KNOCKOUT:
        label = t("Match for third place")
        switches.append(switch(label, BuildVerb.THIRD, on=draft.third_place))
    return tuple(switches)


def _kind_choices(reader: Reader, chosen: EventKind) -> tuple[MenuChoice, ...]:
    """Return the kinds of events for a menu."""
    t = reader.words.t
    return tuple(
        MenuChoice(t(title), kind.value, clipped(t(idea), 100), chosen=kind is chosen)
        for kind, (title, idea) in KINDS.items()
    )
