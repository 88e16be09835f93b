"""The page on which people can read and try the API."""

from drf_spectacular.views import SpectacularSwaggerSplitView


class Docs(SpectacularSwaggerSplitView):
    """Swagger UI, with its script in a file of its own as the site allows no script inside a page."""

    url_name = "api:schema"
