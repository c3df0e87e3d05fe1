"""Alerts and dashboard: each alert fires when it should, and what they name exists."""

import json
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from scripts.tools.generated_docs import metric_families

ROOT: Final = Path(__file__).parents[3]
RULES: Final = ROOT / "deploy" / "prometheus.rules.yml"
DASHBOARD: Final = ROOT / "deploy" / "grafana.json"
METRIC: Final = re.compile(r"\b(?:gin|process)_\w+")
GIN: Final = {"job": "gin", "instance": "gin:9100"}
DAY_S: Final = 86_400


@dataclass(frozen=True)
class Alert:
    """One alert of the file of rules."""

    name: str
    expression: str
    severity: str
    annotations: dict[str, str]


def alerts() -> dict[str, Alert]:
    found = {}
    for block in re.split(r"^ +- alert: ", RULES.read_text(encoding="utf-8"), flags=re.M)[1:]:
        name, _, rest = block.partition("\n")
        fields = dict(re.findall(r"^ +(\w+): (.+)$", rest, re.MULTILINE))
        notes = {key: fields[key] for key in ("summary", "description", "runbook")}
        found[name] = Alert(name, fields["expr"], fields["severity"], notes)
    return found


@dataclass(frozen=True)
class Case:
    """Series that fire an alert after ``minutes``, and series that nearly do.

    A series is a metric, its values minute by minute in promtool's notation, and its labels;
    ``labels`` are those of the alert.
    """

    firing: dict[str, str]
    calm: dict[str, str]
    minutes: int = 45
    labels: str = ""


def steady(metric: str, bad: float, good: float, labels: str = "") -> Case:
    """A gauge that is bad, and one that just is not."""
    return Case({metric: f"{bad}x600"}, {metric: f"{good}x600"}, labels=labels)


def late(metric: str, seconds: int) -> Case:
    """A moment that is too long ago, and one that is not, where backups are made every day."""
    end = 3 * 60
    interval = {"gin_backup_interval_seconds": f"{DAY_S}x600"}
    begun = {metric: f"{60 * end - seconds - 7200}x600"}
    return Case(
        interval | begun,
        interval | {metric: f"{60 * end - seconds + 60}x600"},
        minutes=end,
    )


def slow(metric: str, work: str = "") -> Case:
    """Half of what is measured is slow, and nothing is."""
    lines = [f'{metric}_bucket{{{work}le="{end}"}}' for end in ("0.1", "2.5", "+Inf")]
    return Case(
        dict(zip(lines, ("0+5x600", "0+10x600", "0+10x600"), strict=True)),
        dict.fromkeys(lines, "0+10x600"),
    )


CASES: Final = {
    "GinDown": steady("up", 0, 1),
    "GinNotReady": steady("gin_ready", 0, 1),
    "GinRestarts": Case(
        {"process_start_time_seconds": "0+60x600"}, {"process_start_time_seconds": "5x600"}
    ),
    "GinPressesFail": Case(
        {'gin_presses_total{area="play",outcome="failed"}': "0x40 1x600"},
        {
            'gin_presses_total{area="play",outcome="failed"}': "1x600",
            'gin_presses_total{area="play",outcome="refused"}': "0+9x600",
        },
    ),
    "GinPressesSlow": slow("gin_press_seconds"),
    "GinMovesBusy": Case(
        {'gin_moves_total{outcome="busy"}': "0x40 1x600"},
        {'gin_moves_total{outcome="busy"}': "1x600", 'gin_moves_total{outcome="stale"}': "0+1x600"},
        labels='outcome="busy"',
    ),
    "GinCommitQueueLong": steady("gin_commit_queue", 501, 500),
    "GinLoopBlocked": steady("gin_loop_lag_seconds", 0.3, 0.2),
    "GinRequestsRefused": steady("gin_refused_requests", 501, 500),
    "GinDiscordFails": Case(
        {
            'gin_rest_requests_total{status="5xx"}': "0+4x600",
            'gin_rest_requests_total{status="none"}': "0+4x600",
        },
        {
            'gin_rest_requests_total{status="5xx"}': "0+2x600",
            'gin_rest_requests_total{status="none"}': "0+2x600",
            'gin_rest_requests_total{status="4xx"}': "0+90x600",
        },
    ),
    "GinShardClosed": steady('gin_shards{state="closed"}', 1, 0, 'state="closed"'),
    "GinGatewaySlow": steady("gin_gateway_latency_seconds", 3, 1),
    "GinTwinProcess": steady("gin_twin_processes", 1, 0),
    "GinTimersLate": steady("gin_late_timers", 1, 0),
    "GinJobFails": Case(
        {'gin_job_failures_total{work="upkeep"}': "0x20 1x5 2x5 3x5 4x5 5x600"},
        {'gin_job_failures_total{work="upkeep"}': "0x20 1x5 2x600"},
        labels='work="upkeep"',
    ),
    "GinDatabaseSlow": slow("gin_database_seconds", 'work="commit",'),
    "GinConnectionsBusy": Case(
        {"gin_database_connections": "4x600", "gin_database_connections_max": "4x600"},
        {"gin_database_connections": "3x600", "gin_database_connections_max": "4x600"},
    ),
    "GinDatabaseDamaged": steady("gin_database_damaged", 1, 0),
    "GinBackupOld": late("gin_backup_timestamp_seconds", 2 * DAY_S),
    "GinBackupUnrestorable": steady("gin_backup_unrestorable", 1, 0),
    "GinRestoreTestOld": late("gin_restore_test_timestamp_seconds", 8 * DAY_S),
    "GinDiskShort": Case(
        {
            'gin_disk_free_bytes{folder="database"}': "500x600",
            'gin_disk_needed_bytes{folder="database"}': "512x600",
        },
        {
            'gin_disk_free_bytes{folder="database"}': "520x600",
            'gin_disk_needed_bytes{folder="database"}': "512x600",
        },
        labels='folder="database"',
    ),
    "GinDiskFillsUp": Case(
        {'gin_disk_free_bytes{folder="data"}': "100000-100x600"},
        {'gin_disk_free_bytes{folder="data"}': "100000-10x600"},
        minutes=120,
        labels='folder="data"',
    ),
    "GinFilesShort": Case(
        {"process_open_fds": "900x600", "process_max_fds": "1000x600"},
        {"process_open_fds": "700x600", "process_max_fds": "1000x600"},
    ),
}


def exported() -> set[str]:
    """The names of all lines that a bot exports."""
    return {one.name for family in metric_families() for one in family.samples} | {"up"}


def named_in(expression: str) -> set[str]:
    return set(METRIC.findall(re.sub(r"\{[^}]*\}", "", expression)))


def test_what_alerts_and_dashboard_name_exists() -> None:
    known = exported()
    for alert in alerts().values():
        assert named_in(alert.expression) <= known, alert.name
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    shown: set[str] = set()
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            names = named_in(target["expr"])
            assert names, panel["title"]
            shown |= names
    assert shown <= known
    left_out = {one.removesuffix("_bucket") for one in shown}
    own = {one.name for one in metric_families() if one.name.startswith("gin_")}
    missing = {one for one in own if not any(name.startswith(one) for name in left_out)}
    assert missing == set(), "every metric is on the dashboard"


def test_every_alert_has_a_line_for_whoever_is_woken() -> None:
    page = (ROOT / "docs" / "host" / "health.md").read_text(encoding="utf-8")
    headings = {one.lower() for one in re.findall(r"^### (Gin\w+)\n\n\S", page, re.MULTILINE)}
    assert headings == {name.lower() for name in alerts()}
    for name, alert in alerts().items():
        assert alert.annotations["runbook"] == f"docs/host/health.md#{name.lower()}"
    assert set(CASES) == set(alerts())


@pytest.mark.skipif(shutil.which("promtool") is None, reason="needs Prometheus' promtool")
@pytest.mark.parametrize("name", CASES)
def test_an_alert_fires_when_it_should_and_not_before(name: str, tmp_path: Path) -> None:
    case, alert = CASES[name], alerts()[name]
    own = GIN | dict(re.findall(r'(\w+)="(\w+)"', case.labels))
    fired = {
        "exp_labels": own | {"severity": alert.severity},
        "exp_annotations": alert.annotations,
    }
    wanted = {
        "rule_files": [str(RULES)],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [series(*one) for one in given.items()],
                "alert_rule_test": [
                    {"eval_time": f"{case.minutes}m", "alertname": name, "exp_alerts": expected}
                ],
            }
            for given, expected in ((case.firing, [fired]), (case.calm, []))
        ],
    }
    file = tmp_path / "test.yml"
    file.write_text(json.dumps(wanted), encoding="utf-8")  # which is YAML too
    done = subprocess.run(
        ["promtool", "test", "rules", file], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def series(metric: str, values: str) -> dict[str, str]:
    """A series in promtool's words, of the process of ``GIN``."""
    name, _, labels = metric.partition("{")
    every = ",".join([*(f'{key}="{value}"' for key, value in GIN.items()), labels.rstrip("}")])
    steady_values = re.sub(r"(?<![\d.+-])(-?[\d.]+)x", r"\1+0x", values)
    return {"series": f"{name}{{{every.rstrip(',')}}}", "values": steady_values}
