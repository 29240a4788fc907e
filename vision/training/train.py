"""Training of the finder and the reader on rendered scenes: ultralytics' models, an own short loop.

The loop is our own because ultralytics' trainer allows neither bfloat16 nor channels_last on a CPU, which
together double the speed there. A checkpoint of a few MB (half-precision weights and their average) is
written at intervals; a run that finds one goes on from it.
"""

import csv
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader
from ultralytics.utils.torch_utils import ModelEMA

from vision.synth.batches import FinderBatches, ReaderBatches
from vision.training.networks import FinderLoss, ReaderLoss, build_finder, build_reader

Evaluate = Callable[[nn.Module], dict[str, float]]
"""Measures an averaged model on real photos; its figures become columns of the curve."""


_MEMORY = 0.998
"""Decay of the averaged weights: they remember about 500 steps. A run that is resumed with new scenes or
classes would otherwise end as a mixture of what it was and what it became."""


@dataclass(frozen=True)
class Plan:
    """How one network is trained.

    Attributes:
        kind: `finder` or `reader`.
        batches: total number of optimisation steps; the learning rate falls to 1 % over them.
        batch: pictures per step (the reader's crops come 256 a step).
        rate: peak learning rate of AdamW.
        seed: of the scenes and the weights.
        art: folder of decks and backgrounds, or `None` to paint all.
        start: COCO-trained YOLO11n for a first run of the finder.
        out: folder of checkpoint and curve.
        save_every: seconds between checkpoints.
        measure_every: steps between measurements on real photos; 0 for never.
        workers: processes that render.
        sizes: picture sides in pixels that the finder is shown, one per step.
    """

    kind: str
    batches: int
    out: Path
    batch: int = 16
    rate: float = 1.5e-3
    seed: int = 1
    art: Path | None = None
    start: Path | None = None
    save_every: float = 120.0
    measure_every: int = 0
    workers: int = 1
    sizes: tuple[int, ...] = (384, 448, 512)


def train(plan: Plan, evaluate: Evaluate | None = None, say: Callable[[str], None] = print) -> Path:
    """Run or resume a plan; returns the checkpoint's path.

    Raises:
        FileNotFoundError: art or start weights are missing.
    """
    torch.manual_seed(plan.seed)
    plan.out.mkdir(parents=True, exist_ok=True)
    checkpoint = plan.out / f"{plan.kind}.pt"
    model: nn.Module = build_finder(plan.start) if plan.kind == "finder" else build_reader()
    step = load_checkpoint(checkpoint, model) if checkpoint.exists() else 0
    model = model.to(memory_format=torch.channels_last).train()
    average = ModelEMA(model, decay=_MEMORY, tau=600, updates=step)
    loss_of = FinderLoss(model) if plan.kind == "finder" else ReaderLoss()
    optimizer = _optimizer(model, plan.rate)
    loader = _loader(plan, step)
    began, saved, first, seen = time.monotonic(), time.monotonic(), step, _Mean()
    for batch in loader:
        for group in optimizer.param_groups:
            group["lr"] = _rate(plan, step)
        images = batch["img"].to(memory_format=torch.channels_last).float() / 255
        with torch.autocast("cpu", torch.bfloat16):
            outputs = model(images)
        loss = _total(loss_of(_single(outputs), batch))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimizer.step()
        average.update(model)
        step += 1
        seen.add(float(loss.detach()) / (len(images) if plan.kind == "finder" else 1))
        if step % 50 == 0:
            pace = (time.monotonic() - began) / (step - first)
            say(
                f"{plan.kind} {step}/{plan.batches} loss {seen.take():.4f} {pace:.2f} s/step "
                f"ETA {pace * (plan.batches - step) / 60:.0f} min"
            )
        if time.monotonic() - saved > plan.save_every or step == plan.batches:
            save_checkpoint(checkpoint, average.ema, step, plan)
            saved = time.monotonic()
        if evaluate is not None and plan.measure_every and step % plan.measure_every == 0:
            figures = evaluate(average.ema)
            _note(plan.out / f"{plan.kind}.csv", {"step": step, "images": step * len(images), **figures})
            say(f"{plan.kind} {step} {figures}")
    return checkpoint


def save_checkpoint(path: Path, model: nn.Module, step: int, plan: Plan) -> None:
    """Write half-precision weights and what is needed to go on; replaces the file in one move."""
    state = {
        key: value.half() if value.is_floating_point() else value for key, value in model.state_dict().items()
    }
    partial = path.with_suffix(".tmp")
    torch.save({"kind": plan.kind, "step": step, "seed": plan.seed, "weights": state}, partial)
    partial.replace(path)


def load_checkpoint(path: Path, model: nn.Module) -> int:
    """Load weights into a model; returns the number of steps they were trained for."""
    saved: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(
        {
            key: value.float() if value.is_floating_point() else value
            for key, value in saved["weights"].items()
        }
    )
    return int(saved["step"])


def _loader(plan: Plan, step: int) -> DataLoader[dict[str, Tensor]]:
    data: FinderBatches | ReaderBatches
    if plan.kind == "finder":
        data = FinderBatches(plan.art, plan.seed, step, plan.batches, plan.batch, plan.sizes)
    else:
        data = ReaderBatches(plan.art, plan.seed, step, plan.batches)
    return DataLoader(
        data, batch_size=None, num_workers=plan.workers, prefetch_factor=4 if plan.workers else None
    )


def _optimizer(model: nn.Module, rate: float) -> torch.optim.Optimizer:
    """AdamW; no weight decay on biases and normalisation."""
    plain = [p for p in model.parameters() if p.requires_grad and p.ndim > 1]
    free = [p for p in model.parameters() if p.requires_grad and p.ndim <= 1]
    groups = [{"params": plain, "weight_decay": 5e-4}, {"params": free, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.999))


def _rate(plan: Plan, step: int) -> float:
    """Warm-up over 100 steps, then a cosine down to 1 %."""
    warm = min(1.0, (step + 1) / 100)
    return plan.rate * warm * (0.01 + 0.99 * (1 + math.cos(math.pi * step / plan.batches)) / 2)


def _single(outputs: Any) -> Any:
    """Network outputs in float32, whatever their nesting."""
    if isinstance(outputs, dict):
        return {key: _single(value) for key, value in outputs.items()}
    if isinstance(outputs, list | tuple):
        return [_single(value) for value in outputs]
    return outputs.float()


def _total(loss: Any) -> Tensor:
    return loss[0].sum() if isinstance(loss, tuple) else loss


def _note(path: Path, row: dict[str, float]) -> None:
    """Append a row to a CSV file, with a header when it is new."""
    fresh = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        if fresh:
            writer.writeheader()
        writer.writerow(row)


class _Mean:
    """Mean of the values since it was last taken."""

    def __init__(self) -> None:
        self._sum, self._count = 0.0, 0

    def add(self, value: float) -> None:
        self._sum, self._count = self._sum + value, self._count + 1

    def take(self) -> float:
        mean = self._sum / max(self._count, 1)
        self._sum, self._count = 0.0, 0
        return mean
