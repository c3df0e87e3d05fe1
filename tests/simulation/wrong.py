"""What a simulation raises when something is not as it must be."""


class WrongError(Exception):
    """A promise of the service was broken."""


def demand(promise: bool, text: str) -> None:
    """Raise WrongError unless something is so."""
    if not promise:
        raise WrongError(text)
