"""The verbs of halves: what a card does, in the card's own words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.engine.dawnfall import (
    attaching,
    attributes,
    backstab,
    changing_mode,
    combat,
    combat_action,
    crystals,
    ending,
    markers,
    movement,
    paying,
    placing,
    reach,
    shooting,
    wounds,
)
from matches.engine.dawnfall.attaching import Slot
from matches.engine.dawnfall.choosing import Choosing
from matches.engine.dawnfall.choosing import TakenBack as TakenBack
from matches.engine.dawnfall.moments import NOBODY, Death, MoveAction, WoundEvent
from matches.engine.dawnfall.pushing import NO_PUSHING, Pushes
from matches.engine.dawnfall.roster import Squad
from matches.engine.dawnfall.state import ASIDE, Effect
from matches.engine.kernel.decisions import Rule


class Play(Choosing):
    """A half under way: it asks (see Choosing) and does."""

    __slots__ = ()

    # Paying

    def pay_printed(self, keep: int = 0) -> Rule[None]:
        """The printed cost; an X is paid by the half itself, once it is fixed. DF-CARD-11, R-COST-X"""
        cost = self.half.cost if self.half is not None else 0
        if isinstance(cost, int):
            yield from self.pay(cost, keep)

    def pay(self, cost: int, keep: int = 0) -> Rule[None]:
        """Crystals or equivalents of the player; as long as nothing is done, the use can be taken back. DF-PAY-06"""
        back = not self.done
        if cost and not (yield from paying.pay(self.table, self.seat, cost, self.name, may_go_back=back, keep=keep)):
            raise TakenBack

    def can_pay(self, cost: int) -> bool:
        """Whether the player could pay so much."""
        return paying.can_pay(self.table, self.seat, cost, self.name)

    # Moving

    def can_move(self, models: Iterable[int]) -> bool:
        """Whether one of the models may Move at all. R-BLOCKED, R-NO-MOVE"""
        return any(
            self.value(model, "mov") is not None
            and not self.blocked(model)
            and not attributes.has(self.table, model, "paralysed")
            and not self.inert(model)
            for model in models
        )

    def move(
        self, models: Sequence[int], *, within: int | None = None, through_obstacles: bool | None = None
    ) -> Rule[list[int]]:
        """One Move Action; each of the models may stay. R-MOVE, R-OPTIONAL"""
        self.done = True
        move = MoveAction(self.seat, tuple(models), within, through_obstacles)
        return (yield from self.perform(move))

    def perform(self, move: MoveAction) -> Rule[list[int]]:
        """A Move Action with terms of its own."""
        self.done = True
        return [journey.model for journey in (yield from movement.perform(self.table, move))]

    def reaches(self, model: int, target: int) -> bool:
        """Whether a Move could take the model to the target. R-REACH"""
        return reach.reaches(self.table, self.seat, model, target)

    def free_places(self, model: int, footprints: Iterable[int], pushes: Pushes = NO_PUSHING) -> list[int]:
        """Those of the footprints on which the player may put the model. R-REPOSITION, R-BLOCKED"""
        return placing.legal_places(self.table, self.seat, model, footprints, pushes)

    def anywhere(self, model: int) -> list[int]:
        """All footprints of the model's base. R-TELEPORT"""
        return placing.anywhere(self.table, model)

    def adjacent(self, model: int) -> list[int]:
        """The footprints of the model's base in the Spaces around its own. R-ADJACENT"""
        return placing.next_to_own_space(self.table, model)

    def reposition(self, model: int, footprints: Iterable[int], pushes: Pushes = NO_PUSHING) -> Rule[bool]:
        """Put the model down; it is no Move, and Pushes only if told so. R-REPOSITION, R-TELEPORT, R-CARD-PUSH"""
        self.done = True
        return (yield from placing.place(self.table, self.seat, model, footprints, may_push=pushes))

    def set_aside(self, model: int) -> None:
        """Take a living model off the board until its Squad is Activated. R-SETASIDE"""
        self.done = True
        self.table.lift(model, ASIDE)
        self.table.tell("model_set_aside", model=model)
        markers.leave(self.table, model)
        markers.sweep(self.table)

    def return_model(self, model: int, spaces: Iterable[int] | None = None, touching: int | None = None) -> Rule[None]:
        """A dead or set-aside model comes back to empty hexes, anywhere or where it is told. R-RETURN, R-SETASIDE"""
        self.done = True
        spots = self.anywhere(model) if spaces is None else placing.in_spaces(self.table, model, spaces)
        if touching is not None:
            spots = [spot for spot in spots if self.table.board.footprint_bits[spot] & touching]
        if (yield from self.reposition(model, spots)):
            self.table.tell("model_returned", model=model)

    # Fighting

    def can_fight(self, models: Iterable[int]) -> bool:
        """Whether one of the models has somebody to fight. DF-COMBAT-02"""
        touch = 0
        for enemy in self.enemies():
            touch |= self.table.touch(enemy)
        return any(self.table.bits(model) & touch and combat.targets(self.table, model) for model in models)

    def combat(self, models: Iterable[int]) -> Rule[None]:
        """Each of the models may fight one Combat. R-COMBAT"""
        self.done = True
        yield from combat_action.combat_action(self.table, self.seat, models)

    def fight_one(self, model: int) -> Rule[bool]:
        """The model may fight one Combat."""
        self.done = True
        return (yield from combat_action.fight_one(self.table, self.seat, model))

    def fight_each(self, model: int) -> Rule[None]:
        """The model may fight one Combat against each enemy b2b. R-COMBAT-EACH"""
        self.done = True
        yield from combat_action.fight_each(self.table, self.seat, model)

    def fight_against(self, model: int, target: int) -> Rule[None]:
        """One Combat Sequence of the model with the target."""
        self.done = True
        yield from combat.combat_sequence(self.table, model, target)

    def fight_together(self, models: Iterable[int], target: int) -> Rule[None]:
        """Those of the models that are b2b with the target may each fight it, in the player's order. R-OPTIONAL"""
        able = [model for model in models if self.table.touching(model, target)]
        while not self.over():
            able = [model for model in able if target in combat.targets(self.table, model)]
            model = (yield from self.maybe_model(able, "%(of)s: which model fights?", "No more")) if able else None
            if model is None:
                return
            able.remove(model)
            yield from self.fight_against(model, target)

    def backstab(self, model: int, within: int | None = None) -> Rule[bool]:
        """The model may Backstab one enemy b2b, or within a printed Range. R-BACKSTAB, R-RANGED-BACKSTAB"""
        self.done = True
        return (yield from combat_action.backstab_one(self.table, self.seat, model, within))

    def backstabs(self, models: Iterable[int]) -> Rule[None]:
        """Each of the models may Backstab one enemy b2b, in the player's order. R-BACKSTAB, R-ORDER-OWN"""
        self.done = True
        yield from combat_action.backstab_action(self.table, self.seat, models)

    def backstab_each(self, model: int) -> Rule[None]:
        """The model may Backstab each enemy b2b once. R-COMBAT-EACH"""
        self.done = True
        yield from combat_action.each_in_contact(self.table, self.seat, model, backstab.backstab)

    # Shooting, Wounds and death

    def check_for_hit(self, shooter: int, targets: Sequence[int], bonus: int = 0) -> Rule[list[int]]:
        """One roll for all targets; gives those that are hit. R-CHECK"""
        self.done = True
        return (yield from shooting.check_for_hit(self.table, self.seat, shooter, list(targets), bonus))

    def wound_each(self, models: Sequence[int], dealer: int, count: int = 1) -> Rule[None]:
        """Wounds model by model, in the player's order. R-AREA"""
        self.done = True
        yield from shooting.wound_each(self.table, self.seat, list(models), count, dealer)

    def wound(self, model: int, dealer: int, count: int = 1) -> Rule[None]:
        """One Wound event without a roll. R-AUTO-WOUND"""
        self.done = True
        yield from wounds.wound(self.table, WoundEvent(model, count, self.seat, dealer))

    def kill(self, model: int, killer: int = NOBODY) -> Rule[None]:
        """The model is killed, whatever tokens its Squad has. R-KILLED"""
        self.done = True
        yield from wounds.kill(self.table, Death(model, self.seat, killer))

    def sacrifice(self, model: int) -> Rule[None]:
        """The model is removed; nobody gets VP. R-SACRIFICE"""
        self.done = True
        yield from wounds.sacrifice(self.table, model)

    def burn_one(self, hit: Sequence[int]) -> Rule[None]:
        """1 FIRE token on one of the models that were hit and still stand. R-AFFECTED"""
        left = [model for model in hit if self.table.on_board(model)]
        if left and not self.over():
            model = yield from self.choose_model(left, "%(of)s: which model gets the FIRE token?")
            self.put_token(model, "fire")

    def over(self) -> bool:
        """Whether the match has been decided."""
        return ending.over(self.table)

    # Tokens, Endurance, Crystals, charges, Modes

    def put_token(self, model: int, token: str, number: int = 1) -> None:
        """A token of the player on a model. R-STATUS"""
        self.done = True
        markers.put(self.table, model, token, self.seat, number)

    def until_end_of_turn(self, model: int, kind: str, amount: int = 0) -> None:
        """A change that ends with the turn. R-DURATION"""
        self.lasting(model, kind, amount, "turn")

    def lasting(self, model: int, kind: str, amount: int, until: str) -> None:
        """A change that lasts for a span: roll, attack, ini, combat, shot, turn. R-DURATION"""
        self.done = True
        attributes.last(self.table, Effect(kind, model, amount, until, self.name))

    def restore(self, squad: Squad, count: int = 1) -> None:
        """Endurance tokens back on the Squad card, never above the printed value. R-RESTORE"""
        self.done = True
        got = min(count, self.lost_tokens(squad))
        if got > 0:
            self.table.state.endurance[squad.number] += got
            self.table.tell("endurance_restored", squad=squad.number, count=got)

    def give_up_token(self, squad: Squad) -> None:
        """An Endurance token as an exchange: no Wound, but lost. R-SACRIFICE-TOKEN"""
        self.done = True
        self.table.take_endurance(squad.number, 1)
        self.table.tell("endurance_given_up", squad=squad.number)

    def gain(self, count: int) -> None:
        """Crystals from the neutral pile. R-GAIN"""
        self.done = True
        crystals.gain(self.table, self.seat, count)

    def gain_temporary(self, count: int) -> None:
        """Temporary Crystals. R-TEMP"""
        self.done = True
        crystals.gain_temporary(self.table, self.seat, count)

    def chargeable(self) -> list[Slot]:
        """The player's and the ally's Enhancements that may get charges now. R-CHARGE, R-YOUR"""
        return attaching.chargeable(self.table, self.your_seats()) if self.table.state.neutral_charges else []

    def own_chargeable(self) -> list[Slot]:
        """The player's own Enhancements that may get charges now, the ally's excepted. R-CHARGE, R-YOUR"""
        return attaching.chargeable(self.table, [self.seat]) if self.table.state.neutral_charges else []

    def charge(self, slots: Sequence[Slot], each: int = 1) -> Rule[None]:
        """Charges on these cards. R-CHARGE"""
        self.done = True
        yield from attaching.charge(self.table, self.seat, slots, each)

    def slot(self) -> Slot:
        """Where this attached card lies."""
        number = self.carrier.number
        cards = self.table.state.attached[number]
        return number, next(n for n, attached in enumerate(cards) if self.card and attached.card == self.card.slug)

    def choose_slot(self, slots: Sequence[Slot]) -> Rule[Slot]:
        """One of the attached cards."""
        chosen = yield from self.ask("slot", "%(of)s: which Enhancement?", attaching.slot_options(self.table, slots))
        return chosen.data["squad"], chosen.data["slot"]

    def change_mode(self, squad: Squad) -> Rule[None]:
        """Turn the Squad card over, arrow or not, without a price. R-CHANGE-MODE"""
        self.done = True
        yield from changing_mode.flip(self.table, self.seat, squad)
