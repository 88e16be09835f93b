"""What a player may be called."""

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 30

#: Plain ASCII, so that no two names look alike and upper and lower case are the same in every database.
validate_spelling = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9_-]+\Z",
    _(
        "Use at least two letters (a to z), digits, hyphens or underscores, "
        "and start with a letter or a digit, like Holy-Knight_7."
    ),
)

#: Names that would pass for the people who run the site, or for nobody.
RESERVED_NAMES = frozenset({
    "abuse", "admin", "administrator", "anonymous", "anybody", "api", "bot", "edgetable", "everybody",
    "everyone", "guest", "help", "hostmaster", "me", "mod", "moderator", "moderators", "nobody", "none",
    "noreply", "null", "official", "owner", "player", "postmaster", "root", "security", "server",
    "site", "staff", "superuser", "support", "system", "undefined", "unknown", "user", "webmaster",
})  # fmt: skip


def validate_not_reserved(name: str) -> None:
    """Refuse a name that could be mistaken for the site's own people, however it is written."""
    if name.lower().replace("-", "").replace("_", "") in RESERVED_NAMES:
        raise ValidationError(
            _("“%(name)s” is kept for the people who run the site. Choose another name."),
            code="reserved",
            params={"name": name},
        )
