"""Addresses of the laboratory in the API, below api/v1/."""

from django.urls import path

from laboratory.api.views import Experiments

app_name = "laboratory-api"
urlpatterns = [
    path("laboratory/", Experiments.as_view({"get": "list", "post": "create"}), name="experiments"),
    path("laboratory/<slug:key>/", Experiments.as_view({"get": "retrieve", "delete": "destroy"}), name="experiment"),
    path("laboratory/<slug:key>/result/", Experiments.as_view({"get": "result"}), name="result"),
    path("laboratory/<slug:key>/cancel/", Experiments.as_view({"post": "cancel"}), name="cancel"),
]
