"""What house rules are called: the name of a known set, said in the language spoken here, or their own."""

from functools import cache

from app.i18n import LANGUAGES, pt, speaking, t
from rules.house import HouseRules
from rules.presets import PRESETS

PRESET_NAMES = {
    name: (preset.also[0] if preset.also else name.replace("_", " ").capitalize())
    for name, preset in PRESETS.items()
}
"""English names of the known sets, as people read them."""


def preset_of(house: HouseRules) -> str:
    """Name of the known set that these rules are, whatever the number of decks; empty if there is none.

    >>> preset_of(HouseRules(decks=2)), preset_of(HouseRules(tie="push"))
    ('DEFAULT', '')
    """
    if house.name not in PRESETS:
        return ""
    known = HouseRules.named(house.name)
    return house.name if known.with_options(decks=house.decks) == house else ""


def rules_name(house: HouseRules) -> str:
    """The name of rules as people read it.

    >>> rules_name(HouseRules.named("MY_APP"))
    'Malaysian apps'
    """
    name = preset_of(house)
    return pt("preset:" + name, PRESET_NAMES[name]) if name else house.name


def rules_about(house: HouseRules) -> str:
    """What a known set is, one sentence; empty for a table's own rules."""
    name = preset_of(house)
    if not name:
        return ""
    about = pt("about:" + name, PRESETS[name].about)
    return t("{sentence}.", sentence=f"{about[0].upper()}{about[1:]}")


def own(house: HouseRules) -> HouseRules:
    """The same rules; if they bear the name of a known set that they are not, with a name of their own."""
    if not preset_of(house) and house.name.casefold() in _taken():
        return house.with_options(name=t("Our table"))
    return house


@cache
def _taken() -> frozenset[str]:
    """All names of the known sets, in every language."""
    names = {*PRESETS, *PRESET_NAMES.values()}
    for code in LANGUAGES:
        with speaking(code):
            names |= {pt("preset:" + name, said) for name, said in PRESET_NAMES.items()}
    return frozenset(name.casefold() for name in names)
