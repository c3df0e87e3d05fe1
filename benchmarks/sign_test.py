"""The exact sign test and Holm's correction, in whole numbers, however small the results."""

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

_CONTEXT = Context(prec=12, Emin=-999_999)


def sign_test(won: int, lost: int) -> Fraction:
    """Return the two-sided probability of a split at least as uneven, if both sides are as likely.

    Ties are left out before; without any decided pair the probability is 1.
    """
    count, fewer = won + lost, min(won, lost)
    ways = total = 1
    for chosen in range(fewer):
        ways = ways * (count - chosen) // (chosen + 1)
        total += ways
    return min(Fraction(1), Fraction(2 * total, 2**count))


def holm(values: Sequence[Fraction]) -> list[Fraction]:
    """Return the probabilities after Holm's step-down correction, in the order of ``values``."""
    ordered = sorted(range(len(values)), key=lambda place: values[place])
    corrected = [Fraction(1)] * len(values)
    most = Fraction(0)
    for rank, place in enumerate(ordered):
        most = max(most, min(Fraction(1), (len(values) - rank) * values[place]))
        corrected[place] = most
    return corrected


def in_digits(probability: Fraction) -> str:
    """Return a probability as text: ``0.034``, or ``2.1e-400`` where a float would be nothing."""
    if probability >= Fraction(1, 1000):
        return f"{float(probability):.3f}"
    value = _CONTEXT.divide(Decimal(probability.numerator), Decimal(probability.denominator))
    return f"{value:.1e}"
