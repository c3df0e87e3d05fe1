"""A one-line summary of a ruleset, generated from its options."""

from bot.ui.i18n import Translator
from bot.ui.reader import Reader
from engine.game.melds import RunWrap
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
            return t("box against captain, third sits out")
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
            return words.tn("{n} round", "{n} rounds", rules.rounds)
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
