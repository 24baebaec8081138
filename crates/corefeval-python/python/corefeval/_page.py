"""Reports as pages: text that notebooks show and that can be saved."""

from __future__ import annotations

import os
from typing import Any


class Page(str):
    """A page of HTML: a string that a notebook shows inside a frame.

    >>> from corefeval import Page
    >>> Page("<p>Mary</p>")._repr_html_().startswith('<iframe srcdoc="&lt;p&gt;Mary')
    True
    """

    height = 720
    """The height of the frame in a notebook, in pixels."""

    def save(self, path: Any) -> None:
        """Writes the page to a file, for a browser."""
        with open(os.fspath(path), "w", encoding="utf-8") as file:
            file.write(self)

    def _repr_html_(self) -> str:
        import html

        frame = "width: 100%; border: 1px solid #ccc"
        return f'<iframe srcdoc="{html.escape(self)}" height="{self.height}" style="{frame}" title="corefeval report"></iframe>'
