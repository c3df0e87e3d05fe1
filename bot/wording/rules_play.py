"""The play of a round in plain words: cards, melds, turn, knock, layoffs, wall (rulebook 1)."""

from dataclasses import dataclass

from bot.ui.i18n import Translator
from bot.wording.options import OptionPart
from bot.wording.rules_options import rule_lines
from engine.game.option_types import Need
from engine.game.options import meets
from engine.game.rules import (
    GameKind,
    KnockCardSource,
    OklahomaAce,
    Rules,
    WallRule,
)


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A heading and its sentences, one a line."""

    title: str
    lines: tuple[str, ...]


def play_sections(words: Translator, rules: Rules) -> tuple[RulesSection, ...]:
    """Return the sections on a round, from the deal to its last card."""
    t, start = words.t, rule_lines(words, rules, OptionPart.DEAL)
    if rules.game_kind is GameKind.MAHJONG:
        return (
            RulesSection(t("Cards"), (*_cards(words, rules), *_melds(words, rules))),
            RulesSection(t("Your turn"), (*start, *_mahjong_turn(words, rules))),
            RulesSection(t("Void rounds"), _wall(words, rules)),
        )
    sections = [
        RulesSection(t("Cards"), (*_cards(words, rules), *_melds(words, rules))),
        RulesSection(t("Your turn"), (*start, *_turn(words, rules))),
        RulesSection(t("Ending the round"), _knocking(words, rules)),
    ]
    if meets(rules, Need.LAYOFFS):
        sections.append(RulesSection(t("Laying off"), _laying_off(words, rules)))
    sections.append(RulesSection(t("Void rounds"), _wall(words, rules)))
    return tuple(sections)


def _cards(words: Translator, rules: Rules) -> tuple[str, ...]:
    t = words.t
    dealt = t("One deck of 52 cards without jokers, {n} cards each.", n=rules.hand_size)
    if rules.game_kind is GameKind.MAHJONG:
        return (dealt, t("2 to 9 count 5, ten to king 10, aces 15."))
    if rules.ace_deadwood == 15:
        return (dealt, t("Aces count 15, face cards 10, all other cards their face value."))
    return (dealt, t("Aces count 1, face cards 10, all other cards their face value."))


def _melds(words: Translator, rules: Rules) -> tuple[str, ...]:
    t = words.t
    lines = [
        t(
            "A **set** is three or four cards of the same rank, a **run** three or more"
            " consecutive cards of the same suit. Sets and runs are **melds**; a card belongs to"
            " one meld only."
        )
    ]
    lines += rule_lines(words, rules, OptionPart.CARDS)
    if rules.game_kind is GameKind.GIN:
        lines.append(t("Cards outside your melds are **deadwood**."))
    return tuple(lines)


def _turn(words: Translator, rules: Rules) -> tuple[str, ...]:
    draw = words.t("Draw from the stock or take the top discard, then discard one card.")
    return (draw, *rule_lines(words, rules, OptionPart.TURN))


def _mahjong_turn(words: Translator, rules: Rules) -> tuple[str, ...]:
    t = words.t
    lines = [
        t(
            "Draw from the stock, or take as many cards as you like from the top of the discard"
            " pile. If you take several, the deepest must go to the table in the same turn."
        )
    ]
    if rules.may_return_taken_discard:
        lines += rule_lines(words, rules, OptionPart.TURN)
    else:
        lines.append(t("If you take one card, you may not discard it in the same turn."))
    lines.append(
        t(
            "Then put down melds, add cards to any meld on the table (they score for you), and"
            " discard one card."
        )
    )
    lines.append(
        t("**Gin** is an empty hand, with or without a final discard. There is no knocking.")
    )
    return tuple(lines)


def _knocking(words: Translator, rules: Rules) -> tuple[str, ...]:
    t, lines = words.t, []
    if not meets(rules, Need.KNOCKING):
        lines.append(
            t(
                "Only **gin** ends a round: after drawing, discard one card face down and show ten"
                " melded cards."
            )
            if rules.hand_size == 10
            else t(
                "Only **gin** ends a round: after drawing, discard one card face down and show all"
                " your cards melded."
            )
        )
    else:
        if rules.knock_card_source is KnockCardSource.FIXED:
            lines.append(
                t(
                    "After drawing, you may **knock** with {n} deadwood or less: discard one card"
                    " face down and show your hand.",
                    n=rules.knock_limit,
                )
            )
        else:
            lines += _knock_card(words, rules)
        lines.append(t("A knock without deadwood is **gin**, which cannot be undercut."))
    if rules.big_gin_bonus is not None:
        lines.append(
            t(
                "With all {n} cards melded after drawing, you may declare **big gin** instead of"
                " discarding, even with a card just taken from the discard pile.",
                n=rules.hand_size + 1,
            )
        )
    return tuple(lines)


def _knock_card(words: Translator, rules: Rules) -> list[str]:
    t, lines = words.t, []
    if rules.knock_card_source is KnockCardSource.UPCARD:
        lines.append(
            t(
                "The upcard is the **knock card**: its value is the knock limit of the round, 10"
                " for face cards."
            )
        )
    elif rules.shared_knock_card:
        lines.append(
            t(
                "A card from a second deck is the **knock card** for all tables: its value is the"
                " knock limit of the round, 10 for face cards."
            )
        )
    else:
        lines.append(
            t(
                "A card from a second deck is the **knock card**: its value is the knock limit of"
                " the round, 10 for face cards."
            )
        )
    if rules.oklahoma_ace is OklahomaAce.GIN or rules.ace_deadwood == 15:
        lines.append(t("If it is an ace, only gin ends the round."))
    else:
        lines.append(t("If it is an ace, you may knock with 1."))
    lines.append(
        t(
            "After drawing, you may **knock** within the limit: discard one card face down and"
            " show your hand."
        )
    )
    return lines


def _laying_off(words: Translator, rules: Rules) -> tuple[str, ...]:
    t, lines = words.t, []
    lines.append(
        t(
            "Before deadwood is counted, the opponent may add cards to the knocker's melds: the"
            " fourth card of a set or cards at the ends of a run, breaking up their own melds if"
            " that helps. The knocker lays off nothing."
        )
    )
    lines += rule_lines(words, rules, OptionPart.LAYOFFS)
    if rules.layoff_on_gin:
        lines.append(
            t(
                "Cards may be laid off on gin as well; if that leaves you without deadwood, the"
                " round is a tie."
            )
        )
        if rules.big_gin_bonus is not None:
            lines.append(t("Nothing is laid off on big gin."))
    elif rules.big_gin_bonus is not None:
        lines.append(t("Nothing is laid off on gin or big gin."))
    else:
        lines.append(t("Nothing is laid off on gin."))
    return tuple(lines)


def _wall(words: Translator, rules: Rules) -> tuple[str, ...]:
    t, gin = words.t, rules.game_kind is GameKind.GIN
    if rules.wall_size == 0:
        when = t(
            "When the last card of the stock has been drawn and that turn does not end the round:"
        )
    else:
        when = words.tn(
            "When a draw leaves {n} card in the stock and that turn does not end the round:",
            "When a draw leaves {n} cards in the stock and that turn does not end the round:",
            rules.wall_size,
        )
    if gin and rules.wall_rule is WallRule.LAST_DISCARD:
        then = t(
            "the opponent may take the last discard, but only to knock or go gin with it, not for"
            " big gin; otherwise the round is void."
        )
    else:
        then = t("the round is **void** and nobody scores.")
    cap = words.tn(
        "A round is also void after {n} consecutive draw from the discard pile.",
        "A round is also void after {n} consecutive draws from the discard pile.",
        rules.max_pile_draws_in_a_row,
    )
    return (f"{when} {then}", cap)
