"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from catalog.views import home
from decks.urls import short_links

urlpatterns = [
    path("", home, name="home"),
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("api/v1/", include("catalog.api.urls")),
    path("api/v1/", include("decks.api.urls")),
    path("api/v1/", include("matches.api.urls")),
    path("api/v1/", include("laboratory.api.urls")),
    path("api/v1/", include("accounts.api.urls")),
    # The page with the switch is the same for all visitors, so it cannot hold a token; none is needed to
    # choose a language.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("decks/", include("decks.urls")),
    path("matches/", include("matches.urls")),
    path("laboratory/", include("laboratory.urls")),
    *short_links,
    path("<slug:system>/", include("catalog.urls")),
]

handler404 = "edge_site.errors.page_not_found"
