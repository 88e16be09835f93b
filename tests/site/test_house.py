"""The rules of the house: who may know whom, and what no file may hold."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from edge_site.settings import BASE_DIR

MAY_KNOW = {
    "catalog": {"catalog"},
    "decks": {"decks", "catalog", "accounts"},
    "matches": {"matches", "decks", "catalog", "accounts"},
    "laboratory": {"laboratory", "matches", "decks", "catalog", "accounts"},
    "accounts": {"accounts"},
}
PURE = ["catalog.packs", "catalog.search", "catalog.reference", "decks.rules", "decks.exchange", "matches.engine"]
ROOMS = {"catalog", "decks", "matches", "laboratory", "accounts", "edge_site"}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("room", MAY_KNOW)
def test_imports_run_one_way(room: str):
    strangers = {
        f"{file.relative_to(BASE_DIR)} imports {name}"
        for file in (BASE_DIR / room).rglob("*.py")
        for name in (imports(file) & ROOMS) - MAY_KNOW[room]
    }
    assert strangers == set()


@pytest.mark.parametrize("package", PURE)
def test_a_pure_package_never_imports_django(package: str):
    code = f"import sys, {package}; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=BASE_DIR, check=False).returncode == 0


def test_the_engine_reads_neither_clock_nor_chance():
    for file in (BASE_DIR / "matches/engine").rglob("*.py"):
        assert not imports(file) & {"random", "secrets", "time", "datetime", "os"}, file


INLINE = re.compile(
    r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)(?![^>]*application/json)|javascript:", re.IGNORECASE
)


@pytest.mark.parametrize("template", sorted((BASE_DIR / "templates").rglob("*.html")), ids=lambda path: path.name)
def test_a_template_holds_no_inline_script_or_style(template: Path):
    assert INLINE.findall(template.read_text()) == []


@pytest.mark.parametrize("name", ["run", "dev"])
def test_requirements_are_pinned_with_hashes_and_name_no_index(name: str):
    text = (BASE_DIR / f"requirements/{name}.txt").read_text()
    assert "://" not in text
    assert "--index-url" not in text
    pinned = re.split(r"\n(?=\S)", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE).strip())
    assert len(pinned) > 10
    assert [line for line in pinned if "==" not in line or "--hash=sha256:" not in line] == []
