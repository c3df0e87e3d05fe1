"""Challenges and open tables: the offer, the players, and the buttons to join."""

from bot.match.links import THREAD, card_table_buttons
from bot.presses.lobby import LobbyPress, LobbyVerb
from bot.presses.match import TablePress, TableVerb
from bot.ui.markup import safe_name
from bot.ui.reader import Reader
from bot.ui.screen import Accent, Button, Part, Row, Screen, Style, Text
from bot.wording.names import title_of
from bot.wording.rules import house_rules, rules_in_short
from engine.clocks import DAY, HOUR, MINUTE, SECOND, ClockRules
from engine.game.rules import Rules, TableFormat
from engine.service import Lobby, LobbyStatus, MatchId


def lobby_screen(
    reader: Reader, lobby: Lobby, closed_by: str = "", found: MatchId | None = None
) -> Screen:
    """Return the public message of a lobby.

    ``closed_by``: the name of who declined or cancelled it. ``found``: its match, if that is with
    an opponent of another server.
    """
    t = reader.words.t
    lines = [f"### {_title(reader, lobby)}"]
    title = title_of(reader.words, lobby.setup.preset)
    lines.append(f"**{title}** · {rules_in_short(reader, lobby.setup.rules)}")
    extras = [clock_words(reader, lobby.setup.clock)]
    extras.append(t("rated") if lobby.setup.rated else t("unrated"))
    if lobby.ratings is not None:
        low, high = lobby.ratings
        extras.append(t("for players rated {low} to {high}", low=low, high=high))
    if lobby.across is not None:
        extras.append(t("also open to other servers"))
    if lobby.room == THREAD:
        extras.append(t("in its own thread"))
    lines.append("-# " + " · ".join(extras))
    if differences := house_rules(reader, lobby.setup.preset, lobby.setup.rules):
        lines.append(t("**House rules:** {list}", list="; ".join(differences)))
    parts: list[Part] = [Text("\n".join(lines))]
    if found is not None:
        return Screen((*parts, *_found(reader, found)), Accent.CALM)
    if lobby.status is not LobbyStatus.OPEN:
        parts.append(Text(_ending(reader, lobby.status, closed_by)))
        return Screen(tuple(parts), Accent.CALM)
    if not lobby.invited:
        parts.append(Text(_seated(reader, lobby)))
    expires = t("Expires {when}.", when=f"<t:{lobby.expires_ms // 1000}:R>")
    parts.append(Text(f"-# {expires}"))
    parts.append(Row(tuple(_buttons(reader, lobby))))
    if not lobby.invited and _has_sides(lobby.setup.rules):
        parts.append(Row(tuple(_side_buttons(reader, lobby))))
    parts.append(Row(tuple(_other_buttons(reader, lobby))))
    return Screen(tuple(parts), Accent.WAIT, tuple(one.user_id for one in lobby.invited[:1]))


def _found(reader: Reader, match: int) -> tuple[Part, ...]:
    """Return the way into a match that has no table message."""
    t = reader.words.t
    text = t(
        "🌐 An opponent on another server was found. Only the two players see this match: press "
        "**My hand**."
    )
    hand = Button(t("My hand"), TablePress(TableVerb.HAND, match), Style.PRIMARY, "🃏")
    return Text(text), Row((hand, *card_table_buttons(reader, match)))


def _title(reader: Reader, lobby: Lobby) -> str:
    t = reader.words.t
    hosts = (safe_name(one.name) for one in lobby.people if one.user_id == lobby.host)
    host = next(hosts, "?")
    if lobby.invited:
        opponent = f"<@{lobby.invited[0].user_id}>"
        return t("{host} challenges {opponent} to gin rummy", host=host, opponent=opponent)
    return t("{host} opened a gin rummy table", host=host)


def _seated(reader: Reader, lobby: Lobby) -> str:
    marks = {None: "", 0: "🟦 ", 1: "🟧 "}
    names = ", ".join(marks[one.side] + safe_name(one.name) for one in lobby.people)
    wanted = str(lobby.seats)
    if lobby.max_seats > lobby.seats:
        wanted = f"{lobby.seats}–{lobby.max_seats}"
    t = reader.words.t
    return t(
        "{n} of {wanted} seats taken: {names}", n=len(lobby.people), wanted=wanted, names=names
    )


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
        return t("{turn}, plus a time bank of {n} seconds", turn=seconds, n=clock.bank_ms // SECOND)
    return seconds


def _press(verb: LobbyVerb, lobby: Lobby) -> LobbyPress:
    return LobbyPress(verb, lobby.id)


def _side_buttons(reader: Reader, lobby: Lobby) -> list[Button]:
    t = reader.words.t
    return [
        Button(t("Blue side"), _press(LobbyVerb.BLUE, lobby), emoji="🟦"),
        Button(t("Orange side"), _press(LobbyVerb.ORANGE, lobby), emoji="🟧"),
        Button(t("Shuffle sides"), _press(LobbyVerb.SHUFFLE, lobby), emoji="🔀"),
    ]


def _buttons(reader: Reader, lobby: Lobby) -> list[Button]:
    t = reader.words.t
    if lobby.invited:
        return [
            Button(t("Accept"), _press(LobbyVerb.JOIN, lobby), Style.SUCCESS, "🃏"),
            *card_table_buttons(reader),
        ]
    buttons = [
        Button(t("Join"), _press(LobbyVerb.JOIN, lobby), Style.SUCCESS, "🪑"),
        Button(t("Leave"), _press(LobbyVerb.LEAVE, lobby)),
    ]
    buttons.append(Button(t("Start"), _press(LobbyVerb.START, lobby), Style.PRIMARY, "▶️"))
    return buttons


def _other_buttons(reader: Reader, lobby: Lobby) -> list[Button]:
    """Return what is rarely pressed, in a separate row to prevent slips."""
    t = reader.words.t
    decline = [Button(t("Decline"), _press(LobbyVerb.DECLINE, lobby))] if lobby.invited else []
    return [
        *decline,
        Button(t("Cancel"), _press(LobbyVerb.CANCEL, lobby)),
        Button(t("Fair deal"), _press(LobbyVerb.FAIR, lobby), emoji="🔏"),
    ]


def fair_deal_screen(reader: Reader, lobby: Lobby) -> Screen:
    """Return the commitment to all deals of a table, which anybody may note before the start."""
    t = reader.words.t
    lines = [
        t("### 🔏 Fair deal"),
        t(
            "All deals of this table are fixed by this commitment and by presses that come after "
            "it, so neither Gin nor a player can choose cards:"
        ),
        f"`{lobby.anchor}`",
        t("After a round, **Verify the deals** shows that its cards belong to it."),
    ]
    return Screen((Text("\n".join(lines)),), Accent.CALM)


def _ending(reader: Reader, status: LobbyStatus, closed_by: str) -> str:
    t = reader.words.t
    match status:
        case LobbyStatus.DECLINED:
            return t("{name} declined.", name=closed_by)
        case LobbyStatus.CANCELLED:
            return t("{name} cancelled the invitation.", name=closed_by)
        case LobbyStatus.EXPIRED:
            return t("Nobody accepted in time.")
        case _:
            return t("The table is open below.")
