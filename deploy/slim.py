"""Remove what the bot never loads from its packages: ``slim.py SITE_PACKAGES LOCALES``.

That is other languages' data of Babel, tests and inputs of compilers, the second, unused way into
zstandard, pictures in AVIF, and symbols for debuggers. LOCALES is the folder of the catalogues,
whose languages are kept.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NEEDLESS = (
    "*/tests",
    "numpy/**/tests",
    "numpy/f2py",
    "numpy/_core/include",
    "numpy/_core/lib",
    "numpy/_core/_simd.*.so",
    "numpy/**/*.pyi",
    "zstandard/_cffi.*.so",
    "discord/bin",
    "PIL/_avif.*.so",
    "pillow.libs/libavif-*",
    "sqlalchemy/dialects/m*sql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/testing",
)


def slim(packages: Path, locales: Path) -> int:
    """Remove what is needless; return its size in bytes."""
    languages = {"root", "en"} | {one.name.partition("_")[0] for one in locales.iterdir()}
    gone = [one for pattern in NEEDLESS for one in packages.glob(pattern)]
    data = packages / "babel" / "locale-data"
    gone += [one for one in data.glob("*.dat") if one.stem.partition("_")[0] not in languages]
    freed = sum(_remove(one) for one in gone)
    if shutil.which("strip") is not None:
        freed += sum(_strip(one) for one in _libraries(packages))
    return freed


def _libraries(packages: Path) -> Iterator[Path]:
    """Yield the modules, without what tools have moved to folders ``*.libs``: strip spoils that."""
    for one in packages.rglob("*.so"):
        if not one.parent.name.endswith(".libs"):
            yield one


def _strip(library: Path) -> int:
    before = library.stat().st_size
    subprocess.run(["strip", "--strip-debug", str(library)], check=True)
    return before - library.stat().st_size


def _remove(place: Path) -> int:
    if not place.is_dir():
        size = place.stat().st_size if place.exists() else 0
        place.unlink(missing_ok=True)
        return size
    size = sum(one.stat().st_size for one in place.rglob("*") if one.is_file())
    shutil.rmtree(place)
    return size


if __name__ == "__main__":
    freed = slim(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{freed / 1e6:.0f} MB removed\n")
