"""The page on which users make and revoke tokens for the API."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import ApiToken
from accounts.tokens import TooManyTokensError, make_token


class TokenForm(forms.ModelForm):
    """What the token is for."""

    class Meta:
        model = ApiToken
        fields = ("name",)


@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's tokens and make another; a new one is on the page this once."""
    user: Any = request.user
    form, made = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, made = make_token(user, form.cleaned_data["name"])
            form = TokenForm()
        except TooManyTokensError as error:
            form.add_error(None, error.sentence())
    return render(request, "accounts/tokens.html", {"form": form, "made": made, "tokens": user.api_tokens.all()})


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a token worthless."""
    token = get_object_or_404(ApiToken, pk=pk, user=request.user.pk)
    token.delete()
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("accounts:tokens")
