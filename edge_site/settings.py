"""Settings of the site. Everything that differs between installations comes from the environment.

The variables are listed in docs/configuration.md; tests/site/test_settings.py keeps that list true.
"""

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("VAR_DIR", BASE_DIR / "var"))
VAR_DIR.mkdir(parents=True, exist_ok=True)


def env_flag(name: str, default: bool) -> bool:
    """Read a yes/no variable; anything but a clear yes or no is refused."""
    value = os.environ.get(name, "").strip().lower()
    if value == "":
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; expected 1 or 0.")


def env_list(name: str, default: str) -> list[str]:
    """Read a comma-separated variable."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def instance_secret_key() -> str:
    """Return this installation's own key, made once and kept in VAR_DIR."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(get_random_secret_key())
    return path.read_text().strip()


DEBUG = env_flag("DEBUG", False)
SECRET_KEY = os.environ.get("SECRET_KEY") or instance_secret_key()
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", "")

# How many proxies of our own stand before the site; tells whose X-Forwarded-For can be believed.
PROXIES = int(os.environ.get("PROXIES", "0"))

# A machine of one's own is served over plain HTTP; a site with a name of its own over HTTPS only.
HTTPS = env_flag("HTTPS", default=not set(ALLOWED_HOSTS) <= {"localhost", "127.0.0.1", "[::1]"})

INSTALLED_APPS = [
    "edge_site",
    "accounts",
    "catalog",
    "decks",
    "matches",
    "laboratory",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_filters",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "edge_site.middleware.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "edge_site.urls"
WSGI_APPLICATION = "edge_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
        },
    },
]

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or f"sqlite:///{VAR_DIR / 'edge_table.sqlite3'}",
        conn_max_age=None,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Readers never wait for a writer, and two writers queue up instead of failing.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = False
    DATABASES["default"]["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL", "")
MEMORY_CACHE = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": MEMORY_CACHE, "OPTIONS": {"MAX_ENTRIES": 50_000}},
    # Rendered pages, see catalog/pages.py. In each process's own memory, so that a new release starts empty.
    "pages": {
        "BACKEND": MEMORY_CACHE,
        "LOCATION": "pages",
        "TIMEOUT": 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
    # Drawn pieces of the table, under all that they show: {% cache %} keeps them here.
    "template_fragments": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    if DEBUG
    else {"BACKEND": MEMORY_CACHE, "LOCATION": "pieces", "OPTIONS": {"MAX_ENTRIES": 4000}},
}

# Work that no page waits for. It is queued in the database, or with QUEUE_URL in Redis; `manage.py work` does it.
QUEUE_URL = os.environ.get("QUEUE_URL", "")
QUEUES = ["default", "bots", "laboratory"]
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": QUEUES}}
if QUEUE_URL:
    INSTALLED_APPS.append("django_rq")
    TASKS["default"]["BACKEND"] = "django_tasks_rq.RQBackend"
    RQ_QUEUES = {name: {"URL": QUEUE_URL, "DEFAULT_TIMEOUT": 3600} for name in QUEUES}
# How many processes of each queue the server starts beside itself: bots answer at once, whatever else is under way.
WORKERS = {
    "bots": int(os.environ.get("BOT_WORKERS", "1")),
    "laboratory": int(os.environ.get("LABORATORY_WORKERS", "") or os.cpu_count() or 1),
}
# What the workers of a queue look after every few seconds, beside the tasks themselves.
CHORES = {
    "bots": ["matches.thinking.calling.call_again", "edge_site.workers.forget_old_tasks"],
    "laboratory": ["laboratory.services.requeue_lost"],
}

# Never in a cookie of their own: whoever has messages has a session, and so gets no page that others may see.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.recognizing.Backend"]
SESSION_ENGINE = "accounts.recognizing"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "accounts:profile"
LOGOUT_REDIRECT_URL = "home"

EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.console.EmailBackend")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "localhost")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT", "25"))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env_flag("EMAIL_USE_TLS", False)
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL", "Edge Table <noreply@localhost>")

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ["br", "gz", "jpg", "map", "png", "txt", "webp", "woff", "woff2"]

SECURE_SSL_REDIRECT = HTTPS
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_PAGINATION_CLASS": "catalog.api.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    # No HTTP basic authentication: it would let passwords be guessed past accounts/attempts.py.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": [
        "rest_framework.renderers.JSONRenderer",
        "catalog.api.browsing.AnswerPage",
    ],
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.AnonRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": "600/min",
        "anon-writes": "60/min",
        "user-writes": "180/min",
        "tokens": "30/min",
    },
    "EXCEPTION_HANDLER": "catalog.api.errors.answer",
    "NUM_PROXIES": PROXIES,
}
# What the first page of the API names beside the lists of the catalogue, which knows no other room.
MORE_API_LISTS = [
    "decks-api:decks", "matches-api:matches", "matches-api:logged-matches", "matches-api:ratings",
    "matches-api:statistics", "laboratory-api:experiments",
]  # fmt: skip
SPECTACULAR_SETTINGS = {
    "TITLE": "Edge Table API",
    "DESCRIPTION": "The catalogue of the Edge games (factions, squads, cards, tokens, rules), "
    "players' decks, matches to play, watch, replay and write down, ratings and statistics, and the deck laboratory.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "ENUM_NAME_OVERRIDES": {
        "CurrencyEnum": "catalog.api.serializers.CURRENCIES",
        "SeatKindEnum": "matches.models.Seat.Kind",
        "ProposalKindEnum": "matches.services.agreeing.KINDS",
        "StatusEnum": "matches.models.Match.Status",
        "VisibilityEnum": "decks.models.Deck.Visibility",
        "LoggedVisibilityEnum": "matches.models.LoggedMatch.Visibility",
        "ExperimentStatusEnum": "laboratory.models.Experiment.Status",
        "ExperimentVisibilityEnum": "laboratory.models.Experiment.Visibility",
        "BotLevelEnum": "matches.thinking.levels.LEVEL_CHOICES",
    },
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # That workers go with the server is nothing to warn of.
    "loggers": {"django_tasks_db": {"level": "ERROR"}},
}
