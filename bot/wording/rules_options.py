"""Every option of the rules in words: effect, values and conditions."""

from collections.abc import Mapping
from typing import Final

from bot.ui.i18n import Translator, mark
from engine.game.options import OPTIONS, Choices, Need, missing
from engine.game.presets import PRESETS
from engine.game.rules import Option, Rules

PER_PAGE: Final = 12
MEANINGS: Final[Mapping[str, str]] = {
    "game_kind": mark("Game played: gin or Mahjong gin"),
    "run_wrap": mark("Whether runs end at the ace, use it high or low, or go around the corner"),
    "ace_deadwood": mark("What an unmelded ace counts"),
    "hand_size": mark("Cards dealt to each player"),
    "knock_limit": mark("Most deadwood you may knock with; 0 means gin only"),
    "knock_card_source": mark(
        "Where the knock limit comes from: fixed, the upcard, or a card from a second deck"
    ),
    "oklahoma_ace": mark("What an ace as the knock card allows: a knock with 1, or gin only"),
    "spade_doubles": mark("A spade as the knock card doubles the round"),
    "spade_doubles_boxes": mark("A spade as the knock card also doubles boxes"),
    "gin_bonus": mark("Bonus for gin"),
    "big_gin_bonus": mark("Bonus for big gin; none: big gin cannot be declared"),
    "undercut_bonus": mark("Bonus for an undercut"),
    "undercut_on_tie": mark("Equal deadwood after a knock is an undercut"),
    "layoff_on_gin": mark("Cards may be laid off on gin"),
    "layoff_mode": mark("auto: the best layoff is suggested; manual: players find their own"),
    "gin_extra_boxes": mark("Extra boxes for gin"),
    "undercut_extra_boxes": mark("Extra boxes for an undercut"),
    "may_return_taken_discard": mark("A card taken from the discard pile may be discarded at once"),
    "first_turn": mark(
        "How a round begins: upcard offer, draw from the stock, or eleven cards for the non-dealer"
    ),
    "wall_size": mark("Cards in the stock that are never drawn"),
    "wall_rule": mark(
        "When the stock runs out: the round is void, or the last discard may be taken to knock"
    ),
    "max_pile_draws_in_a_row": mark("Consecutive draws from the discard pile that void a round"),
    "dealt_knock_misdeal": mark("A dealt hand within the knock limit is dealt again"),
    "deep_pickup": mark("Any card of the discard pile may be taken into a meld that is shown"),
    "deal_rule": mark("Who deals the next round"),
    "draw_deal": mark("Who deals after a void or tied round when the deal alternates"),
    "target": mark("Points needed to win a game"),
    "box_bonus": mark("Points for each box, added at the end of a game"),
    "game_bonus": mark("Points for winning a game"),
    "boxes_count_toward_target": mark("Boxes count towards the target"),
    "shutout": mark("What a shutout is worth"),
    "shutout_flat": mark("Points for a shutout with a flat bonus"),
    "winner_rule": mark(
        "Who wins a game: whoever reaches the target first, or the higher total with bonuses"
    ),
    "match_format": mark(
        "How games make a match: one game, best of several, a session, Hollywood columns, or a "
        "set number of rounds"
    ),
    "best_of": mark("Games in a best-of match; an odd number"),
    "rounds": mark("Rounds in a match with a set number of rounds"),
    "session_target": mark("Points needed to win a session"),
    "mm_round_bonus": mark("Session points for each round won"),
    "mm_match_bonus": mark("Session points for winning a match"),
    "mm_shutout_bonus": mark("Session points for a shutout"),
    "exact_fifty_forfeit": mark("A game won by exactly 50 points is lost instead"),
    "hollywood_columns": mark("Hollywood games played at the same time"),
    "hollywood_target": mark("Points needed to win a Hollywood game"),
    "hollywood_late_entry": mark(
        "Where a late first win scores: in the next open game, or only in its own"
    ),
    "hollywood_third_double": mark("The last Hollywood game counts double"),
    "table_format": mark("Who plays whom: two players, three or more in turn, or teams"),
    "pairing": mark("Whether opponents in teams change every round"),
    "shared_knock_card": mark("All tables of a team match share one knock card"),
    "sweep_bonus": mark("Points for a team that wins every table"),
    "sweep_bonus_doubled": mark("A spade doubles the bonus for winning every table"),
    "mahjong_gin_bonus": mark("Bonus for going gin in Mahjong gin"),
    "adviser_sees_hand": mark("The player sitting out sees the captain's hand"),
}
"""The purpose of each option, in a few words."""
NEEDS: Final[Mapping[Need, str]] = {
    Need.GIN: mark("game_kind=gin"),
    Need.MAHJONG: mark("game_kind=mahjong"),
    Need.FIXED_LIMIT: mark("knock_card_source=fixed"),
    Need.KNOCK_CARD: mark("a knock card (knock_card_source=upcard or second_deck)"),
    Need.SPADES: mark("a knock card and spade_doubles=true"),
    Need.LOW_ACES: mark("ace_deadwood=1"),
    Need.KNOCKING: mark("a game with knocking"),
    Need.LAYOFFS: mark("a game with layoffs"),
    Need.BOXES: mark("boxes worth more than 0 (box_bonus, or mm_round_bonus in a session)"),
    Need.FLAT_SHUTOUT: mark("shutout=flat or double_and_flat"),
    Need.TARGET: mark("a match_format other than rounds, where only the points of rounds count"),
    Need.ONE_GAME: mark("a match_format other than multi_match"),
    Need.GAMES: mark("a match_format other than hollywood (which uses hollywood_target)"),
    Need.BEST_OF: mark("match_format=best_of"),
    Need.ROUNDS: mark("match_format=rounds"),
    Need.SESSION: mark("match_format=multi_match"),
    Need.HOLLYWOOD: mark("match_format=hollywood"),
    Need.TEAMS: mark("teams (table_format=partnership or captains)"),
    Need.SWEEP: mark("sweep_bonus"),
    Need.ADVISER: mark("table_format=box or chouette"),
    Need.FREE_DEAL: mark("a table_format other than box, where the box deals"),
    Need.ALTERNATING: mark("deal_rule=alternate"),
}
"""The conditions under which an option has an effect."""


def pages() -> int:
    """Return the number of pages in the list of options."""
    return -(-len(OPTIONS) // PER_PAGE)


def value_text(value: Option) -> str:
    """Return a value in the form administrators write."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_text(name: str) -> str:
    """Return the values of an option in the form administrators write."""
    values = OPTIONS[name]
    if isinstance(values, Choices):
        return " · ".join(value_text(value) for value in values.values)
    span = f"{values.low}–{values.high}"
    return f"{span} · none" if values.or_none else span


def option_lines(words: Translator, rules: Rules, page: int) -> list[str]:
    """Return a page of the options with their values under these rules."""
    now = rules.options()
    names = list(OPTIONS)[page * PER_PAGE : (page + 1) * PER_PAGE]
    lines = []
    for name in names:
        need = missing(name, rules)
        lines.append(f"`{name}` **{value_text(now[name])}**  ·  {words.t(MEANINGS[name])}")
        about = words.t("Values: {values}", values=values_text(name))
        if need is not None:
            about = words.t("No effect here; needs {need}", need=words.t(NEEDS[need]))
        lines.append(f"-# {about}")
    return lines


def options_table(words: Translator) -> str:
    """Return all options as a Markdown table, for the documentation."""
    t = words.t
    head = [t("option"), t("what it does"), t("values"), t("standard"), t("takes effect with")]
    rows = [head, ["---"] * len(head)]
    standard = PRESETS["standard"].options()
    for name in OPTIONS:
        need = missing(name, PRESETS["standard"])
        rows.append(
            [
                f"`{name}`",
                t(MEANINGS[name]),
                values_text(name).replace("|", "\\|"),
                value_text(standard[name]),
                "" if need is None else t(NEEDS[need]),
            ]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
