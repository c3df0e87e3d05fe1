"""The words of every option: its meaning, a change of it, and its rule; one row an option."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Final, TypeAlias

from bot.ui.i18n import mark
from engine.game.option_types import Need, Option

Phrases: TypeAlias = str | Mapping[Option, str]
"""A phrase with the number ``{n}``, or one for each value."""


class OptionPart(StrEnum):
    """The part of the rules in which the rule of an option stands."""

    CARDS = auto()
    DEAL = auto()
    TURN = auto()
    LAYOFFS = auto()
    POINTS = auto()
    BOXES = auto()
    TARGET = auto()
    GAME = auto()
    HOLLYWOOD = auto()
    ADVISER = auto()
    TEAMS = auto()


@dataclass(frozen=True, slots=True)
class OptionWords:
    """What is written about an option.

    ``meaning``: its purpose, in a few words. ``change``: how rules differ by it from others, which
    have ``{base}``; ``off`` and ``on`` stand for a number that is switched off or on. ``rule``: its
    sentence in a part of the rules, for the values that need one.
    """

    meaning: str
    change: Phrases
    off: str = ""
    on: str = ""
    part: OptionPart | None = None
    rule: Phrases = field(default_factory=dict)


OPTION_WORDS: Final[Mapping[str, OptionWords]] = {
    "game_kind": OptionWords(
        mark("Game played: gin or Mahjong gin"),
        {"gin": mark("gin instead of Mahjong gin"), "mahjong": mark("Mahjong gin")},
    ),
    "run_wrap": OptionWords(
        mark("Whether runs end at the ace, use it high or low, or go around the corner"),
        {
            "none": mark("aces are low in runs"),
            "high_low": mark("aces are low or high in runs"),
            "around_corner": mark("runs go around the corner"),
        },
        part=OptionPart.CARDS,
        rule={
            "none": mark("The ace is low: A-2-3 is a run, Q-K-A is not."),
            "high_low": mark("The ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not."),
            "around_corner": mark("Runs go around the corner: Q-K-A and K-A-2 are runs too."),
        },
    ),
    "ace_deadwood": OptionWords(
        mark("What an unmelded ace counts"), mark("an unmelded ace counts {n} instead of {base}")
    ),
    "hand_size": OptionWords(
        mark("Cards dealt to each player"), mark("{n} cards each instead of {base}")
    ),
    "knock_limit": OptionWords(
        mark("Most deadwood you may knock with; 0 means gin only"),
        mark("knock with {n} or less instead of {base}"),
    ),
    "knock_card_source": OptionWords(
        mark("Where the knock limit comes from: fixed, the upcard, or a card from a second deck"),
        {
            "fixed": mark("a fixed knock limit"),
            "upcard": mark("the upcard sets the knock limit"),
            "second_deck": mark("a card from a second deck sets the knock limit"),
        },
    ),
    "oklahoma_ace": OptionWords(
        mark("What an ace as the knock card allows: a knock with 1, or gin only"),
        {
            "value": mark("with an ace as the knock card, you may knock with 1"),
            "gin": mark("an ace as the knock card means gin only"),
        },
    ),
    "spade_doubles": OptionWords(
        mark("A spade as the knock card doubles the round"),
        {False: mark("a spade does not double"), True: mark("a spade doubles the round")},
    ),
    "spade_doubles_boxes": OptionWords(
        mark("A spade as the knock card also doubles boxes"),
        {False: mark("a spade does not double boxes"), True: mark("a spade doubles boxes too")},
        part=OptionPart.BOXES,
        rule={True: mark("- A spade doubles the boxes as well")},
    ),
    "gin_bonus": OptionWords(
        mark("Bonus for gin"),
        mark("gin {n} instead of {base}"),
        part=OptionPart.POINTS,
        rule=mark("- Gin: {n} + the opponent's deadwood"),
    ),
    "big_gin_bonus": OptionWords(
        mark("Bonus for big gin; none: big gin cannot be declared"),
        mark("big gin {n} instead of {base}"),
        off=mark("no big gin"),
        on=mark("big gin {n}"),
        part=OptionPart.POINTS,
        rule=mark("- Big gin: {n} + the opponent's deadwood"),
    ),
    "undercut_bonus": OptionWords(
        mark("Bonus for an undercut"), mark("undercut {n} instead of {base}")
    ),
    "undercut_on_tie": OptionWords(
        mark("Equal deadwood after a knock is an undercut"),
        {
            False: mark("equal deadwood is not an undercut"),
            True: mark("equal deadwood is an undercut"),
        },
    ),
    "layoff_on_gin": OptionWords(
        mark("Cards may be laid off on gin"),
        {False: mark("no layoffs on gin"), True: mark("layoffs on gin")},
    ),
    "layoff_mode": OptionWords(
        mark("auto: the best layoff is suggested; manual: players find their own"),
        {
            "auto": mark("the bot suggests the best layoffs"),
            "manual": mark("players find their own layoffs"),
        },
        part=OptionPart.LAYOFFS,
        rule={
            "auto": mark("The bot suggests the best layoff."),
            "manual": mark("You lay off card by card and find the layoffs yourself."),
        },
    ),
    "gin_extra_boxes": OptionWords(
        mark("Extra boxes for gin"), mark("extra boxes for gin: {n} instead of {base}")
    ),
    "undercut_extra_boxes": OptionWords(
        mark("Extra boxes for an undercut"),
        mark("extra boxes for an undercut: {n} instead of {base}"),
    ),
    "may_return_taken_discard": OptionWords(
        mark("A card taken from the discard pile may be discarded at once"),
        {
            False: mark("a card just taken from the discard pile may not be discarded at once"),
            True: mark("a card just taken from the discard pile may be discarded at once"),
        },
        part=OptionPart.TURN,
        rule={
            True: mark("A card taken from the discard pile may be discarded again at once."),
            False: mark(
                "A card taken from the discard pile may not be discarded in the same turn."
            ),
        },
    ),
    "first_turn": OptionWords(
        mark(
            "How a round begins: upcard offer, draw from the stock, or eleven cards for the "
            "non-dealer"
        ),
        {
            "upcard_offer": mark("the upcard is offered first"),
            "stock_only": mark("no upcard; the first card comes from the stock"),
            "eleven_cards": mark("the non-dealer gets one more card and discards first"),
        },
        part=OptionPart.DEAL,
        rule={
            "upcard_offer": mark(
                "The rest is the **stock**, and its top card, the **upcard**, begins the "
                "**discard pile**. The non-dealer may take the upcard, then the dealer. If both "
                "pass, the non-dealer draws from the stock."
            ),
            "stock_only": mark(
                "The rest is the **stock**. No card is turned up: the non-dealer begins by "
                "drawing from the stock, and the first discard begins the **discard pile**."
            ),
            "eleven_cards": mark(
                "The rest is the **stock**. The non-dealer is dealt one more card and begins "
                "with a discard, which begins the **discard pile**."
            ),
        },
    ),
    "wall_size": OptionWords(
        mark("Cards in the stock that are never drawn"),
        mark("cards never drawn from the stock: {n} instead of {base}"),
    ),
    "wall_rule": OptionWords(
        mark(
            "When the stock runs out: the round is void, or the last discard may be taken to knock"
        ),
        {
            "void": mark("no last discard when the stock runs out"),
            "last_discard": mark("the last discard may be taken to knock"),
        },
    ),
    "max_pile_draws_in_a_row": OptionWords(
        mark("Consecutive draws from the discard pile that void a round"),
        mark("void after {n} consecutive draws from the discard pile instead of {base}"),
    ),
    "dealt_knock_misdeal": OptionWords(
        mark("A dealt hand within the knock limit is dealt again"),
        {
            False: mark("a dealt hand within the knock limit is played"),
            True: mark("a dealt hand within the knock limit is dealt again"),
        },
        part=OptionPart.DEAL,
        rule={
            True: mark(
                "If a dealt hand is already within the knock limit, the round is dealt again."
            )
        },
    ),
    "deep_pickup": OptionWords(
        mark("Any card of the discard pile may be taken into a meld that is shown"),
        {
            False: mark("only the top discard may be taken"),
            True: mark("any card of the discard pile may be taken into a shown meld"),
        },
        part=OptionPart.TURN,
        rule={
            True: mark(
                "Instead of drawing, you may take any card of the discard pile if you show a "
                "meld with it at once. That meld stays as it is until the end of the round."
            )
        },
    ),
    "deal_rule": OptionWords(
        mark("Who deals the next round"),
        {
            "alternate": mark("the deal alternates"),
            "winner": mark("the winner deals"),
            "loser": mark("the loser deals"),
            "box": mark("the box deals"),
        },
    ),
    "draw_deal": OptionWords(
        mark("Who deals after a void or tied round when the deal alternates"),
        {
            "same": mark("the same player deals after a void or tied round"),
            "by_rule": mark("the deal passes on after a void or tied round"),
        },
    ),
    "target": OptionWords(
        mark("Points needed to win a game"), mark("to {n} points instead of {base}")
    ),
    "box_bonus": OptionWords(
        mark("Points for each box, added at the end of a game"), mark("boxes {n} instead of {base}")
    ),
    "game_bonus": OptionWords(
        mark("Points for winning a game"), mark("game bonus {n} instead of {base}")
    ),
    "boxes_count_toward_target": OptionWords(
        mark("Boxes count towards the target"),
        {
            False: mark("boxes do not count towards the target"),
            True: mark("boxes count towards the target"),
        },
        part=OptionPart.TARGET,
        rule={
            True: mark("Boxes count towards the target."),
            False: mark("Bonuses do not count towards the target."),
        },
    ),
    "shutout": OptionWords(
        mark("What a shutout is worth"),
        {
            "none": mark("no shutout bonus"),
            "double_points": mark("a shutout doubles the points"),
            "flat": mark("a flat bonus for a shutout"),
            "double_and_flat": mark("a shutout doubles the points and adds a flat bonus"),
            "double_diff": mark("a shutout doubles the final difference"),
        },
    ),
    "shutout_flat": OptionWords(
        mark("Points for a shutout with a flat bonus"),
        mark("flat shutout bonus {n} instead of {base}"),
    ),
    "winner_rule": OptionWords(
        mark("Who wins a game: whoever reaches the target first, or the higher total with bonuses"),
        {
            "first_to_target": mark("the first to reach the target wins"),
            "highest_total": mark("the highest total including bonuses wins"),
        },
    ),
    "match_format": OptionWords(
        mark(
            "How games make a match: one game, best of several, a session, Hollywood "
            "columns, or a set number of rounds"
        ),
        {
            "single": mark("a single game"),
            "best_of": mark("a match of several games"),
            "multi_match": mark("a session of several matches"),
            "hollywood": mark("Hollywood scoring"),
            "rounds": mark("a set number of rounds; the higher total wins"),
        },
    ),
    "best_of": OptionWords(
        mark("Games in a best-of match; an odd number"),
        mark("best-of matches: {n} games instead of {base}"),
    ),
    "rounds": OptionWords(
        mark("Rounds in a match with a set number of rounds"),
        mark("matches of a set number: {n} rounds instead of {base}"),
    ),
    "session_target": OptionWords(
        mark("Points needed to win a session"), mark("session to {n} instead of {base}")
    ),
    "mm_round_bonus": OptionWords(
        mark("Session points for each round won"),
        mark("session bonus for a round won: {n} instead of {base}"),
    ),
    "mm_match_bonus": OptionWords(
        mark("Session points for winning a match"),
        mark("session bonus for a match won: {n} instead of {base}"),
    ),
    "mm_shutout_bonus": OptionWords(
        mark("Session points for a shutout"),
        mark("session bonus for a shutout: {n} instead of {base}"),
    ),
    "exact_fifty_forfeit": OptionWords(
        mark("A game won by exactly 50 points is lost instead"),
        {
            False: mark("a lead of exactly 50 wins"),
            True: mark("a lead of exactly 50 loses the match"),
        },
        part=OptionPart.GAME,
        rule={True: mark("A game won by exactly 50 points is lost instead.")},
    ),
    "hollywood_columns": OptionWords(
        mark("Hollywood games played at the same time"),
        mark("Hollywood with {n} games instead of {base}"),
    ),
    "hollywood_target": OptionWords(
        mark("Points needed to win a Hollywood game"),
        mark("Hollywood games to {n} instead of {base}"),
    ),
    "hollywood_late_entry": OptionWords(
        mark("Where a late first win scores: in the next open game, or only in its own"),
        {
            "next_open": mark("a late first win enters the next open game"),
            "strict": mark("wins that would score in a closed game are lost"),
        },
    ),
    "hollywood_third_double": OptionWords(
        mark("The last Hollywood game counts double"),
        {
            False: mark("the last Hollywood game counts once"),
            True: mark("the last Hollywood game counts double"),
        },
        part=OptionPart.HOLLYWOOD,
        rule={True: mark("The last game counts double.")},
    ),
    "table_format": OptionWords(
        mark("Who plays whom: two players, three or more in turn, or teams"),
        {
            "two": mark("two players"),
            "box": mark("two play, one sits out"),
            "cutthroat": mark("the loser sits out"),
            "chouette": mark("one against all others"),
            "partnership": mark("two teams"),
            "captains": mark("two teams, one on the bench"),
            "rotation": mark("the winner stays"),
        },
    ),
    "pairing": OptionWords(
        mark("Whether opponents in teams change every round"),
        {"rotate": mark("opponents change every round"), "fixed": mark("opponents stay the same")},
        part=OptionPart.TEAMS,
        rule={
            "rotate": mark("Opponents change every round."),
            "fixed": mark("Opponents stay the same."),
        },
    ),
    "shared_knock_card": OptionWords(
        mark("All tables of a team match share one knock card"),
        {
            False: mark("each table has its own knock card"),
            True: mark("all tables share one knock card"),
        },
    ),
    "sweep_bonus": OptionWords(
        mark("Points for a team that wins every table"),
        mark("{n} instead of {base} for winning every table"),
    ),
    "sweep_bonus_doubled": OptionWords(
        mark("A spade doubles the bonus for winning every table"),
        {
            False: mark("a spade does not double the bonus for winning every table"),
            True: mark("a spade doubles the bonus for winning every table"),
        },
    ),
    "mahjong_gin_bonus": OptionWords(
        mark("Bonus for going gin in Mahjong gin"),
        mark("Mahjong gin bonus {n} instead of {base}"),
        part=OptionPart.POINTS,
        rule=mark("- plus {n} for going gin"),
    ),
    "adviser_sees_hand": OptionWords(
        mark("The player sitting out sees the captain's hand"),
        {
            False: mark("the adviser does not see the captain's hand"),
            True: mark("the adviser sees the captain's hand"),
        },
        part=OptionPart.ADVISER,
        rule={
            True: mark(
                "The player sitting out sees the captain's hand and may advise; the captain "
                "decides."
            ),
            False: mark(
                "The player sitting out may advise without seeing the captain's hand; the "
                "captain decides."
            ),
        },
    ),
}
NEED_WORDS: Final[Mapping[Need, str]] = {
    Need.GIN: mark("game_kind=gin"),
    Need.MAHJONG: mark("game_kind=mahjong"),
    Need.FIXED_LIMIT: mark("knock_card_source=fixed"),
    Need.KNOCK_CARD: mark("a knock card (knock_card_source=upcard or second_deck)"),
    Need.SPADES: mark("a knock card and spade_doubles=true"),
    Need.LOW_ACES: mark("ace_deadwood=1"),
    Need.KNOCKING: mark("a game with knocking"),
    Need.LAYOFFS: mark("a game with layoffs"),
    Need.BOXES: mark("boxes worth more than 0 (box_bonus, or mm_round_bonus in a session)"),
    Need.BOXES_APART: mark("boxes_count_toward_target=false"),
    Need.FLAT_SHUTOUT: mark("shutout=flat or double_and_flat"),
    Need.TARGET: mark(
        "a match format other than a set number of rounds, where only round points count"
    ),
    Need.ONE_GAME: mark("a match format other than a session"),
    Need.GAMES: mark("a match format other than Hollywood (which has its own target)"),
    Need.BEST_OF: mark("match_format=best_of"),
    Need.ROUNDS: mark("match_format=rounds"),
    Need.SESSION: mark("match_format=multi_match"),
    Need.HOLLYWOOD: mark("match_format=hollywood"),
    Need.TEAMS: mark("teams (table_format=partnership or captains)"),
    Need.SWEEP: mark("sweep_bonus"),
    Need.ADVISER: mark("table_format=box or chouette"),
    Need.FREE_DEAL: mark("a table format other than box, where the box deals"),
    Need.ALTERNATING: mark("deal_rule=alternate"),
}
"""The conditions under which an option has an effect."""
