"""The comparison as one HTML file that needs nothing else: no network, no server, no library.

`render` takes the data model and returns the page. Whatever a reader sees at first is written here
as plain HTML and SVG, so it stands without JavaScript; the texts travel packed inside the page and
the scripts lay them out on demand.
"""

from tallystick.reports.comparison.html.page import render

__all__ = ["render"]
