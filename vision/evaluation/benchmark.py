"""The tables of how well photos are read, for `oxeye bench --photos`."""

from collections.abc import Sequence
from statistics import median

from vision.evaluation.intervals import format_share
from vision.evaluation.scoring import Outcome, Score, by_folder, total
from vision.networks.models import Manifest


def format_scores(outcomes: Sequence[Outcome]) -> list[str]:
    """Totals per folder, all with their 95 % intervals, and the photos that were not read exactly."""
    rows = [*by_folder(outcomes).items(), ("all", total(outcomes))]
    width = max(len(name) for name, _ in rows)
    head = f"{'folder':<{width}}  photos  exact          recall   precision  answered  wrong answers"
    lines = [head, *(_format_score(name.ljust(width), score) for name, score in rows)]
    lines += ["", *_format_intervals(rows[-1][1])]
    misses = [one for one in outcomes if not one.exact or (one.hand and not one.answered)]
    if misses:
        lines += ["", "not exactly right, or a hand without a verdict:"]
    for one in misses:
        parts = [f"missed {' '.join(one.missed)}" if one.missed else ""]
        parts.append(f"wrong {' '.join(one.wrong)}" if one.wrong else "")
        parts.append("ANSWERED" if one.answered else ", ".join(one.reasons))
        lines.append(f"  {one.truth.path.name}: {'; '.join(part for part in parts if part)}")
    return lines


def _format_score(name: str, score: Score) -> str:
    exact = f"{score.exact} ({score.exact_share:.1%})"
    return (
        f"{name}  {score.photos:>6}  {exact:<13}  {score.recall:>6.1%}   {score.precision:>9.1%}"
        f"  {score.answered:>8}  {score.wrong_answers:>13}"
    )


def _format_intervals(score: Score) -> list[str]:
    shares = {
        "cards read": (score.found, score.cards),
        "ranks read": (score.ranks, score.cards),
        "cards right of those read": (score.found, score.read),
        "photos exactly right": (score.exact, score.photos),
        "hands of five answered": (score.hands_answered, score.hands),
        "answers that are wrong": (score.wrong_answers, score.answered),
        "indices of one card joined": score.joined[::-1],
    }
    width = max(map(len, shares))
    return [
        "with 95 % intervals:",
        *(f"  {name:<{width}} {format_share(*share)}" for name, share in shares.items()),
    ]


def format_cost(outcomes: Sequence[Outcome], manifest: Manifest) -> str:
    """How long a photo takes in the median, without decoding, and how large the networks are together."""
    size = sum(
        (manifest.folder / network.file).stat().st_size for network in (manifest.finder, manifest.reader)
    )
    typical = median(one.milliseconds for one in outcomes)
    return f"a photo is read in {typical:.0f} ms in the median; the networks together: {size / 1e6:.1f} MB"
