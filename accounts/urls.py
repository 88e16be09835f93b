"""Addresses under /accounts/."""

from django.contrib.auth.views import LogoutView
from django.urls import path
from django.views.decorators.cache import never_cache

from accounts import token_views, views

app_name = "accounts"
urlpatterns = [
    path("signup/", never_cache(views.SignUp.as_view()), name="signup"),
    path("login/", never_cache(views.LogIn.as_view()), name="login"),
    path("logout/", never_cache(LogoutView.as_view()), name="logout"),
    path("profile/", never_cache(views.Profile.as_view()), name="profile"),
    path("players/<slug:username>/", never_cache(views.player), name="player"),
    path("password-change/", never_cache(views.ChangePassword.as_view()), name="password_change"),
    path("password-reset/", never_cache(views.ResetPassword.as_view()), name="password_reset"),
    path("password-reset/sent/", never_cache(views.ResetPasswordSent.as_view()), name="password_reset_done"),
    path("password-reset/done/", never_cache(views.PasswordReset.as_view()), name="password_reset_complete"),
    path(
        "password-reset/<uidb64>/<token>/",
        never_cache(views.ChooseNewPassword.as_view()),
        name="password_reset_confirm",
    ),
    path("tokens/", never_cache(token_views.tokens), name="tokens"),
    path("tokens/<int:pk>/revoke/", never_cache(token_views.revoke_token), name="revoke_token"),
    path("delete/", never_cache(views.DeleteAccount.as_view()), name="delete"),
    path("deleted/", never_cache(views.deleted), name="deleted"),
]
