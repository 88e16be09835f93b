"""How a search grows with the catalogue."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from django.core.cache import caches
from django.test import Client

from bench.figures import Figure
from catalog.models import Card, Faction, GameSystem, Half

CARDS = 10_000
ROUNDS = 15
QUERIES = (
    "wound",
    "timing:instant cost<=1",
    "faction:demon kind:enhancement",
    'text:"line of fire" -kind:enhancement',
    "combat or push",
    "backstob",
)


def growth() -> Iterator[Figure]:
    """The search page over 10,000 generated cards against the real catalogue, uncached: the worst query counts."""
    system = _generated_system()
    client = Client(headers={"host": "localhost"})
    for slug in ("dawnfall", system.slug):
        client.get(f"/{slug}/search/")
    times = {query: _turn_by_turn(client, query, ("dawnfall", system.slug)) for query in QUERIES}
    worst = max(times, key=lambda query: times[query][1] / times[query][0])
    real, generated = times[worst]
    yield Figure("search.real_ms", real * 1000, "ms", {"query": worst})
    yield Figure("search.generated_ms", generated * 1000, "ms", {"query": worst, "cards": CARDS})
    yield Figure("search.growth_ratio", generated / real, "ratio", {"query": worst, "at_most": 3})


def _turn_by_turn(client: Client, query: str, systems: tuple[str, str]) -> list[float]:
    """The median time of the query in each catalogue, asked in turn."""
    times: dict[str, list[float]] = {slug: [] for slug in systems}
    for _ in range(ROUNDS):
        for slug, spent in times.items():
            caches["pages"].clear()
            start = time.perf_counter()
            response = client.get(f"/{slug}/search/", {"q": query})
            spent.append(time.perf_counter() - start)
            assert response.status_code == 200  # noqa: S101
    return [median(spent) for spent in times.values()]


def _generated_system() -> GameSystem:
    """A catalogue of many cards with the words, costs and kinds of the real ones."""
    real = list(Card.objects.current().prefetch_related("halves").select_related("faction"))
    system = GameSystem.objects.create(slug="generated", name="Generated", edition=1)
    factions = {faction.slug: faction for faction in Faction.objects.all()}
    for faction in factions.values():
        faction.pk, faction.system, faction.pack = None, system, "generated"
    Faction.objects.bulk_create(factions.values())
    cards, halves = [], []
    for n in range(CARDS):
        model = real[n % len(real)]
        card = Card(faction=factions[model.faction.slug], slug=f"{model.slug}-{n}", name=f"{model.name} {n}",
                    position=n, kind=model.kind, copies=model.copies)  # fmt: skip
        cards.append(card)
        for half in model.halves.all():
            halves.append(Half(card=card, place=half.place, name=half.name, cost=half.cost, currency=half.currency,
                               instant=half.instant, passive=half.passive, limit=half.limit, window=half.window,
                               rules=half.rules))  # fmt: skip
    Card.objects.bulk_create(cards, batch_size=500)
    Half.objects.bulk_create(halves, batch_size=500)
    return system
