"""Knocking asks for a layout only where the answer can matter."""

from bot.match.hand.controls import controls
from bot.match.hand.model import ChoosingLayout, HandPanel, Selected
from bot.ui.custom_id import parse_custom_id
from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from bot.ui.screen import Row
from engine.game.actions import Draw, Pass
from engine.game.cards import card
from engine.game.match import Match, act, start
from engine.game.rules import Rules
from engine.game.view import equal_layouts, knock_layouts, seat_view
from tests.worlds.fixed_deals import Fixed
from tests.worlds.moments import board_of


def knock_press(match: Match, discarded: str) -> str:
    """What the knock button of a hand does, with a card selected."""
    seat = match.to_act[0]
    own = seat_view(match, seat)
    reader = Reader(in_language("en"))
    panel = HandPanel(reader, board_of(match, "standard"), own, 1, Selected(card(discarded)))
    buttons = [b for part in controls(panel) if isinstance(part, Row) for b in part.buttons]
    (knock,) = (button for button in buttons if button.label.startswith("Knock"))
    press = parse_custom_id(str(knock.press))
    assert press is not None
    return f"{press.area.name} {press.what}"


def ready_with(hand: str) -> Match:
    """The non-dealer holds these ten cards and has drawn the king of diamonds."""
    decks = Fixed(hand, "KC QS JD TC 9S 8D 7H TS JC 9C", "QH KD")
    match = start(Rules(), 2, 0, decks)
    for action in (Pass(), Pass(), Draw()):
        match = act(match, match.to_act[0], action, decks).match
    return match


def test_layouts_that_leave_the_same_deadwood_are_asked_about() -> None:
    match = ready_with("2H 4H 4S 2D 4D 3D AS 3H 2C AC")
    assert knock_press(match, "KD") == "HAND knock-KD"
    view = seat_view(match, match.to_act[0])
    layouts = equal_layouts(view, card("KD"))
    assert [one.deadwood for one in layouts] == [8, 8]
    panel = HandPanel(
        Reader(in_language("en")),
        board_of(match, "standard"),
        view,
        1,
        ChoosingLayout(card("KD")),
    )
    labels = [b.label for part in controls(panel) if isinstance(part, Row) for b in part.buttons]
    assert labels == ["Best: 8 deadwood", "Option 2: 8 deadwood", "Back"]


def test_a_worse_layout_is_not_asked_about() -> None:
    match = ready_with("2D AH 4S 3S 3H 4D 4C 2H 2S AS")
    view = seat_view(match, match.to_act[0])
    assert [one.deadwood for one in knock_layouts(view, card("KD"))] == [2, 8]
    assert knock_press(match, "KD").startswith("PLAY ")
