"""What the README shows works as it stands there."""

import re
from contextlib import redirect_stdout
from io import StringIO

from edge_site.settings import BASE_DIR

EXAMPLE = re.compile(r"^```python\n(?P<code>.*?)^```\n+^```text\n(?P<printed>.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_python_example_prints_what_is_written_below_it():
    examples = list(EXAMPLE.finditer((BASE_DIR / "README.md").read_text()))
    assert len(examples) == 1
    printed = StringIO()
    with redirect_stdout(printed):
        exec(compile(examples[0]["code"], "README.md", "exec"), {})  # noqa: S102 - our own README
    assert printed.getvalue() == examples[0]["printed"]
