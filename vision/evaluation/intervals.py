"""How far a share that was measured on few cases can be off."""

import math

_Z = 1.959964
"""Standard normal quantile of a two-sided 95 % interval."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson, 1927), which holds near 0 and 1 too; (0, 1) without trials.

    >>> [round(bound, 3) for bound in wilson(38, 40)]
    [0.835, 0.986]
    """
    if not trials:
        return 0.0, 1.0
    share, spread = hits / trials, _Z**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def format_share(hits: int, trials: int, digits: int = 1) -> str:
    """A share with its interval, such as `95.0 % (83.5-98.6), 38 of 40`."""
    if not trials:
        return "none"
    low, high = wilson(hits, trials)
    return f"{hits / trials:.{digits}%} ({low * 100:.{digits}f}-{high * 100:.{digits}f}), {hits} of {trials}"
