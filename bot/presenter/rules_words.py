"""Rules in plain words, generated from the options, so that they are exactly the rules played."""

from bot.presenter.reader import Reader
from engine.melds import RunWrap
from engine.rules import GameKind, KnockCardSource, MatchFormat, Rules


def rules_in_short(reader: Reader, rules: Rules) -> str:
    """The ruleset in one line, for the head of a table or a challenge."""
    t, said = reader.words.t, []
    match rules.match_format:
        case MatchFormat.SINGLE:
            said.append(t("to {n} points", n=rules.target))
        case MatchFormat.BEST_OF:
            said.append(t("best of {games}, games to {n}", games=rules.best_of, n=rules.target))
        case MatchFormat.MULTI_MATCH:
            said.append(
                t("matches to {n}, session to {total}", n=rules.target, total=rules.session_target)
            )
        case MatchFormat.HOLLYWOOD:
            said.append(
                t(
                    "Hollywood: {columns} games to {n}",
                    columns=rules.hollywood_columns,
                    n=rules.hollywood_target,
                )
            )
    if rules.game_kind is GameKind.MAHJONG:
        said.append(t("Mahjong gin"))
    elif rules.knock_card_source is not KnockCardSource.FIXED:
        said.append(t("the knock card sets the limit"))
    elif rules.knock_limit == 0:
        said.append(t("gin only, no knocking"))
    else:
        said.append(t("knock with {n} or less", n=rules.knock_limit))
    if rules.spade_doubles:
        said.append(t("spades double"))
    if rules.run_wrap is RunWrap.AROUND_CORNER:
        said.append(t("runs go around the corner"))
    return " · ".join(said)
