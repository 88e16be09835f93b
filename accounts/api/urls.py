"""Addresses under /api/v1/."""

from django.urls import path

from accounts.api import views

app_name = "accounts-api"
urlpatterns = [
    path("access-tokens/", views.Tokens.as_view(), name="tokens"),
    path("access-tokens/<int:pk>/", views.Token.as_view(), name="token"),
]
