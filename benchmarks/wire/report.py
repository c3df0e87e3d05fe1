"""The table of a measurement at the wire, and its comparison with the last release."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from benchmarks.goals import at_most
from benchmarks.wire.load import Figures

BASELINE: Final = Path(__file__).parents[1] / "wire_baseline.toml"
WORSE, BETTER = 1.5, 0.67
"""A ratio that is so many times the last release's is said to be worse, or better."""
ECHO: Final = "echo"
PARROT: Final = "parrot"
Results = dict[str, dict[str, Figures]]
"""Figures by mode (``10/s``), then by bot."""


def print_table(results: Results) -> None:
    """Print what presses cost and how long they take."""
    print(
        f"   {'mode':>8} {'bot':>15} {'answered':>8} {'ms CPU':>7} {'all':>7} {'x echo':>6} "
        f"{'p50 ms':>7} {'p99 ms':>7} {'per s':>6}  notes"
    )
    for mode, bots in results.items():
        plain = bots[ECHO].cpu_ms() if ECHO in bots else 0.0
        for bot, found in bots.items():
            ratio = found.cpu_ms() / plain if plain else float("nan")
            print(
                f"   {mode:>8} {bot:>15} {found.answered:>8} {found.cpu_ms():>7.2f} "
                f"{found.cpu_ms(everything=True):>7.2f} {ratio:>6.1f} "
                f"{found.quantile_ms(0.5):>7.1f} {found.quantile_ms(0.99):>7.1f} "
                f"{found.rate():>6.1f}  {_notes(found)}"
            )


def _notes(found: Figures) -> str:
    notes = [f"{count} {how}" for how, count in found.how.items() if how != "at once"]
    notes += [f"{found.unanswered} unanswered"] if found.unanswered else []
    notes += [f"{found.too_fast} refused as too fast"] if found.too_fast else []
    notes += [f"{found.skipped} not pressed"] if found.skipped else []
    notes += [f"{found.refused} of 429"] if found.refused else []
    return ", ".join(notes)


def print_requests(bots: Mapping[str, Figures]) -> None:
    """Print the requests and bytes of a press, from presses made one at a time."""
    for bot, found in bots.items():
        count, middle, size = found.alone_requests()
        kinds = ", ".join(
            f"{kind} {made / found.pressed:.2f} x {found.sizes[kind] / made / 1000:.1f} kB"
            for kind, made in found.requests.most_common()
        )
        print(
            f"   {bot:>15} alone: {count:.2f} requests a press (median {middle:g}), "
            f"{size / 1000:.1f} kB up ({kinds})"
        )


def ratios(results: Results) -> dict[str, float]:
    """The CPU of a press as multiples of the echo's, by mode and bot."""
    found = {}
    for mode, bots in results.items():
        plain = bots[ECHO].cpu_ms() if ECHO in bots else 0.0
        for bot, one in bots.items():
            if not bot.startswith((ECHO, PARROT)) and plain and one.answered:
                found[f"{bot} {mode}"] = one.cpu_ms() / plain
    return found


GOALS: Final = {
    "pictures loop 8": 7.5,
    "text loop 8": 6.6,
    "pictures 10/s": 7.0,
    "text 10/s": 6.3,
}
"""The most CPU of a press, as multiples of the echo's."""


def note_goals(found: Mapping[str, float]) -> None:
    """Note which ratios to the echo are above their goals."""
    for name, most in GOALS.items():
        if name in found:
            at_most(f"wire, {name}, CPU as multiples of the echo's", found[name], most)


def compare(found: Mapping[str, float], plan: str) -> None:
    """Print how the ratios stand to those of the last release, measured by the same plan."""
    known = _baseline()
    print(f"   compared with {known['release']} (a lamp: from x{WORSE} on it is worse)")
    for name, ratio in found.items():
        before = known.get(plan, {}).get(name)
        if before is None:
            print(f"   {name:>18}: x{ratio:.1f} the echo; nothing to compare with")
            continue
        change = ratio / before
        said = "worse" if change > WORSE else "better" if change < BETTER else "as before"
        print(f"   {name:>18}: x{ratio:.1f} the echo, x{before:.1f} then: {said}")


def write_baseline(found: Mapping[str, float], plan: str, release: str) -> None:
    """Keep the ratios of a plan as those of a release."""
    known = _baseline() | {plan: found, "release": release}
    lines = [
        "# CPU of a press as multiples of a bare echo's: `scripts/bench wire --keep RELEASE`.",
        f'release = "{release}"',
    ]
    for section in sorted(known.keys() - {"release"}):
        lines += ["", f"[{section}]"]
        lines += [f'"{name}" = {ratio:.1f}' for name, ratio in known[section].items()]
    BASELINE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _baseline() -> dict[str, Any]:
    return tomllib.loads(BASELINE.read_text(encoding="utf-8"))


def print_profile(file: Path) -> None:
    """Print where the time of the event loop's thread went, by area."""
    import pstats

    areas: dict[str, float] = {}
    stats = pstats.Stats(str(file))
    entries: Mapping[tuple[str, int, str], tuple[int, int, float, float, object]] = stats.stats  # type: ignore[attr-defined]
    for (name, _, _), (_, _, own, _, _) in entries.items():
        area = _area(name)
        areas[area] = areas.get(area, 0.0) + own
    total = sum(areas.values())
    print(f"   profile of the event loop's thread: {total:.1f} s of CPU")
    for area, spent in sorted(areas.items(), key=lambda one: -one[1])[:15]:
        print(f"   {area:>24} {100 * spent / total:>5.1f} %  {spent:.2f} s")


def _area(name: str) -> str:
    parts = Path(name).parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1].removesuffix(".py")
    for root in ("bot", "engine"):
        if root in parts:
            where = parts.index(root)
            return ".".join(parts[where : where + 2]).removesuffix(".py")
    return "built in" if name.startswith(("~", "<")) else "python's library"
