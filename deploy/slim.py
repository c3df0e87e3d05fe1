"""Remove what the bot never loads from its packages: ``slim.py SITE_PACKAGES LOCALES``.

That is other languages' data of Babel, tests and inputs of compilers, the second, unused way into
zstandard, pictures in AVIF, parts of numpy that are loaded only when they are asked for, and what
linkers and debuggers read. Modules stay in their compiled form alone, from which tracebacks have
names and lines, and without docstrings. LOCALES is the folder of the catalogues, whose languages
are kept.
"""

import ast
import marshal
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import Path

NEEDLESS = (
    "*/tests",
    "numpy/**/tests",
    "numpy/distutils",
    "numpy/f2py",
    "numpy/fft",
    "numpy/ma",
    "numpy/polynomial",
    "numpy/random",
    "numpy/testing",
    "numpy/_core/include",
    "numpy/_core/lib",
    "numpy/_core/_simd.*.so",
    "numpy/**/*.pyi",
    "zstandard/_cffi.*.so",
    "discord/bin",
    "discord/ext",
    "PIL/_avif.*.so",
    "pillow.libs/libavif-*",
    "sqlalchemy/dialects/m*sql",
    "sqlalchemy/dialects/oracle",
    "sqlalchemy/testing",
    "alembic/testing",
    "alembic/templates",
    "pydantic/v1",
    "cffi",
    "pycparser",
)

READS_DOCSTRINGS = "sqlalchemy/*/events.py"
"""What writes more into its own docstrings when it is loaded."""
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


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


def leave_compiled(packages: Path) -> None:
    """Compile every module without its texts for readers, and remove the sources."""
    for source in packages.rglob("*.py"):
        try:
            tree = ast.parse(source.read_bytes())
        except SyntaxError:  # It is for another Python.
            continue
        if not source.match(READS_DOCSTRINGS):
            _remove_docstrings(tree)
        # As tracebacks show it, and without the source's time, for there is no source to compare.
        code = compile(tree, str(source), "exec", dont_inherit=True, optimize=0)
        source.with_suffix(".pyc").write_bytes(MAGIC_NUMBER + bytes(12) + marshal.dumps(code))
        source.unlink()


def _remove_docstrings(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]


def _libraries(packages: Path) -> Iterator[Path]:
    """Yield the modules, without what tools have moved to folders ``*.libs``: strip spoils that."""
    for one in packages.rglob("*.so"):
        if not one.parent.name.endswith(".libs"):
            yield one


def _strip(library: Path) -> int:
    before = library.stat().st_size
    subprocess.run(["strip", "--strip-unneeded", str(library)], check=True)
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
    leave_compiled(Path(sys.argv[1]))
    sys.stdout.write(f"{freed / 1e6:.0f} MB removed\n")
