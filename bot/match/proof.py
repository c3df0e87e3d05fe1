"""The proof of a deal, and the deals of a server compared with chance."""

from dataclasses import replace
from typing import Final

from bot.match.board import match_context
from bot.match.match_pages import MatchPage, has_pages, match_pages
from bot.presses.match import ProofPress
from bot.ui.context import Context
from bot.ui.i18n import Translator
from bot.ui.parts.deal import DealPart
from bot.ui.parts.kinds import Covers, Ground
from bot.ui.parts.section import SectionPart
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Text
from bot.wording.cards import SIGNS, short
from engine.fairness import deck_label, is_secret_of, shuffled
from engine.service import LiveMatch, Proof
from engine.standings.deal_statistics import Comparison, DealStatistics, Frequency

SHOWN_CARDS = 21


def verify_screen(
    reader: Reader, board: MatchContext, proof: Proof | None, found: DealStatistics | None = None
) -> Screen:
    """Return the proof of a round, with the result of verifying it now.

    ``found``: the deals of this server against chance, beside a proof that can be verified.
    """
    t = reader.words.t
    if board.setup.begun is not None:
        text = t(
            "This match was played on from a position, so its cards were not shuffled under a "
            "commitment. There is nothing to verify."
        )
        return Screen((Text(t("## 🔏 Verify the deals")), Text(text)), Accent.CALM)
    # A restore gives a running match another commitment; each round has its own.
    anchor = board.anchor if proof is None else proof.anchor
    title, commitment = t("## 🔏 Verify the deals"), t("Commitment: `{anchor}`", anchor=anchor)
    if proof is None:
        text = "\n".join((title, t("No round has been dealt yet."), commitment))
        return Screen((Text(text),), Accent.CALM)
    shares = ", ".join(f"`{words}`" for words in proof.contributions)
    digits = [commitment, t("Contributions: {shares}", shares=shares)]
    where = t("Round {n}", n=proof.number)
    if proof.secret is None:
        if board.setup.is_duplicate:
            text = t(
                "Others play these boards too, so the secrets stay hidden until everyone has "
                "played them."
            )
        elif board.setup.has_shared_deals:
            text = t(
                "Everyone plays these deals, so their secrets stay hidden until the day is over."
            )
        else:
            text = t("This round's secret is revealed when the round is over.")
        return _shown(reader, board, proof, [title, where, text, *digits], Accent.WAIT)
    secret = bytes.fromhex(proof.secret)
    digits.append(t("Secret: `{secret}`", secret=proof.secret))
    if not is_secret_of(secret, proof.number, bytes.fromhex(proof.anchor)):
        wrong = t("❌ The secret does not match the commitment.")
        return _shown(reader, board, proof, [title, where, wrong, *digits], Accent.ALERT)
    labels = tuple(
        deck_label(proof.match_id, proof.number, number, table.attempt)
        for number, table in enumerate(proof.tables)
    )
    for number, label in enumerate(labels):
        deck = shuffled(secret, label, proof.contributions)
        cards = " ".join(short(card) for card in deck[:SHOWN_CARDS])
        digits.append(t("Table {n}: {cards}…", n=number + 1, cards=cards))
    right = t("✅ The secret matches the commitment. Recomputed from it:")
    hint = "-# " + t("See `docs/play/fair-deals.md` for how to check it without this bot.")
    deal = DealPart(
        title=where,
        digits=(*digits, hint),
        match=board.match,
        round=proof.number,
        commitment=proof.anchor,
        secret=proof.secret,
        labels=labels,
        contributions=proof.contributions,
    )
    lines = [title, where, right, *digits, hint]
    shown = _shown(reader, board, proof, lines, Accent.CALM)
    heading, *rest = chance_lines(reader.words, found)
    chance = SectionPart(
        covers=Covers.TEXTS | Covers.BUTTONS if has_pages(board) else Covers.TEXTS,
        ground=Ground.SHEET,
        title=heading.removeprefix("### 🎲 "),
        lines=tuple(line.removeprefix("-# ") for line in rest),
    )
    in_chat = Text("\n".join((heading, *rest)))
    return replace(shown, parts=(shown.parts[0], deal, *shown.parts[1:], chance, in_chat))


def _shown(
    reader: Reader, board: MatchContext, proof: Proof, lines: list[str], accent: Accent
) -> Screen:
    """Return the screen with the way to the other rounds."""
    t, parts = reader.words.t, list[Part]()
    turns = tuple(
        Button(label, ProofPress(board.match, to))
        for label, to in ((t("Back"), proof.number - 1), (t("Next"), proof.number + 1))
        if 1 <= to <= board.view.number
    )
    if turns:
        parts.append(Row(turns))
    return Screen((Text("\n".join(lines)), *parts), accent)


async def proof_of(ctx: Context, live: LiveMatch, number: int) -> Screen:
    """Return the proof of a round."""
    board = match_context(ctx.service, live, ctx.reader)
    proof = await ctx.service.proof(live.id, number)
    revealed = proof is not None and proof.secret is not None
    found = await ctx.service.dealing.statistics(ctx.guild) if revealed else None
    screen = verify_screen(ctx.reader, board, proof, found)
    pages = match_pages(ctx.reader, board, live.seat_of(ctx.user), MatchPage.DEAL, number)
    return replace(screen, parts=(*pages, *screen.parts))


FEW_DEALS: Final = 65
"""Fewer deals than these tell nothing: of each rank fewer than five upcards are expected."""
UNLIKELY: Final = 0.01
MOST_TIMES: Final = 1_000_000
_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def chance_lines(words: Translator, found: DealStatistics | None) -> list[str]:
    """Return the deals of a server compared with chance, and whether they are within it."""
    t, tn = words.t, words.tn
    lines = [t("### 🎲 This server's deals and chance")]
    if found is None:
        return [*lines, t("No match has been finished here yet, so there is nothing to count.")]
    lines.append(
        "-# "
        + tn(
            "{n} deal of the last matches here, as dealt in standard gin",
            "{n} deals of the last matches here, as dealt in standard gin",
            found.deals,
        )
    )
    upcards = "  ".join(
        f"{sign} {count}" for sign, count in zip(SIGNS, found.upcard_suits.observed, strict=True)
    )
    chance = f"{found.upcard_suits.expected[0]:.0f}"
    lines += [
        t(
            "Average starting deadwood **{mean}**; chance predicts {theory}.",
            mean=f"{found.mean_deadwood:.1f}",
            theory=f"{found.theory_deadwood:.1f}",
        ),
        t("Hands with a meld: {counts}", counts=_counts(words, found.melded)),
        t("Hands that could knock: {counts}", counts=_counts(words, found.knocks)),
        t("Hands with gin: {counts}", counts=_counts(words, found.gins)),
        t("Upcards: {suits} (expected {n} each)", suits=upcards, n=chance),
    ]
    if found.deals < FEW_DEALS:
        text = t("There are too few deals to tell. Look again after more matches.")
        return [*lines, f"⏳ {text}"]
    if found.least_p >= UNLIKELY:
        return [*lines, "✅ " + t("**Within chance**: fair deals look like these.")]
    text = t(
        "**Not within chance**: fair deals deviate this much less often than once in {n} times.",
        n=min(MOST_TIMES, int(1 / max(found.least_p, 1e-12))),
    )
    return [*lines, f"⚠️ {text}"]


def _counts(words: Translator, one: Frequency) -> str:
    """Return a count beside what chance predicts."""
    decimals = 0 if one.expected >= 10 else 1 if one.expected >= 1 else 2
    expected = f"{max(one.expected, 0.01):.{decimals}f}"
    return words.t("**{n}** (expected {chance})", n=one.count, chance=expected)


def _percent(p: float) -> str:
    return f"{100 * p:.0f}" if p >= UNLIKELY else f"{100 * p:.2f}"


def deals_screen(reader: Reader, found: DealStatistics | None) -> Screen:
    """Return the deals of a server for its administrators, with every comparison."""
    t = reader.words.t
    lines = chance_lines(reader.words, found)
    if found is not None:
        suits = "  ".join(
            f"{sign} {count}" for sign, count in zip(SIGNS, found.suits.observed, strict=True)
        )
        each = f"{found.suits.expected[0]:.0f}"
        lines.append(t("Suits: {suits} (expected {n} each)", suits=suits, n=each))
        ranks = "  ".join(f"{n} {c}" for n, c in zip(_RANKS, found.ranks.observed, strict=True))
        each = f"{found.ranks.expected[0]:.0f}"
        lines.append(t("Ranks: {ranks} (expected {n} each)", ranks=ranks, n=each))
        lines.append(_comparison(reader, t("suits"), found.suits))
        lines.append(_comparison(reader, t("ranks"), found.ranks))
        if found.deadwood is not None:
            lines.append(_comparison(reader, t("starting deadwood"), found.deadwood))
        lines.append(_comparison(reader, t("suits of upcards"), found.upcard_suits))
        lines.append(_comparison(reader, t("ranks of upcards"), found.upcard_ranks))
    lines.append("-# " + t("**Verify the deals** below a table proves each individual deal."))
    return Screen((Text("\n".join(lines)),), Accent.CALM)


def _comparison(reader: Reader, what: str, one: Comparison) -> str:
    text = reader.words.t(
        "{what}: chi-square {value} with {freedom} degrees of freedom; fair deals deviate "
        "at least this much {percent}% of the time",
        what=what,
        value=f"{one.chi_square:.1f}",
        freedom=one.freedom,
        percent=_percent(one.p),
    )
    return f"-# {text}."
