"""Cards as people write them: signs, glyphs, words of seven languages, either part first.

>>> from engine.game.cards import cards_text
>>> cards_text(parse_cards("10H, Ten of Hearts; ♠A Herz-Bube 🃁"))
'TH TH AS JH AD'
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Final, TypeAlias

from engine.game.cards import RANKS, SUIT_SIZE, SUITS, Card, card

_SIGNS: Final = {"♣": 0, "♧": 0, "♦": 1, "♢": 1, "♥": 2, "♡": 2, "❤": 2, "♠": 3, "♤": 3}
_SUIT_WORDS: Final = (
    # English, German, Spanish, French, Italian, Polish, Portuguese
    "club clubs kreuz treff trebol treboles trefle trefles fiori trefl trefle paus",
    "diamond diamonds karo diamante diamantes carreau carreaux quadri ouros",
    "heart hearts herz corazon corazones coeur coeurs cuori kier kiery copas",
    "spade spades pik pica picas pique piques picche piki espadas",
)
_RANK_WORDS: Final = (
    "ace ass as asso",
    "two zwei dos deux due dwojka dois 2",
    "three drei tres trois tre trojka 3",
    "four vier cuatro quatre quattro czworka quatro 4",
    "five funf cinco cinq cinque piatka 5",
    "six sechs seis sei szostka 6",
    "seven sieben siete sept sette siodemka sete 7",
    "eight acht ocho huit otto osemka oito 8",
    "nine neun nueve neuf nove dziewiatka 9",
    "ten zehn diez dix dieci dziesiatka dez 10",
    "jack bube jota valet fante walet valete",
    "queen dame reina dama donna regina",
    "king konig rey roi re krol rei",
)
_LINKS: Final = frozenset(("of", "de", "di", "do", "da", "von"))
_SUIT_OF: Final = {
    word: number for number, words in enumerate(_SUIT_WORDS) for word in words.split()
} | {letter.lower(): number for number, letter in enumerate(SUITS)}
_RANK_OF: Final = {
    word: number for number, words in enumerate(_RANK_WORDS) for word in words.split()
} | {letter.lower(): number for number, letter in enumerate(RANKS)}
_KNOWN: Final = frozenset((*_LINKS, *_SUIT_OF, *_RANK_OF))
_RANK: Final = "10|[2-9atjqk]"
_SUIT: Final = "[cdhs]"
_RUN: Final = re.compile(f"(?:(?:{_RANK}){_SUIT})+|(?:{_SUIT}(?:{_RANK}))+", re.IGNORECASE)
_ONE: Final = re.compile(
    f"(?P<rank>{_RANK})(?P<suit>{_SUIT})|(?P<first>{_SUIT})(?P<second>{_RANK})", re.IGNORECASE
)
_WORD: Final = re.compile(r"[^\W_]+")
_FIRST_GLYPHS: Final = {0x1F0D0: 0, 0x1F0C0: 1, 0x1F0B0: 2, 0x1F0A0: 3}
"""The code points before the aces of the playing card glyphs, by suit."""
_PIECE: Final = re.compile(r"[♣♧♦♢♥♡❤♠♤]|[\U0001F0A0-\U0001F0DF]|[^\W_]+|[^\s\w]|_")
_PUNCTUATION: Final = "-–.·'’\ufe0e\ufe0f()[]+&:*`\"“”„«»"
_ANDS: Final = frozenset(("and", "und", "y", "et", "e", "i"))
_SIGN: Final = "[♣♧♦♢♥♡❤♠♤]"
_DASH: Final = "[-‐–]"
_LETTER: Final = "10|[2-9atjqkbvfwdr]"
"""A rank beside a sign, where no letter can be a suit."""
_LETTERS: Final = {"b": 10, "v": 10, "f": 10, "w": 10, "d": 11, "r": 12}
"""Jack, queen and king of German, French, Italian, Polish and Portuguese."""
_NUMBER: Final = re.compile(r"\s*(\d{1,2})[.)]\s+(?=\S)")


def _several(rank: str, suit: str) -> tuple[str, str, str]:
    """Return the forms of one group: ranks before a suit, after it, and one rank of several."""
    ranks = f"(?P<ranks>(?:{rank}){_DASH}(?:{rank})|(?:{rank})+)"
    return (
        f"{ranks}(?P<suits>{suit})",
        f"(?P<suits>{suit}){ranks}",
        f"(?P<ranks>{rank})(?P<suits>{suit}{{2,4}})",
    )


_GROUPS: Final = tuple(
    re.compile(group, re.IGNORECASE)
    for rank, suit in ((_LETTER, _SIGN), (_RANK, _SUIT))
    for group in _several(rank, suit)
)
_ACE_OF_DIAMONDS: Final = card("AD")
_ACE_OF_SPADES: Final = card("AS")
_KNIGHT: Final = 12
"""The place of a rank in each row of glyphs that no deck for gin has."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards in any common notation, keeping their order.

    ``AS TD``, ``10H``, ``♥10``, ``Ten of Hearts`` and the like in the seven languages, card glyphs,
    upper or lower case, with spaces, commas or nothing between them. Marks that show nothing,
    quotes and Markdown's bold and code are passed over, full-width letters read as others. Also as
    books write melds: ``567H``, ``5-7H``, ``4CDS``, ``♥765``, and beside a sign with the letters of
    the languages (``♥B``, ``W♠``, ``V♥``); words for *and* and the numbers of a list join. Raises
    ValueError, which names the part that is no card, or that could be several.
    """
    text = _without_numbers(_shown(text))
    try:
        return tuple(map(card, text.split()))
    except ValueError:
        return tuple(chain.from_iterable(map(_cards_between_commas, re.split(r"[,;/|\n]+", text))))


def _shown(text: str) -> str:
    """Return a text without what shows nothing: joiners, direction marks, soft hyphens, a BOM."""
    full = unicodedata.normalize("NFKC", text)
    return "".join(one for one in full if unicodedata.category(one) != "Cf")


Token: TypeAlias = tuple[str, str, int]
"""A part of a text as written, what it is, and its number."""


def _cards_between_commas(text: str) -> Iterator[Card]:
    rank: int | None = None
    suit: int | None = None
    pending = ""
    tokens = [*_tokens(text), ("", "end", 0)]
    for (word, kind, value), (_, following, _) in pairwise(tokens):
        if kind == "link" and rank is not None:
            continue
        if kind == "and" and rank is None and suit is None:
            continue
        if kind == "ace or card":
            is_rank = suit is not None or following in ("suit word", "link")
            kind = "rank" if is_rank else "card"
            value = 0 if is_rank else _ACE_OF_SPADES
        pending = f"{pending} {word}".strip()
        match kind:
            case "card" | "link" if rank is None and suit is None and value >= 0:
                yield value
                pending = ""
                continue
            case "rank" if rank is None:
                rank = value
            case "suit" | "suit word" if suit is None:
                suit = value
            case _:
                raise _error(pending)
        if rank is not None and suit is not None:
            yield suit * SUIT_SIZE + rank
            rank, suit, pending = None, None, ""
    if pending:
        raise _error(pending)


def _without_numbers(text: str) -> str:
    """Return a text without the numbers of a list, which count its lines from 1."""
    lines = [line for line in text.split("\n") if line.strip()]
    found = [_NUMBER.match(line) for line in lines]
    if not lines or [one and int(one[1]) for one in found] != [*range(1, len(lines) + 1)]:
        return text
    return "\n".join(line[one.end() :] for line, one in zip(lines, found, strict=True) if one)


def _tokens(text: str) -> Iterator[Token]:
    for word in text.split():
        plain = word.replace("\ufe0e", "").replace("\ufe0f", "").strip(_PUNCTUATION)
        if _plain(plain) not in _KNOWN and (cards := _group(plain)):
            yield from ((word, "card", one) for one in cards)
        else:
            yield from _pieces(word)


def _group(word: str) -> tuple[Card, ...]:
    """Return the cards of groups such as ``567H`` or ``♥765♣42``; none if it is written otherwise.

    A letter for a suit may be one for a rank as well, so that it has one group a word.
    """
    for pattern in _GROUPS:
        cards: list[Card] = []
        place = 0
        while found := pattern.match(word, place):
            cards += _cards_of(found["ranks"].lower(), found["suits"])
            place = found.end()
            if place == len(word) and len(set(cards)) == len(cards):
                is_single = found["suits"][0] not in _SIGNS and found.span() != (0, place)
                return () if is_single else tuple(cards)
    return ()


def _cards_of(ranks: str, suits: str) -> Iterator[Card]:
    numbers = [
        _LETTERS[one] if one in _LETTERS else _RANK_OF[one] for one in re.findall(_LETTER, ranks)
    ]
    if re.search(_DASH, ranks):
        first, last = numbers
        step = 1 if last > first else -1
        numbers = [*range(first, last + step, step)]
    for sign in suits:
        number = _SIGNS[sign] if sign in _SIGNS else _SUIT_OF[sign.lower()]
        yield from (number * SUIT_SIZE + rank for rank in numbers)


def _pieces(text: str) -> Iterator[Token]:
    for piece in _PIECE.findall(text):
        if piece in _SIGNS:
            yield piece, "suit", _SIGNS[piece]
        elif 0x1F0A0 <= ord(piece[0]) <= 0x1F0DF:
            yield piece, "card", _glyph(piece)
        elif _WORD.fullmatch(piece):
            yield from _word(piece)
        elif piece not in _PUNCTUATION:
            raise _error(piece)


def _glyph(sign: str) -> Card:
    place = ord(sign) & 0xF
    rank = place - (2 if place > _KNIGHT else 1)
    if not 1 <= place <= SUIT_SIZE + 1 or place == _KNIGHT:
        raise _error(sign)
    return _FIRST_GLYPHS[ord(sign) & ~0xF] * SUIT_SIZE + rank


def _word(word: str) -> Iterator[Token]:
    plain = _plain(word)
    if plain in _ANDS:
        yield word, "and", 0
    elif plain == "as":
        # An ace in four languages, and the ace of spades in letters: what is beside it decides.
        yield word, "ace or card", 0
    elif plain in _LINKS:
        # "da" and "do" are the ace of diamonds and nothing; only after a rank do they link.
        yield word, "link", _ACE_OF_DIAMONDS if plain == "da" else -1
    elif plain in _RANK_OF:
        yield word, "rank", _RANK_OF[plain]
    elif plain in _SUIT_OF:
        yield word, "suit word" if len(plain) > 1 else "suit", _SUIT_OF[plain]
    elif _RUN.fullmatch(word):
        for one in _ONE.finditer(word):
            rank, suit = one["rank"] or one["second"], one["suit"] or one["first"]
            number = SUITS.index(suit.upper()) * SUIT_SIZE
            yield one[0], "card", number + _RANK_OF[rank.lower()]
    else:
        raise _error(word)


def _plain(word: str) -> str:
    """Return a word in lower case without accents."""
    folded = word.casefold().replace("ß", "ss").replace("œ", "oe").replace("ł", "l")
    parts = unicodedata.normalize("NFKD", folded)
    return "".join(one for one in parts if not unicodedata.combining(one))


def _error(text: str) -> ValueError:
    return ValueError(
        f"{text!r} is not a card: write the rank (A 2-9 10 J Q K) and the suit (C D H S or a "
        "sign), as in TD or 10♦, or in words, as in ten of diamonds"
    )
