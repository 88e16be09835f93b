"""Rows for tests, with only what a test says about them being special."""

from collections import Counter
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from accounts.models import User
from catalog.models import Faction, StarterDeck
from decks.models import Comment, Deck, Like


class UserFactory(DjangoModelFactory[User]):
    """A player with an account."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"player-{number}")


class DeckFactory(DjangoModelFactory[Deck]):
    """A legal deck, the starter deck of its faction and format. `guest=` makes it a guest's."""

    class Meta:
        model = Deck
        skip_postgeneration_save = True

    class Params:
        faction_slug = "demon"
        starter = factory.LazyAttribute(
            lambda deck: StarterDeck.objects.select_related("banner", "shrine").get(
                faction__slug=deck.faction_slug, format=deck.format
            )
        )

    guest = ""
    owner = factory.Maybe("guest", yes_declaration=None, no_declaration=factory.SubFactory(UserFactory))
    faction = factory.LazyAttribute(
        lambda deck: Faction.objects.select_related("system").get(system__slug="dawnfall", slug=deck.faction_slug)
    )
    format = "duel"
    name = factory.Sequence(lambda number: f"Deck {number}")
    squads = factory.LazyAttribute(lambda deck: dict(Counter(deck.starter.squads)))
    cards = factory.LazyAttribute(lambda deck: dict(deck.starter.cards))
    banner = factory.LazyAttribute(lambda deck: deck.starter.banner.slug)
    shrine = factory.LazyAttribute(lambda deck: deck.starter.shrine.slug)

    @factory.post_generation
    def first_version(deck: Deck, create: bool, extracted: Any, **kwargs: Any) -> None:  # type: ignore[misc]  # noqa: N805
        deck.versions.create(number=deck.version, deed="create_deck", content=deck.content, made=deck.changed)


class PublicDeckFactory(DeckFactory):
    """A legal deck that everybody finds in the list."""

    visibility = "public"
    published = factory.LazyFunction(timezone.now)


class LikeFactory(DjangoModelFactory[Like]):
    """Somebody likes a public deck."""

    class Meta:
        model = Like

    deck = factory.SubFactory(PublicDeckFactory)
    user = factory.SubFactory(UserFactory)


class CommentFactory(DjangoModelFactory[Comment]):
    """Somebody's words about a public deck."""

    class Meta:
        model = Comment

    deck = factory.SubFactory(PublicDeckFactory)
    author = factory.SubFactory(UserFactory)
    text = "Well built."
