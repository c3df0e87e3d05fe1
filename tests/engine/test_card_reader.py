"""Cards in the notations that people use; what could be several cards is refused."""

import itertools

import pytest

from engine import cards_text, parse_cards
from engine.game.cards import DECK_SIZE, card_text

SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))
OUTLINES = dict(zip("CDHS", "♧♢♡♤", strict=True))
GLYPHS = dict(zip("SHDC", (0x1F0A0, 0x1F0B0, 0x1F0C0, 0x1F0D0), strict=True))
SUITS = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "de": ("Kreuz", "Karo", "Herz", "Pik"),
    "es": ("tréboles", "diamantes", "corazones", "picas"),
    "fr": ("trèfle", "carreau", "cœur", "pique"),
    "it": ("fiori", "quadri", "cuori", "picche"),
    "pl": ("trefl", "karo", "kier", "pik"),
    "pt": ("paus", "ouros", "copas", "espadas"),
}
RANKS = {
    language: tuple(words.split())
    for language, words in {
        "en": "ace two three four five six seven eight nine ten jack queen king",
        "de": "Ass zwei drei vier fünf sechs sieben acht neun zehn Bube Dame König",
        "es": "as dos tres cuatro cinco seis siete ocho nueve diez jota reina rey",
        "fr": "as deux trois quatre cinq six sept huit neuf dix valet dame roi",
        "it": "asso due tre quattro cinque sei sette otto nove dieci fante donna re",
        "pl": "as dwójka trójka czwórka piątka szóstka siódemka ósemka dziewiątka dziesiątka walet "
        "dama król",
        "pt": "ás dois três quatro cinco seis sete oito nove dez valete dama rei",
    }.items()
}
LINKS = {"en": " of ", "de": " ", "es": " de ", "fr": " de ", "it": " di ", "pl": " ", "pt": " de "}


def glyph(card: str) -> str:
    place = "A23456789TJ_QK".index(card[0]) + 1
    return chr(GLYPHS[card[1]] + place)


def written(card: str) -> dict[str, str]:
    """One card in every notation."""
    rank = card[0].replace("T", "10")
    suit = "CDHS".index(card[1])
    forms = {
        "letters": card,
        "small": card.lower(),
        "ten in figures": rank + card[1],
        "suit first": card[1] + rank,
        "sign": rank + SIGNS[card[1]],
        "sign as text": f"{rank}{SIGNS[card[1]]}\ufe0e",
        "sign as emoji": f"{rank}{SIGNS[card[1]]}\ufe0f",
        "sign first": SIGNS[card[1]] + rank,
        "outline": card[0] + OUTLINES[card[1]],
        "glyph": glyph(card),
        "apart": f"{rank} {card[1]}",
    }
    number = "A23456789TJQK".index(card[0])
    for language, ranks in RANKS.items():
        name = SUITS[language][suit]
        forms[f"{language} words"] = f"{ranks[number]}{LINKS[language]}{name}"
        forms[f"{language} capitals"] = f"{ranks[number]}{LINKS[language]}{name}".upper()
        forms[f"{language} suit first"] = f"{name} {ranks[number]}"
        forms[f"{language} suit and sign"] = f"{name}-{rank}"
    return forms


ALL = [card_text(number) for number in range(DECK_SIZE)]
FORMS = list(written("TD"))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("between", [" ", ", ", "; ", "\n"])
def test_every_card_is_read_in_every_notation(form: str, between: str) -> None:
    text = between.join(written(card)[form] for card in ALL)
    assert cards_text(parse_cards(text)) == " ".join(ALL)


@pytest.mark.parametrize("form", ["letters", "small", "ten in figures", "suit first", "sign"])
def test_cards_need_nothing_between_them(form: str) -> None:
    assert cards_text(parse_cards("".join(written(card)[form] for card in ALL))) == " ".join(ALL)


@pytest.mark.parametrize(("first", "second"), [*itertools.pairwise(FORMS)])
def test_notations_may_stand_side_by_side(first: str, second: str) -> None:
    cards = ALL[::5]
    pairs = zip(cards, itertools.cycle((first, second)), strict=False)
    text = ", ".join(written(card)[form] for card, form in pairs)
    assert cards_text(parse_cards(text)) == " ".join(cards)


@pytest.mark.parametrize(
    "text",
    [
        "10", "hearts", "1H", "11H", "AKQ", "H10S", "D ♥", "JJ S", "ten hearts spades", "x", "♠♠",
        "10, hearts", "ace of", "🂬", "🃟", "king queen of hearts", "AS!", "0", "♠ AKQ",
    ],
)  # fmt: skip
def test_what_is_no_card_or_could_be_several_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write the rank"):
        parse_cards(text)


@pytest.mark.parametrize(
    "text",
    [
        "5\u200bH 10\u2060♦",
        "\u202a5H\u202c 10♦",
        "5\u00adH, \ufeff10♦",
        '"5H" “10♦”',
        "`5H 10♦`",
        "**5H** *10♦*",
        "５Ｈ １０♦",
        "5❤ 10♦",
        "5❤\ufe0f 10♦",
        "5H + 10♦",
    ],
)
def test_what_a_chat_puts_around_cards_is_passed_over(text: str) -> None:
    assert cards_text(parse_cards(text)) == "5H TD"


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("567H", "5H 6H 7H"),
        ("5-7H", "5H 6H 7H"),
        ("7–5♥", "7H 6H 5H"),
        ("10-K♠", "TS JS QS KS"),
        ("H567", "5H 6H 7H"),
        ("KQJ10H", "KH QH JH TH"),
        ("4CDS", "4C 4D 4S"),
        ("4♣♦♠", "4C 4D 4S"),
        ("♥765 ♣42", "7H 6H 5H 4C 2C"),
        ("♥765♣42", "7H 6H 5H 4C 2C"),
        ("765♥ 42♣", "7H 6H 5H 4C 2C"),
        ("7♥6♥5♥ ♥4♣3", "7H 6H 5H 4H 3C"),
        ("♥BDK A♠", "JH QH KH AS"),  # German
        ("V♥ ♥D R♣", "JH QH KC"),  # French
        ("J♥ Q♥ K♣", "JH QH KC"),  # English, Spanish
        ("F♥ ♥D R♣", "JH QH KC"),  # Italian
        ("W♠ ♠D K♠", "JS QS KS"),  # Polish
        ("♥V D♥ ♥R", "JH QH KH"),  # Portuguese
        (":hearts:7 9:spades:, :diamonds: K", "7H 9S KD"),
        ("❤️10 9❤️", "TH 9H"),
        ("1. 7H\n2. 8H\n3) ♥B", "7H 8H JH"),
        ("10. 7H", None),
        ("7H and 8H", "7H 8H"),
        ("7H, 8H und 9H", "7H 8H 9H"),
        ("7H y 8H et 9H", "7H 8H 9H"),
        ("dez de copas e nove de paus", "TH 9C"),
        ("fante di cuori e 9C i 8C & 7C", "JH 9C 8C 7C"),
        ("777H", None),
        ("V", None),
        ("♥1", None),
        ("2 and 3H", None),
    ],
)
def test_books_lists_and_chats_are_read_or_refused_by_what_is_wrong(
    text: str, cards: str | None
) -> None:
    if cards is not None:
        assert cards_text(parse_cards(text)) == cards
        return
    with pytest.raises(ValueError, match="is not a card") as refused:
        parse_cards(text)
    shown = str(refused.value).partition("'")[2].partition("'")[0]
    assert shown.strip()
    assert all(part in text for part in shown.split())
