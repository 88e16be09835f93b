"""Players for the tests of accounts."""

import pytest

from accounts.models import User

PASSWORD = "six-of-seven-hexes"


@pytest.fixture
def anna(db: None) -> User:
    """A player with an e-mail address."""
    return User.objects.create_user("Anna", "anna@example.org", PASSWORD, about="I play Chapter.")
