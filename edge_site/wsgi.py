"""The site as a WSGI application, for the production server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edge_site.settings")

application = get_wsgi_application()
