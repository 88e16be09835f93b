"""Addresses of decks, below decks/. The short links are in `short_links`, as they stand beside decks/."""

from django.urls import path

from decks import views

app_name = "decks"
urlpatterns = [
    path("", views.public, name="list"),
    path("feed/", views.DeckFeed(), name="feed"),
    path("mine/", views.mine, name="mine"),
    path("new/", views.new, name="new"),
    path("import/", views.import_deck, name="import"),
    path("import/keep/", views.keep_import, name="keep_import"),
    path("starters/", views.starters, name="starters"),
    path("starters/<slug:faction>/<slug:format_>/", views.starter, name="starter"),
    path("<slug:key>/", views.deck, name="deck"),
    path("<slug:key>/build/", views.build, name="build"),
    path("<slug:key>/copy/", views.fork, name="fork"),
    path("<slug:key>/share/", views.share, name="share"),
    path("<slug:key>/notes/", views.notes, name="notes"),
    path("<slug:key>/like/", views.like, name="like"),
    path("<slug:key>/comments/", views.comment, name="comment"),
    path("<slug:key>/comments/<int:pk>/", views.change_comment, name="change_comment"),
    path("<slug:key>/history/", views.history, name="history"),
    path("<slug:key>/history/<int:number>/", views.restore, name="restore"),
    path("<slug:key>/take-down/", views.take_down, name="take_down"),
    path("<slug:key>/delete/", views.delete, name="delete"),
    path("<slug:key>/export/<slug:form>/", views.export_deck, name="export"),
    path("<slug:key>/print/", views.print_sheet, name="print"),
    path("<slug:key>/proxies/", views.print_proxies, name="proxies"),
]

short_links = [
    path("d/code/<slug:code>/", views.from_code, name="deck_code"),
    path("d/code/<slug:code>/export/<slug:form>/", views.export_deck, name="deck_code_export"),
    path("d/code/<slug:code>/print/", views.print_sheet, name="deck_code_print"),
    path("d/code/<slug:code>/proxies/", views.print_proxies, name="deck_code_proxies"),
    path("d/<slug:key>/", views.short, name="deck_short"),
]
