"""The hand picture: every card readable, marks visible without colour, small enough."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops, ImageStat

from bot.render import render_hand, render_head, render_table
from bot.render.drawing import prepare
from bot.render.models import Back, Disc, Felt, HandPicture, Look, MeldKind, Theme
from bot.render.shades import back_sprite, card_corners, card_sprite, colours_of, over, shadow_of
from bot.render.shapes import suit_mask
from engine.game.cards import DECK_SIZE, Card, card, cards_from
from tests.render.gallery import HAND, HEAD, TABLE, opened, seen

MOST_BYTES = 44_000

looks = st.builds(Look, st.sampled_from(Theme), st.sampled_from(Felt), st.sampled_from(Back))


@st.composite
def hands(draw: st.DrawFn, most: int = 13) -> HandPicture:
    """1 to ``most`` cards, cut into melds of 3 or 4 and deadwood anywhere."""
    numbers = st.integers(0, DECK_SIZE - 1)
    cards = draw(st.lists(numbers, unique=True, min_size=1, max_size=most))
    melds: list[tuple[Card, ...]] = []
    for size in draw(st.lists(st.integers(3, 4), max_size=4)):
        if len(cards) >= size:
            melds.append(tuple(cards[:size]))
            cards = cards[size:]
    marks = st.frozensets(st.sampled_from([c for m in melds for c in m] + cards), max_size=2)
    return HandPicture(
        tuple(melds),
        tuple(cards),
        drawn=draw(st.sampled_from([None, *cards])),
        locked=draw(marks),
        kinds=tuple((draw(st.sampled_from(MeldKind)), "meld") for _ in melds),
        deadwood_label="Deadwood",
        deadwood_count=draw(st.sampled_from(["", "23"])),
        look=draw(looks),
    )


@pytest.mark.slow
@given(hands())
@settings(max_examples=40)
def test_any_hand_is_small_and_phone_shaped(model: HandPicture) -> None:
    picture = render_hand(model)
    assert picture.width == 720
    assert picture.height <= 3 * 240 + 80
    assert len(picture.data) <= MOST_BYTES
    assert opened(picture).size == (picture.width, picture.height)


@pytest.mark.slow
@given(hands())
@settings(max_examples=20)
def test_only_corners_are_transparent(model: HandPicture) -> None:
    alpha = opened(render_hand(model)).getchannel("A")
    assert alpha.getpixel((0, 0)) == 0
    alpha.paste(255, (0, 0, 20, 20))
    alpha.paste(255, (700, 0, 720, 20))
    alpha.paste(255, (0, alpha.height - 20, 20, alpha.height))
    alpha.paste(255, (700, alpha.height - 20, 720, alpha.height))
    assert alpha.getextrema() == (255, 255)


def test_a_hand_of_eleven_court_cards_is_small_too() -> None:
    melds = (cards_from("JC QC KC"), cards_from("KD KH KS"), cards_from("JD JH JS"))
    picture = render_hand(HandPicture(melds, cards_from("QD QH")))
    assert len(picture.data) <= MOST_BYTES


def test_no_cards_is_an_empty_table() -> None:
    assert render_hand(HandPicture()).height > 100


def test_a_mahjong_hand_of_forty_cards_is_drawn() -> None:
    picture = render_hand(HandPicture(deadwood=tuple(range(40))))
    assert picture.height < 2000


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize(
    "plain",
    [
        pytest.param(replace(HAND, drawn=None), id="drawn"),
        pytest.param(replace(HAND, locked=frozenset()), id="locked"),
    ],
)
def test_every_mark_is_seen_in_grey(theme: Theme, plain: HandPicture) -> None:
    models = [replace(model, look=Look(theme=theme)) for model in (HAND, plain)]
    pictures = [seen(render_hand(model)).convert("L") for model in models]
    difference = ImageChops.difference(*pictures)
    changed = sum(difference.histogram()[48:])
    assert changed > 500
    box = difference.point([0] * 48 + [255] * 208).getbbox()
    assert box is not None
    assert box[2] - box[0] < 200, "a mark belongs to one card"


@pytest.mark.parametrize("theme", Theme)
def test_suits_differ_in_grey(theme: Theme) -> None:
    nines = [
        seen(render_hand(HandPicture(deadwood=(card("9" + suit),), look=Look(theme=theme))))
        for suit in "CDHS"
    ]
    grey = [nine.convert("L").point([0] * 128 + [255] * 128) for nine in nines]
    for n, first in enumerate(grey):
        for second in grey[:n]:
            different = ImageStat.Stat(ImageChops.difference(first, second)).sum[0] / 255
            assert different > 500


def test_choices_of_look_are_seen() -> None:
    choices = [Look(theme=t) for t in Theme] + [Look(felt=f) for f in Felt]
    pictures = {render_hand(replace(HAND, look=look)).data for look in choices}
    assert len(pictures) == len(Theme) + len(Felt) - 1


def test_a_prepared_look_draws_nothing_anew() -> None:
    """A greyed card, the only one of a turn that took a discard, is drawn when it is met."""
    look = Look(Theme.CLASSIC, Felt.BURGUNDY, Back.WAVES)
    kept = (card_sprite, back_sprite, shadow_of, card_corners, over, colours_of, suit_mask)
    prepare(look)
    drawn = [one.cache_info().misses for one in kept]
    for first in range(0, DECK_SIZE, 13):
        cards = tuple(range(first, first + 13))
        render_hand(HandPicture(deadwood=cards[:10], look=look))
        render_hand(replace(HAND, locked=frozenset(), look=look))
        render_head(replace(HEAD, discard=first, disc=None, look=look))
        table = replace(TABLE, discard=first, recent=cards, look=look)
        render_table(replace(table, top=replace(TABLE.top, disc=None)))
    assert [one.cache_info().misses for one in kept] == drawn


def test_a_meld_is_framed_and_deadwood_never_stands_beside_it() -> None:
    cards = (cards_from("7C 7D 7H"), cards_from("KS QH 2S"))
    framed = HandPicture(cards[:1], cards[1], ((MeldKind.SET, "set"),))
    plain = replace(framed, kinds=())
    difference = ImageChops.difference(*(seen(render_hand(one)) for one in (framed, plain)))
    box = difference.getbbox()
    assert box is not None
    height = render_hand(framed).height
    assert box[3] < height * 0.6, "the frame is around the row of melds only"
    loose = render_hand(HandPicture(deadwood=cards[0] + cards[1]))
    assert height > loose.height, "six loose cards fit in a row, a meld and deadwood take two"


def test_the_deadwood_above_a_hand_is_seen() -> None:
    assert render_hand(replace(HAND, deadwood_count="")).height < render_hand(HAND).height
    assert render_hand(replace(HAND, deadwood_count="9")).data != render_hand(HAND).data


def test_everything_in_the_head_is_seen() -> None:
    others = (
        replace(HEAD, name="Bo"),
        replace(HEAD, disc=None),
        replace(HEAD, disc=Disc("AW", 4)),
        replace(HEAD, score="42"),
        replace(HEAD, own_score="5"),
        replace(HEAD, place="Round 4"),
        replace(HEAD, figures=(("Stock", "3"),)),
        replace(HEAD, discard=card("5H")),
    )
    assert len({render_head(one).data for one in (HEAD, *others)}) == 1 + len(others)
    assert render_head(replace(HEAD, name="")).height < render_head(HEAD).height
