"""The board as a picture: everything of the view is on it, and nothing else."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from matches.drawing import Pick, draw_board, draw_track
from matches.drawing.geometry import layout
from matches.drawing.pieces import mark
from matches.engine import Game, Options, Setup, new_game
from matches.engine.dawnfall.board import MAPS, SHAPES, board
from matches.engine.kernel.chance import SeededChance
from matches.naming import Names, space_names
from matches.setting_up.starters import starter_setup
from matches.showing.options import offer

FOUR = ("chapter", "demon", "faceless", "reborn")


def a_game(mode: str = "duel", choices: int = 0, seed: str = "drawn", **options: bool) -> Game[Setup]:
    factions = FOUR if mode != "duel" else FOUR[:2]
    game = new_game(starter_setup(mode, factions, Options(**options)), seed)
    chance = SeededChance(seed.encode())
    while game.pending and len(game.choices) < choices:
        game.choose(game.pending.options[chance.below(len(game.pending.options))].id)
    return game


def drawn(game: Game[Setup], seat: int | None = None) -> ElementTree.Element:
    view = game.view(seat)
    names = Names(view, game.setup.factions)
    decision = game.pending if game.pending and game.pending.seat == seat else None
    picks = offer(decision, view, names, {}).picks if decision else ()
    return ElementTree.fromstring(draw_board(view, names, picks))  # noqa: S314


def texts(svg: ElementTree.Element) -> set[str]:
    return {element.text or "" for element in svg.iter("text")}


@pytest.mark.parametrize("name", MAPS)
def test_every_space_of_a_board_has_a_name_and_a_place_of_its_own(name: str):
    places = board(name).places
    assert len(set(space_names(name).values())) == len(places)
    plan = layout(name)
    for one, other in combinations(places, 2):
        (x, y), (u, v) = plan.space(one), plan.space(other)
        assert (x - u) ** 2 + (y - v) ** 2 > 40**2
    for x, y in plan.spaces.values():
        assert plan.left < x < plan.left + plan.width
        assert plan.top < y < plan.top + plan.height


def test_the_joined_boards_lie_and_the_single_one_is_about_square():
    assert layout("B39x2").width > 1.4 * layout("B39x2").height
    assert 0.8 < layout("B39").width / layout("B39").height < 1.25


def test_no_two_footprints_of_a_size_in_a_space_share_their_middle():
    plan = layout("B39")
    for size in (1, 2, 3, 7):
        shapes = [[k for k in range(7) if mask >> k & 1] for shape, mask in SHAPES if shape == size]
        middles = [plan.middle((0, 0), hexes) for hexes in shapes]
        for one, other in combinations(middles, 2):
            assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 5


@pytest.mark.parametrize(("mode", "spaces"), [("duel", 39), ("ffa4", 78)])
def test_an_empty_board_shows_all_its_spaces_by_name(mode: str, spaces: int):
    svg = drawn(a_game(mode))
    assert len(svg.findall("./g[@class='ground']/use")) == spaces
    assert texts(svg) >= {"A1", "B2", "C3"}


@pytest.mark.parametrize("mode", ["duel", "ffa4", "team"])
def test_every_model_on_the_board_is_drawn_with_faction_seat_base_and_label(mode: str):
    game = a_game(mode, 220, quick_setup=True)
    view = game.view(None)
    standing = [model for model in view["models"] if model["place"]]
    assert len(standing) > 8
    groups = [group for group in drawn(game).iter("g") if group.get("class", "").startswith("model ")]
    assert len(groups) == len(standing)
    names = Names(view, game.setup.factions)
    expected = sorted(
        (f"faction-{names.faction(m['seat'])}", f"seat-{m['seat']}", f"base-{m['base']}", names.label(m["model"]))
        for m in standing
    )
    found = sorted((*group.get("class", "").split()[1:4], group.findtext("text")) for group in groups)
    assert found == expected


def test_shrines_and_sources_are_drawn_with_whose_they_are():
    svg = drawn(a_game(choices=40, quick_setup=True))
    classes = [group.get("class", "") for group in svg.iter("g")]
    assert sum(css.startswith("shrine faction-") for css in classes) == 2
    assert classes.count("source") == 4


def test_every_seat_has_a_mark_of_its_own_shape():
    assert len({mark(seat, (0, 0), 2) for seat in range(4)}) == 4


def test_each_place_that_can_be_chosen_is_on_the_board_under_the_sign_of_its_button():
    game = a_game()
    assert game.pending is not None
    while game.pending.kind != "shrine":
        game.choose(game.pending.options[0].id)
    seat = game.pending.seat
    view = game.view(seat)
    names = Names(view, game.setup.factions)
    made = offer(game.pending, view, names, {})
    svg = drawn(game, seat)
    on_board = {g.get("data-pick"): g.findtext("text") for g in svg.iter("g") if g.get("data-pick")}
    assert on_board == {choice.id: choice.sign for choice in made.choices}
    assert len(on_board) == 39


def test_hexes_and_models_can_be_chosen_too():
    seen = set()
    for seed in range(4):
        game, chance = a_game(seed=f"picks {seed}", quick_setup=True), SeededChance(b"picks")
        while game.pending and len(game.choices) < 250:
            decision = game.pending
            svg = drawn(game, decision.seat)
            picks = {g.get("data-pick") for g in svg.iter("g") if g.get("data-pick")}
            assert picks <= {option.id for option in decision.options}
            if decision.kind in {"place_hexes", "move_hexes", "move_model", "target"}:
                wanted = {o.id for o in decision.options if o.id.partition(":")[0] in {"fp", "model", "target"}}
                assert picks == wanted
                seen.add(decision.kind)
            game.choose(decision.options[chance.below(len(decision.options))].id)
    assert seen == {"place_hexes", "move_hexes", "move_model", "target"}


def test_who_does_not_decide_sees_nothing_to_choose():
    game = a_game(choices=60, quick_setup=True)
    assert game.pending is not None
    for seat in {None, 0, 1} - {game.pending.seat}:
        assert "data-pick" not in ElementTree.tostring(drawn(game, seat), encoding="unicode")


def test_the_same_view_gives_the_same_picture():
    one, other = a_game(choices=120), a_game(choices=120)
    assert ElementTree.tostring(drawn(one, 0)) == ElementTree.tostring(drawn(other, 0))


def test_names_of_players_cannot_break_the_picture():
    game = a_game(choices=60, quick_setup=True)
    view = game.view(None)
    view["seats"][0]["name"] = '<script>"&'
    svg = draw_board(view, Names(view, game.setup.factions))
    assert "<script>" not in svg
    ElementTree.fromstring(svg)  # noqa: S314


def test_labels_of_picks_cannot_break_the_picture():
    game = a_game(choices=60, quick_setup=True)
    assert game.pending is not None
    view = game.view(None)
    names = Names(view, game.setup.factions)
    pick = Pick(game.pending.options[0], "1", "<b>")
    assert "<b>" not in draw_board(view, names, [pick])


def test_things_that_some_factions_bring_are_drawn_where_the_view_has_them():
    game = a_game(choices=60, quick_setup=True)
    view = game.view(None)
    view["thickets"] = [{"space": (0, 0), "hex": 3}]
    view["overgrown"] = [(-2, 0)]
    view["hex_tokens"] = [{"space": (1, 0), "hex": 0, "kind": "mine", "seat": 1, "number": 0}]
    svg = draw_board(view, Names(view, game.setup.factions))
    assert all(f'class="{css}' in svg for css in ("thicket", "overgrown", "hex-token"))
    ElementTree.fromstring(svg)  # noqa: S314


def test_the_victory_track_has_a_marker_between_the_seats():
    game = a_game(choices=60, quick_setup=True)
    view = game.view(None)
    view["marker"] = 3
    svg = draw_track(view, Names(view, game.setup.factions))
    assert svg.count("<circle") == 2 * view["options"]["track"] + 1 + 1
    assert svg.count('class="won"') == 2
    assert svg.count('class="here"') == 1


def test_models_of_like_squads_are_numbered_through():
    game = a_game(choices=60, quick_setup=True)
    view = game.view(None)
    names = Names(view, game.setup.factions)
    own = [model["model"] for model in view["models"] if model["seat"] == 0]
    assert len({names.model(model) for model in own}) == len(own)
    assert len({names.label(model) for model in own}) == len(own)
    assert names.squad(1) == "Holy Knight 1"
    assert names.squad(0) == "Angel of Death"
