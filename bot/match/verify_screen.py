"""The proof of a deal: commitment, contributions, secret, recomputed decks."""

from bot.presses.table import ProofPress
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Text
from bot.wording.cards import short
from engine.fairness import deck_label, is_secret_of, shuffled
from engine.service import Proof

SHOWN_CARDS = 21


def verify_screen(reader: Reader, board: MatchContext, proof: Proof | None) -> Screen:
    """Return the proof of a round, with the result of verifying it now."""
    t = reader.words.t
    # A restore gives a running match another commitment; each round has its own.
    anchor = board.anchor if proof is None else proof.anchor
    lines = [t("## 🔏 Verify the deals"), t("Commitment: `{anchor}`", anchor=anchor)]
    if proof is None:
        lines.append(t("No round has been dealt yet."))
        return Screen((Text("\n".join(lines)),), Accent.CALM)
    lines.append(t("Round {n}", n=proof.number))
    shares = ", ".join(f"`{words}`" for words in proof.contributions)
    lines.append(t("Contributions: {shares}", shares=shares))
    if proof.secret is None:
        if board.duplicate:
            lines.append(
                t("Others play these boards too, so the secrets stay hidden until everyone has.")
            )
        elif board.private:
            lines.append(
                t("Everyone plays these deals, so the secrets stay hidden until the day is over.")
            )
        else:
            lines.append(t("The secret of this round is shown when the round is over."))
        return _shown(reader, board, proof, lines, Accent.WAIT)
    secret = bytes.fromhex(proof.secret)
    lines.append(t("Secret: `{secret}`", secret=proof.secret))
    if not is_secret_of(secret, proof.number, bytes.fromhex(proof.anchor)):
        lines.append(t("❌ The secret does not match the commitment."))
        return _shown(reader, board, proof, lines, Accent.ALERT)
    lines.append(t("✅ The secret matches the commitment. Recomputed from it:"))
    for number, table in enumerate(proof.tables):
        label = deck_label(proof.match_id, proof.number, number, table.attempt)
        deck = shuffled(secret, label, proof.contributions)
        cards = " ".join(short(card) for card in deck[:SHOWN_CARDS])
        lines.append(t("Table {n}: {cards} …", n=number + 1, cards=cards))
    lines.append("-# " + t("See `docs/FAIRNESS.md` for how to check it without this bot."))
    return _shown(reader, board, proof, lines, Accent.CALM)


def _shown(
    reader: Reader, board: MatchContext, proof: Proof, lines: list[str], accent: Accent
) -> Screen:
    """Return the screen with the way to the other rounds."""
    t, parts = reader.words.t, list[Part]()
    turns = tuple(
        Button(label, str(ProofPress(board.match, to)))
        for label, to in ((t("Back"), proof.number - 1), (t("Next"), proof.number + 1))
        if 1 <= to <= board.view.number
    )
    if turns:
        parts.append(Row(turns))
    return Screen((Text("\n".join(lines)), *parts), accent)
