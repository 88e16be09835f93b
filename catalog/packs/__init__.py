"""The catalogue's files: what they may say, reading and writing them. Knows no Django."""

from catalog.packs.files import PackError, PackProblem, read_file
from catalog.packs.reader import DAWNFALL, Pack, read_pack
from catalog.packs.writer import write_faction

__all__ = ["DAWNFALL", "Pack", "PackError", "PackProblem", "read_file", "read_pack", "write_faction"]
