"""Differences between two rulesets, one short phrase per option."""

from enum import StrEnum
from typing import Final

from bot.ui.i18n import Translator, mark
from engine.game.rules import Rules

NUMBERS: Final = {
    "ace_deadwood": mark("an unmelded ace counts {n} instead of {base}"),
    "hand_size": mark("{n} cards each instead of {base}"),
    "knock_limit": mark("knock with {n} or less instead of {base}"),
    "gin_bonus": mark("gin {n} instead of {base}"),
    "big_gin_bonus": mark("big gin {n} instead of {base}"),
    "undercut_bonus": mark("undercut {n} instead of {base}"),
    "gin_extra_boxes": mark("extra boxes for gin: {n} instead of {base}"),
    "undercut_extra_boxes": mark("extra boxes for an undercut: {n} instead of {base}"),
    "wall_size": mark("cards never drawn from the stock: {n} instead of {base}"),
    "max_pile_draws_in_a_row": mark(
        "void after {n} consecutive draws from the discard pile instead of {base}"
    ),
    "target": mark("to {n} points instead of {base}"),
    "box_bonus": mark("boxes {n} instead of {base}"),
    "game_bonus": mark("game bonus {n} instead of {base}"),
    "shutout_flat": mark("flat shutout bonus {n} instead of {base}"),
    "best_of": mark("best-of matches: {n} games instead of {base}"),
    "rounds": mark("matches of a set number: {n} rounds instead of {base}"),
    "session_target": mark("session to {n} instead of {base}"),
    "mm_round_bonus": mark("session bonus for a round won: {n} instead of {base}"),
    "mm_match_bonus": mark("session bonus for a match won: {n} instead of {base}"),
    "mm_shutout_bonus": mark("session bonus for a shutout: {n} instead of {base}"),
    "hollywood_columns": mark("Hollywood with {n} games instead of {base}"),
    "hollywood_target": mark("Hollywood games to {n} instead of {base}"),
    "sweep_bonus": mark("{n} instead of {base} for winning every table"),
    "mahjong_gin_bonus": mark("Mahjong gin bonus {n} instead of {base}"),
}
SWITCHES: Final = {
    "spade_doubles": (mark("a spade does not double"), mark("a spade doubles the round")),
    "spade_doubles_boxes": (
        mark("a spade does not double boxes"),
        mark("a spade doubles boxes too"),
    ),
    "undercut_on_tie": (
        mark("equal deadwood is not an undercut"),
        mark("equal deadwood is an undercut"),
    ),
    "layoff_on_gin": (mark("no layoffs on gin"), mark("layoffs on gin")),
    "may_return_taken_discard": (
        mark("a card just taken from the discard pile may not be discarded at once"),
        mark("a card just taken from the discard pile may be discarded at once"),
    ),
    "dealt_knock_misdeal": (
        mark("a dealt hand within the knock limit is played"),
        mark("a dealt hand within the knock limit is dealt again"),
    ),
    "deep_pickup": (
        mark("only the top discard may be taken"),
        mark("any card of the discard pile may be taken into a shown meld"),
    ),
    "boxes_count_toward_target": (
        mark("boxes do not count towards the target"),
        mark("boxes count towards the target"),
    ),
    "exact_fifty_forfeit": (
        mark("a lead of exactly 50 wins"),
        mark("a lead of exactly 50 loses the match"),
    ),
    "hollywood_third_double": (
        mark("the last Hollywood game counts once"),
        mark("the last Hollywood game counts double"),
    ),
    "shared_knock_card": (
        mark("each table has its own knock card"),
        mark("all tables share one knock card"),
    ),
    "sweep_bonus_doubled": (
        mark("a spade does not double the bonus for winning every table"),
        mark("a spade doubles the bonus for winning every table"),
    ),
    "adviser_sees_hand": (
        mark("the adviser does not see the captain's hand"),
        mark("the adviser sees the captain's hand"),
    ),
}
CHOICES: Final = {
    "game_kind": {
        "gin": mark("gin instead of Mahjong gin"),
        "mahjong": mark("Mahjong gin"),
    },
    "run_wrap": {
        "none": mark("aces are low in runs"),
        "high_low": mark("aces are low or high in runs"),
        "around_corner": mark("runs go around the corner"),
    },
    "knock_card_source": {
        "fixed": mark("a fixed knock limit"),
        "upcard": mark("the upcard sets the knock limit"),
        "second_deck": mark("a card from a second deck sets the knock limit"),
    },
    "oklahoma_ace": {
        "value": mark("with an ace as the knock card, you may knock with 1"),
        "gin": mark("an ace as the knock card means gin only"),
    },
    "layoff_mode": {
        "auto": mark("the bot suggests the best layoffs"),
        "manual": mark("players find their own layoffs"),
    },
    "first_turn": {
        "upcard_offer": mark("the upcard is offered first"),
        "stock_only": mark("no upcard; the first card comes from the stock"),
        "eleven_cards": mark("the non-dealer gets one more card and discards first"),
    },
    "wall_rule": {
        "void": mark("no last discard when the stock runs out"),
        "last_discard": mark("the last discard may be taken to knock"),
    },
    "deal_rule": {
        "alternate": mark("the deal alternates"),
        "winner": mark("the winner deals"),
        "loser": mark("the loser deals"),
        "box": mark("the box deals"),
    },
    "draw_deal": {
        "same": mark("the same player deals after a void or tied round"),
        "by_rule": mark("the deal passes on after a void or tied round"),
    },
    "shutout": {
        "none": mark("no shutout bonus"),
        "double_points": mark("a shutout doubles the points"),
        "flat": mark("a flat bonus for a shutout"),
        "double_and_flat": mark("a shutout doubles the points and adds a flat bonus"),
        "double_diff": mark("a shutout doubles the final difference"),
    },
    "winner_rule": {
        "first_to_target": mark("the first to reach the target wins"),
        "highest_total": mark("the highest total including bonuses wins"),
    },
    "match_format": {
        "single": mark("a single game"),
        "best_of": mark("a match of several games"),
        "multi_match": mark("a session of several matches"),
        "hollywood": mark("Hollywood scoring"),
        "rounds": mark("a set number of rounds; the higher sum of points wins"),
    },
    "hollywood_late_entry": {
        "next_open": mark("a late first win enters the next open game"),
        "strict": mark("wins that would score in a closed game are lost"),
    },
    "table_format": {
        "two": mark("two players"),
        "box": mark("box against captain, third sits out"),
        "cutthroat": mark("the loser sits out"),
        "chouette": mark("one against all others"),
        "partnership": mark("two teams"),
        "captains": mark("two teams, one on the bench"),
        "rotation": mark("the winner stays"),
    },
    "pairing": {
        "rotate": mark("opponents change every round"),
        "fixed": mark("opponents stay the same"),
    },
}
"""The phrase for each value of an option, by the names that the options have as data."""


def differences(words: Translator, base: Rules, rules: Rules) -> tuple[str, ...]:
    """Return a phrase for every option in which ``rules`` differs from ``base``."""
    return tuple(_phrase(words, base, rules, name) for name in rules.differences(base))


def _phrase(words: Translator, base: Rules, rules: Rules, name: str) -> str:
    value, before = getattr(rules, name), getattr(base, name)
    if isinstance(value, StrEnum):
        return words.t(CHOICES[name][value.value])
    if name in SWITCHES:
        return words.t(SWITCHES[name][bool(value)])
    if value is None:
        return words.t("no big gin")
    if before is None:
        return words.t("big gin {n}", n=value)
    return words.t(NUMBERS[name], n=value, base=before)
