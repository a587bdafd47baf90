"""Which text is so small or so pale that readers of the topic hardly see it."""

import re
from typing import Final, NamedTuple


class Style(NamedTuple):
    """What is in force at a place of the post."""

    tiny: bool = False
    pale: bool = False

    @property
    def faint(self) -> bool:
        """Whether readers hardly see text in this style."""
        return self.tiny or self.pale


PLAIN: Final = Style()

_ATTRIBUTE: Final = re.compile(r"""([A-Za-z-]{1,20})\s?=\s?(?:"([^"]*+)"|'([^']*+)'|([^\s"'>]++))""")
_PROPERTY: Final = re.compile(r"([a-z-]{1,20})\s?:\s?([^;]{1,60})")
_MEASURE: Final = re.compile(r"([+-]?[0-9]{0,4}(?:[.,][0-9]{1,4})?)\s?(px|pt|%|r?em|ex)?")
_FUNCTION: Final = re.compile(r"(rgb|hsl)a?\(\s?([0-9.%,\s/deg-]{1,40})\)")
_NUMBER: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")

_PALE: Final = 0xE0
"""A colour of which red, green and blue are all at least this is hardly seen on a light page."""
_PALE_NAMES: Final = frozenset(
    """
    white snow ivory ghostwhite whitesmoke floralwhite mintcream azure aliceblue seashell honeydew
    lavenderblush lightyellow lightcyan oldlace linen cornsilk lavender blanc transparent
    """.split()
)
_SIZES: Final = frozenset({"size", "taille", "font-size"})
_COLOURS: Final = frozenset({"color", "colour", "couleur"})
_SHOWN: Final = {"display": "none", "visibility": "hidden", "opacity": "0"}


def styled(tag: str, value: str, around: Style) -> Style:
    """The style in a tag: `value` is all that stands in it after its name, `around` the style before it."""
    value = value.lower()
    found = attributes(value)
    if value.startswith("="):
        found[tag] = value[1:].strip(" \"'")
    for prop, text in _PROPERTY.findall(found.get("style", "")):
        found[prop] = text.strip()
    tiny, pale = around
    for name, text in found.items():
        if name in _SIZES:
            tiny = tiny or is_tiny(text)
        elif name in _COLOURS:
            pale = is_pale(text)
        elif name in _SHOWN and text == _SHOWN[name]:
            tiny = True
    return Style(tiny, pale)


def attributes(value: str) -> dict[str, str]:
    """The attributes of a tag by their names in lower case, from all that stands after its own name."""
    return {name.lower(): text for name, *texts in _ATTRIBUTE.findall(value) if (text := "".join(texts))}


def is_tiny(size: str) -> bool:
    """`1`, `8px`, `7pt`, `50%`, `0.5em`; a plain number is a step up to six, then pixels, then per cent."""
    if size.strip() == "xx-small":
        return True
    measure = _MEASURE.match(size.strip())
    if measure is None or not measure[1].strip("+-.,"):
        return False
    number = float(measure[1].replace(",", "."))
    match measure[2]:
        case "px":
            return number <= 8
        case "pt":
            return number <= 7
        case "%":
            return number <= 60
        case "em" | "rem" | "ex":
            return number < 0.6
        case _:
            return _is_tiny_step(measure[1][0], number)


def _is_tiny_step(sign: str, number: float) -> bool:
    """A number without a unit; with a sign it is a step up or down from three."""
    if sign in "+-":
        return number <= -2
    return number <= 1 or 7 <= number <= 9 or 25 <= number <= 60


def is_pale(colour: str) -> bool:
    """`white`, `#fff`, `#fefefe`, `rgb(255, 255, 255)`, `transparent`: hardly seen on a light page."""
    colour = colour.strip()
    if colour in _PALE_NAMES:
        return True
    digits = colour.removeprefix("#")
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) in (6, 8) and set(digits) <= set("0123456789abcdef"):
        red, green, blue, *alpha = bytes.fromhex(digits)
        return min(red, green, blue) >= _PALE or (bool(alpha) and alpha[0] < 0x20)
    function = _FUNCTION.match(colour)
    if function is None:
        return False
    numbers = [float(number) for number in _NUMBER.findall(function[2])]
    if len(numbers) == 4 and numbers[3] < 0.13:
        return True
    if len(numbers) < 3:
        return False
    if function[1] == "hsl":
        return numbers[2] >= 90
    full = 100.0 if "%" in function[2].rpartition("/")[0] or function[2].count("%") >= 3 else 255.0
    return min(numbers[:3]) >= _PALE * full / 255
