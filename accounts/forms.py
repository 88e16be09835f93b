"""What players fill in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
)
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.attempts import LOG_IN, RESET_PASSWORD, client_address, how_long
from accounts.models import User
from accounts.names import validate_not_reserved

PASSWORD_HELP = _(
    "At least 8 characters. Not only digits, not a password that many people use, and not like your name."
)


class OneSentenceOfHelp:
    """Says what a new password must be like in one sentence instead of a list."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in {"password1", "new_password1"} & set(self.fields):
            self.fields[name].help_text = PASSWORD_HELP


class SignUpForm(OneSentenceOfHelp, UserCreationForm):
    """A name, an e-mail address for those who want one, and the password twice."""

    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"email": _("E-mail address (optional)")}
        help_texts = {"email": _("Only used to reset your password. Nobody else sees it.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autocomplete"] = "email"

    def clean_username(self) -> str:
        """Refuse reserved names; staff can still give themselves one on the command line."""
        name = self.cleaned_data["username"]
        validate_not_reserved(name)
        return super().clean_username()


class CountedLogIn(AuthenticationForm):
    """A log-in form that refuses to go on after too many attempts from one address for one name."""

    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password or self.request is None:
            return super().clean()
        address = client_address(self.request)
        # Counted before the password is looked at: attempts sent at the same moment count, too.
        wait = LOG_IN.take(address, name)
        if wait:
            raise ValidationError(
                _("There were too many attempts to log in as “%(name)s”. Try again in %(wait)s."),
                code="too_many_attempts",
                params={"name": name, "wait": how_long(wait)},
            )
        cleaned = super().clean()
        LOG_IN.forget(address, name)
        return cleaned


class LogInForm(CountedLogIn):
    """User name in any case, and password."""

    error_messages = {
        "invalid_login": _(
            "User name and password do not match. Check both; upper and lower case count in the password."
        ),
        "inactive": _("This account is switched off."),
    }


class AdminLogInForm(CountedLogIn, AdminAuthenticationForm):
    """The admin's log-in, counted like every other."""


class ResetForm(PasswordResetForm):
    """Asks for the address to send a link to; the answer never tells whether anybody has it."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        wait = RESET_PASSWORD.take(client_address(self.request), email)
        if wait:
            raise ValidationError(
                _("A link was asked for several times already. Look into your mailbox, or try again in %(wait)s."),
                code="too_many_attempts",
                params={"wait": how_long(wait)},
            )
        return email


class NewPasswordForm(OneSentenceOfHelp, SetPasswordForm):
    """The new password twice, behind a mailed link."""


class ChangePasswordForm(OneSentenceOfHelp, PasswordChangeForm):
    """The old password, and the new one twice."""


class ProfileForm(forms.ModelForm):
    """What a player can change about the own account."""

    class Meta:
        model = User
        fields = ("email", "about")
        labels = {"email": _("E-mail address")}
        help_texts = {"email": _("Only used to reset your password, nobody else sees it. Leave it empty to have none.")}
        widgets = {"about": forms.Textarea(attrs={"rows": 5})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autocomplete"] = "email"


class DeleteAccountForm(forms.Form):
    """Asks for the password before an account goes."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password. Your account was not deleted."), code="wrong")
        return password
