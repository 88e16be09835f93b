"""Notes and comments: Markdown in, harmless HTML out."""

from __future__ import annotations

from typing import Final

import nh3
from markdown_it import MarkdownIt

#: What a note may hold. Headings begin at the third level, below those of the page.
TAGS: Final = {
    "a", "blockquote", "br", "code", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES: Final = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES: Final = {"http", "https", "mailto"}
LEVELS_DOWN: Final = 2

_reader = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(["table", "strikethrough"])


def rendered(text: str) -> str:
    """The text as HTML that is safe to show: no raw HTML, no pictures, links without credit to their target."""
    tokens = _reader.parse(text)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1]) + LEVELS_DOWN)}"
    html = str(_reader.renderer.render(tokens, _reader.options, {}))
    return nh3.clean(
        html, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel="nofollow ugc noopener noreferrer"
    )
