"""Achievements: derived from recorded facts, each awarded once and paid once.

They are entered by the transaction that ends the match, answers the puzzle or ends the challenge;
payment belongs to the ledger and happens once (:mod:`engine.service.rewards.coins`).
"""

from collections.abc import Iterable
from enum import IntEnum
from itertools import takewhile
from typing import Final

from sqlalchemy import (
    ColumnElement,
    case,
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    update,
)

from engine.game.match import Match
from engine.game.presets import PRESETS
from engine.game.statistics import counts
from engine.service import preferences
from engine.service.changes import YES_NO
from engine.service.commands import Commands, query, repeatable
from engine.service.people import InteractionId, MatchId, Person, UserId, own_key
from engine.service.rewards import coins
from engine.service.standings import match_facts
from engine.service.standings.match_facts import ALL_TIME, EVERYWHERE, MatchFacts, PlayerFacts
from engine.service.standings.statistics import achievements_of
from engine.service.stored_match import StoredMatch
from engine.service.tx import ReadTx, Tx
from engine.standings.credit import EARLY_ROUNDS
from engine.standings.rating import ANY
from engine.store.schema import achievements, player_matches, standings


class CoinReward(IntEnum):
    """The reward of an achievement, in coins."""

    BRONZE = 10
    SILVER = 25
    GOLD = 60


WORTH: Final[dict[str, CoinReward]] = {
    "first_match": CoinReward.BRONZE,
    "first_win": CoinReward.BRONZE,
    "ten_wins": CoinReward.SILVER,
    "hundred_matches": CoinReward.GOLD,
    "streak_five": CoinReward.SILVER,
    "streak_ten": CoinReward.GOLD,
    "first_gin": CoinReward.BRONZE,
    "fifty_gins": CoinReward.GOLD,
    "quick_gin": CoinReward.SILVER,
    "big_gin": CoinReward.SILVER,
    "undercut": CoinReward.BRONZE,
    "undercuts_25": CoinReward.GOLD,
    "shutout": CoinReward.SILVER,
    "blitz": CoinReward.GOLD,
    "comeback": CoinReward.SILVER,
    "layoffs_100": CoinReward.SILVER,
    "five_rulesets": CoinReward.SILVER,
    "every_ruleset": CoinReward.GOLD,
    "ten_people": CoinReward.SILVER,
    "partners": CoinReward.BRONZE,
    "beat_expert": CoinReward.BRONZE,
    "beat_master": CoinReward.SILVER,
    "first_day": CoinReward.BRONZE,
    "under_par": CoinReward.BRONZE,
    "week": CoinReward.SILVER,
    "month": CoinReward.GOLD,
    "solver": CoinReward.BRONZE,
    "solver_20": CoinReward.GOLD,
    "perfect_round": CoinReward.SILVER,
    "lesson": CoinReward.BRONZE,
}
"""Every achievement and its reward, in the order of display."""
QUICK_TURN: Final = 4
LONGEST_STREAK: Final = 10
COMEBACK_SHARE: Final = 0.6
"""The share of the target by which a winner was behind at some point."""


def of_match(
    tx: ReadTx, match: StoredMatch, facts: MatchFacts | None
) -> Iterable[tuple[UserId, set[str]]]:
    """Yield each person's achievements of a counted match, after it was added to the totals."""
    if facts is None:
        yield from _against_computers(match)
        return
    for player in sorted(facts.players, key=lambda one: one.user_id or 0):
        if player.user_id is not None:
            yield player.user_id, _of_player(tx, match.match, facts, player)


def _against_computers(match: StoredMatch) -> Iterable[tuple[UserId, set[str]]]:
    outcome = match.match.outcome
    people = [player for player in match.players if player.user_id is not None]
    if (
        match.setup.has_shared_deals
        or match.setup.begun is not None
        or outcome is None
        or outcome.winner is None
        or match.match.substitutes
        or len(people) != 1
    ):
        return
    won = people[0].seat in match.match.parties[outcome.winner]
    levels = {player.level for player in match.players if player.is_computer}
    if won and match.match.played:
        names = {f"beat_{level}" for level in levels} & WORTH.keys()
        assert people[0].user_id is not None
        yield people[0].user_id, names


def _of_player(tx: ReadTx, match: Match, facts: MatchFacts, player: PlayerFacts) -> set[str]:
    figures, won = player.figures, player.result > 0 and not facts.was_left_early
    party = next(one for one in match.parties if player.seat in one)
    fastest = figures.fastest_gin
    here = {
        "quick_gin": fastest is not None and fastest <= QUICK_TURN,
        "big_gin": figures.big_gins > 0,
        "undercut": figures.undercuts > 0,
        "shutout": figures.shutouts > 0,
        "blitz": figures.blitzes > 0,
        "comeback": won and _was_far_behind(match, player.party),
        "partners": won and len(party) > 1,
    }
    return {name for name, is_so in here.items() if is_so} | _of_sums(tx, player)


def _of_sums(tx: ReadTx, player: PlayerFacts) -> set[str]:
    """Return the achievements of all matches together; counts omit matches left early."""
    user_id = player.user_id
    row = tx.execute(
        select(standings).where(
            standings.c.scope == EVERYWHERE,
            standings.c.season == ALL_TIME,
            standings.c.user_id == user_id,
            standings.c.pool == ANY,
        )
    ).one_or_none()
    if row is None:
        return set()
    counted = _counted(player)
    matches, wins = tx.execute(
        select(func.count(), func.sum(case((player_matches.c.result > 0, 1), else_=0))).where(
            *counted
        )
    ).one()
    latest = tx.execute(
        select(player_matches.c.result)
        .where(*counted)
        .order_by(player_matches.c.ended_ms.desc(), player_matches.c.match_id.desc())
        .limit(LONGEST_STREAK)
    ).scalars()
    streak = sum(1 for _ in takewhile(lambda result: result > 0, latest))
    presets = set(tx.execute(select(player_matches.c.preset.distinct()).where(*counted)).scalars())
    known = presets & PRESETS.keys()
    other = player_matches.alias("met")
    met = tx.execute(
        select(func.count(other.c.user_id.distinct()))
        .select_from(player_matches)
        .join(other, other.c.match_id == player_matches.c.match_id)
        .where(*counted, other.c.party != player_matches.c.party)
    ).scalar_one()
    reached = {
        "first_match": matches >= 1,
        "first_win": (wins or 0) >= 1,
        "ten_wins": (wins or 0) >= 10,
        "hundred_matches": matches >= 100,
        "streak_five": streak >= 5,
        "streak_ten": streak >= LONGEST_STREAK,
        "first_gin": row.gins >= 1,
        "fifty_gins": row.gins >= 50,
        "undercuts_25": row.undercuts >= 25,
        "layoffs_100": row.layoff_points >= 100,
        "five_rulesets": len(known) >= 5,
        "every_ruleset": len(known) == len(PRESETS),
        "ten_people": met >= 10,
    }
    return {name for name, is_so in reached.items() if is_so}


def _counted(player: PlayerFacts) -> tuple[ColumnElement[bool], ...]:
    """Return the condition for a person's matches without those that were left early."""
    quitter = player_matches.alias("quitter")
    was_left = exists().where(quitter.c.match_id == player_matches.c.match_id, quitter.c.quit == 1)
    return (
        player_matches.c.user_id == player.user_id,
        or_(player_matches.c.rounds > EARLY_ROUNDS, ~was_left),
    )


def _was_far_behind(match: Match, party: int) -> bool:
    """Whether a party was behind by that share of the target after some round."""
    limit = COMEBACK_SHARE * match.rules.points_to_win
    totals = [0] * len(match.parties)
    for one in match.played:
        totals = [sum(pair) for pair in zip(totals, one.entry.scores, strict=True)]
        if max(totals) - totals[party] >= limit:
            return True
    return False


# -- the challenge and the puzzle of a day ----------------------------------------------


def of_day(points: int, par: int | None, streak: int) -> set[str]:
    """Return the achievements of a completed challenge."""
    reached = {
        "first_day": True,
        "under_par": par is not None and points > par,
        "week": streak >= 7,
        "month": streak >= 30,
    }
    return {name for name, is_so in reached.items() if is_so}


def of_answers(right: int) -> set[str]:
    """Return the achievements of this many best answers to puzzles."""
    reached = {"solver": right >= 1, "solver_20": right >= 20}
    return {name for name, is_so in reached.items() if is_so}


BY_COACH: Final = "perfect_round"
"""Awarded when the coach is asked."""
BY_LESSON: Final = "lesson"
PERFECT_DECISIONS: Final = 8
# Literal, because a partial index is used only where its exact condition appears.
_ANNOUNCED: Final[ColumnElement[int]] = literal_column("told")
_NOT_YET: Final[ColumnElement[int]] = literal_column("0")


def settle(tx: Tx, match: StoredMatch) -> None:
    """Award and pay the achievements of a match that has just ended; part of its transaction."""
    if not counts(match.match):
        return
    facts = None
    if match_facts.counts_for_standings(match):
        facts = match_facts.recorded(tx, match)
    for user_id, names in of_match(tx, match, facts):
        enter(tx, user_id, names, match.match_id)


# -- entering ---------------------------------------------------------------------------


def enter(tx: Tx, user_id: int, names: Iterable[str], match_id: int | None) -> list[str]:
    """Record and pay new achievements; return them."""
    new = _new(tx, user_id, names)
    if new:
        row = {"user_id": user_id, "at_ms": tx.now, "match_id": match_id, "told": 0}
        tx.execute(insert(achievements), [{**row, "name": name} for name in new])
    for name in new:
        coins.pay(tx, user_id, f"achievement:{name}", int(WORTH[name]))
    return new


def _new(tx: ReadTx, user_id: int, names: Iterable[str]) -> list[str]:
    wanted = set(names)
    if not wanted:
        return []
    stored = select(achievements.c.name).where(achievements.c.user_id == user_id)
    return sorted(wanted - set(tx.execute(stored).scalars()))


# -- reading ----------------------------------------------------------------------------


def unannounced(tx: ReadTx, user_id: UserId) -> tuple[str, ...]:
    """Return a person's achievements that have not been shown to them."""
    asked = select(achievements.c.name).where(
        achievements.c.user_id == user_id, _ANNOUNCED == _NOT_YET
    )
    return tuple(tx.execute(asked).scalars())


def mark_announced(tx: Tx, user_id: UserId, names: Iterable[str]) -> None:
    """Mark achievements as shown."""
    own = (achievements.c.user_id == user_id, achievements.c.name.in_(list(names)))
    tx.execute(update(achievements).where(*own).values(told=1))


class Achievements(Commands):
    """Queries about achievements, and awards by the coach and the lesson."""

    of = query(achievements_of)
    unannounced = query(unannounced)
    mark_announced = repeatable(mark_announced, of_subject=True)

    async def praised(
        self, user_id: UserId, match_id: MatchId, decisions: int, *, is_flawless: bool
    ) -> bool:
        """Record the coach's verdict on a round; ``True`` if it was the first without a mistake."""
        if not is_flawless or decisions < PERFECT_DECISIONS:
            return False
        return await self._once(
            own_key(),
            "praised",
            YES_NO,
            lambda tx: bool(enter(tx, user_id, {BY_COACH}, match_id)),
            user_id,
        )

    async def learned(self, interaction: InteractionId, person: Person) -> bool:
        """Record that a person has finished the lesson, who is shown it; ``True`` at first."""
        return await self._once(
            interaction, "learned", YES_NO, lambda tx: _learn(tx, person), person.user_id
        )


def _learn(tx: Tx, person: Person) -> bool:
    preferences.remember(tx, person)
    new = enter(tx, person.user_id, {BY_LESSON}, None)
    own = (achievements.c.user_id == person.user_id, achievements.c.name == BY_LESSON)
    tx.execute(update(achievements).where(*own).values(told=1))
    return bool(new)
