"""Screens for administrators: reports, the audit log, bans."""

from collections.abc import Sequence
from typing import Final

from bot.presses.server import AdminPress, AdminVerb, LogPress, LogVerb, ReportsPress, ReportsVerb
from bot.ui.custom_id import base36
from bot.ui.i18n import mark
from bot.ui.markup import plain_name, safe_name, safe_words
from bot.ui.paging import extent, paged
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Divider,
    Download,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from engine.service import AuditLine
from engine.service.moderation import Ban, HelpfulPair, Report

LOG_LINES = 15
NOBODY: Final = 0
"""The id that stands for whoever has deleted their data."""
_DEEDS = {
    "set_config": mark("changed the settings"),
    "cancel_match": mark("cancelled match {subject}"),
    "award_match": mark("decided match {subject}"),
    "ban": mark("banned {person}"),
    "unban": mark("lifted the ban on {person}"),
    "close_report": mark("closed report {subject}"),
    "clear_pair": mark("reviewed {person}'s discards and found nothing wrong"),
    "event_postpone": mark("postponed an event"),
    "event_remove": mark("removed {person} from an event"),
    "event_put_back": mark("reinstated {person} in an event"),
    "event_replace": mark("replaced {person} in an event"),
    "event_award": mark("decided a pairing"),
    "event_undo": mark("undid a result"),
    "event_cancel": mark("cancelled an event"),
}


def mention(reader: Reader, user_id: int) -> str:
    """Return a reference that Discord shows as a name, or a word for who has deleted their data."""
    return reader.words.t("Former player") if user_id == NOBODY else f"<@{user_id}>"


def reports_screen(reader: Reader, reports: Sequence[Report]) -> Screen:
    """Return a server's reports, open ones first."""
    t = reader.words.t
    if not reports:
        return Screen((Text(t("There are no reports on this server.")),), Accent.CALM)
    lines = [t("## Reports")]
    choices = []
    for one in sorted(reports, key=lambda one: (one.closed_ms is not None, -one.id)):
        state = "✅" if one.closed_ms is not None else "❗"
        when = f"<t:{one.at_ms // 1000}:R>"
        about, why = mention(reader, one.reported), clipped(safe_words(one.reason), 100)
        lines.append(f"{state} {when} {about}: {why}")
        name = plain_name(safe_name(one.reported_name)) or t("Former player")
        choices.append(MenuChoice(f"{state} {name}", str(one.id), clipped(one.reason, 90)))
    menu = Menu(ReportsPress(ReportsVerb.OPEN), tuple(choices), t("Open a report"))
    return Screen((Text(clipped("\n".join(lines), 3500)), paged(reader, menu)), Accent.CALM)


def report_screen(reader: Reader, report: Report, record: str | None) -> Screen:
    """Return one report with the record of its match at that time."""
    t = reader.words.t
    lines = [
        t("## Report about {person}", person=mention(reader, report.reported)),
        t("By <@{person}>, <t:{when}:f>", person=report.reporter, when=report.at_ms // 1000),
        f"> {safe_words(report.reason)}",
    ]
    parts: list[Part] = [Text("\n".join(lines))]
    if record:
        name = f"gin-{base36(report.match_id or 0)}.json"
        parts += [Divider(), Download(name, record.encode())]
    elif report.match_id is not None:
        parts.append(Text(t("They haven't finished a round together.")))
    else:
        parts.append(Text(t("They haven't played together on this server.")))
    if report.closed_ms is None:
        close = ReportsPress(ReportsVerb.CLOSE, report.id)
        done = Button(t("Mark as resolved"), close, Style.SUCCESS, "✅")
        parts.append(Row((done,)))
    return Screen(tuple(parts), Accent.ALERT if report.closed_ms is None else Accent.CALM)


def log_screen(reader: Reader, entries: Sequence[AuditLine], page: int) -> Screen:
    """Return a page of the log; ``deeds`` has one extra entry if there is another page."""
    t = reader.words.t
    lines = [t("## Admin log")]
    for one in entries[:LOG_LINES]:
        text = t(
            _DEEDS.get(one.deed, one.deed),
            subject=f"`{base36(abs(one.subject_id or 0))}`",
            person=mention(reader, one.subject_id or NOBODY),
        )
        why = "" if one.deed == "set_config" else clipped(safe_words(one.detail), 80)
        line = f"<t:{one.at_ms // 1000}:f> {mention(reader, one.actor_id)} {text}"
        lines.append(f"{line}: {why}" if why else line)
    if not entries:
        lines.append(t("Nothing yet."))
    newer = Button(t("Newer"), _log(LogVerb.NEWER, page - 1), emoji="⬅️", disabled=page == 0)
    more = len(entries) > LOG_LINES
    older = Button(t("Older"), _log(LogVerb.OLDER, page + 1), emoji="➡️", disabled=not more)
    return Screen((Text(clipped("\n".join(lines), 3500)), Row((newer, older))), Accent.CALM)


def bans_screen(reader: Reader, bans: Sequence[Ban]) -> Screen:
    """Return the people who may not play on this server."""
    t = reader.words.t
    if not bans:
        return Screen((Text(t("Nobody is banned on this server.")),), Accent.CALM)
    lines = [t("## Bans")]
    for one in bans:
        until = t("until lifted") if one.until_ms is None else f"<t:{one.until_ms // 1000}:R>"
        lines.append(f"<@{one.user_id}> · {until} · {clipped(safe_words(one.reason), 80)}")
    choices = tuple(
        MenuChoice(
            plain_name(safe_name(one.name)), str(one.user_id), clipped(safe_words(one.reason), 90)
        )
        for one in bans
    )
    menu = Menu(AdminPress(AdminVerb.UNBAN), choices, t("Lift a ban"))
    return Screen((Text(clipped("\n".join(lines), 3500)), paged(reader, menu)), Accent.CALM)


def _log(verb: LogVerb, page: int) -> LogPress:
    return LogPress(verb, max(page, 0))


MOST: Final = 10
MOST_MATCHES: Final = 5


def fair_play_screen(reader: Reader, pairs: Sequence[HelpfulPair]) -> Screen:
    """Return the pairs that stand out, and what the figures mean."""
    t = reader.words.t
    parts: list[Part] = [
        Text(
            t(
                "## Fair play\nAnyone can discard a card the opponent needs. These pairs do it far "
                "more often than chance explains. This isn't proof: look at the replays and talk "
                "to both players."
            )
        )
    ]
    if not pairs:
        parts.append(Text(t("No pair stands out.")))
        return Screen(tuple(parts), Accent.CALM)
    lines = [_line(reader, one) for one in pairs[:MOST]]
    if len(pairs) > MOST:
        lines.append(f"-# {extent(reader.words, 0, MOST, len(pairs))}")
    parts.append(Text(clipped("\n".join(lines), 3000)))
    choices = tuple(MenuChoice(_names(one), f"{one.giver}-{one.taker}") for one in pairs)
    menu = Menu(AdminPress(AdminVerb.CLEAR), choices, t("Looks fine: reset this pair's count"))
    parts.append(paged(reader, menu))
    return Screen(tuple(parts), Accent.ALERT)


def noticed_screen(reader: Reader, pair: HelpfulPair) -> Screen:
    """Return the message to the administrators' channel about one pair."""
    t = reader.words.t
    text = t("## Fair play\nThe discards between two players stand out.")
    button = Button(t("Fair play"), AdminPress(AdminVerb.FAIR_PLAY), emoji="🔍")
    return Screen((Text(f"{text}\n{_line(reader, pair)}"), Row((button,))), Accent.ALERT)


def _names(pair: HelpfulPair) -> str:
    return " → ".join(clipped(plain_name(safe_name(name)), 45) for name in pair.names)


def _line(reader: Reader, pair: HelpfulPair) -> str:
    t = reader.words.t
    found = pair.help
    sentence = t(
        "<@{giver}> to <@{taker}>: {completed} of {discards} discards completed a meld in "
        "the other's hand; about {expected} expected.",
        giver=pair.giver,
        taker=pair.taker,
        completed=found.completed,
        discards=found.discards,
        expected=round(found.expected),
    )
    matches = ", ".join(f"`{base36(one)}`" for one in pair.matches[:MOST_MATCHES])
    newest = t("Newest matches: {ids}", ids=matches)
    return f"- {sentence}\n  -# {newest}"
