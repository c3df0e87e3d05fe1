"""The whole bot between a Discord of its own, pages, a disk and the clock, by one seed."""

import tests.worlds.plugin  # noqa: F401 - before the program, which binds the clocks it finds
