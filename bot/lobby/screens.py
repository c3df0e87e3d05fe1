"""Challenges and open tables: the offer, the players, and the buttons to join."""

from dataclasses import dataclass
from enum import Enum

from bot.match.link import card_table_buttons
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.presses.match import TablePress, TableVerb
from bot.ui.reader import NamedPlayer, Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.names import title_of
from bot.wording.rules_summary import rules_in_short
from engine.clocks.clock import DAY, HOUR, MINUTE, SECOND, ClockRules
from engine.game.rules import Rules, TableFormat


class LobbyState(Enum):
    """The states of an invitation."""

    OPEN = "open"
    STARTED = "started"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A challenge or an open table.

    ``invited``: the only person who may accept, ``None`` when anyone may join. ``sides``: the
    chosen side of each player (team formats), in the order of ``players``. ``expires_at``: epoch
    seconds. ``across``: whether players of other servers may find it. ``found``: the match with
    an opponent who was found there.
    """

    lobby: int
    rules: Rules
    preset: str
    host: NamedPlayer
    players: tuple[NamedPlayer, ...]
    invited: NamedPlayer | None
    seats: int
    max_seats: int
    clock: ClockRules
    rated: bool
    expires_at: int
    state: LobbyState
    differences: tuple[str, ...] = ()
    sides: tuple[int | None, ...] = ()
    closed_by: str = ""
    anchor: str = ""
    thread: bool = False
    ratings: tuple[int, int] | None = None
    across: bool = False
    found: int | None = None


def lobby_screen(reader: Reader, invitation: Invitation) -> Screen:
    """Return the public message of an invitation."""
    t = reader.words.t
    lines = [f"### {_title(reader, invitation)}"]
    title = title_of(reader.words, invitation.preset)
    lines.append(f"**{title}** · {rules_in_short(reader, invitation.rules)}")
    extras = [clock_words(reader, invitation.clock)]
    extras.append(t("rated") if invitation.rated else t("unrated"))
    if invitation.ratings is not None:
        low, high = invitation.ratings
        extras.append(t("for ratings from {low} to {high}", low=low, high=high))
    if invitation.across:
        extras.append(t("also for players of other servers"))
    if invitation.thread:
        extras.append(t("in its own thread"))
    lines.append("-# " + " · ".join(extras))
    if invitation.differences:
        lines.append(t("**House rules:** {list}", list="; ".join(invitation.differences)))
    parts: list[Part] = [Text("\n".join(lines))]
    if invitation.found is not None:
        return Screen((*parts, *_found(reader, invitation.found)), Accent.CALM)
    if invitation.state is not LobbyState.OPEN:
        parts.append(Text(_ending(reader, invitation)))
        return Screen(tuple(parts), Accent.CALM)
    if invitation.invited is None:
        parts.append(Text(_seated(reader, invitation)))
    small = ["-# " + t("Expires {when}.", when=f"<t:{invitation.expires_at}:R>")]
    small.append("-# " + t("🔏 Commitment to all deals: `{anchor}`", anchor=invitation.anchor))
    parts.append(Text("\n".join(small)))
    parts.append(Row(tuple(_buttons(reader, invitation))))
    if invitation.invited is None and _has_sides(invitation.rules):
        parts.append(Row(tuple(_side_buttons(reader, invitation))))
    parts.append(Row(tuple(_ending_buttons(reader, invitation))))
    pings: tuple[int, ...] = ()
    if invitation.invited is not None and invitation.invited.user is not None:
        pings = (invitation.invited.user,)
    return Screen(tuple(parts), Accent.WAIT, pings)


def _found(reader: Reader, match: int) -> tuple[Part, ...]:
    """Return the way into a match that has no table message."""
    t = reader.words.t
    text = t(
        "🌐 An opponent on another server was found. Only the two players see this match: press "
        "**My hand**."
    )
    hand = Button(t("My hand"), str(TablePress(TableVerb.HAND, match)), Style.PRIMARY, "🃏")
    return Text(text), Row((hand, *card_table_buttons(reader, match)))


def _title(reader: Reader, invitation: Invitation) -> str:
    t = reader.words.t
    if invitation.invited is not None:
        return t(
            "{host} challenges {opponent} to gin rummy",
            host=invitation.host.name,
            opponent=invitation.invited.mention,
        )
    return t("{host} opens a gin rummy table", host=invitation.host.name)


def _seated(reader: Reader, invitation: Invitation) -> str:
    t = reader.words.t
    marks = ("🟦", "🟧")
    names = []
    for number, player in enumerate(invitation.players):
        side = invitation.sides[number] if number < len(invitation.sides) else None
        names.append(player.name if side is None else f"{marks[side]} {player.name}")
    wanted = str(invitation.seats)
    if invitation.max_seats > invitation.seats:
        wanted = f"{invitation.seats}–{invitation.max_seats}"
    return t("Seated {n} of {wanted}: {names}", n=len(names), wanted=wanted, names=", ".join(names))


def _has_sides(rules: Rules) -> bool:
    return rules.table_format in (TableFormat.PARTNERSHIP, TableFormat.CAPTAINS)


def clock_words(reader: Reader, clock: ClockRules) -> str:
    """Return the time limit of a turn in words."""
    t, tn = reader.words.t, reader.words.tn
    if clock.turn_ms is None:
        return t("no time limit")
    if clock.keeps:
        minutes, more = clock.bank_ms // MINUTE, clock.turn_ms // SECOND
        return t("live: {minutes} min + {seconds} s per turn", minutes=minutes, seconds=more)
    if clock.turn_ms >= DAY:
        return tn("{n} day per turn", "{n} days per turn", clock.turn_ms // DAY)
    if clock.turn_ms >= HOUR:
        return tn("{n} hour per turn", "{n} hours per turn", clock.turn_ms // HOUR)
    seconds = tn("{n} second per turn", "{n} seconds per turn", clock.turn_ms // SECOND)
    if clock.bank_ms:
        return t("{turn} and {n} seconds in reserve", turn=seconds, n=clock.bank_ms // SECOND)
    return seconds


def _press(verb: LobbyVerb, invitation: Invitation) -> str:
    return str(LobbyPress(verb, invitation.lobby))


def _side_buttons(reader: Reader, invitation: Invitation) -> list[Button]:
    t = reader.words.t
    return [
        Button(t("Blue side"), _press(LobbyVerb.BLUE, invitation), emoji="🟦"),
        Button(t("Orange side"), _press(LobbyVerb.ORANGE, invitation), emoji="🟧"),
        Button(t("Shuffle sides"), _press(LobbyVerb.SHUFFLE, invitation), emoji="🔀"),
    ]


def _buttons(reader: Reader, invitation: Invitation) -> list[Button]:
    t = reader.words.t
    if invitation.invited is not None:
        return [
            Button(t("Accept"), _press(LobbyVerb.JOIN, invitation), Style.SUCCESS, "🃏"),
            *card_table_buttons(reader),
        ]
    buttons = [
        Button(t("Join"), _press(LobbyVerb.JOIN, invitation), Style.SUCCESS, "🪑"),
        Button(t("Leave"), _press(LobbyVerb.LEAVE, invitation)),
    ]
    buttons.append(Button(t("Start"), _press(LobbyVerb.START, invitation), Style.PRIMARY, "▶️"))
    return buttons


def _ending_buttons(reader: Reader, invitation: Invitation) -> list[Button]:
    """Return the buttons that close the invitation, in a separate row to prevent slips."""
    t = reader.words.t
    buttons = [Button(t("Cancel"), _press(LobbyVerb.CANCEL, invitation))]
    if invitation.invited is not None:
        buttons.insert(0, Button(t("Decline"), _press(LobbyVerb.DECLINE, invitation)))
    return buttons


def _ending(reader: Reader, invitation: Invitation) -> str:
    t = reader.words.t
    match invitation.state:
        case LobbyState.DECLINED:
            return t("{name} declined.", name=invitation.closed_by)
        case LobbyState.CANCELLED:
            return t("{name} cancelled the invitation.", name=invitation.closed_by)
        case LobbyState.EXPIRED:
            return t("Nobody answered in time.")
        case _:
            return t("The table is open below.")
