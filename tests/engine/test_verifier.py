"""The standalone verifier agrees with the engine and with the published test vector."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import duplicate
from engine.fairness import CommittedDecks, anchor, lot, round_secret
from engine.game.cards import card_text, cards_of, cards_text
from engine.game.match import start
from engine.game.presets import PRESETS
from engine.game.round import GinRound
from engine.game.rules import KnockCardSource
from tests.worlds.stranger import Case, vectors, wrong

ROOT = Path(__file__).parents[2]
SECRET = bytes(range(32))
DECKS = CommittedDecks(SECRET, 1, ())


def verify(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = ROOT / "scripts" / "verify_deal.py"
    command = [sys.executable, "-I", str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=250)


def test_the_verifier_recomputes_the_published_vectors() -> None:
    deck, _, knock, *_ = vectors()
    assert deck["commitment"] == knock["commitment"] == anchor(SECRET).hex()
    result = verify(
        str(deck["commitment"]), str(deck["secret"]), *("77", "3", "1", "0", "red", "blue")
    )
    assert result.returncode == 0, result.stderr
    assert f"deck: {deck['deck']}\n" in result.stdout
    assert f"second deck: {knock['top']}\n" in result.stdout


def test_the_published_vectors_are_what_gin_deals() -> None:
    deck, other, knock, cut, board = vectors()
    words, others = ("red", "blue"), ("Ünal ♠", "-")
    decks = CommittedDecks(SECRET, 77, words)
    assert deck["deck"] == cards_text(decks.deck(3, 1, 0))
    assert other["deck"] == cards_text(CommittedDecks(SECRET, 77, others).deck(1, 0, 2))
    assert knock["top"] == card_text(decks.knock_card(3, 1, 0))
    assert cut["lot"] == lot(round_secret(SECRET, 1), 77, words)
    secret = duplicate.secret_of(SECRET, 2)
    root = duplicate.root_of(secret, 900, 2)
    said = duplicate.contributions(900, 2, "30,100,7000")
    assert (board["event_secret"], board["commitment"]) == (secret.hex(), anchor(root).hex())
    assert board["deck"] == cards_text(CommittedDecks(root, 555, said).deck(4, 0, 0))


def test_the_verifier_of_the_page_needs_nothing_but_the_page(tmp_path: Path) -> None:
    cases = vectors()
    assert wrong(cases, tmp_path) == []
    changed: list[Case] = [
        cases[0] | {"contributions": ["redb", "lue"]},
        cases[1] | {"round": 2},
        cases[2] | {"top": "8C"},
        cases[3] | {"lot": 22995},
        cases[4] | {"pressed": "30,100"},
        cases[4] | {"event_round": 1},
    ]
    assert len(wrong(changed, tmp_path)) == len(changed)


@pytest.mark.parametrize("name", PRESETS)
def test_the_verifier_of_the_page_deals_every_ruleset(name: str, tmp_path: Path) -> None:
    """The cards that are really dealt, by the places in the deck that the page names."""
    rules, words = PRESETS[name], ("open:7", "join:8")
    decks, secret = CommittedDecks(SECRET, 77, words), round_secret(SECRET, 1)
    match = start(rules, min(rules.players()), lot(secret, 77, words), decks)
    common: Case = {
        "commitment": anchor(SECRET).hex(),
        "secret": secret.hex(),
        "round": 1,
        "contributions": words,
    }
    cases = []
    for index, table in enumerate(match.tables):
        dealt, base = table.round, f"gin/1/77/1/{index}/{table.attempt}"
        place = decks.deck(1, index, table.attempt).index
        order = [0] * (2 * rules.hand_size)
        order[0::2], order[1::2] = (sorted(cards_of(hand), key=place) for hand in dealt.hands)
        rest = [*dealt.discards, *dealt.stock]
        cases.append(common | {"label": f"{base}/deck", "deck": cards_text([*order, *rest])})
        if rules.knock_card_source is KnockCardSource.SECOND_DECK:
            assert isinstance(dealt, GinRound)
            assert dealt.knock_card is not None
            base = "gin/1/77/1/0/0" if rules.shared_knock_card else base
            cases.append(common | {"label": f"{base}/knock", "top": card_text(dealt.knock_card)})
    assert wrong(cases, tmp_path) == []


def test_the_verifier_says_who_deals_first() -> None:
    for match in range(70, 76):
        first = round_secret(SECRET, 1)
        words = ("red", "blue")
        result = verify(anchor(SECRET).hex(), first.hex(), str(match), "1", "0", "0", *words)
        drawn = lot(first, match, words)
        place = ("first", "second")[start(PRESETS["standard"], 2, drawn, DECKS).lineup.dealing]
        assert f"lot: {drawn} - of two, the {place} player deals first" in result.stdout


def test_the_verifier_deals_the_boards_of_an_event() -> None:
    secret, pressed = duplicate.secret_of(SECRET, 2), "30,100,7000"
    published = (anchor(SECRET).hex(), secret.hex(), "900", "2", "555", "4", pressed)
    result = verify("boards", *published)
    assert result.returncode == 0, result.stderr
    root, said = duplicate.root_of(secret, 900, 2), duplicate.contributions(900, 2, pressed)
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
