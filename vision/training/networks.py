"""The two networks as ultralytics models, with the losses they are trained with (extra `train`).

Finder: YOLO11n-pose with the classes `FINDER_CLASSES` and eight keypoints: the card's corners (first the
nearest to the index, then clockwise on the card's face) and the index's own corners as a person reads it.
A whole card has its corners for both, from any of them.
Reader: a small YOLO classifier of 64 px crops.
"""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from ultralytics.cfg import get_cfg
from ultralytics.nn.modules import Conv, Pose
from ultralytics.nn.tasks import ClassificationModel, PoseModel
from ultralytics.utils.loss import v8PoseLoss
from ultralytics.utils.torch_utils import initialize_weights

from vision.reading import CLASSES, FINDER_CLASSES

KEYPOINTS = 8
KEYPOINT_CHANNELS = 48
"""Width of the layers that place keypoints; ultralytics takes 16 for eight keypoints, 51 for COCO's 17."""

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
    _widen(model.model[-1])
    if start is not None:
        trained = torch.load(start, map_location="cpu", weights_only=False)["model"].float().state_dict()
        own = model.state_dict()
        fitting = {
            key: value for key, value in trained.items() if key in own and own[key].shape == value.shape
        }
        model.load_state_dict(fitting, strict=False)
    model.criterion = FinderLoss(model)
    return model


def _widen(head: Pose) -> None:
    """Give the keypoint branches of a head `KEYPOINT_CHANNELS` channels."""
    inputs = [branch[0].conv.in_channels for branch in head.cv4]
    wide = KEYPOINT_CHANNELS
    head.cv4 = nn.ModuleList(
        nn.Sequential(Conv(channels, wide, 3), Conv(wide, wide, 3), nn.Conv2d(wide, head.nk, 1))
        for channels in inputs
    )
    initialize_weights(head.cv4)


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
        """Mean distance over keypoints, card corners per card size and index corners per index size.

        Nothing tells which corner of a whole card is its first, so the cheapest of the four counts there.
        """
        zero = pred_kpts.new_zeros(())
        if not masks.any():
            return zero, zero
        stride = stride_tensor.view(1, -1).expand(masks.shape[0], -1)[masks][:, None, None]
        truth = keypoints[masks.nonzero(as_tuple=True)[0], target_gt_idx[masks]][..., :2] / stride
        points = pred_kpts[masks][..., :2]
        card, index = _distance(points[:, :4], truth[:, :4]), _distance(points[:, 4:], truth[:, 4:])
        whole = (truth[:, :4] == truth[:, 4:]).all(2).all(1)
        turned = torch.stack([_distance(points[:, :4], truth[:, :4].roll(n, 1)) for n in range(4)])
        card = torch.where(whole, turned.min(0).values, card)
        return card.mean() + 0.5 * torch.where(whole, card, index).mean(), zero


def _distance(quads: Tensor, truth: Tensor) -> Tensor:
    """Mean distance of corresponding corners of (n, 4, 2) quads in sides of the true one, (n,)."""
    gaps = (quads - truth).square().sum(-1).add(1e-6).sqrt()
    return gaps.mean(1) / _side(truth)


def _side(quads: Tensor) -> Tensor:
    """Mean side length of (n, 4, 2) quads."""
    return (quads - quads.roll(1, 1)).square().sum(-1).sqrt().mean(1).clamp(min=1e-3)


class ReaderLoss(nn.Module):  # type: ignore[misc]
    """Cross entropy with a little label smoothing, so that confidence stays honest."""

    def forward(self, logits: Tensor, batch: dict[str, Any]) -> Tensor:
        """Mean loss of (B, classes) logits against `batch["cls"]` (B,) int64."""
        return nn.functional.cross_entropy(logits, batch["cls"], label_smoothing=0.02)
