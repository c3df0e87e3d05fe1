"""Check one deal of Gin without Gin: only Python's standard library (see docs/play/fair-deals.md).

python verify_deal.py ANCHOR SECRET MATCH ROUND TABLE ATTEMPT CONTRIBUTION [CONTRIBUTION ...]
python verify_deal.py boards ANCHOR SECRET EVENT ROUND DEAL BOARDS PRESSED
"""

import hashlib
import hmac
import math
import sys

CARDS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def sha256(data: bytes, times: int) -> bytes:
    """Hash ``data`` repeatedly."""
    for _ in range(times):
        data = hashlib.sha256(data).digest()
    return data


def shuffled(secret: bytes, label: str, words: list[str]) -> list[str]:
    """Shuffle by Fisher-Yates with rejection sampling, driven by HMAC-SHA256 in counter mode."""
    message = b"".join(len(p).to_bytes(4, "big") + p for p in (w.encode() for w in [label, *words]))
    key = hmac.new(secret, message, hashlib.sha256).digest()
    numbers: list[int] = []
    counter = 0
    deck = list(CARDS)
    for last in range(51, 0, -1):
        while True:
            if not numbers:
                block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha256).digest()
                numbers = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
                counter += 1
            number = numbers.pop(0)
            if number < 2**32 - 2**32 % (last + 1):
                break
        other = number % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def lot(deck: list[str]) -> int:
    """Return the rank of a deck among all orders, modulo 8!: it decides seats and first dealer."""
    order, place = [CARDS.index(card) for card in deck], 0
    for index, card in enumerate(order):
        place = place * (52 - index) + sum(later < card for later in order[index + 1 :])
    return place % math.factorial(8)


def check_commitment(anchor: str, secret: str, number: str) -> None:
    """Compare a secret with the commitment that lies so many hashes after it."""
    if sha256(bytes.fromhex(secret), int(number)) != bytes.fromhex(anchor):
        sys.exit("WRONG: this secret does not belong to the commitment")
    print("the secret belongs to the commitment")


def check_deal(
    anchor: str, secret: str, match: str, number: str, table: str, attempt: str, *words: str
) -> None:
    """Deal one table of a round again."""
    check_commitment(anchor, secret, number)
    base, said = f"gin/1/{match}/{number}/{table}/{attempt}", list(words)
    print("deck:", *shuffled(bytes.fromhex(secret), f"{base}/deck", said))
    knock_card = shuffled(bytes.fromhex(secret), f"{base}/knock", said)[0]
    print("knock card of a second deck:", knock_card)
    if number == "1":
        cut = lot(shuffled(bytes.fromhex(secret), f"gin/1/{match}/lot", said))
        print("lot:", cut, "- of two, the", ("first", "second")[cut % 2], "player deals first")


def check_boards(
    anchor: str, secret: str, event: str, number: str, deal: str, boards: str, pressed: str
) -> None:
    """Deal all boards of a round of an event again."""
    check_commitment(anchor, secret, number)
    label = f"gin/1/{event}/{number}/boards"
    root = hmac.new(bytes.fromhex(secret), label.encode(), hashlib.sha256).digest()
    everybody = hashlib.sha256(pressed.removeprefix("-").encode()).hexdigest()
    said = [f"boards:{event}:{number}", everybody]
    print("commitment of the round:", sha256(root, 1024).hex())
    cut = lot(shuffled(sha256(root, 1023), f"gin/1/{deal}/lot", said))
    print("the", ("first", "second")[cut % 2], "seat deals board 1")
    for board in range(1, int(boards) + 1):
        deck = shuffled(sha256(root, 1024 - board), f"gin/1/{deal}/{board}/0/0/deck", said)
        print(f"board {board}:", *deck)


if __name__ == "__main__":
    if sys.argv[1] == "boards":
        check_boards(*sys.argv[2:])
    else:
        check_deal(*sys.argv[1:])
