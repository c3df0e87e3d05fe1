"""Which requests are taken for Discord's: signed with its key, just now, once."""

from dataclasses import dataclass

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bot.webhook import WINDOW_S, Verifier

NOW = 1_800_000_000
BODY = b'{"type": 1}'


@dataclass
class Clock:
    now: float = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def key() -> Ed25519PrivateKey:
    return Ed25519PrivateKey.generate()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def verifier(key: Ed25519PrivateKey, clock: Clock) -> Verifier:
    return Verifier(key.public_key().public_bytes_raw().hex(), clock)


def signature(key: Ed25519PrivateKey, at: object = NOW, body: bytes = BODY) -> str:
    return str(key.sign(str(at).encode() + body).hex())


@pytest.mark.parametrize("late", [0, 1, WINDOW_S, -WINDOW_S])
def test_what_discord_signed_just_now_is_accepted(
    verifier: Verifier, key: Ed25519PrivateKey, late: int
) -> None:
    at = str(NOW - late)
    assert verifier.accepts(at, signature(key, at), BODY)


@pytest.mark.parametrize("late", [WINDOW_S + 1, -WINDOW_S - 1, NOW])
def test_what_was_signed_at_another_time_is_refused(
    verifier: Verifier, key: Ed25519PrivateKey, late: int
) -> None:
    at = str(NOW - late)
    assert not verifier.accepts(at, signature(key, at), BODY)


def test_a_request_counts_once_within_the_window_and_never_after_it(
    verifier: Verifier, key: Ed25519PrivateKey, clock: Clock
) -> None:
    at = str(NOW)
    assert verifier.accepts(at, signature(key), BODY)
    for later in (0, 1, WINDOW_S, WINDOW_S + 1, 10 * WINDOW_S):
        clock.now = NOW + later
        assert not verifier.accepts(at, signature(key), BODY)


def test_one_signed_ahead_of_time_counts_once_as_well(
    verifier: Verifier, key: Ed25519PrivateKey, clock: Clock
) -> None:
    at = str(NOW + WINDOW_S)
    assert verifier.accepts(at, signature(key, at), BODY)
    clock.now = NOW + 2 * WINDOW_S
    assert not verifier.accepts(at, signature(key, at), BODY)


def test_equal_bodies_of_different_moments_are_different_requests(
    verifier: Verifier, key: Ed25519PrivateKey
) -> None:
    assert verifier.accepts(str(NOW), signature(key), BODY)
    assert verifier.accepts(str(NOW - 1), signature(key, NOW - 1), BODY)


def test_another_key_another_body_and_another_time_are_refused(
    verifier: Verifier, key: Ed25519PrivateKey
) -> None:
    at = str(NOW)
    assert not verifier.accepts(at, signature(Ed25519PrivateKey.generate()), BODY)
    assert not verifier.accepts(at, signature(key), BODY + b" ")
    assert not verifier.accepts(str(NOW - 1), signature(key), BODY)


@pytest.mark.parametrize(
    "given", ["", "00", "zz" * 64, "0" * 128, "00" * 63, "00" * 65, "é" * 128, "0" * 100_000]
)
def test_what_is_no_signature_is_refused(verifier: Verifier, given: str) -> None:
    assert not verifier.accepts(str(NOW), given, BODY)


@pytest.mark.parametrize(
    "given", ["", "now", "-1", f"{NOW}.0", f" {NOW}", f"+{NOW}", "１８００００００００", "9" * 5000]
)
def test_what_is_no_moment_is_refused(
    verifier: Verifier, key: Ed25519PrivateKey, given: str
) -> None:
    assert not verifier.accepts(given, signature(key, given), BODY)


@pytest.mark.parametrize("given", ["", "00", "no key", "0" * 63])
def test_what_is_no_key_is_told(given: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Verifier(given)
