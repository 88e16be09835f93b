"""Problems that come from the catalogue: retired and unplayable content, cavalry, small factions, the database."""

from dataclasses import replace

from catalog.models import Banner, Card, GameSystem
from decks.facts import facts_of, forget
from decks.rules.deck_list import DeckList
from decks.rules.facts import CardFacts, FactionFacts, Facts, SquadFacts
from decks.rules.problems import companions, notes, problems
from tests.decks.broken_decks import (
    LEGAL,
    WITHOUT_SCHOLARS,
    cards,
    cavalry_alone,
    changed,
    found,
    squads,
    with_card,
    with_squad,
)
from tests.decks.pack_facts import dawnfall_facts


def test_retired_content_is_named():
    facts = changed(
        demon=lambda demon: replace(
            with_squad(with_card(demon, "fireball", retired=True), "gorehound", retired=True),
            banners={"other": "Other Banner"},
            retired_banners={"demon-banner": "Demon Banner"},
        )
    )
    assert found(LEGAL, facts) == [
        ("SQUAD-RETIRED", "Gorehound: this squad is no longer part of the catalogue.", "Field another squad instead."),
        ("CARD-RETIRED", "Fireball: this card is no longer part of the catalogue.", "Take the card out."),
        ("BANNER-RETIRED", "Demon Banner is no longer part of the catalogue.", "Choose one: Other Banner."),
    ]
    gone = changed(demon=lambda demon: replace(demon, retired=True))
    assert found(LEGAL, gone) == [
        ("FACTION-RETIRED", "Demon is no longer part of the catalogue.", "Choose another faction.")
    ]


def test_a_card_may_be_unplayable_by_itself():
    facts = changed(demon=lambda demon: with_card(demon, "fireball", unplayable="Its rules are not known."))
    assert found(LEGAL, facts) == [
        ("CARD-NOT-SELECTABLE", "Fireball: this card cannot be chosen. Its rules are not known.", "Take the card out.")
    ]


CAVALRY = replace(LEGAL, squads=squads("succubus"), cards=cards(**WITHOUT_SCHOLARS, apparitions=3))  # fmt: skip


def test_cavalry_brings_its_deployment_card_and_setup_enhancement_along():  # R-CAVALRY, R-SETUP-ATTACH
    assert found(CAVALRY) == []
    assert [card.slug for card in companions(CAVALRY, dawnfall_facts())] == ["appearance", "venomous-kiss"]
    assert companions(LEGAL, dawnfall_facts()) == ()
    assert [note.sentence() for note in notes(CAVALRY, dawnfall_facts())] == [
        "Succubus: these cards come along and stay outside the deck: Appearance, Venomous Kiss.",
        "Succubus: from an expansion, so all players have to agree before the match.",
    ]


def test_cavalry_whose_companions_the_catalogue_lacks_is_a_problem():
    assert found(CAVALRY, cavalry_alone()) == [
        (
            "DEPLOYMENT-MISSING",
            "Succubus: the catalogue has no Deployment card for this cavalry.",
            "Field another squad, or complete Succubus in the catalogue.",
        ),
        (
            "ENHANCEMENT-MISSING",
            "Succubus: the catalogue has no setup Enhancement for this cavalry.",
            "Field another squad, or complete Succubus in the catalogue.",
        ),
    ]


def test_at_most_one_cavalry_squad_is_fielded():  # R-CAVALRY
    facts = changed(demon=lambda demon: with_squad(demon, "succubus", copies=2))
    deck = replace(CAVALRY, squads=squads("succubus", "succubus"), cards={"horde": 5, "mist": 4, "resurrection": 4,
                   "apparitions": 3, "soul-steal": 3, "fireball": 4, "rage": 2})  # fmt: skip
    assert found(deck, facts) == [
        (
            "SQUAD-CAVALRY",
            "Succubus: 2 cavalry squads, at most 1 is allowed.",
            "Field 1 other squad that is no cavalry.",
        )
    ]


def test_a_faction_that_owns_fewer_squads_fields_them_all():
    few = FactionFacts(
        "dawnfall", "few", "Few", {slug: SquadFacts(slug, slug.title(), 1) for slug in ("one", "two", "three")},
        {"all": CardFacts("all", "All", 30, "action")},
    )  # fmt: skip
    facts = Facts([few])
    assert found(DeckList("few", "duel", ("one", "two", "three"), {"all": 25}), facts) == []
    assert found(DeckList("few", "duel", ("one", "two"), {"all": 25}), facts) == [
        ("SQUAD-COUNT", "2 squads are fielded, exactly 3 are needed.", "Field 1 more squad.")
    ]


def test_darkness_can_be_built_but_a_note_says_that_it_is_not_played():
    deck = DeckList(
        "darkness", "multiplayer", ("bell-crow", "impostor", "shadow", "void-specter"),
        {"doom": 4, "nightmare": 4, "emptiness": 4, "bellower": 3}, "darkness-banner", "shadow-gate",
    )  # fmt: skip
    assert found(deck) == []
    (note,) = notes(deck, dawnfall_facts())
    assert note.code == "FACTION-NOT-PLAYED"
    assert note.sentence().startswith("This deck can be built but not played on this site. Darkness can be browsed")


def test_the_database_tells_the_same_facts_as_the_files(dawnfall: GameSystem):
    forget()
    assert facts_of(dawnfall).factions == dawnfall_facts().factions


def test_retired_rows_of_the_database_become_problems(dawnfall: GameSystem):
    forget()
    Card.objects.filter(faction__slug="demon", slug="fireball").update(retired=True)
    Banner.objects.filter(faction__slug="demon", slug="demon-banner").update(retired=True)
    codes = [problem.code for problem in problems(LEGAL, facts_of(dawnfall))]
    forget()
    assert codes == ["CARD-RETIRED", "BANNER-RETIRED"]
