import cv2
import numpy as np
import pytest

from app.clips import RATE, moving_camera, read_clip, split_mjpeg, write_mjpeg
from app.places import sample_photo
from vision.errors import ImageError
from vision.photo.image import load_photo


@pytest.fixture(scope="module")
def photo():
    return load_photo(sample_photo()).image


def test_a_clip_is_read_back_picture_by_picture(photo, tmp_path):
    made = list(moving_camera(photo, 6, (320, 240)))
    assert write_mjpeg(tmp_path / "clip.mjpeg", iter(made)) == 6
    frames, rate = read_clip(tmp_path / "clip.mjpeg")
    assert (len(frames), rate) == (6, RATE)
    for frame, before in zip(frames, made, strict=True):
        after = load_photo(frame).image
        assert after.shape == (240, 320, 3)
        assert np.abs(after.astype(int) - before).mean() < 6


def test_the_camera_moves_and_comes_back(photo):
    made = [picture.astype(int) for picture in moving_camera(photo, 12, (320, 240))]
    steps = [np.abs(one - two).mean() for one, two in zip(made, [*made[1:], made[0]], strict=True)]
    assert min(steps) > 1
    assert max(steps) < 3 * np.median(steps), "no jump where the clip begins again"


def test_a_still_hand_does_not_move(photo):
    one, two = moving_camera(photo, 2, (320, 240), sway=0)
    assert np.array_equal(one, two)


def test_the_whole_photo_stays_in_the_picture(photo):
    white = np.full_like(photo, 255)
    for picture in moving_camera(white, 12, (640, 480)):
        border = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
        assert (border < 200).all(1).all()


def test_a_common_video_is_decoded(photo, tmp_path):
    path = tmp_path / "clip.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 240))
    if not video.isOpened():
        pytest.skip("this OpenCV writes no video")
    for picture in moving_camera(photo, 4, (320, 240)):
        video.write(picture)
    video.release()
    frames, rate = read_clip(path)
    assert (len(frames), rate) == (4, 10)
    assert load_photo(frames[0]).size == (320, 240)


def test_thumbnails_are_no_pictures_of_their_own():
    first = b"\xff\xd8\xff\xe1" + b"\xff\xd8\xffthumb\xff\xd9" + b"rest\xff\xd9"
    assert split_mjpeg(first + b"\xff\xd8\xff2\xff\xd9") == [first, b"\xff\xd8\xff2\xff\xd9"]


@pytest.mark.parametrize("data", [None, b"", b"no clip at all"])
def test_what_is_no_clip_says_what_to_do(tmp_path, data):
    path = tmp_path / "clip.mjpeg"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(ImageError, match="Name a"):
        read_clip(path)
