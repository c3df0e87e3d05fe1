"""Seats and the deal, in plain words (rulebook 1.10, 2.10, 3)."""

from bot.ui.i18n import Translator
from bot.wording.options import OptionPart
from bot.wording.rules_options import rule_lines
from bot.wording.rules_play import RulesSection
from engine.game.option_types import Need
from engine.game.options import meets
from engine.game.rules import DealRule, DrawDeal, MatchFormat, Rules, TableFormat


def seat_section(words: Translator, rules: Rules, size: int | None = None) -> RulesSection:
    """Return the section on players, seats and deal. ``size``: the number of players, if fixed."""
    lines = (*_players(words, rules, size), *_dealer(words, rules))
    return RulesSection(words.t("Players"), lines)


def is_team_format(rules: Rules) -> bool:
    """Whether two sides play at several tables."""
    return rules.table_format in (TableFormat.PARTNERSHIP, TableFormat.CAPTAINS)


def _players(words: Translator, rules: Rules, size: int | None) -> list[str]:
    t = words.t
    match rules.table_format:
        case TableFormat.TWO:
            return [t("Two players.")]
        case TableFormat.BOX:
            return [
                t(
                    "Three players. At random, one is the **box** and plays against another, the "
                    "**captain**; the third sits **out**. Each player keeps their own points."
                ),
                t(
                    "If the box wins, the other two change places. If the captain wins, the captain"
                    " becomes the box, the player who sat out becomes the captain, and the old box"
                    " sits out. After a void or tied round nothing changes."
                ),
                *rule_lines(words, rules, OptionPart.ADVISER),
            ]
        case TableFormat.CUTTHROAT:
            return [
                t(
                    "Three players, every player for themselves: the loser of a round sits out the"
                    " next one. After a void or tied round the same two play again."
                )
            ]
        case TableFormat.ROTATION:
            return [
                t(
                    "Three to eight players, every player for themselves: two play, the others"
                    " queue. The winner stays, the loser goes to the end of the queue. After a void"
                    " or tied round the same two play again."
                )
            ]
        case TableFormat.CHOUETTE:
            return [
                t(
                    "Three to eight players: the **box** plays the whole match against all others,"
                    " who have one score. The first in line plays as captain; a captain who loses"
                    " goes to the end of the line."
                ),
                t("At the end the box settles with each partner in full."),
                *rule_lines(words, rules, OptionPart.ADVISER),
            ]
        case TableFormat.PARTNERSHIP:
            return [
                _team_sizes(words, size),
                *_tables(words, rules),
            ]
        case TableFormat.CAPTAINS:
            return [
                _captain_sizes(words, size),
                t(
                    "When the captains win a round, the player on the bench takes the seat of "
                    "the teammate with the lowest result; if several are tied, the first of these "
                    "seats. If the larger team wins or the round is tied, nobody changes."
                ),
                *_tables(words, rules),
            ]


def _team_sizes(words: Translator, size: int | None) -> str:
    if size is None:
        return words.t("Four, six or eight players in two equal teams.")
    return words.t("{n} players in two teams of {half}.", n=size, half=size // 2)


def _captain_sizes(words: Translator, size: int | None) -> str:
    if size is None:
        return words.t(
            "Five or seven players: a team of captains against a team with one more, of whom one"
            " sits out."
        )
    return words.t(
        "{n} players: {few} captains against a team of {many}, of whom one sits out.",
        n=size,
        few=size // 2,
        many=size - size // 2,
    )


def _tables(words: Translator, rules: Rules) -> list[str]:
    t = words.t
    lines = [
        t("Each player has one opponent. All tables play at the same time, each with its own deck.")
    ]
    lines += rule_lines(words, rules, OptionPart.TEAMS)
    if meets(rules, Need.TARGET, Need.BOXES):
        lines.append(
            t(
                "The points of all tables are added up: the team ahead scores the difference and"
                " one box. A void table counts 0."
            )
        )
    else:
        lines.append(
            t(
                "The points of all tables are added up: the team ahead scores the difference. A"
                " void table counts 0."
            )
        )
    if rules.sweep_bonus:
        lines += _sweep(words, rules)
    return lines


def _sweep(words: Translator, rules: Rules) -> list[str]:
    t = words.t
    if meets(rules, Need.SPADES) and rules.sweep_bonus_doubled:
        return [
            t(
                "A team that wins every table scores {n} more, or twice that when a spade doubles.",
                n=rules.sweep_bonus,
            )
        ]
    return [t("A team that wins every table scores {n} more.", n=rules.sweep_bonus)]


def _dealer(words: Translator, rules: Rules) -> list[str]:
    t = words.t
    if rules.table_format is TableFormat.BOX:
        return [t("The box deals every round.")]
    if rules.table_format in (TableFormat.CUTTHROAT, TableFormat.ROTATION):
        return [_rotating_dealer(words, rules), _drawn(words, rules)]
    dealing = _dealing_team if is_team_format(rules) else _dealing_player
    lines = [dealing(words, rules), _drawn(words, rules)]
    if rules.match_format in (MatchFormat.BEST_OF, MatchFormat.MULTI_MATCH):
        lines.append(t("In each new game the other side deals first."))
    return lines


def _rotating_dealer(words: Translator, rules: Rules) -> str:
    t = words.t
    match rules.deal_rule:
        case DealRule.WINNER:
            return t("The winner of a round deals the next one.")
        case DealRule.LOSER:
            return t("The player coming in deals.")
        case DealRule.ALTERNATE | DealRule.BOX:
            return t("The player who stays deals, unless they dealt the last round.")


def _dealing_player(words: Translator, rules: Rules) -> str:
    t = words.t
    match rules.deal_rule:
        case DealRule.WINNER:
            return t("The first dealer is chosen at random, then the winner of a round deals.")
        case DealRule.LOSER:
            return t("The first dealer is chosen at random, then the loser of a round deals.")
        case DealRule.ALTERNATE | DealRule.BOX:
            return t("The first dealer is chosen at random, then the deal alternates.")


def _dealing_team(words: Translator, rules: Rules) -> str:
    t = words.t
    match rules.deal_rule:
        case DealRule.WINNER:
            return t(
                "The first dealing team is chosen at random, then the team that won the round"
                " deals."
            )
        case DealRule.LOSER:
            return t(
                "The first dealing team is chosen at random, then the team that lost the round"
                " deals."
            )
        case DealRule.ALTERNATE | DealRule.BOX:
            return t("The first dealing team is chosen at random, then the teams take turns.")


def _drawn(words: Translator, rules: Rules) -> str:
    t = words.t
    if rules.draw_deal is DrawDeal.BY_RULE and rules.deal_rule is DealRule.ALTERNATE:
        return t("After a void or tied round the deal passes on.")
    if is_team_format(rules):
        return t("After a tied round the same team deals again.")
    return t("After a void or tied round the same player deals again.")
