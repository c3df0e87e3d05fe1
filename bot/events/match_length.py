"""How long the matches of an event are: as the ruleset says, to other points, or so many rounds."""

from dataclasses import replace

from bot.presses.event import LENGTHS, USUAL_LENGTH, Draft, Length
from bot.ui.reader import Reader
from engine.game.rules import MatchFormat, Rules
from engine.service.events.types import EventKind


def lengths_of(kind: EventKind, rules: Rules) -> tuple[Length, ...]:
    """Return the lengths that have an effect on a ruleset, the usual one first.

    None in duplicate events, where a match is as long as its boards.
    """
    if kind.is_duplicate:
        return ()
    return tuple(one for one in LENGTHS if one == USUAL_LENGTH or with_length(rules, one) != rules)


def with_length(rules: Rules, length: Length) -> Rules:
    """Return the rules with a length; the same rules if it has no effect on them."""
    if length.points and rules.match_format is not MatchFormat.ROUNDS:
        return rules.to_points(length.points)
    if length.rounds and rules.match_format.is_one_score:
        return replace(rules, match_format=MatchFormat.ROUNDS, rounds=length.rounds)
    return rules


def is_without_effect(draft: Draft, rules: Rules) -> bool:
    """Whether a length was chosen that other rules cannot be played to."""
    chosen = draft.length != USUAL_LENGTH and not draft.kind.is_duplicate
    return chosen and draft.length not in lengths_of(draft.kind, rules)


def length_title(reader: Reader, length: Length) -> str:
    """Return a length for a menu."""
    t, tn = reader.words.t, reader.words.tn
    if length.points:
        return t("Matches to {n} points", n=length.points)
    if length.rounds:
        return tn("Matches of {n} round", "Matches of {n} rounds", length.rounds)
    return t("Usual match length")
