"""The rules of one ruleset in plain words (rulebook 1-3), and the rulesets to choose from.

The effect of an option is described where it applies, and nowhere else.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.presses.lobby import PLAY, SCORE, RulesPart, RulesPress, RulesTab, options_tab
from bot.ui.i18n import Translator, mark
from bot.ui.parts.rulesets import PresetChoice, RulesetsPart
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.names import title_of
from bot.wording.rules_options import differences, option_lines, pages
from bot.wording.rules_play import RulesSection, play_sections
from bot.wording.rules_score import score_sections
from bot.wording.rules_seats import seat_section
from engine.game.melds import RunWrap
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.game.rules import GameKind, KnockCardSource, MatchFormat, Rules, TableFormat


def rules_in_short(reader: Reader, rules: Rules) -> str:
    """Return the ruleset in one line, for the head of a table or a challenge."""
    return in_short(reader.words, rules)


def in_short(words: Translator, rules: Rules) -> str:
    """Return the same summary for a caller with a translator but no reader."""
    t = words.t
    lines = [_seats(words, rules), length_words(words, rules)]
    if rules.game_kind is GameKind.MAHJONG:
        lines.append(t("Mahjong gin"))
    elif rules.knock_card_source is not KnockCardSource.FIXED:
        lines.append(t("the knock card sets the limit"))
        if rules.spade_doubles:
            lines.append(t("spades double"))
    elif rules.knock_limit == 0:
        lines.append(t("no knocking, gin only"))
    else:
        lines.append(t("knock with {n} or less", n=rules.knock_limit))
    if rules.run_wrap is RunWrap.AROUND_CORNER:
        lines.append(t("runs go around the corner"))
    elif rules.run_wrap is RunWrap.HIGH_LOW:
        lines.append(t("aces high or low"))
    if rules.hand_size != 10:
        lines.append(t("{n} cards each", n=rules.hand_size))
    return " · ".join(part for part in lines if part)


def _seats(words: Translator, rules: Rules) -> str:
    t = words.t
    match rules.table_format:
        case TableFormat.TWO:
            return ""
        case TableFormat.BOX:
            return t("two play, one sits out")
        case TableFormat.CUTTHROAT:
            return t("the loser sits out")
        case TableFormat.CHOUETTE:
            return t("one against all others")
        case TableFormat.PARTNERSHIP:
            return t("two teams")
        case TableFormat.CAPTAINS:
            return t("two teams, one on the bench")
        case TableFormat.ROTATION:
            return t("the winner stays")


def length_words(words: Translator, rules: Rules) -> str:
    """Return how long a match is."""
    t = words.t
    match rules.match_format:
        case MatchFormat.SINGLE:
            return t("to {n} points", n=rules.target)
        case MatchFormat.BEST_OF:
            return t("best of {games}, games to {n}", games=rules.best_of, n=rules.target)
        case MatchFormat.ROUNDS:
            return words.tn("match of {n} round", "match of {n} rounds", rules.rounds)
        case MatchFormat.MULTI_MATCH:
            return t(
                "matches to {n}, session to {total}", n=rules.target, total=rules.session_target
            )
        case MatchFormat.HOLLYWOOD:
            return t(
                "Hollywood: {columns} games to {n}",
                columns=rules.hollywood_columns,
                n=rules.hollywood_target,
            )


def sections(words: Translator, rules: Rules, preset: str = "") -> tuple[RulesSection, ...]:
    """Return the rules to know before playing. Some presets are for one number of players."""
    return (
        seat_section(words, rules, PRESET_PLAYERS.get(preset)),
        *play_sections(words, rules),
        *score_sections(words, rules),
    )


def rules_screen(
    reader: Reader,
    rules: Rules,
    preset: str,
    tab: RulesTab = PLAY,
    *,
    event: int = 0,
    others: tuple[PresetChoice, ...] = (),
) -> Screen:
    """Return one page of a preset's rules for a reader.

    ``event``: that is played by them. ``others``: what can be read instead.
    """
    words = reader.words
    head = words.t("## Rules: {preset}", preset=title_of(words, preset))
    parts = [f"{head}\n-# {in_short(words, rules)}"]
    if tab.part is not RulesPart.OPTIONS:
        scoring = score_sections(words, rules)
        every = sections(words, rules, preset)
        shown = scoring if tab.part is RulesPart.SCORE else every[: len(every) - len(scoring)]
        parts += ["\n".join((f"**{one.title}**", *one.lines)) for one in shown]
    else:
        parts += option_lines(words, rules, _page(tab))
    presses = tuple(RulesPress(PLAY, one.name) for one in others)
    choice = (RulesetsPart(choices=others, presses=presses, chosen=preset),) if others else ()
    tabs = _tabs(words, RulesPress(tab, preset, event))
    return Screen((*choice, Text(_blocks(parts)), *tabs), Accent.CALM)


def _page(tab: RulesTab) -> int:
    return min(tab.page, pages() - 1)


def _tabs(words: Translator, at: RulesPress) -> tuple[Row, ...]:
    t, tab = words.t, at.tab
    tabs = ((t("How to play"), PLAY), (t("Scoring"), SCORE), (t("Options"), options_tab(0)))
    rows = [Row(tuple(_tab(label, at, to, to.part is tab.part) for label, to in tabs))]
    if tab.part is RulesPart.OPTIONS:
        page = _page(tab)
        turns = ((t("Back"), page - 1), (t("Next"), page + 1))
        # Both lead to one of the pages, and no two buttons of a message may have the same id.
        buttons = tuple(
            Button(label, replace(at, tab=options_tab(to)))
            for label, to in turns
            if 0 <= to < pages()
        )
        rows.append(Row(buttons))
    return tuple(rows)


def _tab(label: str, at: RulesPress, to: RulesTab, is_open: bool) -> Button:
    style = Style.PRIMARY if is_open else Style.SECONDARY
    press = replace(at, tab=replace(to, is_open=is_open))
    return Button(label, press, style, disabled=is_open)


def _blocks(parts: Sequence[str]) -> str:
    """Join blocks of text; an empty line ends a list, or the next block would join it."""
    lines: list[str] = []
    for line in "\n".join(parts).splitlines():
        if lines and lines[-1].startswith("- ") and not line.startswith("- "):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def house_rules(reader: Reader, preset: str, rules: Rules) -> tuple[str, ...]:
    """Return the differences from the named preset, so that nobody accepts them unseen.

    A server's own ruleset is compared with standard gin.
    """
    return differences(reader.words, PRESETS.get(preset, PRESETS["standard"]), rules)


_TEDESCO_TEAMS: Final = mark("Tedesco gin in two teams. All tables share one knock card.")
_CAPTAINS: Final = mark("Two teams of different sizes. In each round one player sits out.")
_FIXED_TEAMS: Final = mark("Two teams. You play the same opponent in every round.")
RULESET_SENTENCES: Final = {
    "standard": mark("Knock with ten or less. This is what most people mean by gin."),
    "single": mark("Standard gin without bonuses at the end."),
    "casual": mark("No big gin and no bonuses at the end. The winner deals."),
    "classic": mark("The older scoring: 20 for gin, 10 for an undercut, no big gin."),
    "tournament": mark("Several games without bonuses. Whoever wins most of them wins the match."),
    "multi_match": mark("Several matches, one after the other. Their points add up."),
    "big_gin_50": mark("Standard gin, but big gin earns 50."),
    "undercut_20": mark("Standard gin, but an undercut earns 20."),
    "tie_not_awarded": mark("Standard gin, but equal deadwood is no undercut."),
    "dealt_knock": mark("Standard gin, but a dealt hand that could knock is dealt again."),
    "straight": mark("No knocking: the round goes on until somebody has gin."),
    "oklahoma": mark("The upcard sets the knock limit. If it's a spade, the round counts double."),
    "oklahoma_ace_gin": mark(
        "Oklahoma gin, but with an ace as the upcard only gin ends the round."
    ),
    "oklahoma_hollywood": mark("Oklahoma gin. Each round counts in up to three games at once."),
    "oklahoma_deep": mark("Oklahoma gin, but you may take any discard into a meld that you show."),
    "oklahoma_match": mark("Oklahoma gin with the knock card from a second deck, and no upcard."),
    "oklahoma_match_hollywood": mark(
        "The knock card comes from a second deck. Each round counts in up to three games."
    ),
    "hollywood": mark("Standard gin. Each round counts in up to three games at once."),
    "tedesco": mark("Queen, king, ace, two is a run. An unmelded ace costs 15."),
    "tedesco_2v2": _TEDESCO_TEAMS,
    "tedesco_3v3": _TEDESCO_TEAMS,
    "tedesco_4v4": _TEDESCO_TEAMS,
    "mahjong": mark("No knocking: lay melds on the table, and take several discards at once."),
    "three_handed": mark("Two play, one sits out. Whoever loses a round sits out the next one."),
    "partnership_4": mark("Two teams at two tables. The opponents change every round."),
    "captains_5": _CAPTAINS,
    "partnership_6": _FIXED_TEAMS,
    "captains_7": _CAPTAINS,
    "partnership_8": _FIXED_TEAMS,
    "round_corner": mark("Queen, king, ace, two is a run. You may lay off on gin, too."),
}
"""What is special about each preset."""
COMMON_RULESETS: Final = frozenset(
    (
        "standard",
        "single",
        "oklahoma",
        "hollywood",
        "straight",
        "round_corner",
        "three_handed",
        "partnership_4",
        "captains_5",
        "partnership_6",
        "captains_7",
        "partnership_8",
    )
)
"""The presets that people meet first; the others are variations of them."""
MOST_LETTERS: Final = 120


def ruleset_card(
    words: Translator, name: str, rules: Rules, players: tuple[int, ...]
) -> PresetChoice:
    """Return a ruleset to choose. One of a server's own says how it differs from standard gin."""
    return PresetChoice(
        name=name,
        title=title_of(words, name) or name,
        sentence=words.t(RULESET_SENTENCES[name]) if name in PRESETS else _own(words, rules),
        length=length_words(words, rules),
        players=players,
        is_common=name in COMMON_RULESETS or name not in PRESETS,
    )


def _own(words: Translator, rules: Rules) -> str:
    changed = "; ".join(differences(words, PRESETS["standard"], rules))
    if not changed:
        return words.t(RULESET_SENTENCES["standard"])
    return clipped(f"{changed[0].upper()}{changed[1:]}.", MOST_LETTERS)
