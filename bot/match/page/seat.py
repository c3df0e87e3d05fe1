"""One player's own part of a match: the hand, what may be done, and what is planned."""

from dataclasses import replace
from typing import Final, Literal

from bot.match.hand.model import HandPanel, in_meld_order, ordered
from bot.match.hand.more import knock_choices, plans_line
from bot.match.hand.screen import aids, special_remarks, table_talk, task_words
from bot.match.page.actions import melds, seat_actions, seat_requests
from bot.ui.custom_id import base36
from bot.ui.page_buttons import button_with_role
from bot.ui.parts.base import PressButton
from bot.ui.parts.table import ActionState, AdviceState, PlansState, SeatState
from bot.ui.reader import MatchContext, Reader
from bot.wording.cards import meld_named
from engine.game.cards import Card, card_text, cards_of
from engine.game.legal import Verb
from engine.game.match import MatchPhase
from engine.game.rules import GameKind
from engine.game.seats import Seat
from engine.service import LiveMatch

HAND: Final = "h"
"""The first letter of the panels of hands."""


def hand_panel_name(match: int) -> str:
    """Return the name of the panel that the buttons of a hand belong to."""
    return f"{HAND}{base36(match)}"


def hand_panel(reader: Reader, board: MatchContext, live: LiveMatch, seat: Seat) -> HandPanel:
    """Return the model of a player's hand, as the chat draws it too."""
    return HandPanel(
        reader=replace(reader, text_mode=False, one_tap=False),
        board=board,
        own=live.view(seat),
        revision=live.revision(seat),
        plans=live.plans_of(seat),
    )


def seat_state(reader: Reader, board: MatchContext, live: LiveMatch, seat: Seat) -> SeatState:
    """Return one player's own part."""
    panel = hand_panel(reader, board, live, seat)
    return own_state(
        panel,
        task=_task(panel),
        actions=seat_actions(panel),
        requests=seat_requests(panel, live),
        buttons=tuple(button_with_role(one) for one in aids(panel)),
    )


def own_state(
    panel: HandPanel,
    *,
    task: str,
    actions: tuple[ActionState, ...],
    requests: tuple[ActionState, ...] = (),
    buttons: tuple[PressButton, ...] = (),
) -> SeatState:
    """Return the part of whoever has this hand; at a table or in a lesson."""
    reader, board, own, table = panel.reader, panel.board, panel.own, panel.own.table
    spoken = replace(reader, text_mode=True)
    locked = own.hand & ~own.legal.discards if Verb.DISCARD in own.legal.verbs else 0
    is_player = own.captain is None and table is not None
    return SeatState(
        seat=int(own.seat),
        revision=panel.revision,
        role=_role(panel),
        captain=None if own.captain is None else int(own.captain),
        table=None if table is None else table.number,
        my_turn=own.is_my_turn,
        task=task,
        hand=hand_cards(panel),
        order=reader.order.value,
        melds=melds(own.layout.melds),
        meld_names=tuple(meld_named(spoken, one) for one in own.layout.melds),
        deadwood_cards=tuple(cards_of(own.layout.deadwood_cards)),
        deadwood=own.layout.deadwood,
        drawn=own.drawn,
        taken=own.taken,
        locked=tuple(cards_of(locked)) if is_player else (),
        must_use=own.must_use,
        exposed=melds(own.exposed),
        actions=actions,
        requests=requests,
        plans=_plans(panel),
        advice=tuple(
            AdviceState(name=board.plain(one.seat), text=one.text) for one in own.advice[-5:]
        ),
        may_advise=own.captain is not None and own.public.phase is MatchPhase.PLAYING,
        remarks=tuple(_remarks(panel)) if is_player else (),
        panel=hand_panel_name(board.match),
        buttons=buttons,
    )


def hand_cards(panel: HandPanel) -> tuple[Card, ...]:
    """Return the cards of the hand in the player's own order."""
    groups, loose = ordered(panel)
    return tuple(card for group in (*groups, loose) for card in group)


def _role(panel: HandPanel) -> Literal["player", "adviser", "idle"]:
    if panel.own.captain is not None:
        return "adviser"
    return "idle" if panel.own.table is None else "player"


def _remarks(panel: HandPanel) -> list[str]:
    """Return what is special about the turn, or what the computer says after the round."""
    if panel.own.public.phase is MatchPhase.PLAYING and panel.table.facts is None:
        return special_remarks(panel)
    text = table_talk(panel)
    return [text] if text else []


def _task(panel: HandPanel) -> str:
    own, t = panel.own, panel.t
    if own.public.phase is MatchPhase.OVER:
        return t("The match is over.")
    if own.public.phase is MatchPhase.BETWEEN:
        if own.seat not in own.public.ready:
            return t("Ready for the next round")
        waiting = ", ".join(panel.board.name(seat) for seat in own.public.to_act)
        return t("You're ready. Waiting for {names}.", names=waiting)
    if own.captain is not None:
        advising = t("### You are advising {name}", name=panel.board.name(own.captain))
        return advising.removeprefix("### ")
    if own.table is None:
        return t("### You are sitting out this round").removeprefix("### ")
    if own.table.facts is not None:
        return t("Your table has finished. The round ends when the other tables have finished too.")
    return task_words(panel)


def _plans(panel: HandPanel) -> PlansState:
    plans = panel.plans
    knocks = panel.own.table is not None and panel.own.public.rules.game_kind is GameKind.GIN
    return PlansState(
        pass_upcard=plans.pass_upcard,
        draw_stock=plans.draw_stock,
        knock_at=plans.knock_at,
        knock_choices=tuple(knock_choices(panel)) if knocks else (),
        line=plans_line(panel),
    )


def arranged(held: tuple[str, ...], live: LiveMatch, seat: Seat) -> tuple[int, ...] | None:
    """Return the cards in the order that a page asks for; ``None`` if they are not this hand.

    A card that was drawn while the page asked comes last; one that was discarded is left out.
    """
    own = {card_text(card): card for card in in_meld_order(live.view(seat))}
    is_hand = own.keys() <= set(held) or own.keys() >= set(held)
    if not held or len(held) != len(set(held)) or not is_hand:
        return None
    return tuple(own[text] for text in dict.fromkeys((*held, *own)) if text in own)
