"""Writes a faction back as a catalogue file that reads like one written by hand."""

from __future__ import annotations

from typing import Any

import yaml

from catalog.packs.schema import DASH, FactionFile, Mode, Record

WIDTH = 110


class _Dumper(yaml.SafeDumper):
    """Block style, list items indented under their key, long text folded."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)


class _Folded(str):
    pass


class _Inline(dict[str, Any]):
    pass


def _represent_folded(dumper: yaml.SafeDumper, text: _Folded) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=">")


def _represent_inline(dumper: yaml.SafeDumper, mapping: _Inline) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", mapping.items(), flow_style=True)


_Dumper.add_representer(_Folded, _represent_folded)
_Dumper.add_representer(_Inline, _represent_inline)


def write_faction(faction: FactionFile) -> str:
    """Return the text of the faction's file; reading it gives the same faction again."""
    return yaml.dump(_plain(faction), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=WIDTH)


#: A field that must be spelled out although its value is None, and how the file spells it.
_SPELLED = {
    "ini": DASH,
    "att": DASH,
    "def": DASH,
    "mov": DASH,
    "cost": DASH,
    "squad": "any",
}


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return _plain_record(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return _Inline(value)
    if isinstance(value, str):
        text = str(value)
        return _Folded(text) if len(text) > 80 else text
    return value


def _plain_record(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = {}
    for name, field in type(record).model_fields.items():
        value = getattr(record, name)
        key = field.alias or name
        if value is None and key in _SPELLED:
            plain[key] = _SPELLED[key]
        elif value is None and key == "base" and not isinstance(record, Mode):
            plain[key] = "unknown"
        elif field.is_required() or value != field.get_default():
            plain[key] = _plain(value)
    if isinstance(record, Mode):
        return _Inline(plain)
    return plain
