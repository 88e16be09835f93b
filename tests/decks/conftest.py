"""Players and decks for the tests of decks."""

import pytest

from accounts.models import User
from catalog.models import Faction, GameSystem
from decks.models import Deck
from decks.visitors import Visitor
from tests.factories import DeckFactory, UserFactory


@pytest.fixture
def anna(dawnfall: GameSystem) -> User:
    return UserFactory(username="Anna")


@pytest.fixture
def player(anna: User) -> Visitor:
    """Anna, looking at decks."""
    return Visitor(anna)


@pytest.fixture
def stranger(dawnfall: GameSystem) -> Visitor:
    """Somebody else with an account."""
    return Visitor(UserFactory(username="Stranger"))


@pytest.fixture
def staff(dawnfall: GameSystem) -> Visitor:
    """Somebody who moderates."""
    return Visitor(UserFactory(username="Staff", is_staff=True))


@pytest.fixture
def guest(dawnfall: GameSystem) -> Visitor:
    """Somebody without an account who has built a deck."""
    return Visitor(guest="a-guests-key")


@pytest.fixture
def demon(dawnfall: GameSystem) -> Faction:
    return Faction.objects.select_related("system").get(system=dawnfall, slug="demon")


@pytest.fixture
def deck(anna: User) -> Deck:
    """Anna's private and legal deck."""
    return DeckFactory(owner=anna, name="Fire")
