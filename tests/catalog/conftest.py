"""Fixtures for the tests of the catalogue."""

from pathlib import Path

import pytest
from django.core.management import call_command

from catalog.models import Faction, GameSystem
from tests.catalog.test_packs import SMALL, written


@pytest.fixture
def clockwork(dawnfall: GameSystem, tmp_path: Path) -> Faction:
    """A home-brew faction beside the real ones."""
    call_command("load_catalog", str(written(tmp_path, SMALL)), verbosity=0)
    return Faction.objects.get(slug="clockwork")
