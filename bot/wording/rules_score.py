"""Scoring and the end of a match, in plain words (rulebook 1.8, 1.11, 2.2-2.9)."""

from bot.ui.i18n import Translator
from bot.wording.options import OptionPart
from bot.wording.rules_options import rule_lines
from bot.wording.rules_play import RulesSection
from engine.game.option_types import Need
from engine.game.options import meets
from engine.game.rules import GameKind, LateEntry, MatchFormat, Rules, Shutout, WinnerRule


def score_sections(words: Translator, rules: Rules) -> tuple[RulesSection, ...]:
    """Return the sections on the points of a round, games and matches."""
    t = words.t
    points = _mahjong_points(words, rules) if _is_mahjong(rules) else _points(words, rules)
    return (
        RulesSection(t("Round points"), points),
        RulesSection(t("The match"), _match(words, rules)),
    )


def _is_mahjong(rules: Rules) -> bool:
    return rules.game_kind is GameKind.MAHJONG


def _points(words: Translator, rules: Rules) -> tuple[str, ...]:
    t, lines = words.t, []
    if meets(rules, Need.KNOCKING):
        lines.append(t("- Knock: the difference in deadwood"))
    lines += rule_lines(words, rules, OptionPart.POINTS)
    if meets(rules, Need.KNOCKING):
        lines += _undercut(words, rules)
    if meets(rules, Need.SPADES):
        lines.append(t("- Everything counts double if the knock card is a spade"))
    if meets(rules, Need.TARGET, Need.BOXES):
        lines += _extra_boxes(words, rules)
    return tuple(lines)


def _undercut(words: Translator, rules: Rules) -> list[str]:
    t = words.t
    if rules.undercut_on_tie:
        return [
            t(
                "- **Undercut** (the opponent has the same deadwood as the knocker or less): {n} +"
                " the difference, for the opponent",
                n=rules.undercut_bonus,
            )
        ]
    return [
        t(
            "- **Undercut** (the opponent has less deadwood than the knocker): {n} + the"
            " difference, for the opponent",
            n=rules.undercut_bonus,
        ),
        t("- Equal deadwood: nobody scores"),
    ]


def _extra_boxes(words: Translator, rules: Rules) -> list[str]:
    lines = []
    if rules.gin_extra_boxes:
        lines.append(
            words.tn(
                "- Gin also earns {n} extra box",
                "- Gin also earns {n} extra boxes",
                rules.gin_extra_boxes,
            )
        )
    if rules.undercut_extra_boxes and meets(rules, Need.KNOCKING):
        lines.append(
            words.tn(
                "- An undercut also earns {n} extra box",
                "- An undercut also earns {n} extra boxes",
                rules.undercut_extra_boxes,
            )
        )
    return lines + rule_lines(words, rules, OptionPart.BOXES)


def _mahjong_points(words: Translator, rules: Rules) -> tuple[str, ...]:
    t = words.t
    return (
        t("After gin, both players score:"),
        t("- plus the value of their cards on the table"),
        t("- minus the value of all cards in their hand, melds included"),
        *rule_lines(words, rules, OptionPart.POINTS),
    )


def _match(words: Translator, rules: Rules) -> tuple[str, ...]:
    match rules.match_format:
        case MatchFormat.SINGLE:
            head = words.t("The first to {n} points wins.", n=rules.target)
            return (
                head,
                *_target(words, rules),
                *rule_lines(words, rules, OptionPart.GAME),
                *_bonuses(words, rules),
            )
        case MatchFormat.BEST_OF:
            return _best_of(words, rules)
        case MatchFormat.ROUNDS:
            return _set_rounds(words, rules)
        case MatchFormat.MULTI_MATCH:
            return _multi_match(words, rules)
        case MatchFormat.HOLLYWOOD:
            return _hollywood(words, rules)


def _set_rounds(words: Translator, rules: Rules) -> tuple[str, ...]:
    return (
        words.tn(
            "The match is {n} round; the higher total wins.",
            "The match is {n} rounds; the higher total wins.",
            rules.rounds,
        ),
        words.t("There are no boxes and no bonuses for winning a game."),
    )


def _best_of(words: Translator, rules: Rules) -> tuple[str, ...]:
    t, need = words.t, (rules.best_of + 1) // 2
    return (
        t("The first to {n} points wins a game.", n=rules.target),
        words.tn(
            "Best of {games}: the first to win {n} game wins the match.",
            "Best of {games}: the first to win {n} games wins the match.",
            need,
            games=rules.best_of,
        ),
        *_target(words, rules),
        *rule_lines(words, rules, OptionPart.GAME),
        *_bonuses(words, rules),
    )


def _multi_match(words: Translator, rules: Rules) -> tuple[str, ...]:
    t = words.t
    lines = [
        t("The first to {n} points wins a match.", n=rules.target),
        *_target(words, rules),
        t("Then each player's points are added to the session, and with them:"),
    ]
    if rules.mm_round_bonus:
        lines.append(t("- {n} for each round won", n=rules.mm_round_bonus))
    if rules.mm_match_bonus:
        lines.append(t("- {n} for the winner of the match", n=rules.mm_match_bonus))
    if rules.mm_shutout_bonus:
        lines.append(t("- {n} more if the loser won no rounds", n=rules.mm_shutout_bonus))
    if rules.exact_fifty_forfeit:
        lines.append(t("A match won by exactly 50 points is lost instead."))
    lines += _winner_rule(words, rules)
    lines.append(
        t(
            "The session ends with the match in which a player reaches {n}. The higher total wins;"
            " if the totals are tied, one more match is played.",
            n=rules.session_target,
        )
    )
    return tuple(lines)


def _hollywood(words: Translator, rules: Rules) -> tuple[str, ...]:
    t = words.t
    lines = [
        words.tn(
            "Hollywood scoring: {n} game to {target}.",
            "Hollywood scoring: {n} games at once, each to {target}.",
            rules.hollywood_columns,
            target=rules.hollywood_target,
        )
    ]
    if rules.hollywood_columns > 1 and rules.hollywood_late_entry is LateEntry.NEXT_OPEN:
        lines.append(
            t(
                "Each win scores in every open game where you already have a score, plus the next"
                " open game: first in game 1, then in games 1 and 2, and so on."
            )
        )
    elif rules.hollywood_columns > 1:
        lines.append(
            t(
                "Your first win scores in game 1, the second in games 1 and 2, and so on; "
                "points that would go to a closed game are lost."
            )
        )
    lines.append(t("A game closes when a player reaches its target, and is settled on its own."))
    lines += _target(words, rules)
    lines += rule_lines(words, rules, OptionPart.GAME)
    lines += _bonuses(words, rules)
    lines += rule_lines(words, rules, OptionPart.HOLLYWOOD)
    lines.append(t("The higher grand total wins; if tied, whoever won more games."))
    return tuple(lines)


def _target(words: Translator, rules: Rules) -> list[str]:
    t, lines = words.t, []
    if _is_mahjong(rules):
        lines.append(
            t("If both reach it in the same round, the higher total wins; if tied, play goes on.")
        )
    return lines + rule_lines(words, rules, OptionPart.TARGET)


def _bonuses(words: Translator, rules: Rules) -> list[str]:
    t, lines = words.t, _shutout(words, rules)
    if rules.box_bonus:
        if rules.match_format is MatchFormat.HOLLYWOOD:
            lines.append(t("- **Boxes**: {n} for each win entered in that game", n=rules.box_bonus))
        else:
            lines.append(
                t("- **Boxes**: {n} for each round won, for winner and loser", n=rules.box_bonus)
            )
    if rules.game_bonus:
        lines.append(t("- Game bonus: {n} for the winner", n=rules.game_bonus))
    if lines:
        lines.insert(0, t("Added at the end:"))
    return lines + _winner_rule(words, rules)


def _shutout(words: Translator, rules: Rules) -> list[str]:
    t, lines = words.t, list[str]()
    if rules.shutout is not Shutout.NONE:
        if rules.match_format is MatchFormat.HOLLYWOOD:
            lines.append(t("- **Shutout**: the loser scored nothing in that game."))
        else:
            lines.append(t("- **Shutout**: the loser won no rounds."))
    match rules.shutout:
        case Shutout.NONE:
            pass
        case Shutout.DOUBLE_POINTS:
            lines.append(t("- A shutout doubles the winner's points"))
        case Shutout.FLAT:
            lines.append(t("- A shutout earns the winner {n}", n=rules.shutout_flat))
        case Shutout.DOUBLE_AND_FLAT:
            lines.append(
                t(
                    "- A shutout doubles the winner's points and earns {n} more",
                    n=rules.shutout_flat,
                )
            )
        case Shutout.DOUBLE_DIFF:
            lines.append(t("- A shutout doubles the final difference"))
    return lines


def _winner_rule(words: Translator, rules: Rules) -> list[str]:
    if not meets(rules, Need.TARGET, Need.BOXES, Need.BOXES_APART):
        return []
    t = words.t
    if rules.winner_rule is WinnerRule.FIRST_TO_TARGET:
        return [t("Whoever gets there first wins, even if boxes give the other more.")]
    return [t("The higher total including all bonuses wins, whoever got there first.")]
