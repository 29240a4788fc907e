"""Training and export of the networks; never imported when a photo is read."""

import os

# ultralytics looks for the internet when it is imported, and installs packages that it misses
os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")
