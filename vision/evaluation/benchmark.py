"""The tables of how well photos are read, for `oxeye bench --photos`."""

from collections.abc import Sequence

from vision.evaluation.intervals import format_share
from vision.evaluation.scoring import Outcome, Score, by_folder, total


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
    answers = format_share(score.hands_answered, score.hands)
    return [
        "with 95 % intervals:",
        f"  cards read             {format_share(score.found, score.cards)}",
        f"  cards right of those   {format_share(score.found, score.read)}",
        f"  photos exactly right   {format_share(score.exact, score.photos)}",
        f"  hands of five answered {answers}",
        f"  answers that are wrong {format_share(score.wrong_answers, score.answered)}",
    ]
