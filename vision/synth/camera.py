"""From a clean scene to a photo: light, shadow, glare, blur, exposure, noise, JPEG."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.synth.surfaces import noise, smooth_noise

Picture = npt.NDArray[np.uint8]


def light_scene(rng: np.random.Generator, scene: Picture) -> Picture:
    """Uneven light, hard or soft shadows that fall over the cards, and glare.

    Args:
        scene: (h, w, 3) uint8 BGR, not changed.
    """
    height, width = scene.shape[:2]
    small = (48, 48)
    light = np.ones(small[::-1], np.float32)
    if rng.random() < 0.7:
        y, x = np.mgrid[0:48, 0:48].astype(np.float32) / 47 - 0.5
        turn = rng.uniform(0, 2 * np.pi)
        light += (x * np.cos(turn) + y * np.sin(turn)) * rng.uniform(0, 0.7)
    if rng.random() < 0.3:
        light += smooth_noise(rng, small, (4, 4)) * rng.uniform(0.02, 0.12)
    light = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.35:
        light = light * _shadow(rng, (width, height))
    glare = _glare(rng, (width, height)) if rng.random() < 0.3 else None
    layers = [cv2.multiply(layer, light, dtype=cv2.CV_8U) for layer in cv2.split(scene)]
    lit = cv2.merge(layers)
    if glare is not None:
        lit = cv2.add(lit, cv2.merge([glare] * 3))
    return np.asarray(lit, np.uint8)


def sample_sheen(rng: np.random.Generator, face: Picture) -> Picture:
    """A glossy card under a lamp: a veil of light over a part of it, in which black turns grey.

    Args:
        face: (h, w, 3) uint8 BGR, not changed.
    """
    height, width = face.shape[:2]
    y, x = np.mgrid[0:24, 0:16].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    across = (x / 15 - rng.uniform(0, 1)) * np.cos(turn) + (y / 23 - rng.uniform(0, 1)) * np.sin(turn)
    band = np.exp(-np.square(across / rng.uniform(0.08, 0.8))) + noise(rng, (16, 24)) * 0.01
    veil = cv2.resize(np.asarray(band, np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    veil = np.clip(veil * rng.uniform(0.2, 1.0), 0, 0.93)
    light = cv2.merge([veil * rng.uniform(215, 255)] * 3)
    kept = cv2.multiply(face, cv2.merge([1 - veil] * 3), dtype=cv2.CV_32F)
    return np.asarray(np.minimum(kept + light, 255), np.uint8)


def _shadow(rng: np.random.Generator, size: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Factor of light under a blob-shaped or straight-edged shadow."""
    quarter = (max(8, size[0] // 4), max(8, size[1] // 4))
    mask = np.zeros(quarter[::-1], np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        points = (
            rng.normal(rng.uniform(0, 1, 2), rng.uniform(0.15, 0.5), (int(rng.integers(3, 7)), 2)) * quarter
        )
        hull = cv2.convexHull(points.astype(np.float32)).astype(np.int32)
        cv2.fillConvexPoly(mask, hull, 255)
    sigma = float(rng.choice([rng.uniform(0.3, 1.5), rng.uniform(2, 12)]))
    soft = cv2.GaussianBlur(mask, (0, 0), sigma)
    depth = rng.uniform(0.2, 0.75)
    return np.asarray(1 - cv2.resize(soft, size).astype(np.float32) * (depth / 255), np.float32)


def _glare(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """Bright blobs or streaks, (h, w) uint8 to be added."""
    quarter = (max(8, size[0] // 4), max(8, size[1] // 4))
    mask = np.zeros(quarter[::-1], np.uint8)
    for _ in range(int(rng.integers(1, 3))):
        center = (rng.uniform(0, 1, 2) * quarter).astype(int).tolist()
        axes = (int(quarter[0] * rng.uniform(0.02, 0.2)) + 1, int(quarter[0] * rng.uniform(0.02, 0.1)) + 1)
        cv2.ellipse(mask, center, axes, rng.uniform(0, 180), 0, 360, int(rng.integers(60, 255)), -1)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(1.5, 8))
    return np.asarray(cv2.resize(soft, size), np.uint8)


def photograph(rng: np.random.Generator, scene: Picture) -> Picture:
    """What a camera makes of a scene: blur, exposure, white balance, noise, JPEG."""
    photo = _blur(rng, scene)
    if rng.random() < 0.12:
        photo = _defocus(rng, photo)
    photo = _expose(rng, photo)
    height, width = photo.shape[:2]
    if rng.random() < 0.6:
        grain = noise(rng, (width, height)) * rng.choice(
            [rng.uniform(0.5, 4), rng.uniform(4, 14)], p=[0.8, 0.2]
        )
        coloured = rng.random() < 0.4
        layers = []
        for layer in cv2.split(photo):
            if coloured:
                grain = np.roll(grain, 17, 1)
            layers.append(cv2.add(layer, grain, dtype=cv2.CV_8U))
        photo = np.asarray(cv2.merge(layers), np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(30, 96))
        packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        photo = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(photo, np.uint8)


def _blur(rng: np.random.Generator, scene: Picture) -> Picture:
    kind = rng.random()
    if kind < 0.5:
        return np.asarray(cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.3, 0.9)), np.uint8)
    if kind < 0.62:
        return np.asarray(cv2.GaussianBlur(scene, (0, 0), rng.uniform(0.9, 1.8)), np.uint8)
    if kind < 0.72:
        length = int(rng.integers(3, 13))
        kernel = np.zeros((13, 13), np.float32)
        turn = rng.uniform(0, np.pi)
        end = np.array([np.cos(turn), np.sin(turn)]) * length / 2
        cv2.line(kernel, np.round(6 - end).astype(int).tolist(), np.round(6 + end).astype(int).tolist(), 1.0)
        return np.asarray(cv2.filter2D(scene, -1, kernel / kernel.sum()), np.uint8)
    if kind < 0.82:  # a phone's sharpening
        soft = cv2.GaussianBlur(scene, (0, 0), 1.2)
        return np.asarray(cv2.addWeighted(scene, 1.8, soft, -0.8, 0), np.uint8)
    if kind < 0.9:  # a small picture made larger
        scale = rng.uniform(0.5, 0.9)
        small = cv2.resize(scene, (0, 0), fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, scene.shape[1::-1], interpolation=cv2.INTER_CUBIC), np.uint8)
    return scene


def _defocus(rng: np.random.Generator, scene: Picture) -> Picture:
    """One side of the table out of focus, more and more with its distance from what is sharp."""
    height, width = scene.shape[:2]
    y, x = np.mgrid[0:24, 0:24].astype(np.float32) / 23 - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    away = (x * np.cos(turn) + y * np.sin(turn) - rng.uniform(-0.4, 0.3)) / rng.uniform(0.2, 0.8)
    share = cv2.resize(
        np.clip(away, 0, 1).astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR
    )
    soft = cv2.GaussianBlur(scene, (0, 0), rng.uniform(1.2, 3.5))
    return np.asarray(cv2.blendLinear(scene, soft, 1 - share, share), np.uint8)


def _expose(rng: np.random.Generator, scene: Picture) -> Picture:
    """Gain, gamma, contrast and white balance in one table per channel."""
    kind = rng.random()
    gain = rng.uniform(0.75, 1.15)
    if kind < 0.12:
        gain = rng.uniform(0.2, 0.55)
    elif kind < 0.3:
        gain = rng.uniform(1.2, 1.8)
    balance = np.exp(rng.normal(0, 0.09, 3))
    gamma = np.exp(rng.normal(0, 0.15))
    lift = rng.uniform(0, 30) if rng.random() < 0.3 else 0.0
    ramp = np.linspace(0, 1, 256)[:, None] ** gamma * gain * balance
    table = np.clip(ramp * (255 - lift) + lift, 0, 255).astype(np.uint8)[None]
    if rng.random() < 0.03:
        grey = cv2.cvtColor(scene, cv2.COLOR_BGR2GRAY)
        scene = np.asarray(cv2.merge([grey] * 3), np.uint8)
    return np.asarray(cv2.LUT(scene, table), np.uint8)
