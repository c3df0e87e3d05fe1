"""``scripts/dev rules``: write the pages of the documentation that follow from code or results."""

import asyncio
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from prometheus_client.metrics_core import Metric
from pydantic import SecretStr

from benchmarks.ladder_page import ladder
from bot.app import GinBot
from bot.ops.observation import Observation
from bot.settings import Settings
from bot.settings_reference import described_settings
from bot.ui.i18n import words_for
from bot.wording.names import title_of
from bot.wording.options import NEED_WORDS, OPTION_WORDS
from bot.wording.rules import in_short
from bot.wording.rules_options import differences, value_text, values_text
from engine.game.options import OPTIONS, missing
from engine.game.presets import PRESET_PLAYERS, PRESETS
from engine.service import Service
from engine.store import Store

ROOT: Final = Path(__file__).parents[2]
_WRITTEN: Final = "<!-- Written by scripts/dev rules from the code. -->"
_STANDARD: Final = PRESETS["standard"]
_RULESETS: Final = """# Rulesets

{written}

Every ruleset is [standard gin](standard.md) with some options changed. This table names the
changes; `/gin rules` in Discord has the full text of each. Not sure which to choose?

- **For a first match**: standard gin.
- **For a short one**: single game; points only, nothing is added at the end.
- **As in older books**: classic gin, with smaller bonuses.
- **For more tension**: Oklahoma gin, where the upcard sets the knock limit, and straight gin,
  without any knocking.
- **For a long evening**: Hollywood scoring, three games at once.
- **For three to eight players**: the rulesets whose second column names that number.

The name in backticks is the one that `rules:` takes in commands.

{table}
"""
_OPTIONS: Final = """# Options

{written}

House rules are a ruleset with some options changed; administrators name them with `/gin-admin
house-rules`. An option that would have no effect is rejected, and named. The
[rulebook](rulebook.md) says what each of them means in play.

{table}
"""
_SETTINGS: Final = """# Settings

{written}

Every setting is an environment variable or a line of `.env`, and every one is optional. Variables
of the environment win over the file. `.env.example` has all of them with their defaults, ready to
copy. A value that cannot be used ends the program with one sentence that names the setting and
never repeats the value.

The ones that matter first are `DISCORD_TOKEN`, `GIN_DATABASE_URL`, `GIN_OPS_PORT` for
[health](health.md), and `GIN_WEB_PORT` with `GIN_CLIENT_SECRET` for [the card
table](card-table.md).

{table}
"""


_METRICS: Final = """# Metrics

{written}

What `/metrics` exports; [Is it healthy?](health.md) says where, and what to do when an alert fires.
Every label comes from a closed list, and none of them holds an id, a name or a card. Counters and
the lines of every label are there from the start.

`deploy/prometheus.rules.yml` has the alerts and `deploy/grafana.json` a dashboard.

{table}
"""


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = (head, ("---",) * len(head), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def rulesets() -> str:
    """Return the page with every preset and what it changes."""
    words = words_for("en")
    rows = []
    for name, rules in PRESETS.items():
        changes = differences(words, _STANDARD, rules)
        rows.append(
            (
                f"**{title_of(words, name)}** `{name}`",
                str(PRESET_PLAYERS.get(name, 2)),
                in_short(words, rules),
                "; ".join(changes) or "–",
            )
        )
    head = ("ruleset", "players", "in short", "differences from standard gin")
    return _RULESETS.format(written=_WRITTEN, table=_table(head, rows))


def options() -> str:
    """Return the page with every option of the rules."""
    words, standard = words_for("en"), _STANDARD.options()
    rows = []
    for name in OPTIONS:
        need = missing(name, _STANDARD)
        rows.append(
            (
                f"`{name}`",
                words.t(OPTION_WORDS[name].meaning),
                values_text(name),
                value_text(standard[name]),
                "" if need is None else words.t(NEED_WORDS[need]),
            )
        )
    head = ("option", "what it does", "values", "standard", "takes effect with")
    return _OPTIONS.format(written=_WRITTEN, table=_table(head, rows))


def settings() -> str:
    """Return the page with every setting of an operator."""
    rows = [
        (f"`{variable}`", meaning, f"`{default}`" if default else "")
        for variable, meaning, default in described_settings()
    ]
    return _SETTINGS.format(written=_WRITTEN, table=_table(("setting", "meaning", "default"), rows))


@cache
def metric_families() -> tuple[Metric, ...]:
    """Return what `/metrics` exports, from a bot on an empty database that is not connected."""
    return asyncio.run(_metric_families())


async def _metric_families() -> tuple[Metric, ...]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/gin.db"
        service = Service(await Store.open(url))
        try:
            bot = GinBot(service, Settings(database_url=SecretStr(url)), warm=False)
            observation = Observation(bot, service)
            await observation.look(ready=False)
            counted = bot.parts.messenger.metrics.registry.collect()
            return (*counted, *observation.collect())
        finally:
            await service.close()


def metrics() -> str:
    """Return the page with every metric of an operator."""
    rows = []
    for family in metric_families():
        labels = {label for one in family.samples for label in one.labels if label != "le"}
        named = f"{{{','.join(sorted(labels))}}}" if labels else ""
        name = exported_name(family)
        rows.append((f"`{name}{named}`", family.type, family.documentation.rstrip(".")))
    table = _table(("metric", "type", "meaning"), sorted(rows))
    return _METRICS.format(written=_WRITTEN, table=table)


def exported_name(family: Metric) -> str:
    """Return the name of a family's lines, without the endings of a histogram."""
    ending = {"counter": "_total", "info": "_info"}.get(family.type, "")
    return f"{family.name}{ending}"


def pages() -> dict[Path, str]:
    """Return the text of every generated page by its file."""
    docs = ROOT / "docs"
    return {
        docs / "rules" / "rulesets.md": rulesets(),
        docs / "rules" / "options.md": options(),
        docs / "host" / "metrics.md": metrics(),
        docs / "host" / "settings.md": settings(),
        docs / "research" / "ladder.md": ladder(),
    }


def main() -> None:
    """Write all pages."""
    for file, text in pages().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
