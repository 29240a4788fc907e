"""Which modules pytest looks through for examples: those of the train extra only where it is installed.

An import error in any other module is an error. (pytest can skip such modules, but then a test module that
cannot be imported counts as passed.)
"""

from importlib.util import find_spec

_EXTRA = ["vision/training/*.py", "vision/synth/batches.py"]

collect_ignore_glob = [] if find_spec("torch") and find_spec("ultralytics") else _EXTRA
