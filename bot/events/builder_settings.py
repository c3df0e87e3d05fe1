"""What an organizer decides, as settings: kind, start, rules, name, and more."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.events.start_time import (
    LONGEST,
    known_zone,
    offered_zones,
    suggested_start,
)
from bot.events.time_words import SOON_MS, USUAL
from bot.match.options import CLOCK_TITLES, ruleset
from bot.presses.event import PlanPress, PlanVerb
from bot.ui.i18n import Translator, mark
from bot.ui.parts.choices import ChoicesPart, NamedSetting, TextEntry, Value
from bot.ui.parts.kinds import PartPlace
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from bot.wording.events import boards_text, kind_title, minutes_text, words_of
from bot.wording.names import title_of
from engine.clocks import MINUTE
from engine.events.duration import PLAYERS, usual_minutes
from engine.events.kinds import KINDS, LENGTH, chosen, clocks_of, settled
from engine.events.plan import (
    MOST_ENTRIES,
    EventPlan,
    MatchLength,
    PlanChoice,
    Repeat,
    lengths_of,
    zone_of,
)
from engine.game.option_types import Option
from engine.game.presets import PRESETS
from engine.game.rules import Rules
from engine.service import GuildConfig
from engine.service.events import EventDraft

House = Mapping[str, Mapping[str, Option]]
NAME_LENGTH: Final = 40
"""The most characters of a written name."""
FRIDAY: Final = 4
TEN_MS: Final = 10 * MINUTE
AHEAD: Final = timedelta(minutes=30)
"""How long before it an evening is still offered."""


@dataclass(frozen=True, slots=True)
class WrongStart:
    """A start that was refused: what is wrong, and what was written."""

    sentence: str
    written: str


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


def named(text: str) -> str:
    """Return a written name on one line, as long as it may be."""
    printable = "".join(one for one in text if one.isprintable())
    return " ".join(printable.split())[:NAME_LENGTH].strip()


# -- the settings ------------------------------------------------------------------------


def _press(draft: EventDraft, verb: PlanVerb, field: str = "") -> PlanPress:
    return PlanPress(verb, field, draft.id, draft.version)


def kind_setting(reader: Reader, draft: EventDraft, config: GuildConfig) -> ChoicesPart:
    """Return the kinds, each with its idea and about how long it takes."""
    t, rules = reader.words.t, rules_of(draft.plan, config.presets) or PRESETS["standard"]
    kinds = tuple(
        Value(
            value=kind.name,
            label=kind_title(reader.words, kind),
            chosen=kind is draft.plan.kind,
            note=f"{t(words_of(kind).idea)}.",
            about=_takes(reader, settled(chosen(draft.plan, "kind", kind.name), rules)),
        )
        for kind in KINDS.values()
    )
    setting = NamedSetting(title=t("Kind"), press=_press(draft, PlanVerb.KIND), values=kinds)
    return ChoicesPart(icon="events", title=t("What kind?"), choices=(setting,))


def _takes(reader: Reader, plan: EventPlan) -> str:
    t, minutes = reader.words.t, usual_minutes(plan)
    if plan.kind.is_seasonal:
        return t("a month")
    if minutes is None:
        return t("some days")
    if plan.kind.is_continuous:
        return minutes_text(reader.words, minutes)
    players = 2 * plan.side if plan.kind.has_teams else PLAYERS
    return t("about {minutes} min with {n} players", minutes=minutes, n=players)


def start_setting(
    reader: Reader, draft: EventDraft, wrong: WrongStart | None, now_ms: int
) -> ChoicesPart:
    """Return the start. ``wrong``: the last one, if it was refused."""
    t, plan = reader.words.t, draft.plan
    entry = TextEntry(
        press=_press(draft, PlanVerb.WHEN),
        length=LONGEST,
        text="" if wrong is None else wrong.written,
        example=t("tomorrow 20:00"),
        wrong="" if wrong is None else wrong.sentence,
        is_start=True,
        at=plan.starts_ms or None,
        button=t("Date and time…"),
        emoji="🕒",
    )
    setting = NamedSetting(
        title=t("Start"),
        press=_press(draft, PlanVerb.START),
        values=tuple(_starts(reader, plan, now_ms)),
        entry=entry,
    )
    return ChoicesPart(icon="clock", title=t("When?"), choices=(setting,))


def _starts(reader: Reader, plan: EventPlan, now_ms: int) -> Iterator[Value]:
    """Return the usual starts: at once, soon, the next evening, and the next Friday."""
    t, tn = reader.words.t, reader.words.tn
    minutes = SOON_MS // MINUTE
    soon = tn("{n} minute to enter", "{n} minutes to enter", minutes)
    now, ten = t("Start now"), t("In 10 minutes")
    is_now, is_ten = plan.after_ms == SOON_MS, plan.after_ms == TEN_MS
    yield Value(value="now", label=now, words=now, note=soon, chosen=is_now)
    yield Value(value="in 10 minutes", label=ten, words=ten, chosen=is_ten)
    here = datetime.fromtimestamp(now_ms / 1000, zone_of(known_zone(plan.zone)))
    tonight = datetime.combine(here.date(), USUAL)
    is_today = here.replace(tzinfo=None) + AHEAD < tonight
    evening = tonight if is_today else tonight + timedelta(1)
    to_friday = (FRIDAY - evening.weekday() - 1) % 7 + 1
    for label, when in (
        (t("Tonight") if is_today else t("Tomorrow evening"), evening),
        (t("Next Friday"), evening + timedelta(to_friday)),
    ):
        text = f"{when:%Y-%m-%d %H:%M}"
        is_chosen = bool(plan.starts_ms) and text == suggested_start(
            plan.starts_ms, plan.zone, now_ms
        )
        yield Value(value=text, label=label, words=label, note=text, chosen=is_chosen)


def rules_settings(reader: Reader, draft: EventDraft, config: GuildConfig) -> ChoicesPart:
    """Return the rules of the game, those of the server, and the clock."""
    t, words, plan = reader.words.t, reader.words, draft.plan
    presets, own = rulesets(config.presets)

    def of(title: str, verb: PlanVerb, names: Mapping[str, str]) -> NamedSetting:
        values = (
            Value(value=one, label=label, chosen=one == plan.preset) for one, label in names.items()
        )
        return NamedSetting(title=title, press=_press(draft, verb), values=tuple(values))

    rules = of(t("Rules"), PlanVerb.RULES, {one: title_of(words, one) for one in presets})
    house = of(t("House rules of this server"), PlanVerb.HOUSE, {one: one for one in own})
    clocks = tuple(
        Value(value=one.name, label=t(CLOCK_TITLES[one.name]), chosen=one == plan.clock)
        for one in clocks_of(plan.kind)
    )
    clock = NamedSetting(title=t("Clock"), press=_press(draft, PlanVerb.CLOCK), values=clocks)
    choices = (rules, house, clock) if own else (rules, clock)
    return ChoicesPart(icon="sheet", title=t("Rules and clock"), choices=choices)


def name_setting(reader: Reader, draft: EventDraft) -> ChoicesPart:
    """Return the name."""
    t = reader.words.t
    entry = TextEntry(
        press=_press(draft, PlanVerb.NAME),
        length=NAME_LENGTH,
        text=draft.plan.name,
        example=kind_title(reader.words, draft.plan.kind),
        button=t("Name…"),
        emoji="✏️",
    )
    setting = NamedSetting(title=t("Name"), press=entry.press, entry=entry)
    title = t("What people will read")
    return ChoicesPart(icon="pen", place=PartPlace.SIDE, title=title, choices=(setting,))


def more_settings(reader: Reader, draft: EventDraft, rules: Rules | None) -> ChoicesPart:
    """Return what the kind leaves to choose, its most important first, and the time zone."""
    t, plan = reader.words.t, draft.plan
    lengths = lengths_of(rules or PRESETS["standard"])
    listed = [
        _list(reader, draft, one, lengths if one is LENGTH else one.offers)
        for one in plan.kind.choices
        if not one.is_switch
    ]
    zones = dict.fromkeys((plan.zone, *offered_zones()))
    zone = NamedSetting(
        title=t("Time zone"),
        press=_press(draft, PlanVerb.ZONE),
        values=tuple(Value(value=one, label=one, chosen=one == plan.zone) for one in zones),
    )
    switches = [_switch(reader, draft, one) for one in plan.kind.choices if one.is_switch]
    choices = (*switches, *listed, zone)
    return ChoicesPart(icon="tuner", title=t("More options"), choices=choices)


def _list(
    reader: Reader, draft: EventDraft, choice: PlanChoice, offers: Sequence[object]
) -> NamedSetting:
    label = _LABELS.get(choice.field, words_of(draft.plan.kind).offer)
    now = getattr(draft.plan, choice.field)
    values = tuple(
        Value(value=str(one), label=text, words=text, chosen=one == now)
        for one, text in ((one, label(reader.words, one)) for one in offers)
    )
    title = reader.words.t(_TITLES[choice.field])
    return NamedSetting(title=title, press=_press(draft, PlanVerb.SET, choice.field), values=values)


def _switch(reader: Reader, draft: EventDraft, choice: PlanChoice) -> NamedSetting:
    return NamedSetting(
        title=reader.words.t(_TITLES[choice.field]),
        press=_press(draft, PlanVerb.SET, choice.field),
        on=bool(getattr(draft.plan, choice.field)),
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


_LABELS: Final[Mapping[str, Callable[[Translator, Any], str]]] = {
    "boards": boards_text,
    "most": _limit_title,
    "length": length_title,
    "repeat": _repeat_title,
}
"""The values of what several kinds offer; the first choice of a kind has its words."""
_TITLES: Final = {
    "rounds": mark("Rounds"),
    "best_of": mark("Matches per pairing"),
    "minutes": mark("Duration"),
    "division": mark("Divisions"),
    "side": mark("Teams"),
    "boards": mark("Boards"),
    "most": mark("Players"),
    "length": mark("Match length"),
    "repeat": mark("Repeat"),
    "rated": mark("Rated"),
    "third_place": mark("Match for third place"),
}
