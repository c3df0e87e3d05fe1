"""What rounds are worth and how a match ends, in plain words (rulebook 1.8, 1.11, 2.2-2.9)."""

from bot.presenter.rules_play import Section, boxes_matter, can_knock, spades_can_double
from bot.words import Words
from engine.rules import (
    GameKind,
    LateEntry,
    MatchFormat,
    Rules,
    Shutout,
    WinnerRule,
)


def score_sections(words: Words, rules: Rules) -> tuple[Section, ...]:
    """Points of a round, and everything about games and matches."""
    t = words.t
    points = _mahjong_points(words, rules) if _is_mahjong(rules) else _points(words, rules)
    return (
        Section(t("Points of a round"), points),
        Section(t("The match"), _match(words, rules)),
    )


def _is_mahjong(rules: Rules) -> bool:
    return rules.game_kind is GameKind.MAHJONG


def _points(words: Words, rules: Rules) -> tuple[str, ...]:
    t, lines = words.t, []
    if can_knock(rules):
        lines.append(t("- Knock: the difference in deadwood"))
    lines.append(t("- Gin: {n} + the opponent's deadwood", n=rules.gin_bonus))
    if rules.big_gin_bonus is not None:
        lines.append(t("- Big gin: {n} + the opponent's deadwood", n=rules.big_gin_bonus))
    if can_knock(rules):
        lines += _undercut(words, rules)
    if spades_can_double(rules):
        lines.append(t("- All of it twice if the knock card is a spade"))
    if boxes_matter(rules):
        lines += _extra_boxes(words, rules)
    return tuple(lines)


def _undercut(words: Words, rules: Rules) -> list[str]:
    t = words.t
    if rules.undercut_on_tie:
        return [
            t(
                "- Undercut (the other player has no more deadwood than the knocker): {n} + the"
                " difference, for the other player",
                n=rules.undercut_bonus,
            )
        ]
    return [
        t(
            "- Undercut (the other player has less deadwood than the knocker): {n} + the"
            " difference, for the other player",
            n=rules.undercut_bonus,
        ),
        t("- Equal deadwood: nothing"),
    ]


def _extra_boxes(words: Words, rules: Rules) -> list[str]:
    lines = []
    if rules.gin_extra_boxes:
        lines.append(
            words.tn(
                "- Gin also brings {n} extra box",
                "- Gin also brings {n} extra boxes",
                rules.gin_extra_boxes,
            )
        )
    if rules.undercut_extra_boxes and can_knock(rules):
        lines.append(
            words.tn(
                "- An undercut also brings {n} extra box",
                "- An undercut also brings {n} extra boxes",
                rules.undercut_extra_boxes,
            )
        )
    if rules.spade_doubles_boxes and spades_can_double(rules):
        lines.append(words.t("- A spade doubles the boxes, too"))
    return lines


def _mahjong_points(words: Words, rules: Rules) -> tuple[str, ...]:
    t = words.t
    return (
        t("After gin both players score:"),
        t("- plus their cards on the table"),
        t("- minus all cards in their hand, melds too"),
        t("- plus {n} for gin", n=rules.mahjong_gin_bonus),
    )


def _match(words: Words, rules: Rules) -> tuple[str, ...]:
    match rules.match_format:
        case MatchFormat.SINGLE:
            head = words.t("The first to {n} points wins.", n=rules.target)
            return (head, *_target(words, rules), *_bonuses(words, rules))
        case MatchFormat.BEST_OF:
            return _best_of(words, rules)
        case MatchFormat.MULTI_MATCH:
            return _multi_match(words, rules)
        case MatchFormat.HOLLYWOOD:
            return _hollywood(words, rules)


def _best_of(words: Words, rules: Rules) -> tuple[str, ...]:
    t, need = words.t, (rules.best_of + 1) // 2
    return (
        t("The first to {n} points wins a game.", n=rules.target),
        words.tn(
            "Best of {games}: who has won {n} game wins the match.",
            "Best of {games}: who has won {n} games wins the match.",
            need,
            games=rules.best_of,
        ),
        *_target(words, rules),
        *_bonuses(words, rules),
    )


def _multi_match(words: Words, rules: Rules) -> tuple[str, ...]:
    t = words.t
    lines = [
        t("The first to {n} points wins a match.", n=rules.target),
        *_target(words, rules),
        t("Then everybody's own points go into the session, and with them:"),
    ]
    if rules.mm_round_bonus:
        lines.append(t("- {n} for each round won", n=rules.mm_round_bonus))
    if rules.mm_match_bonus:
        lines.append(t("- {n} for the winner of the match", n=rules.mm_match_bonus))
    if rules.mm_shutout_bonus:
        lines.append(t("- {n} more if the loser won no round", n=rules.mm_shutout_bonus))
    if rules.exact_fifty_forfeit:
        lines.append(t("A match won by exactly 50 points counts as won by the other."))
    lines += _winner_rule(words, rules)
    lines.append(
        t(
            "The session ends with the match in which somebody reaches {n}. The higher total wins;"
            " level, one more match is played.",
            n=rules.session_target,
        )
    )
    return tuple(lines)


def _hollywood(words: Words, rules: Rules) -> tuple[str, ...]:
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
                "A round won counts in every open game you are entered in, and enters you in the"
                " first open one you are not: game 1, then 1 and 2, and so on."
            )
        )
    elif rules.hollywood_columns > 1:
        lines.append(
            t(
                "Your first win counts in game 1, the second in games 1 and 2, and so on; what"
                " falls on a closed game is lost."
            )
        )
    lines.append(t("A game closes when somebody reaches its target and is settled on its own."))
    lines += _target(words, rules)
    lines += _bonuses(words, rules)
    if rules.hollywood_third_double:
        lines.append(t("The last game counts double."))
    lines.append(t("The higher sum of all games wins; level, who won more of them."))
    return tuple(lines)


def _target(words: Words, rules: Rules) -> list[str]:
    t, lines = words.t, []
    if _is_mahjong(rules):
        lines.append(
            t("If both get there in one round the higher total wins; level, play goes on.")
        )
    if boxes_matter(rules):
        if rules.boxes_count_toward_target:
            lines.append(t("Boxes count on the way there."))
        else:
            lines.append(t("Bonuses do not count on the way there."))
    return lines


def _bonuses(words: Words, rules: Rules) -> list[str]:
    t, lines = words.t, []
    match rules.shutout:
        case Shutout.NONE:
            pass
        case Shutout.DOUBLE_POINTS:
            lines.append(t("- Shutout (the loser won no round): the winner's points count twice"))
        case Shutout.FLAT:
            lines.append(
                t("- Shutout (the loser won no round): {n} for the winner", n=rules.shutout_flat)
            )
        case Shutout.DOUBLE_AND_FLAT:
            lines.append(
                t(
                    "- Shutout (the loser won no round): the winner's points count twice, and {n}"
                    " more",
                    n=rules.shutout_flat,
                )
            )
        case Shutout.DOUBLE_DIFF:
            lines.append(t("- Shutout (the loser won no round): the final difference is doubled"))
    if rules.box_bonus:
        lines.append(t("- Boxes: {n} for each round won, for winner and loser", n=rules.box_bonus))
    if rules.game_bonus:
        lines.append(t("- Game bonus: {n} for the winner", n=rules.game_bonus))
    if lines:
        lines.insert(0, t("Added at the end:"))
    return lines + _winner_rule(words, rules)


def _winner_rule(words: Words, rules: Rules) -> list[str]:
    if not boxes_matter(rules) or rules.boxes_count_toward_target:
        return []
    t = words.t
    if rules.winner_rule is WinnerRule.FIRST_TO_TARGET:
        return [t("Who got there first has won, even if boxes lift the other higher.")]
    return [t("The higher total with all bonuses wins, whoever got there first.")]
