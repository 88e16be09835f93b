"""How the values in an address are read: strictly, and with a sentence for what cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rapidfuzz import fuzz, process

#: More names than these are not listed in a sentence.
MOST_LISTED = 12
FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class ValueField(forms.CharField):
    """A value in the address; `None` where it is left out. `schema` describes it for OpenAPI."""

    schema: dict[str, Any] = {"type": "string"}

    def __init__(self, *, name: str, **kwargs: Any) -> None:
        self.name = name
        super().__init__(required=False, empty_value=None, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        return None if text is None else self.read(text)

    def read(self, text: str) -> Any:
        """Understand the text, or refuse it."""
        return text

    def refusal(self, text: str, expected: str) -> ValidationError:
        """Say what was given and what would be right."""
        sentence = _("%(name)s is “%(given)s”; expected %(expected)s.")
        return ValidationError(sentence % {"name": self.name, "given": text, "expected": expected})


class Flag(ValueField):
    """Yes or no."""

    schema = {"type": "boolean"}

    def read(self, text: str) -> bool:
        if text.lower() not in FLAGS:
            raise self.refusal(text, _("true or false"))
        return FLAGS[text.lower()]


class Whole(ValueField):
    """A whole number from 0 to 99."""

    schema = {"type": "integer", "minimum": 0, "maximum": 99}

    def read(self, text: str) -> int | str:
        if not (text.isascii() and text.isdigit() and len(text) <= 2):
            raise self.refusal(text, _("a whole number from 0 to 99"))
        return int(text)


class Printed(Whole):
    """A number as cards print it: whole, X, or none for a dash."""

    schema = {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 99}, {"type": "string", "enum": ["X", "none"]}]}

    def read(self, text: str) -> int | str:
        if text.upper() == "X":
            return "X"
        if text.lower() == "none":
            return "none"
        try:
            return super().read(text)
        except ValidationError:
            raise self.refusal(text, _("a whole number from 0 to 99, X, or none for a dash")) from None


class Choice(ValueField):
    """One of a few words."""

    def __init__(self, *, words: Iterable[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = [str(word) for word in words]
        self.schema = {"type": "string", "enum": self.words}

    def read(self, text: str) -> str:
        if text.lower() not in self.words:
            raise self.refusal(text, _("one of %(words)s") % {"words": ", ".join(self.words)})
        return text.lower()


class Known(ValueField):
    """The name of something that exists; `names` finds all there are."""

    def __init__(self, *, names: Callable[[], Iterable[str]], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.names = names

    def read(self, text: str) -> str:
        known = {name.lower(): name for name in self.names()}
        if text.lower() in known:
            return known[text.lower()]
        names = sorted(known.values())
        if len(names) <= MOST_LISTED:
            raise self.refusal(text, _("one of %(words)s") % {"words": ", ".join(names)})
        near = [name for name, *_rest in process.extract(text, names, scorer=fuzz.ratio, limit=3, score_cutoff=60)]
        if near:
            raise self.refusal(text, _("a known name, perhaps %(near)s") % {"near": " / ".join(near)})
        raise self.refusal(text, _("a known name, for example %(name)s") % {"name": names[0]})
