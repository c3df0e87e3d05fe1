"""A round of a replay as the page plays it."""

from bot.ui.markup import disc_of
from bot.ui.playback import PlayedSide, PlayedStep, RoundPlayback
from bot.web.protocol.panels import PlaybackPart, PlayedSideState, PlayedStepState
from bot.web.views.actions import cards, id_text, maybe_card


def playback_part(found: RoundPlayback) -> PlaybackPart:
    """Return the round."""
    return PlaybackPart(
        match=None if found.match is None else id_text(found.match),
        number=found.number,
        at=found.at,
        press=found.press,
        names=found.names,
        initials=(_initials(found.names[0]), _initials(found.names[1])),
        tones=found.tones,
        scores=found.scores,
        steps=tuple(map(_step, found.steps)),
    )


def _initials(name: str) -> str:
    return disc_of(name, None).initials


def _step(one: PlayedStep) -> PlayedStepState:
    return PlayedStepState(
        move=one.move,
        mover=one.mover,
        sides=(_side(one.sides[0]), _side(one.sides[1])),
        acts=one.acts,
        stock=one.stock,
        discards=cards(one.discards),
        moved=maybe_card(one.moved),
        verdict=one.verdict,
        cost=one.cost,
        better=one.better,
        better_card=maybe_card(one.better_card),
        result=one.result,
    )


def _side(one: PlayedSide) -> PlayedSideState:
    return PlayedSideState(
        cards=None if one.cards is None else cards(one.cards),
        melds=tuple(map(cards, one.melds)),
        deadwood=one.deadwood,
        count=one.count,
    )
