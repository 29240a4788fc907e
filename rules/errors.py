"""Errors that Oxeye raises on purpose. Every message names the offending value and what to do.

```
OxeyeError (ValueError)
├── HandError      cards that are not five legal cards           (rules)
├── RulesError     house rules with an unknown key or a bad value (rules)
├── ImageError     a file that is not a usable photo              (vision.errors)
└── ModelError     a network that is missing, changed or unusable (vision.errors)
```
"""


class OxeyeError(ValueError):
    """Base of all errors that a user can mend."""


class HandError(OxeyeError):
    """The cards given are not a legal hand."""


class RulesError(OxeyeError):
    """The house rules given are not valid."""
