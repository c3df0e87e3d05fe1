"""The trainer's work in the background."""

from bot.ui.periodic import PeriodicTask
from engine.service import Service


class TrainerTask(PeriodicTask):
    """The task that fills the pool of puzzles and looks for mistakes; safe in several processes."""

    name = "trainer"

    def __init__(self, service: Service, seconds: float | None) -> None:
        self._service = service
        super().__init__(seconds)

    async def once(self) -> None:
        """Make puzzles if it is time, and look into the matches that have ended."""
        await self._service.trainer.prepare()
        await self._service.trainer.study_everybody()
