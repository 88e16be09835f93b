"""Addresses of the catalogue, below the slug of the game system."""

from django.urls import path

from catalog import views

app_name = "catalog"
urlpatterns = [
    path("", views.system_home, name="system"),
    path("colours.css", views.colours, name="colours"),
    path("factions/", views.factions, name="factions"),
    path("factions/<slug:faction>/", views.faction, name="faction"),
    path("squads/", views.squads, name="squads"),
    path("squads/<slug:faction>/<slug:slug>/", views.squad, name="squad"),
    path("cards/<slug:faction>/<slug:slug>/", views.card, name="card"),
    path("tokens/", views.tokens, name="tokens"),
    path("search/", views.search, name="search"),
    path("rules/", views.rules_index, name="rules"),
    path("rules/search/", views.rules_search, name="rules_search"),
    path("rules/id/<str:id>/", views.rules_id, name="rules_id"),
    path("rules/rulings/", views.rules_rulings, name="rules_rulings"),
    path("rules/rulings/<slug:group>/", views.rules_ruling_group, name="rules_ruling_group"),
    path("rules/questions/", views.rules_questions, name="rules_questions"),
    path("rules/questions/<slug:topic>/", views.rules_question_topic, name="rules_question_topic"),
    path("rules/examples/", views.rules_examples, name="rules_examples"),
    path("rules/examples/<slug:group>/", views.rules_example_group, name="rules_example_group"),
    path("rules/timing/", views.rules_timing, name="rules_timing"),
    path("rules/glossary/", views.rules_glossary, name="rules_glossary"),
    path("rules/glossary/<slug:part>/", views.rules_glossary_part, name="rules_glossary_part"),
    path("rules/<slug:area>/", views.rules_area, name="rules_area"),
]
