"""Why a half, an Enhancement or a Banner option cannot be used now: every kind of refusal with rule and sentence."""

from __future__ import annotations

from matches.engine.kernel.refusals import Refusal


class InSetup(Refusal):
    """The first turn has not begun."""

    code = "in_setup"
    rule = "Q-17"
    wording = "Cards and Banners are used once the first turn has begun."


class TurnNotDeclared(Refusal):
    """The turn is neither Active nor Passive yet."""

    code = "turn_not_declared"
    rule = "DF-TURN-01"
    wording = "First the turn is declared Active or Passive."


class PassiveTurn(Refusal):
    """Nobody uses anything in a Passive turn."""

    code = "passive_turn"
    rule = "DF-PASSIVE-15"
    wording = "In a Passive turn nobody uses cards or Banners."


class NoLightning(Refusal):
    """A half without lightning, in another player's turn."""

    code = "no_lightning"
    rule = "R-LIGHTNING"
    wording = "%(what)s has no lightning: it is used in your own Active turn only."


class NotYourTurn(Refusal):
    """Banners, Enhancements to attach and Deployment cards, in another player's turn."""

    code = "not_your_turn"
    rule = "DF-BANNER-02"
    wording = "%(what)s is for your own Active turn only."


class UnderWay(Refusal):
    """The seat is in the middle of something and asked about that."""

    code = "under_way"
    rule = "DF-INSTANT-03"
    wording = "What has begun is finished first: %(prompt)s"


class WrongWindow(Refusal):
    """The half waits for another moment."""

    code = "wrong_window"
    rule = "R-INTERRUPT"
    wording = "%(what)s is used at another moment: %(when)s."


class OtherStep(Refusal):
    """The window has two steps, and the half belongs to the other one."""

    code = "other_step"
    rule = "R-ORDER-CANCEL"
    wording = "%(what)s belongs to the other step of this moment."


class CannotPay(Refusal):
    """The cost cannot be covered in full."""

    code = "cannot_pay"
    rule = "DF-PAY-11"
    wording = "%(what)s costs %(cost)s; you can pay %(means)s at most."


class TooFewCharges(Refusal):
    """Charges are taken off this very card and cannot be replaced."""

    code = "too_few_charges"
    rule = "DF-ENH-10"
    wording = "%(what)s needs %(cost)s of the card’s charges; it has %(charges)s."


class NoModel(Refusal):
    """The Squad of the band has nobody on the board."""

    code = "no_model"
    rule = "R-BAND"
    wording = "%(what)s needs a model of %(squad)s on the board."


class CarrierDead(Refusal):
    """The Squad that carries the card has no living model."""

    code = "carrier_dead"
    rule = "R-CARRIER"
    wording = "%(what)s needs a living model of %(squad)s, which carries the card."


class OtherSquad(Refusal):
    """The lower half of a card that lies under another Squad than its own."""

    code = "other_squad"
    rule = "DF-ENH-13"
    wording = "%(what)s works only for the Squad that the card names, not for %(squad)s."


class SwitchedOn(Refusal):
    """A passive half that works by itself."""

    code = "switched_on"
    rule = "DF-ENH-20"
    wording = "%(what)s is on and works by itself."


class LimitReached(Refusal):
    """Used as often as its limit, the event or the turn allows. The rule is R-LIMIT, R-NO-LIMIT, R-ONCE or R-LOOP."""

    code = "limit_reached"
    rule = "R-LIMIT"
    wording = "%(what)s has been used as often as it may be (%(limit)s)."


class WouldRepeat(Refusal):
    """Its last use brought back a state already seen in this turn."""

    code = "would_repeat"
    rule = "R-REPEAT"
    wording = "%(what)s has only brought back what had been before; it is not used again this turn."


class OwnDoing(Refusal):
    """The event was caused by the half itself."""

    code = "own_doing"
    rule = "R-NO-SELF"
    wording = "%(what)s does not answer what it has caused itself."


class TurnTooLong(Refusal):
    """The last guard against turns without end."""

    code = "turn_too_long"
    rule = "R-DEPTH"
    wording = "So much has been used in this turn that nothing more is offered."


class WrongMode(Refusal):
    """The Squad card shows the other side."""

    code = "wrong_mode"
    rule = "R-MODE-REQ"
    wording = "%(what)s needs %(squad)s in %(mode)s Mode."


class NothingToDo(Refusal):
    """There is nobody and nothing it could change, or its own condition is not met."""

    code = "nothing_to_do"
    rule = "R-PARTIAL"
    wording = "%(what)s would change nothing now, or its condition is not met."


class BannerDown(Refusal):
    """The Banner was used."""

    code = "banner_down"
    rule = "DF-BANNER-03"
    wording = "The Banner is face down until your next Passive turn."


class EverySquadHasIt(Refusal):
    """No Squad may carry two copies of one Enhancement."""

    code = "every_squad_has_it"
    rule = "DF-ENH-12"
    wording = "Each of your Squads carries %(what)s already."


class Deployed(Refusal):
    """A Deployment card has one use."""

    code = "deployed"
    rule = "R-CAVALRY"
    wording = "%(squad)s has been deployed; its Deployment card has one use."


class AttachFirst(Refusal):
    """The halves of an Enhancement cannot be used from hand."""

    code = "attach_first"
    rule = "DF-ENH-02"
    wording = "%(what)s is an Enhancement: it is attached to a Squad before it is used."


class NotHeld(Refusal):
    """The seat has no such card, attached or in hand."""

    code = "not_held"
    rule = "DF-CARD-01"
    wording = "You have nothing of that name to use."


class NotKnown(Refusal):
    """The half has no behaviour in the engine."""

    code = "not_known"
    rule = "Q-72"
    wording = "%(what)s cannot be played here yet."
