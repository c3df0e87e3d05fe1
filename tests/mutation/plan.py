"""Which modules are changed, and which tests have to notice."""

from typing import Final

from tests.mutation.trial import Target

_GAME: Final = (
    "tests/engine/test_endings.py",
    "tests/engine/test_formats.py",
    "tests/engine/test_mahjong.py",
    "tests/engine/test_match.py",
    "tests/engine/test_match_properties.py",
    "tests/engine/test_options.py",
    "tests/engine/test_record.py",
    "tests/engine/test_replay.py",
    "tests/engine/test_revision.py",
    "tests/engine/test_round_properties.py",
    "tests/engine/test_rules.py",
    "tests/engine/test_stored_names.py",
    "tests/engine/test_taking_back.py",
    "tests/engine/test_view.py",
    "tests/rules/test_vectors.py",
)
_FAIRNESS: Final = ("tests/engine/test_fairness.py", "tests/engine/test_verifier.py")
_COMMITTER: Final = ("tests/store/test_committer.py", "tests/service/test_guards.py")
_PRIVACY: Final = (
    *("tests/service/test_privacy.py", "tests/service/test_deletion.py"),
    "tests/service/test_guards.py",
)

TARGETS: Final = (
    *(
        Target(f"engine/game/{name}.py", _GAME)
        for name in (
            "scoring",
            "sheet",
            "knocking",
            "view",
            "rules",
            "round",
            "gin",
            "match/acting",
            "match/state",
            "mahjong",
            "formats",
        )
    ),
    Target("engine/fairness.py", _FAIRNESS),
    Target("engine/store/committer.py", _COMMITTER),
    Target("engine/service/operations/privacy.py", _PRIVACY),
    Target("engine/service/operations/deletion.py", _PRIVACY),
)
