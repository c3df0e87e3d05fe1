"""A player's profile: rating over time, results, habits, opponents, with the server's averages."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from bot.presses.account import ProfilePress, ProfileScope, ProfileVerb
from bot.presses.pages import Filter, HistoryPress, HistoryVerb
from bot.render.models import ProfilePicture
from bot.ui.i18n import Translator
from bot.ui.markup import disc_of, plain_name, safe_name
from bot.ui.parts.empty import EmptyPart, EmptyPicture
from bot.ui.parts.facts import Fact, FactsPart
from bot.ui.parts.kinds import Ground, PartPlace
from bot.ui.reader import Reader
from bot.ui.screen import (
    Accent,
    Button,
    Image,
    Menu,
    MenuChoice,
    Part,
    Row,
    Screen,
    Style,
    Text,
    clipped,
)
from bot.wording.events import honour_line
from bot.wording.names import (
    BOARDS,
    achievement_title,
    pool_title,
    season_title,
    title_of,
    title_words,
)
from bot.wording.scores import signed_tenths
from engine.course.lessons import ALL_STARS
from engine.service import HeadToHead
from engine.service.events import Honour as EventHonour
from engine.service.rewards import WORTH
from engine.service.standings import (
    LeaderboardMetric,
    LuckOverTime,
    Opponent,
    Profile,
    SeasonHonour,
    StoredRating,
    Totals,
    wilson,
)
from engine.standings.rating import Pool

POOLS_LISTED: Final = 5
EVENTS_LISTED: Final = 8
MOST_OF_SOME: Final = 0.99
"""The largest share that is shown of what is not all."""
MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
Share = Callable[[Totals], tuple[float, int]]


def _press(verb: ProfileVerb, profile: Profile) -> ProfilePress:
    scope = ProfileScope.WORLD if profile.guild is None else ProfileScope.SERVER
    return ProfilePress(verb, scope, profile.pool, profile.user_id)


def profile_screen(
    reader: Reader,
    profile: Profile,
    *,
    own: bool,
    public: bool = False,
    more: bool = False,
    events: Sequence[EventHonour] = (),
) -> Screen:
    """Return the profile.

    ``own``: its owner looks; ``public``: posted in the channel; ``more``: all details, with the
    places in ``events``.
    """
    parts = _body(reader, profile, events, own=own, more=more)
    if not public:
        parts += _controls(reader, profile, own=own, more=more)
    return Screen(tuple(parts), Accent.GOLD)


def _body(
    reader: Reader, profile: Profile, events: Sequence[EventHonour], *, own: bool, more: bool
) -> list[Part]:
    t, name = reader.words.t, safe_name(profile.name)
    where = t("All servers") if profile.guild is None else t("On this server")
    title = title_words(reader.words, profile.title)
    titled = f"**{title}** · {where}" if title else where
    head = Text(f"## 👤 {name}\n-# {titled}")
    sums = profile.sums
    if sums is None:
        lines = [t("{name} hasn't finished a match here yet.", name=name)]
        what = " ".join(_course(reader, profile))
        empty = EmptyPart(picture=EmptyPicture.PAPER, title=lines[0], text=what, play=own)
        return [head, Text("\n".join([*lines, *_course(reader, profile)])), empty]
    parts: list[Part] = [head if reader.text_mode else Text(f"-# {where}")]
    if not reader.text_mode:
        model = profile_picture(reader, profile, sums)
        parts.append(Image(model, "profile", clipped(_alt(reader, profile, sums), 1024)))
    if not more:
        return [*parts, Text("\n".join(_in_short(reader, profile, sums)))]
    blocks = (
        _ratings(reader, profile),
        _results(reader, profile, sums),
        _habits(reader, sums, profile.server),
        _luck(reader, profile.luck),
        _rules(reader, profile),
        _people(reader, profile),
        _honours(reader, profile.honours),
        [honour_line(reader.words, one) for one in events[:EVENTS_LISTED]],
        _achievements(reader, profile),
    )
    parts += [Text("\n".join(lines)) for lines in blocks if lines]
    return parts


# -- the picture ------------------------------------------------------------------------


def profile_picture(reader: Reader, profile: Profile, sums: Totals) -> ProfilePicture:
    """Return the rating as a curve, with six figures."""
    held = None if profile.pool is None else profile.ratings[profile.pool]
    name = plain_name(safe_name(profile.name))
    return ProfilePicture(
        name=name,
        rating="–" if held is None else _rating(held),
        rating_label="" if profile.pool is None else pool_title(reader.words, str(profile.pool)),
        history=tuple(point.value for point in profile.history),
        spread=tuple(point.deviation for point in profile.history),
        since=_day(profile.history[0].ended_ms) if profile.history else "",
        until=_day(profile.history[-1].ended_ms) if profile.history else "",
        stats=_figures(reader, sums),
        look=reader.look,
        title=title_words(reader.words, profile.title),
        disc=disc_of(name, profile.user_id),
        medals=tuple(str(one.place) for one in profile.honours),
    )


def figures_part(reader: Reader, profile: Profile) -> FactsPart:
    """Return who somebody is, for the side of a page."""
    held = None if profile.pool is None else profile.ratings[profile.pool]
    name = plain_name(safe_name(profile.name))
    rated = "" if profile.pool is None else pool_title(reader.words, str(profile.pool))
    return FactsPart(
        title=name,
        subtitle=title_words(reader.words, profile.title),
        ground=Ground.BOX,
        place=PartPlace.SIDE,
        disc=disc_of(name, profile.user_id),
        main=None if held is None else Fact(value=_rating(held), label=rated),
        facts=(),
    )


def _figures(reader: Reader, sums: Totals) -> tuple[tuple[str, str], ...]:
    t, figures = reader.words.t, sums.figures
    fastest = "–" if figures.fastest_gin is None else t("turn {n}", n=figures.fastest_gin)
    return (
        (t("Matches"), str(sums.matches)),
        (t("Won"), reader.words.percent(_share(sums.won + sums.drawn / 2, sums.matches))),
        (t("Longest streak"), str(sums.best_streak)),
        (t("Gin"), reader.words.percent(_share(figures.gins, figures.rounds))),
        (t("Undercuts"), str(figures.undercuts)),
        (t("Fastest gin"), fastest),
    )


def _alt(reader: Reader, profile: Profile, sums: Totals) -> str:
    t = reader.words.t
    lines = [plain_name(safe_name(profile.name)) + "."]
    if profile.pool is not None:
        pool = pool_title(reader.words, str(profile.pool))
        rating = _rating(profile.ratings[profile.pool])
        lines.append(t("Rating {rating} ({pool}).", rating=rating, pool=pool))
    if len(profile.history) > 1:
        values = [round(point.value) for point in profile.history]
        lines.append(
            t(
                "Over {n} rated matches, the rating went from {first} to {last} (lowest {low}, "
                "highest {high}).",
                n=len(values),
                first=values[0],
                last=values[-1],
                low=min(values),
                high=max(values),
            )
        )
    lines += [f"{label}: {value}." for label, value in _figures(reader, sums)]
    return " ".join(lines)


def _rating(held: StoredRating) -> str:
    mark = "?" if held.rating.is_provisional else ""
    return f"{round(held.rating.value)}{mark}"


def _day(moment_ms: int) -> str:
    return datetime.fromtimestamp(moment_ms / 1000, UTC).strftime("%Y-%m-%d")


def _in_short(reader: Reader, profile: Profile, sums: Totals) -> list[str]:
    """Return four figures beside those of the picture; a button leads to the rest."""
    t = reader.words.t
    lost = sums.matches - sums.won - sums.drawn
    results = t("{won} won, {lost} lost, {drawn} drawn", won=sums.won, lost=lost, drawn=sums.drawn)
    lines = [
        *([_rating_line(reader, profile, profile.pool)] if profile.pool else [_unrated(reader)]),
        f"{results}: **{reader.words.percent(_share(sums.won + sums.drawn / 2, sums.matches))}**",
        t("Completes **{share}** of matches", share=_completed(reader.words, sums)),
        _achievements_counted(reader, profile),
        *_course(reader, profile),
    ]
    if profile.pool is not None and profile.ratings[profile.pool].rating.is_provisional:
        lines.append(_provisional(reader))
    return lines


# -- the words --------------------------------------------------------------------------


def _ratings(reader: Reader, profile: Profile) -> list[str]:
    if not profile.ratings:
        return [_unrated(reader)]
    lines = [reader.words.t("**Ratings**")]
    lines += [_rating_line(reader, profile, pool) for pool in list(profile.ratings)[:POOLS_LISTED]]
    if any(held.rating.is_provisional for held in profile.ratings.values()):
        lines.append(_provisional(reader))
    return lines


def _rating_line(reader: Reader, profile: Profile, pool: Pool) -> str:
    t, tn, held = reader.words.t, reader.words.tn, profile.ratings[pool]
    line = t(
        "{pool}: **{rating}** ± {deviation}  ·  {matches}",
        pool=pool_title(reader.words, str(pool)),
        rating=_rating(held),
        deviation=round(held.rating.deviation),
        matches=tn("{n} rated match", "{n} rated matches", held.games),
    )
    if held.best > held.rating.value + 0.5:
        line += "  ·  " + t("best {n}", n=round(held.best))
    return line


def _unrated(reader: Reader) -> str:
    t = reader.words.t
    return "-# " + t("No rated matches yet. Challenges are rated unless they say otherwise.")


def _provisional(reader: Reader) -> str:
    t = reader.words.t
    return "-# " + t("? = provisional (too few recent matches)")


def _achievements_counted(reader: Reader, profile: Profile) -> str:
    t = reader.words.t
    return t("Achievements: **{n}** of {all}", n=len(profile.achievements), all=len(WORTH))


def _achievements(reader: Reader, profile: Profile) -> list[str]:
    """Return the number of achievements and their titles, newest first."""
    titles = (achievement_title(reader.words, name) for name in profile.achievements)
    listed = ["🏅 " + "  ·  ".join(titles)] if profile.achievements else []
    return [_achievements_counted(reader, profile), *listed, *_course(reader, profile)]


def _course(reader: Reader, profile: Profile) -> list[str]:
    """Return the stars of the course, if there are any."""
    if not profile.stars:
        return []
    return [reader.words.t("Course: **{n}** of {all} stars", n=profile.stars, all=ALL_STARS)]


def _results(reader: Reader, profile: Profile, sums: Totals) -> list[str]:
    t, tn = reader.words.t, reader.words.tn
    low, high = wilson(sums.won + sums.drawn / 2, sums.matches)
    lines = [
        t("**Results**"),
        t(
            "{won} won, {lost} lost, {drawn} drawn: **{share}** (95% confidence: {low}–{high})",
            won=sums.won,
            lost=sums.matches - sums.won - sums.drawn,
            drawn=sums.drawn,
            share=reader.words.percent(_share(sums.won + sums.drawn / 2, sums.matches)),
            low=reader.words.percent(low),
            high=reader.words.percent(high),
        ),
        t(
            "Completes {share} of matches  ·  {streak}, best {best}",
            share=_completed(reader.words, sums),
            streak=tn("{n} win in a row", "{n} wins in a row", sums.streak),
            best=sums.best_streak,
        ),
    ]
    if profile.with_reader is not None and profile.with_reader.matches:
        met = _met(reader, profile.with_reader)
        lines.append(t("Against you: {met}", met=met))
    return lines


def _luck(reader: Reader, luck: LuckOverTime) -> list[str]:
    """Return the points per round from cards and play; empty without data."""
    t, total = reader.words.t, luck.total
    if not total.rounds:
        return []
    deal, draws, play = (
        signed_tenths(part / total.rounds) for part in (total.deal, total.draws, total.play)
    )
    text = t(
        "🍀 deal **{deal}**  ·  🎴 draws **{draws}**  ·  🧠 play **{play}**",
        deal=deal,
        draws=draws,
        play=play,
    )
    return [t("**Points per round, luck and skill**"), text]


def _habits(reader: Reader, sums: Totals, server: Totals | None) -> list[str]:
    """Return the habits of a player, each figure beside the server's average."""
    t, figures = reader.words.t, sums.figures
    if not figures.rounds:
        return []

    def share(label: str, of: Share) -> str:
        mine = reader.words.percent(_share(*of(sums)), places=1)
        text = t("{label} **{share}** of rounds", label=label, share=mine)
        if server is None or not of(server)[1]:
            return text
        return text + f" ({reader.words.percent(_share(*of(server)), places=1)})"

    def mean(label: str, of: Share) -> str:
        text = f"{label} **{_share(*of(sums)):.1f}**"
        if server is None or not of(server)[1]:
            return text
        return text + f" ({_share(*of(server)):.1f})"

    lines = [
        t("**How rounds go**"),
        "  ·  ".join(
            (
                share(t("Gin in"), lambda one: (one.figures.gins, one.figures.rounds)),
                share(t("big gin in"), lambda one: (one.figures.big_gins, one.figures.rounds)),
            )
        ),
        "  ·  ".join(
            (
                share(t("Undercuts in"), lambda one: (one.figures.undercuts, one.figures.rounds)),
                share(
                    t("undercut by others in"),
                    lambda one: (one.figures.undercut, one.figures.rounds),
                ),
            )
        ),
    ]
    if figures.downs:
        down = mean(
            t("Ends the round on turn"), lambda one: (one.figures.down_turns, one.figures.downs)
        )
        if figures.knocks:
            down += "  ·  " + mean(
                t("average deadwood when knocking"),
                lambda one: (one.figures.knock_deadwood, one.figures.knocks),
            )
        lines.append(down)
    laid = t("Laid off {n} points", n=figures.layoff_points)
    if figures.fastest_gin is not None:
        laid += "  ·  " + t("fastest gin on turn {n}", n=figures.fastest_gin)
    lines.append(laid)
    if server is not None:
        lines.append("-# " + t("In brackets: server average."))
    return lines


def _rules(reader: Reader, profile: Profile) -> list[str]:
    t = reader.words.t
    if not profile.presets:
        return []
    favourite = title_of(reader.words, profile.presets[0].preset)
    lines = [t("**By rules** (favourite: {name})", name=favourite)]
    sentences = [
        t(
            "{name} {won}–{lost}",
            name=title_of(reader.words, one.preset),
            won=one.won,
            lost=one.matches - one.won - one.drawn,
        )
        for one in profile.presets
    ]
    return [*lines, "  ·  ".join(sentences)]


def _people(reader: Reader, profile: Profile) -> list[str]:
    t = reader.words.t
    lines = []
    if profile.best_friend is not None:
        lines.append("🤝 " + t("Plays most with {who}", who=_who(reader, profile.best_friend)))
    if profile.nemesis is not None:
        lines.append("⚔️ " + t("Nemesis: {who}", who=_who(reader, profile.nemesis)))
    return lines


def _who(reader: Reader, opponent: Opponent) -> str:
    return f"**{safe_name(opponent.name)}** ({_met(reader, opponent.met)})"


def _met(reader: Reader, met: HeadToHead) -> str:
    text = f"{met.won}–{met.lost}"
    if met.drawn:
        text += " " + reader.words.tn("and {n} drawn", "and {n} drawn", met.drawn)
    return text


def _honours(reader: Reader, honours: tuple[SeasonHonour, ...]) -> list[str]:
    words = reader.words
    return [
        words.t(
            "{medal} {board}, {month}",
            medal=MEDALS.get(one.place, "🏅"),
            board=words.t(BOARDS[LeaderboardMetric(one.board)])
            if one.board != LeaderboardMetric.RATING
            else pool_title(words, one.pool),
            month=season_title(words, one.season),
        )
        for one in honours
    ]


def _controls(reader: Reader, profile: Profile, *, own: bool, more: bool) -> list[Part]:
    t, words = reader.words.t, reader.words
    parts: list[Part] = []
    if len(profile.ratings) > 1:
        choices = tuple(
            MenuChoice(pool_title(words, str(pool)), str(pool), chosen=pool == profile.pool)
            for pool in profile.ratings
        )
        parts.append(Menu(_press(ProfileVerb.POOL, profile), choices))
    world = profile.guild is None
    label = t("This server") if world else t("All servers")
    other = ProfileVerb.SERVER if world else ProfileVerb.WORLD
    buttons = [
        Button(label, _press(other, profile), emoji="🌍"),
    ]
    if profile.sums is not None:
        label = t("Less") if more else t("More")
        verb = ProfileVerb.LESS if more else ProfileVerb.MORE
        buttons.append(Button(label, _press(verb, profile), emoji="📊"))
    if own and profile.sums is not None:
        buttons.append(
            Button(t("Share in channel"), _press(ProfileVerb.SHOW, profile), Style.PRIMARY, "📣")
        )
    if not own:
        # The list begins with the newest match: no match has an id this high.
        matches = HistoryPress.to(HistoryVerb.AT, 2**62, Filter(profile.user_id))
        buttons.append(Button(t("Our matches"), matches, emoji="🗂️"))
    parts.append(Row(tuple(buttons)))
    return parts


def _share(part: float, whole: int) -> float:
    return part / whole if whole else 0.0


def _completed(words: Translator, sums: Totals) -> str:
    """Return the share of completed matches: all of them only if it was all."""
    share = _share(sums.matches - sums.quit, sums.matches)
    return words.percent(min(share, MOST_OF_SOME) if sums.quit else share)
