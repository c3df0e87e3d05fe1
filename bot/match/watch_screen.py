"""A spectator's private panel with public information only, and the proof of a deal."""

from dataclasses import replace

from bot.match.sheet_screen import score_line
from bot.match.table_screen import table_picture, table_words
from bot.presses.match import ProofPress, ReplayPress, ReplaySource, TablePress, TableVerb, Watching
from bot.ui.reader import MatchContext, Reader
from bot.ui.screen import Accent, Button, Image, Part, RevealedDeal, Row, Screen, Text, clipped
from bot.wording.cards import move_lines, short
from bot.wording.scores import round_title
from engine.fairness import deck_label, is_secret_of, shuffled
from engine.game.match import MatchPhase
from engine.service import Proof

FEED_LINES = 14


def watch_screen(reader: Reader, board: MatchContext, *, open_hands: bool = False) -> Screen:
    """Return the watch panel. ``open_hands``: players let spectators see finished rounds."""
    t = reader.words.t
    parts: list[Part] = [Text(t("### 👀 You are watching") + "\n" + score_line(reader, board))]
    share = FEED_LINES // len(board.view.tables)
    for table in board.view.tables:
        words = table_words(reader, board, table)
        if reader.text_mode or len(board.view.tables) > 1:
            parts.append(Text(words))
        else:
            model = table_picture(reader, board, table)
            parts.append(Image(model, "table", clipped(words, 1024)))
        feed = [f"-# {line}" for line in move_lines(reader, board, table, last=share)]
        if table.facts is not None:
            feed.append(round_title(reader, board, table))
        if feed:
            parts.append(Text("\n".join(feed)))
    buttons = [
        Button(t("Refresh"), str(TablePress(TableVerb.WATCHING, board.match)), emoji="🔄"),
        Button(t("Score sheet"), str(TablePress(TableVerb.SHEET, board.match)), emoji="📋"),
    ]
    if board.view.played and (open_hands or board.view.phase is MatchPhase.OVER):
        last = Watching(ReplaySource.MATCH, board.match, len(board.view.played))
        replay = str(ReplayPress.to(last))
        buttons.append(Button(t("Last round, open hands"), replay, emoji="🎬"))
    parts.append(Row(tuple(buttons)))
    return Screen(tuple(parts), Accent.CALM)


SHOWN_CARDS = 21


def verify_screen(reader: Reader, board: MatchContext, proof: Proof | None) -> Screen:
    """Return the proof of a round, with the result of verifying it now."""
    t = reader.words.t
    if board.setup.begun is not None:
        text = t(
            "This match was played on from a position, so its cards were not shuffled under a "
            "commitment. There is nothing to verify."
        )
        return Screen((Text(t("## 🔏 Verify the deals")), Text(text)), Accent.CALM)
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
        if board.setup.is_duplicate:
            lines.append(
                t(
                    "Others play these boards too, so the secrets stay hidden until everyone has "
                    "played them."
                )
            )
        elif board.setup.has_shared_deals:
            lines.append(
                t("Everyone plays these deals, so their secrets stay hidden until the day is over.")
            )
        else:
            lines.append(t("This round's secret is revealed when the round is over."))
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
        lines.append(t("Table {n}: {cards}…", n=number + 1, cards=cards))
    lines.append("-# " + t("See `docs/play/fair-deals.md` for how to check it without this bot."))
    labels = (
        deck_label(proof.match_id, proof.number, number, table.attempt)
        for number, table in enumerate(proof.tables)
    )
    deal = RevealedDeal(
        match=board.match,
        round=proof.number,
        commitment=proof.anchor,
        secret=proof.secret,
        labels=tuple(labels),
        contributions=proof.contributions,
    )
    shown = _shown(reader, board, proof, lines, Accent.CALM)
    return replace(shown, parts=(shown.parts[0], deal, *shown.parts[1:]))


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
