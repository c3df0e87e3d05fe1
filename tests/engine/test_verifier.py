"""The standalone verifier agrees with the engine and with the published test vector."""

import re
import subprocess
import sys
from pathlib import Path

from engine.duplicate import boards
from engine.fairness import CommittedDecks, anchor, lot, round_secret
from engine.game.cards import card_text, cards_text
from engine.game.match import start
from engine.game.presets import PRESETS

ROOT = Path(__file__).parents[2]
SECRET = bytes(range(32))
DECKS = CommittedDecks(SECRET, 1, ())


def verify(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = ROOT / "scripts" / "verify_deal.py"
    command = [sys.executable, "-I", str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=250)


def test_the_verifier_recomputes_the_published_vector() -> None:
    page = (ROOT / "docs" / "FAIRNESS.md").read_text()
    published = dict(re.findall(r"^(anchor|secret|deck) +(.+)$", page, re.MULTILINE))
    assert published["anchor"] == anchor(SECRET).hex()
    result = verify(published["anchor"], published["secret"], "77", "3", "1", "0", "red", "blue")
    assert result.returncode == 0, result.stderr
    assert f"deck: {published['deck']}" in result.stdout
    decks = CommittedDecks(SECRET, 77, ("red", "blue"))
    assert published["deck"] == cards_text(decks.deck(3, 1, 0))
    assert f"second deck: {card_text(decks.knock_card(3, 1, 0))}" in result.stdout


def test_the_verifier_says_who_deals_first() -> None:
    for match in range(70, 76):
        first = round_secret(SECRET, 1)
        words = ("red", "blue")
        result = verify(anchor(SECRET).hex(), first.hex(), str(match), "1", "0", "0", *words)
        drawn = lot(first, match, words)
        place = ("first", "second")[start(PRESETS["standard"], 2, drawn, DECKS).lineup.dealing]
        assert f"lot: {drawn} - of two, the {place} player deals first" in result.stdout


def test_the_verifier_deals_the_boards_of_an_event() -> None:
    secret, pressed = boards.secret_of(SECRET, 2), "30,100,7000"
    published = (anchor(SECRET).hex(), secret.hex(), "900", "2", "555", "4", pressed)
    result = verify("boards", *published)
    assert result.returncode == 0, result.stderr
    root, said = boards.root_of(secret, 900, 2), boards.contributions(900, 2, pressed)
    assert f"commitment of the round: {anchor(root).hex()}" in result.stdout
    decks = CommittedDecks(root, 555, said)
    for board in range(1, 5):
        assert f"board {board}: {cards_text(decks.deck(board, 0, 0))}" in result.stdout
    drawn = lot(round_secret(root, 1), 555, said)
    seat = ("first", "second")[start(PRESETS["standard"], 2, drawn, DECKS).lineup.dealing]
    assert f"the {seat} seat deals board 1" in result.stdout
    assert verify("boards", *published[:3], "3", *published[4:]).returncode != 0


def test_a_secret_of_another_round_is_called_wrong() -> None:
    secret = round_secret(SECRET, 4).hex()
    result = verify(anchor(SECRET).hex(), secret, "77", "3", "1", "0", "red", "blue")
    assert result.returncode != 0
    assert "WRONG" in result.stderr
