"""The page of the ladder, written from its results and the descriptions of its protocol."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.ladder_protocol import PROTOCOL, Contestant, Opponent, Program

RESULTS: Final = Path(__file__).parents[1] / "docs" / "research" / "ladder.json"
_PAGE: Final = """# The ladder

<!-- Written by scripts/dev rules from docs/research/ladder.json. -->

Our players against public gin rummy players that can be run here or were ported from what is
published about them, by one protocol that was fixed before a card was dealt. One command plays
all of it and writes `docs/research/ladder.json`, from which this page is made:
`scripts/dev arena ladder`.

**Most opponents are ports, not the players themselves.** Under each stands what it is and how far
it is the original. How our own players were made is in [The computer opponents](opponents.md).

{players}

## Games won

Percent of games of standard gin to 100 that our player won, with 95 % intervals. **Bold**: ours
is the stronger player by the protocol; *italic*: the opponent is; plain: undecided, which does
not mean equal.

{shares}
{again}
## The protocol

- **Two fixed seeds** ({seeds}) and mirrored pairs: every deal is played twice, with the seats
  swapped. A pair of games is one observation. All opponents in C meet the same deals.
- **No optional stopping.** The pairs of each row stand in `benchmarks/ladder_protocol.py`. The
  command has no option that changes them, shows no figure before everything is played, and leaves
  nothing if it is interrupted. Opponents who think long get fewer pairs.
- **Exact sign test**, two-sided, over both seeds: pairs of which our player won both games
  against pairs of which it won none. Split pairs are ties and are left out. *p (Holm)* is
  corrected for all {pairings} rows of this page.
- A player is **stronger** if p after Holm's correction is below {level:g} and it won more pairs
  than it lost with each of the two seeds.
- Intervals are 1.96 standard errors of the mean over pairs. Points a round are the mean over
  pairs of our player's points less the opponent's, divided by the rounds played.

Played on {date} in {minutes:g} minutes on two cores of {cpu}: commit `{commit}` {state},
{compiler} with `{flags}`, Python {python}, OpenSpiel {open_spiel}. The players in C give the same
games for the same seed on the same machine; another compiler or processor may round differently
and play some games otherwise.

Not here: other entrants of the EAAI challenge, such as Heisenbot, which nobody has ported, and the
learned agents of GoodStartLabs (DREAM and PPO), whose published weights run in JAX.

{opponents}"""
_HEAD: Final = (
    *("player", "games", "games won", "by seed, %", "pairs won–lost"),
    *("p", "p (Holm)", "points a round", "stronger"),
)
_SECTION: Final = """## {title}

Source: {source}. Ours: {fidelity}.

{table}
"""


_AGAIN: Final = """
Played again later with two fresh seeds, whatever came of it; the table above keeps its figures:

{table}
"""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def _share(row: dict[str, Any]) -> str:
    return f"{100 * row['share']:.1f} ± {100 * row['share_off']:.1f}"


def _marked(row: dict[str, Any] | None) -> str:
    if row is None:
        return "–"
    mark = {"first": "**", "second": "*", None: ""}[row["winner"]]
    return f"{mark}{_share(row)}{mark}"


def _line(row: dict[str, Any], opponent: Opponent) -> tuple[str, ...]:
    stronger = {"first": row["first"], "second": opponent.title, None: "undecided"}
    return (
        row["first"],
        str(row["games"]),
        f"{_share(row)} %",
        " / ".join(f"{100 * one['share']:.1f}" for one in row["by_seed"]),
        f"{row['pairs_won']}–{row['pairs_lost']}",
        row["p"],
        row["p_holm"],
        f"{_signed(row['points'])} ± {row['points_off']:.2f}",
        stronger[row["winner"]],
    )


def _section(opponent: Opponent, rows: Iterable[dict[str, Any]]) -> str:
    table = _table(_HEAD, [_line(row, opponent) for row in rows])
    return _SECTION.format(
        title=opponent.title, source=opponent.source, fidelity=opponent.fidelity, table=table
    )


def _again(rows: Sequence[dict[str, Any]], first: dict[tuple[str, str], dict[str, Any]]) -> str:
    """Return the pairings that were played again, each after its first figures."""
    if not rows:
        return ""
    titles = {one.name: one.title for one in PROTOCOL.opponents}
    head = ("player", "opponent", "seeds", "games", "games won", "by seed, %", "points a round")
    shown = [one for row in rows for one in (first[row["first"], row["second"]], row)]
    lines = [
        (
            row["first"],
            titles[row["second"]],
            ", ".join(str(one["seed"]) for one in row["by_seed"]),
            str(row["games"]),
            f"{_share(row)} %",
            " / ".join(f"{100 * one['share']:.1f}" for one in row["by_seed"]),
            f"{_signed(row['points'])} ± {row['points_off']:.2f}",
        )
        for row in shown
    ]
    return _AGAIN.format(table=_table(head, lines))


def _shares(pairings: dict[tuple[str, str], dict[str, Any]]) -> str:
    def line(player: Contestant) -> tuple[str, ...]:
        found = [pairings.get((player.name, one.name)) for one in PROTOCOL.opponents]
        return player.name, *map(_marked, found)

    head = ("", *(one.title for one in PROTOCOL.opponents))
    return _table(head, map(line, PROTOCOL.players))


def page(results: dict[str, Any]) -> str:
    """Return the page. Raises ValueError for the results of a trial."""
    if not results["is_protocol"]:
        raise ValueError("these are the results of a trial, not of the protocol")
    rows = results["pairings"]
    only_in_c = [one.name for one in PROTOCOL.players if Program.PYTHON not in one.names]
    players = _table(
        ("player", "who it is"), [(one.name, one.description) for one in PROTOCOL.players]
    )
    by_names = {(row["first"], row["second"]): row for row in rows}
    return _PAGE.format(
        players=f"{players}\n\nGames against OpenSpiel itself are played by the bot's own code in "
        f"Python, the others by its copy in C; {', '.join(only_in_c)} is in C only.",
        shares=_shares(by_names),
        again=_again(results.get("again", ()), by_names),
        seeds=" and ".join(map(str, results["protocol"]["seeds"])),
        pairings=len(rows),
        level=results["protocol"]["level"],
        state="without changes" if results["is_clean"] else "with changes that are not in it",
        flags=" ".join(results["flags"]),
        opponents="\n".join(
            _section(one, [row for row in rows if row["second"] == one.name])
            for one in PROTOCOL.opponents
        ),
        **{name: results[name] for name in ("date", "minutes", "cpu", "compiler", "python")},
        open_spiel=results["open_spiel"],
        commit=results["commit"][:12],
    )


def ladder() -> str:
    """Return the page of the stored results."""
    return page(json.loads(RESULTS.read_text(encoding="utf-8")))
