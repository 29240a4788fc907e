"""The table of how well photos are read, for `oxeye bench --photos`."""

from collections.abc import Sequence

from vision.evaluation.scoring import Outcome, Score, by_folder, total


def format_scores(outcomes: Sequence[Outcome]) -> list[str]:
    """A table of totals per folder and in all, and the photos that were not read exactly."""
    rows = [*by_folder(outcomes).items(), ("all", total(outcomes))]
    width = max(len(name) for name, _ in rows)
    head = f"{'folder':<{width}}  photos  exact          recall   precision  answered  wrong answers"
    lines = [head, *(_format_score(name.ljust(width), score) for name, score in rows)]
    misses = [one for one in outcomes if not one.exact]
    if misses:
        lines.append("")
        lines.append("not exactly right:")
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
