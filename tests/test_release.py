"""What is released: a tag that agrees with the version and the changelog, and packages that run."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from deploy.slim import leave_compiled, slim
from scripts.tools.releases import faults, faults_of_wheel, for_strangers, with_addresses
from tests.waiting import PATIENCE_S
from tests.worlds.project import ROOT

HEADING = "## [Unreleased]\n\n## [1.2.3] - 2027-01-02\n\n- A change.\n\n## [1.2.2] - 2027-01-01\n"


def laid_out(
    folder: Path, *, project: str = "1.2.3", own: str = "1.2.3", log: str = HEADING
) -> Path:
    (folder / "bot").mkdir()
    (folder / "pyproject.toml").write_text(f'[project]\nversion = "{project}"\n')
    (folder / "bot" / "__init__.py").write_text(f'"""Bot."""\n\n__version__ = "{own}"\n')
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\n{log}")
    return folder


def test_a_release_whose_parts_agree_has_no_fault(tmp_path: Path) -> None:
    assert faults("v1.2.3", laid_out(tmp_path)) == []


@pytest.mark.parametrize(
    ("tag", "parts", "says"),
    [
        ("1.2.3", {}, "is not v and a version"),
        ("v1.2", {}, "is not v and a version"),
        ("v1.2.4", {}, "pyproject.toml has the version 1.2.3"),
        ("v1.2.3", {"project": "1.2.2"}, "pyproject.toml has the version 1.2.2"),
        ("v1.2.3", {"own": "1.2.2"}, "bot/__init__.py has the version 1.2.2"),
        ("v1.2.3", {"log": "## [Unreleased]\n"}, "no heading '## [1.2.3] - YYYY-MM-DD'"),
        ("v1.2.3", {"log": "## [1.2.3]\n\n- A change.\n"}, "no heading"),
        ("v1.2.3", {"log": "## [1.2.3] - 2027-01-02\n"}, "says nothing below the heading"),
        ("v1.2.3", {"log": HEADING.replace("ed]\n", "ed]\n\n- New.\n")}, "still lists changes"),
    ],
)
def test_each_disagreement_is_named(
    tmp_path: Path, tag: str, parts: dict[str, str], says: str
) -> None:
    found = faults(tag, laid_out(tmp_path, **parts))
    assert [one for one in found if says in one], found


def test_this_tree_is_at_one_version() -> None:
    done = subprocess.run(
        [str(ROOT / "scripts" / "release"), "check", "v0.0.0"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 1
    named = {line.split()[5] for line in done.stderr.splitlines() if " has the version " in line}
    assert len(named) == 1


def test_packages_name_the_repository_that_releases_them() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    before, after = (
        tomllib.loads(text),
        tomllib.loads(with_addresses(text, "https://a.example/b/c")),
    )
    addresses = after["project"].pop("urls")
    assert before == after
    assert addresses["Issues"] == "https://a.example/b/c/issues"
    assert set(addresses) >= {"Homepage", "Source", "Changelog", "Documentation"}


def test_the_compose_file_of_a_release_pulls_its_image() -> None:
    text = for_strangers((ROOT / "compose.yaml").read_text(encoding="utf-8"), "a.example/b/c:1.2.3")
    assert "    image: ${GIN_IMAGE:-a.example/b/c:1.2.3}\n" in text
    assert "build:" not in text


def test_the_image_keeps_the_languages_of_the_catalogues_and_no_tests(tmp_path: Path) -> None:
    packages, locales = tmp_path / "packages", tmp_path / "locales"
    gone = (
        "babel/locale-data/sv.dat",
        "numpy/tests/test_a.py",
        "numpy/linalg/tests/test_b.py",
        "numpy/f2py/crackfortran.py",
        "zstandard/_cffi.cpython-311.so",
    )
    stays = (
        "babel/locale-data/root.dat",
        "babel/locale-data/de_AT.dat",
        "babel/locale-data/en.dat",
        "babel/global.dat",
        "numpy/linalg/_linalg.py",
        "numpy.libs/libopenblas.so",
    )
    for name in (*gone, *stays):
        (packages / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / name).write_bytes(b"12345")
    (locales / "de").mkdir(parents=True)
    assert slim(packages, locales) == 5 * len(gone)
    left = {str(one.relative_to(packages)) for one in packages.rglob("*") if one.is_file()}
    assert left == set(stays)


def test_packages_run_without_their_sources(tmp_path: Path) -> None:
    package = tmp_path / "deep" / "er"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from deep.er.part import VALUE\n")
    (package / "part.py").write_text(
        '"""Doc."""\n\n\nclass A:\n    """Doc."""\n\n\nVALUE = 7, A.__doc__\n'
    )
    (package / "bad.py").write_text("only for another Python(\n")
    leave_compiled(tmp_path)
    assert [one.name for one in tmp_path.rglob("*.py")] == ["bad.py"]
    ran = subprocess.run(
        [sys.executable, "-c", "import deep.er; print(deep.er.VALUE)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert ran.stdout == "(7, None)\n"


NEEDED = (
    "bot/__main__.py",
    "bot/web/static/index.html",
    "bot/assets/a.webp",
    "bot/locales/de/LC_MESSAGES/gin.po",
    "engine/__init__.py",
    "gin_rummy_bot-1.2.3.dist-info/licenses/LICENSE",
)


def wheel(folder: Path, *names: str) -> Path:
    file = folder / "gin.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, "")
    return file


def test_a_wheel_with_everything_that_runs_has_no_fault(tmp_path: Path) -> None:
    assert faults_of_wheel(wheel(tmp_path, *NEEDED)) == []


def test_what_a_wheel_lacks_or_has_needlessly_is_named(tmp_path: Path) -> None:
    for missing in NEEDED[1:]:
        [found] = faults_of_wheel(wheel(tmp_path, *(one for one in NEEDED if one != missing)))
        assert "lacks" in found
    for more in ("tests/a.py", "bot/web/page/a.ts", "bot/locales/de/LC_MESSAGES/glossary.toml"):
        [found] = faults_of_wheel(wheel(tmp_path, *NEEDED, more))
        assert more in found
