"""The two networks as ultralytics models, with the losses they are trained with (extra `train`).

Finder: YOLO11n-pose with the classes `FINDER_CLASSES` and eight keypoints: the card's corners (first the
nearest to the index, then clockwise on the card's face) and the index's own corners as a person reads it.
A card without a visible index has its corners for both.
Reader: a small YOLO classifier of 64 px crops.
"""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import ClassificationModel, PoseModel
from ultralytics.utils.loss import v8PoseLoss

from vision.reading import CLASSES, FINDER_CLASSES

KEYPOINTS = 8

_READER = {
    "nc": len(CLASSES),
    "backbone": [
        [-1, 1, "Conv", [32, 3, 2]],
        [-1, 1, "Conv", [64, 3, 2]],
        [-1, 1, "C3k2", [64, False, 0.5]],
        [-1, 1, "Conv", [128, 3, 2]],
        [-1, 1, "C3k2", [128, False, 0.5]],
        [-1, 1, "Conv", [192, 3, 2]],
        [-1, 1, "C3k2", [192, True]],
    ],
    "head": [[-1, 1, "Classify", ["nc"]]],
}


def build_finder(start: Path | None = None) -> PoseModel:
    """A finder, fresh or with every fitting tensor of a COCO-trained YOLO11n.

    Args:
        start: ultralytics checkpoint (`yolo11n.pt`).
    """
    model = PoseModel(
        "yolo11n-pose.yaml", nc=len(FINDER_CLASSES), data_kpt_shape=(KEYPOINTS, 2), verbose=False
    )
    model.names = dict(enumerate(FINDER_CLASSES))
    model.args = get_cfg()
    if start is not None:
        trained = torch.load(start, map_location="cpu", weights_only=False)["model"].float().state_dict()
        own = model.state_dict()
        fitting = {
            key: value for key, value in trained.items() if key in own and own[key].shape == value.shape
        }
        model.load_state_dict(fitting, strict=False)
    model.criterion = FinderLoss(model)
    return model


def build_reader() -> ClassificationModel:
    """A fresh reader of `CLASSES`."""
    model = ClassificationModel(dict(_READER), nc=len(CLASSES), verbose=False)
    model.names = dict(enumerate(CLASSES))
    model.args = get_cfg(overrides={"task": "classify", "imgsz": 64})
    return model


class FinderLoss(v8PoseLoss):  # type: ignore[misc]
    """YOLO pose loss whose keypoint term is a distance in units of the thing the keypoints span.

    The stock term measures against the object's box. A card's corners lie many index boxes away from the
    index, where that term is flat, so they would hardly be trained.
    """

    def calculate_keypoints_loss(
        self,
        masks: Tensor,
        target_gt_idx: Tensor,
        keypoints: Tensor,
        stride_tensor: Tensor,
        target_bboxes: Tensor,
        pred_kpts: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Mean distance over keypoints, card corners per card size and index corners per index size."""
        zero = pred_kpts.new_zeros(())
        if not masks.any():
            return zero, zero
        stride = stride_tensor.view(1, -1).expand(masks.shape[0], -1)[masks][:, None, None]
        truth = keypoints[masks.nonzero(as_tuple=True)[0], target_gt_idx[masks]][..., :2] / stride
        distance = (pred_kpts[masks][..., :2] - truth).square().sum(-1).add(1e-6).sqrt()
        card = distance[:, :4] / _side(truth[:, :4])[:, None]
        index = distance[:, 4:] / _side(truth[:, 4:])[:, None]
        return card.mean() + 0.5 * index.mean(), zero


def _side(quads: Tensor) -> Tensor:
    """Mean side length of (n, 4, 2) quads."""
    return (quads - quads.roll(1, 1)).square().sum(-1).sqrt().mean(1).clamp(min=1e-3)


class ReaderLoss(nn.Module):  # type: ignore[misc]
    """Cross entropy with a little label smoothing, so that confidence stays honest."""

    def forward(self, logits: Tensor, batch: dict[str, Any]) -> Tensor:
        """Mean loss of (B, classes) logits against `batch["cls"]` (B,) int64."""
        return nn.functional.cross_entropy(logits, batch["cls"], label_smoothing=0.02)
