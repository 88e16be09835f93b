"""Addresses of the laboratory, below laboratory/."""

from django.urls import path

from laboratory import views

app_name = "laboratory"
urlpatterns = [
    path("", views.index, name="index"),
    path("new/", views.new, name="new"),
    path("<slug:key>/", views.experiment, name="experiment"),
    path("<slug:key>/cancel/", views.cancel, name="cancel"),
    path("<slug:key>/share/", views.share, name="share"),
    path("<slug:key>/take-down/", views.take_down, name="take_down"),
    path("<slug:key>/delete/", views.delete, name="delete"),
    path("<slug:key>/experiment.json", views.as_json, name="json"),
    path("<slug:key>/cards.csv", views.as_csv, name="csv"),
]
