"""Values of models. DF-SQUAD, R-ATTR-ORDER, R-BASE-ATTR, R-DASH"""

from collections.abc import Iterator

import pytest

from matches.engine.dawnfall import attributes
from matches.engine.dawnfall.attributes import end_span, has, last, player_of, rerolls, value
from matches.engine.dawnfall.state import Effect
from tests.engine.dawnfall.building import TestTable, a_squad, a_table


def effect(kind: str, amount: int = 0, *, model: int = 0, until: str = "turn") -> Effect:
    return Effect(kind, model, amount, until, "test")


def alpha(*effects: Effect, **values: object) -> TestTable:
    return a_table(a_squad("alpha", **values), effects=effects)


@pytest.fixture
def modifiers() -> Iterator[attributes.Register[attributes.Modifier]]:
    kept = attributes.MODIFIERS.rules[:]
    yield attributes.MODIFIERS
    attributes.MODIFIERS.rules[:] = kept


def test_a_value_is_that_of_the_side_that_is_up():  # DF-SQUAD-08, R-ATTR-ORDER
    table = alpha(ini=3, modes=[{"ini": 5}])
    assert value(table, 0, "ini") == 3
    table.state.modes[0] = 1
    assert value(table, 0, "ini") == 5


def test_an_x_counts_nothing_until_something_sets_it():  # R-ATTR-ORDER
    assert value(alpha(att="X"), 0, "att") == 0
    assert value(alpha(effect("att=", 4), att="X"), 0, "att") == 4


def test_no_effect_lowers_a_value_below_0():  # DF-SQUAD-05
    assert value(alpha(effect("defense+", -3), **{"def": 2}), 0, "defense") == 0


def test_setting_comes_before_doubling_before_adding_whatever_came_first():  # R-ATTR-ORDER
    table = alpha(effect("mov+", 1), effect("mov*", 2), effect("mov=", 4), mov=3)
    assert value(table, 0, "mov") == 4 * 2 + 1


def test_the_latest_set_value_wins():  # R-ATTR-ORDER
    assert value(alpha(effect("ini=", 5), effect("ini=", 2)), 0, "ini") == 2


def test_bonuses_still_count_on_a_base_of_0():  # R-BASE-ATTR
    assert value(alpha(effect("defense=", 0), effect("defense+", 2), **{"def": 6}), 0, "defense") == 2


def test_effects_cannot_raise_a_printed_dash():  # DF-SQUAD-06, Q-37
    assert value(alpha(effect("att+", 3), effect("att*", 2), att="-"), 0, "att") is None


def test_a_dash_given_by_an_effect_works_like_a_printed_one():  # R-DASH
    table = alpha(effect("att=dash"), effect("att+", 3), att=2)
    assert value(table, 0, "att") is None


def test_an_effect_serves_its_own_model_and_value_only():  # R-ATTR-ORDER
    table = a_table(a_squad("alpha", models=2), effects=(effect("att+", 2, model=1),))
    assert [value(table, model, "att") for model in (0, 1)] == [1, 3]
    assert value(table, 1, "ini") == 1


def test_passives_change_values_through_a_hook(modifiers):  # R-ATTR-ORDER
    modifiers.add(lambda table, model, name: [("+", 2)], "ini")
    table = alpha(effect("ini+", 1), ini=1)
    assert value(table, 0, "ini") == 4
    assert value(table, 0, "att") == 1


def test_a_hook_counts_for_its_names_and_where_its_faction_is_at_the_table(modifiers):  # R-ATTR-ORDER
    modifiers.add(lambda table, model, name: [("+", 2)], "ini", "att", faction="side-1")
    modifiers.add(lambda table, model, name: [("+", 4)], faction="elsewhere")
    table = alpha()
    assert [value(table, 0, name) for name in attributes.NAMES] == [3, 3, 1, 1]
    assert [army.faction for army in table.roster.armies] == ["side-0", "side-1"]


def test_a_reroll_symbol_is_lost_with_a_dash():  # DF-SQUAD-06, -09, -10
    table = alpha(att_reroll=True, att=1)
    assert rerolls(table, 0, "att")
    assert not rerolls(table, 0, "defense")
    last(table, effect("att=dash"))
    assert not rerolls(table, 0, "att")


def test_an_effect_may_give_a_reroll_symbol_or_another_trait():
    table = alpha(effect("def_reroll"), effect("immune"))
    assert rerolls(table, 0, "defense")
    assert has(table, 0, "immune")
    assert not has(table, 0, "wins_ini")


def test_a_span_ends_its_own_effects_and_keeps_those_of_something_around_it():  # R-DURATION
    outer, inner, turn = effect("att+", 1, until="combat"), effect("att+", 2, until="combat"), effect("att+", 4)
    table = alpha(outer, turn, inner)
    end_span(table, "combat", keep=(outer, turn))
    assert table.state.effects == (outer, turn)
    end_span(table, "combat")
    assert table.state.effects == (turn,)


def test_an_effect_ends_when_its_reason_has_gone(monkeypatch):  # R-JOINED
    monkeypatch.setitem(attributes.LASTS, "linked", lambda table, linked: linked.amount > 0)
    gone, kept = effect("linked", 0), effect("linked", 1)
    table = alpha(gone, kept, effect("att+", 1))
    attributes.sweep(table)
    assert table.state.effects == (kept, effect("att+", 1))


def test_whoever_controls_a_model_decides_for_it():  # R-CONTROLLED
    table = a_table(a_squad("alpha"), a_squad("beta", 1), effects=(effect("controlled", 0, model=1),))
    assert player_of(table, 1) == 0
    assert player_of(table, 0) == 0


def test_models_of_two_squads_with_one_name_are_never_swapped():  # DF-SQUAD-19
    table = a_table(a_squad("alpha", models=2), a_squad("alpha", models=2))
    first, second = table.roster.squads
    assert set(first.models).isdisjoint(second.models)
    assert [table.squad(model).number for model in (*first.models, *second.models)] == [0, 0, 1, 1]
    assert first.slug == second.slug
