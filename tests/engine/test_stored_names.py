"""Names that stand in stored matches: another spelling would make every one of them unreadable."""

from dataclasses import fields
from enum import StrEnum

import pytest

from engine.game.mahjong import MahjongRound
from engine.game.match import EndReason, MatchPhase, TakebackState
from engine.game.melds import RunWrap
from engine.game.round import GinRound, Phase, ResultKind, RoundEventKind, VoidReason
from engine.game.rules import (
    DealRule,
    DrawDeal,
    FirstTurn,
    GameKind,
    KnockCardSource,
    LateEntry,
    LayoffMode,
    MatchFormat,
    OklahomaAce,
    Pairing,
    Shutout,
    TableFormat,
    WallRule,
    WinnerRule,
)


@pytest.mark.parametrize(
    ("names", "stored"),
    [
        (MatchPhase, "playing between over"),
        (EndReason, "finished resigned forfeited aborted cancelled called_off awarded"),
        (TakebackState, "no asked refused"),
        (
            Phase,
            "OFFER_N OFFER_D FORCED_STOCK DRAW MELD DISCARD LAYOFF LAST_DISCARD OVER",
        ),
        (RoundEventKind, "p t s u d k b l f m"),
        (ResultKind, "knock gin big_gin undercut tie gin_tied void mahjong_gin"),
        (VoidReason, "wall pile_draws"),
        (GameKind, "gin mahjong"),
        (RunWrap, "none high_low around_corner"),
        (KnockCardSource, "fixed upcard second_deck"),
        (OklahomaAce, "value gin"),
        (LayoffMode, "auto manual"),
        (FirstTurn, "upcard_offer stock_only eleven_cards"),
        (WallRule, "void last_discard"),
        (DealRule, "alternate winner loser box"),
        (DrawDeal, "same by_rule"),
        (Shutout, "none double_points flat double_and_flat double_diff"),
        (WinnerRule, "first_to_target highest_total"),
        (MatchFormat, "single best_of multi_match hollywood rounds"),
        (LateEntry, "next_open strict"),
        (TableFormat, "two box cutthroat chouette partnership captains rotation"),
        (Pairing, "rotate fixed"),
    ],
)
def test_stored_names_stay_as_they_are(names: type[StrEnum], stored: str) -> None:
    assert [name.value for name in names] == stored.split()


def test_a_stored_round_names_its_game() -> None:
    kinds = [{one.name: one.default for one in fields(kind)} for kind in (GinRound, MahjongRound)]
    assert [one["kind"] for one in kinds] == ["gin", "mahjong"]
