"""What happens to accounts: one function a deed."""

from __future__ import annotations

from django.contrib.auth import login, logout
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.forms import SignUpForm
from accounts.models import User
from accounts.signals import guest_became_user


class NameTakenError(Exception):
    """Somebody else took the name between the form's check and now."""


def sign_up(request: HttpRequest, form: SignUpForm) -> User:
    """Make the account, hand over what the guest made, and log in."""
    with transaction.atomic():
        user = _save_new_user(form)
        guest_became_user.send(sender=User, request=request, user=user)
    login(request, user)
    return user


def _save_new_user(form: SignUpForm) -> User:
    try:
        with transaction.atomic():
            user: User = form.save()
    except IntegrityError as error:
        raise NameTakenError from error
    return user


def log_in(request: HttpRequest, user: User) -> None:
    """Hand over what was made as a guest, and log in."""
    with transaction.atomic():
        guest_became_user.send(sender=User, request=request, user=user)
    login(request, user)


def delete_account(request: HttpRequest, user: User) -> None:
    """Remove the account with all that hangs on it, and log out."""
    with transaction.atomic():
        user.delete()
    logout(request)
