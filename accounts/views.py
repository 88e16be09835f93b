"""Pages about accounts. All are made for one visitor, so none is ever cached (see urls.py)."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.messages.views import SuccessMessageMixin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView, UpdateView

from accounts import services
from accounts.forms import (
    ChangePasswordForm,
    DeleteAccountForm,
    LogInForm,
    NewPasswordForm,
    ProfileForm,
    ResetForm,
    SignUpForm,
)
from accounts.models import NAME_TAKEN, User


class LogIn(auth_views.LoginView):
    """Log in; whoever is logged in already goes where they wanted to go."""

    template_name = "accounts/login.html"
    authentication_form = LogInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        services.log_in(self.request, form.get_user())
        return HttpResponseRedirect(self.get_success_url())


@method_decorator(sensitive_post_parameters(), name="dispatch")
class SignUp(auth_views.RedirectURLMixin, FormView):
    """Make an account and be logged in at once."""

    template_name = "accounts/signup.html"
    form_class = SignUpForm
    next_page = "accounts:profile"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return redirect("accounts:profile")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        try:
            user = services.sign_up(self.request, form)
        except services.NameTakenError:
            form.add_error("username", NAME_TAKEN)
            return self.form_invalid(form)
        messages.success(self.request, _("Welcome, %(name)s! Your account is ready.") % {"name": user.username})
        return HttpResponseRedirect(self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**{REDIRECT_FIELD_NAME: self.get_redirect_url(), **kwargs})


@method_decorator(login_required, name="dispatch")
class Profile(SuccessMessageMixin, UpdateView):
    """One's own account: e-mail address and a few words for the player page."""

    template_name = "accounts/profile.html"
    form_class = ProfileForm
    context_object_name = "account"  # not "user", which the header reads
    success_url = reverse_lazy("accounts:profile")
    success_message = gettext_lazy("Your profile is saved.")

    def get_object(self, queryset: Any = None) -> User:
        # A row of its own: a refused form must not change the user that the page's header shows.
        return User.objects.get_by_natural_key(self.request.user.get_username())


def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show what everybody may know about a player."""
    try:
        user = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        user = None
    if user is None or not user.is_active:
        raise Http404(_("No player is called “%(name)s”.") % {"name": username})
    if user.username != username:
        return redirect(user)
    return render(request, "accounts/player.html", {"player": user})


class ChangePassword(SuccessMessageMixin, auth_views.PasswordChangeView):
    """A new password, after the old one was given."""

    template_name = "accounts/password_change.html"
    form_class = ChangePasswordForm
    success_url = reverse_lazy("accounts:profile")
    success_message = gettext_lazy("Your password is changed.")


class ResetPassword(auth_views.PasswordResetView):
    """Send a link to whoever has this e-mail address, and say the same to everybody."""

    template_name = "accounts/password_reset.html"
    form_class = ResetForm
    email_template_name = "accounts/mail/password_reset.txt"
    subject_template_name = "accounts/mail/password_reset_subject.txt"
    success_url = reverse_lazy("accounts:password_reset_done")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}


class ResetPasswordSent(auth_views.PasswordResetDoneView):
    """What to do while the mail travels."""

    template_name = "accounts/password_reset_done.html"


class ChooseNewPassword(auth_views.PasswordResetConfirmView):
    """The page behind the mailed link."""

    template_name = "accounts/password_reset_confirm.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("accounts:password_reset_complete")


class PasswordReset(auth_views.PasswordResetCompleteView):
    """The way back in."""

    template_name = "accounts/password_reset_complete.html"


@method_decorator([sensitive_post_parameters(), login_required], name="dispatch")
class DeleteAccount(FormView):
    """Say what goes, ask for the password, and delete."""

    template_name = "accounts/delete.html"
    form_class = DeleteAccountForm
    success_url = reverse_lazy("accounts:deleted")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.request.user}

    def form_valid(self, form: DeleteAccountForm) -> HttpResponse:
        services.delete_account(self.request, form.user)
        return super().form_valid(form)


def deleted(request: HttpRequest) -> HttpResponse:
    """Say good-bye after an account was deleted."""
    return render(request, "accounts/deleted.html")
