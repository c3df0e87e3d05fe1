"""The deals of this server compared with chance."""

from collections.abc import Sequence

from bot.ui.reader import Reader
from bot.ui.screen import Accent, Screen, Text
from bot.wording.cards import SIGNS
from engine.game.cards import CardSet
from engine.standings.deal_statistics import Comparison, deal_statistics

FEW_HANDS = 30
UNLIKELY = 0.01


def deals_screen(reader: Reader, hands: Sequence[CardSet]) -> Screen:
    """Return the deal statistics of a server."""
    t, tn = reader.words.t, reader.words.tn
    lines = [t("## 🎲 This server's deals")]
    if not hands:
        lines.append(t("No match has been finished here yet, so there is nothing to count."))
        return Screen((Text("\n".join(lines)),), Accent.CALM)
    found = deal_statistics(hands)
    lines.append(tn("{n} starting hand", "{n} starting hands", found.hands))
    lines.append(
        t(
            "Average starting deadwood **{mean}**; chance predicts {theory}.",
            mean=f"{found.mean_deadwood:.1f}",
            theory=f"{found.theory_deadwood:.1f}",
        )
    )
    suits = "  ".join(
        f"{sign} {count}" for sign, count in zip(SIGNS, found.suits.observed, strict=True)
    )
    expected = f"{found.suits.expected[0]:.0f}"
    lines.append(t("Suits: {suits} (expected {n} each)", suits=suits, n=expected))
    names = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    ranks = "  ".join(f"{n} {c}" for n, c in zip(names, found.ranks.observed, strict=True))
    expected = f"{found.ranks.expected[0]:.0f}"
    lines.append(t("Ranks: {ranks} (expected {n} each)", ranks=ranks, n=expected))
    lines.append(_verdict(reader, t("suits"), found.suits))
    lines.append(_verdict(reader, t("ranks"), found.ranks))
    if found.deadwood is not None:
        lines.append(_verdict(reader, t("starting deadwood"), found.deadwood))
    if found.hands < FEW_HANDS:
        lines.append("-# " + t("So few hands prove nothing. Look again after more matches."))
    lines.append("-# " + t("**Verify the deals** below a table proves each individual deal."))
    return Screen((Text("\n".join(lines)),), Accent.CALM)


def _verdict(reader: Reader, what: str, one: Comparison) -> str:
    t = reader.words.t
    percent = f"{100 * one.p:.0f}" if one.p >= UNLIKELY else f"{100 * one.p:.2f}"
    said = t(
        "{what}: chi-square {value} with {freedom} degrees of freedom; fair deals deviate at "
        "least this much {percent} % of the time",
        what=what,
        value=f"{one.chi_square:.1f}",
        freedom=one.freedom,
        percent=percent,
    )
    return f"{'✅' if one.p >= UNLIKELY else '⚠️'} {said}."
