"""Window, turn, price, limit and secrecy of all that Rha-Zack has, as printed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalog.packs import schema
from matches.engine.dawnfall import markers
from matches.engine.dawnfall.moments import Fight, Moment, Roll, WoundEvent
from matches.engine.dawnfall.play import Play
from matches.engine.dawnfall.repertoire import repertoires
from matches.engine.dawnfall.state import DEAD, WAITING, Attached, OnHex
from matches.engine.dawnfall.views import view
from matches.trials.cards_coverage import acting_keys, token_keys
from matches.trials.rules_coverage import heads_of_tests
from tests.engine.dawnfall.building import FIRST, TestTable, footprint
from tests.engine.dawnfall.cards.armies import rhazack
from tests.engine.dawnfall.cards.scenes import Scene, check, check_banner
from tests.engine.dawnfall.fielding import charges, do, faction, offers
from tests.engine.dawnfall.moving import to_space

#: Further windows of a half besides the printed one. R-ATTR-CHECK, R-INI-CHECK
CHECKS = {"W-BACKSTAB", "W-BEFORE-ATT", "W-BEFORE-DEF", "W-BEFORE-HIT"}
ALSO = {
    "rhazack/time-jump/upper": CHECKS,
    "rhazack/lightning/upper": CHECKS,
    "rhazack/laser-whip/upper": {"W-BEFORE-HIT"},
    "rhazack/shadowing/upper": {"W-BEFORE-HIT"},
}
SQUADS = (
    "infinity-angel", "source-blade", "storm-bringer", "stream-guard", "stream-guard", "stream-surfer", "jumpsuit",
)  # fmt: skip
PLACES = {
    "infinity-angel": "0,0:0123456", "jumpsuit": "1,0:012", "bloodsmith": "1,0:4", "stream-guard": "1,0:56",
    "stream-guard@1": "-3,3:01", "source-blade": "-1,1:05", "bloodsmith/1": "0,1:0", "storm-bringer": "1,1:012",
    "stream-surfer": "2,-2:01",
}  # fmt: skip


def a_scene(key: str) -> Scene:
    """All Squads of Rha-Zack around two Bloodsmiths, with a Source and their Shrine; all are in their second mode."""
    _, slug, place = key.split("/")
    card = next(card for card in faction("rhazack").cards if card.slug == slug)
    half = card.upper if place == "upper" else card.lower
    assert half is not None
    deploys = card.kind is schema.CardKind.DEPLOYMENT
    attached: dict[str, list[Attached]] = {"stream-surfer": [Attached("drill", 0)]}
    carrier = card.squad or "stream-guard" if card.attach or deploys else ""
    if card.attach:
        attached[carrier] = [Attached(slug, 4)]
    table = rhazack(
        *SQUADS, places=PLACES, hand=["jump"] if carrier else [slug, "jump"], enemy_hand=["rush"], attached=attached,
        endurance=[3, 1, 1, 1, 2, 0, 1, 1], modes=[0, 0, 1, 1, 0, 0, 1, 0], depleted=[2, 0],
    )  # fmt: skip
    table.state.sources[:] = [table.board.number[-1, 0]]
    table.state.shrines[0] = table.board.number[-2, 1]
    table.state.occupied |= table.map_bits()
    if deploys:
        table.lift(table.model("jumpsuit"), WAITING)
    return Scene(key, table, a_moment(table, half.window, carrier or "stream-guard"), carrier)


def a_moment(table: TestTable, window: str, name: str) -> Moment:
    """What the window is about: a Bloodsmith and a model of the Squad named."""
    own, smith, blade = table.model(name), table.model("bloodsmith"), table.model("source-blade")
    defense = Fight(smith, own, attacker=smith, target=own)
    values: dict[str, Any] = {
        "W-BEFORE-INI": {"fight": defense},
        "W-BEFORE-DEF": {"fight": defense},
        "W-BACKSTAB": {"fight": Fight(own, smith, "backstab", own, smith)},
        "W-ROLLED": {"roll": Roll(0, own, "attack")},
        "W-WOUND-DEAL": {"wounds": WoundEvent(smith, 1, 0, blade)},
        "W-WOUND-TAKE": {"wounds": WoundEvent(own, 1, 1, smith, fight=defense)},
    }
    return Moment(window, **values.get(window, {}))


def keys() -> list[str]:
    """All halves that are played, from hand, from an attached card or as a Deployment card."""
    return [
        f"rhazack/{card.slug}/{place}"
        for card in faction("rhazack").cards
        if card.squad != "destiny-titan"
        for place in ("upper", "lower")
    ]


@pytest.mark.parametrize("key", keys())
def test_a_half_is_offered_at_its_window_in_its_turn_for_its_price_within_its_limit(key: str) -> None:
    # R-INTERRUPT, R-LIGHTNING, R-LIMIT, R-NO-LIMIT, R-PRINTED, R-DEPLOY, DF-CARD-11, DF-ENH-09
    check(a_scene(key), ALSO)


# Refusals


def fallen(scene: Scene, name: str) -> None:
    """All models of these Squads are dead."""
    for squad in scene.table.roster.squads:
        if squad.slug == name:
            for model in squad.models:
                scene.table.lift(model, DEAD)


@pytest.mark.parametrize("key", keys())
def test_without_its_squad_a_lower_or_attached_half_is_refused(key: str) -> None:  # R-BAND, R-CARRIER, Q-28
    scene = a_scene(key)
    performer = scene.card.squad if scene.place == "lower" else ""
    fallen(scene, scene.carrier or performer or "no Squad")
    assert scene.offered() is not bool(scene.carrier or performer)


@pytest.mark.parametrize("card", ["laser-whip", "power-swords", "shadowing", "lightning-strike"])
def test_an_attached_lower_half_serves_no_squad_but_that_on_its_band(card: str) -> None:
    # R-CARRIER, rhazack/laser-whip/lower, rhazack/power-swords/lower, rhazack/shadowing/lower,
    # rhazack/lightning-strike/lower
    scene = a_scene(f"rhazack/{card}/lower")
    attached = scene.table.state.attached
    attached[:] = [(Attached(card, 4),)] * len(attached)
    bearers = {option for option in offers(scene.table) if option.endswith(f":{card}:lower")}
    named = [squad.number for squad in scene.table.roster.squads if squad.slug == scene.card.squad]
    assert bearers == {f"use:{number}:{card}:lower" for number in named}


@pytest.mark.parametrize(
    "key",
    [
        "self-repair/upper", "energy-beam/upper", "energy-beam/lower", "energy-transfer/upper", "laser-whip/lower",
        "lightning/lower", "ray/lower", "source-blade/lower", "gravitron-punch/lower",
    ],
)  # fmt: skip
def test_without_an_enemy_in_reach_it_is_refused(key: str) -> None:
    # rhazack/self-repair/upper, rhazack/energy-beam/upper, rhazack/energy-beam/lower, rhazack/energy-transfer/upper,
    # rhazack/laser-whip/lower, rhazack/lightning/lower, rhazack/ray/lower, rhazack/source-blade/lower,
    # rhazack/gravitron-punch/lower, R-PARTIAL, R-RANGE
    scene = a_scene(f"rhazack/{key}")
    table = scene.table
    table.put(table.model("infinity-angel"), footprint("T37", "-2,0:0123456"))
    for number, name in enumerate(("bloodsmith", "bloodsmith/1")):
        table.put(table.model(name), footprint("T37", f"3,-3:{number}"))
    assert not scene.offered()


@pytest.mark.parametrize(
    "key",
    [
        "time-jump/upper", "lightning/upper", "laser-whip/upper", "shadowing/upper", "energy-shields/lower",
        "drill/lower",
    ],
)  # fmt: skip
def test_in_a_combat_of_others_it_is_refused(key: str) -> None:
    # rhazack/time-jump/upper, rhazack/lightning/upper, rhazack/laser-whip/upper, rhazack/shadowing/upper,
    # rhazack/energy-shields/lower, rhazack/drill/lower, R-TARGET, R-CARRIER
    scene = a_scene(f"rhazack/{key}")
    one, other = scene.table.model("bloodsmith"), scene.table.model("bloodsmith/1")
    assert scene.moment.fight is not None
    fight = replace(scene.moment.fight, starter=one, opponent=other, attacker=one, target=other)
    assert not scene.offered(replace(scene.moment, fight=fight))


@pytest.mark.parametrize("key", ["energy-transfer/lower", "lightning-strike/upper"])
def test_wounds_of_other_models_are_no_occasion(key: str) -> None:
    # rhazack/energy-transfer/lower, rhazack/lightning-strike/upper, R-DEALS, R-CARRIER
    scene = a_scene(f"rhazack/{key}")
    guard, event = scene.table.model("stream-guard"), scene.moment.wounds
    assert event is not None
    other = replace(event, model=guard) if scene.carrier else replace(event, dealer=guard)
    assert not scene.offered(replace(scene.moment, wounds=other))


@pytest.mark.parametrize(
    "key",
    [
        "minelayer/upper", "jump/upper", "friction/upper", "jump/lower", "friction/lower", "surf/lower", "order/lower",
        "lightning-strike/lower",
    ],
)  # fmt: skip
def test_a_move_needs_somebody_who_can(key: str) -> None:
    # rhazack/minelayer/upper, rhazack/jump/upper, rhazack/friction/upper, rhazack/jump/lower, rhazack/friction/lower,
    # rhazack/surf/lower, rhazack/order/lower, rhazack/lightning-strike/lower, R-BLOCKED, R-PARTIAL
    scene = a_scene(f"rhazack/{key}")
    for model in scene.table.army_on_board(0):
        markers.put(scene.table, model, "trap", 1)
    assert not scene.offered()


@pytest.mark.parametrize("card", ["shoot", "lightning", "ray", "shock", "lightning-strike"])
def test_the_mode_on_the_card_is_needed(card: str) -> None:
    # rhazack/shoot/lower, rhazack/lightning/lower, rhazack/ray/lower, rhazack/shock/lower,
    # rhazack/lightning-strike/lower, R-MODE-REQ
    scene = a_scene(f"rhazack/{card}/lower")
    scene.table.state.modes[:] = [0] * len(scene.table.state.modes)
    assert not scene.offered()


@pytest.mark.parametrize("why", ["no Shrine", "full"])
@pytest.mark.parametrize("card", ["order", "shoot", "ray", "surf", "barrier"])
def test_a_cloud_that_is_nowhere_or_has_nowhere_to_go_stays(card: str, why: str) -> None:
    # rhazack/order/upper, rhazack/shoot/upper, rhazack/ray/upper, rhazack/surf/upper, rhazack/barrier/upper, R-EMPTY
    scene = a_scene(f"rhazack/{card}/upper")
    if why == "full":
        scene.table.state.occupied = fully(scene.table)
    else:
        scene.table.state.shrines[0] = -1
    assert not scene.offered()


def fully(table: TestTable) -> int:
    """A hex of every Space is taken."""
    return sum(1 << 7 * space for space in table.board.spaces)


@pytest.mark.parametrize("key", ["barrier/lower", "from-the-skies/upper", "from-the-skies/lower"])
def test_without_room_it_is_refused(key: str) -> None:
    # rhazack/barrier/lower, rhazack/from-the-skies/upper, rhazack/from-the-skies/lower, R-EMPTY, R-DEPLOY
    scene = a_scene(f"rhazack/{key}")
    # Every footprint of three hexes covers the middle of its Space.
    scene.table.state.occupied = fully(scene.table)
    assert not scene.offered()


@pytest.mark.parametrize("key", ["shock/upper", "gravitron-punch/upper"])
def test_charges_need_a_pile(key: str) -> None:  # rhazack/shock/upper, rhazack/gravitron-punch/upper, R-CHARGE
    scene = a_scene(f"rhazack/{key}")
    scene.table.state.neutral_charges = 0
    assert not scene.offered()


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("drill/upper", {"hands": [(), ()]}),
        ("glide/upper", {"depleted": [0, 3]}),
        ("self-repair/lower", {"endurance": [4, 1, 1, 2, 2, 0, 2, 1]}),
        ("quickening/upper", {"sources": []}),
        ("energy-shields/upper", {"sources": []}),
        ("energy-shields/upper", {"neutral_crystals": 0}),
        ("energy-beam/lower", {"crystals": [0, 5]}),
        ("source-blade/upper", {"hands": [("source-blade",), ("rush",)]}),
        ("source-blade/lower", {"sources": []}),
        ("time-jump/lower", {"extra_turn": "active"}),
        ("time-jump/lower", {"in_extra_turn": True}),
        ("energy-transfer/lower", {"crystals": [5, 0], "depleted": [0, 0]}),
        ("lightning-strike/upper", {"marker": -10}),
        ("lightning-strike/upper", {"endurance": [4, 1, 1, 2, 2, 0, 0, 1]}),
    ],
)
def test_what_would_change_nothing_is_refused(key: str, values: dict[str, Any]) -> None:
    # rhazack/drill/upper, rhazack/glide/upper, rhazack/self-repair/lower, rhazack/quickening/upper,
    # rhazack/energy-shields/upper, rhazack/energy-beam/lower, rhazack/source-blade/upper, rhazack/source-blade/lower,
    # rhazack/time-jump/lower, rhazack/energy-transfer/lower, rhazack/lightning-strike/upper, R-PARTIAL, R-DESTROY
    scene = a_scene(f"rhazack/{key}")
    for name, value in values.items():
        setattr(scene.table.state, name, value)
    assert not scene.offered()


# Banners


def played(window: str, banner: str) -> tuple[TestTable, Moment]:
    """Jump is being played, or has done its work; either half of it could be played."""
    table = rhazack(
        "stream-guard", places={"stream-guard": "0,0:01"}, banners={"rhazack": banner}, banner_ready=[True, True]
    )
    card = table.roster.armies[0].cards["jump"]
    return table, Moment(window, play=Play(table, 0, card, "upper", card.upper, Moment("W-OWN")))


@pytest.mark.parametrize(
    ("banner", "window"), [("rhazack-banner", "W-AFTER-PLAY"), ("alternative-rhazack-banner", "W-PLAY")]
)
def test_a_banner_answers_a_played_card_in_the_own_turn_while_it_is_face_up(banner: str, window: str) -> None:
    # R-BANNER, R-LOOP, rhazack/rhazack-banner/0, rhazack/alternative-rhazack-banner/0
    table, moment = played(window, banner)
    check_banner(table, 0, moment)


@pytest.mark.parametrize("banner", ["rhazack-banner", "alternative-rhazack-banner"])
def test_no_banner_answers_a_deployment_card(banner: str) -> None:
    # R-DEPLOY, rhazack/rhazack-banner/0, rhazack/alternative-rhazack-banner/0
    table = rhazack("jumpsuit", banners={"rhazack": banner}, banner_ready=[True, True])
    talk = do(table, "deploy:0:from-the-skies:upper", {"*": FIRST})
    assert "window" not in talk.kinds()
    assert table.state.banner_ready[0]


# Shrines


@pytest.mark.parametrize(("shrine", "windows"), [("energy-cloud", set()), ("voltaic-capacitor", {"W-SHRINE-MOVED"})])
def test_a_shrine_waits_for_its_moment_and_stands_for_all_to_see(shrine: str, windows: set[str]) -> None:
    # rhazack/energy-cloud, rhazack/voltaic-capacitor
    table = rhazack("stream-guard", shrines={"rhazack": shrine})
    table.state.shrines[0] = table.board.number[2, 0]
    assert set(repertoires(table)[0].shrine) == windows
    for seat in (0, 1, None):
        seen = view(table, seat)["seats"][0]
        assert (seen["shrine"], seen["shrine_space"]) == (shrine, table.board.places[table.state.shrines[0]])


def test_the_capacitor_charges_nothing_on_a_dead_squad() -> None:  # R-CHARGE, rhazack/voltaic-capacitor
    table = rhazack(
        "stream-guard", "source-blade", hand=["order"], places={"stream-guard": "-3,3:01", "bloodsmith": "1,0:0"},
        shrines={"rhazack": "voltaic-capacitor"}, attached={"source-blade": [Attached("drill", 0)]},
    )  # fmt: skip
    table.state.shrines[0] = table.board.number[-3, 0]
    for blade in table.roster.squads[1].models:
        table.lift(blade, DEAD)
    talk = do(table, "play:order:upper", to_space(table, "1,0"), {"push_hexes": FIRST})
    assert len(table.events("model_pushed")) == 1
    assert "slot" not in talk.kinds()
    assert charges(table, "source-blade") == [0]


# Tokens


def test_shock_is_bought_off_by_its_owner_in_the_own_turn_for_two() -> None:  # R-BUYOFF, DF-PAY-11, rhazack/shock
    table = a_scene("rhazack/shock/lower").table
    state, smith = table.state, table.model("bloodsmith")
    markers.put(table, smith, "shock", 0)
    remove = f"remove:{smith}:shock:0"
    assert (remove in offers(table, 0), remove in offers(table, 1)) == (False, False)
    state.active, state.marker, state.endurance[table.squad_of("bloodsmith")] = 1, 10, 0
    for crystals, able in ((1, False), (2, True)):
        state.crystals[1] = crystals
        assert (remove in offers(table, 1)) is able
    for seat in (0, 1, None):
        assert [marker["kind"] for marker in view(table, seat)["models"][smith]["markers"]] == ["shock"]


def test_a_barrier_is_taken_away_at_a_free_moment_and_seen_by_all() -> None:  # rhazack/barrier
    table = a_scene("rhazack/barrier/lower").table
    windows = {window for window, uses in repertoires(table)[0].tokens.items() if uses}
    assert windows == {"W-OWN"}
    assert "token:barrier" not in offers(table)
    table.state.hex_tokens = (OnHex("barrier", 0, 7 * table.board.number[3, 0]),)
    assert "token:barrier" in offers(table)
    for seat in (0, 1, None):
        assert [token["kind"] for token in view(table, seat)["hex_tokens"]] == ["barrier"]
    table.state.active = 1
    assert "token:barrier" not in [*offers(table, 0), *offers(table, 1)]


# All of it

#: What nobody plays from hand or from a card: the tests that take it through its moments.
ELSEWHERE = {
    "rhazack/rhazack-banner/0": "test_a_banner_answers_a_played_card_in_the_own_turn_while_it_is_face_up",
    "rhazack/alternative-rhazack-banner/0": "test_a_banner_answers_a_played_card_in_the_own_turn_while_it_is_face_up",
    "rhazack/energy-cloud": "test_the_energy_cloud_weakens_enemies_beside_it",
    "rhazack/voltaic-capacitor": "test_the_capacitor_needs_an_empty_space_in_another_players_turn",
    "rhazack/source": "test_an_enriched_source_gives_its_player_one_more_in_the_harvest",
    "rhazack/mine": "test_only_its_owner_knows_which_token_is_the_dummy",
    "rhazack/shock": "test_shock_is_bought_off_by_its_owner_in_the_own_turn_for_two",
    "rhazack/barrier": "test_a_barrier_is_taken_away_at_a_free_moment_and_seen_by_all",
}


def test_nothing_of_the_faction_is_left_out() -> None:
    file = faction("rhazack")
    wanted = [*acting_keys(file, playable=True), *token_keys(file, playable=True)]
    assert sorted([*keys(), *ELSEWHERE]) == sorted(wanted)
    sources = [path.read_text() for path in sorted(Path(__file__).parent.glob("test_rhazack*.py"))]
    heads = [head for source in sources for head in heads_of_tests(source)]
    for key, name in ELSEWHERE.items():
        assert any(f"def {name}(" in head and key in head for head in heads), key
