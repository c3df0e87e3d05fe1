"""Every small change to a module that its tests should notice.

The operators are mutmut's. They are applied here to the whole module, because mutmut itself
leaves out class bodies, constants and decorated functions: most of the rules and presets.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import libcst as cst
from libcst import matchers as m
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

_GUARDS: Final = (
    # The type checker proves these; they are there in case it is wrong.
    m.Assert(),
    m.Call(func=m.Name("assert_never")),
    m.Arg(keyword=m.Name("strict")),
)
_NOT_BEHAVIOUR: Final = (
    m.Annotation(),
    m.Decorator(),
    m.Import(),
    m.ImportFrom(),
    m.Call(func=m.Name("TypeVar")),
    m.Call(func=m.Attribute(value=m.Name("_log"))),
    m.Assign(value=m.Call(func=m.Attribute(value=m.Name("logging")))),
    m.AnnAssign(annotation=m.Annotation(m.Name("TypeAlias"))),
    m.AnnAssign(annotation=m.Annotation(m.Attribute(attr=m.Name("TypeAlias")))),
)
_CAST: Final = m.Call(func=m.Name("cast"))
_UNREACHABLE: Final = m.MatchCase(
    body=m.IndentedBlock([m.SimpleStatementLine([m.Expr(m.Call(func=m.Name("assert_never")))])])
)


@dataclass(frozen=True)
class Change:
    """One node of a module replaced by another."""

    module: cst.Module
    first: int
    last: int
    old: cst.CSTNode
    new: cst.CSTNode

    @cached_property
    def source(self) -> str:
        """The changed module."""
        changed = self.module.deep_replace(self.old, self.new)
        assert isinstance(changed, cst.Module)
        return changed.code

    @cached_property
    def lines(self) -> tuple[str, str]:
        """The lines it replaces and those it puts in their place, each as one line."""
        before, after = self.module.code.splitlines(), self.source.splitlines()
        match = difflib.SequenceMatcher(None, before, after, autojunk=False)
        old, new = [], []
        for kind, a, b, c, d in match.get_opcodes():
            if kind != "equal":
                old += before[a:b]
                new += after[c:d]
        return " ".join(map(str.strip, old)), " ".join(map(str.strip, new))


class _Changes(cst.CSTVisitor):
    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, module: cst.Module) -> None:
        super().__init__()
        self.found: list[Change] = []
        self._module = module

    def on_visit(self, node: cst.CSTNode) -> bool:
        if any(m.matches(node, left_out) for left_out in (*_GUARDS, *_NOT_BEHAVIOUR)):
            return False
        if not m.matches(node, _CAST):
            where = self.get_metadata(PositionProvider, node, None)
            if where is not None:
                for new in _replacements(node):
                    self.found.append(
                        Change(self._module, where.start.line, where.end.line, node, new)
                    )
        return True


def _replacements(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            for new in operator(node):
                if not _drops_a_guard(node, new):
                    yield new


def _drops_a_guard(node: cst.CSTNode, new: cst.CSTNode) -> bool:
    if isinstance(node, cst.Match) and isinstance(new, cst.Match):
        return any(m.matches(case, _UNREACHABLE) for case in set(node.cases) - set(new.cases))
    if isinstance(node, cst.Call) and isinstance(new, cst.Call):
        kept = {id(argument) for argument in new.args}
        return any(
            id(argument) not in kept and m.matches(argument, _GUARDS[-1]) for argument in node.args
        )
    return False


def changes(source: str) -> list[Change]:
    """Every change to a module, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = _Changes(wrapper.module)
    wrapper.visit(visitor)
    return sorted(visitor.found, key=lambda change: change.first)
