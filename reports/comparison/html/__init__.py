"""The comparison as one HTML file that loads nothing else.

Templates write tables and plots as plain HTML and SVG, visible without JavaScript. The texts are
compressed inside the page, and the scripts show them on demand.
"""

from tallystick.reports.comparison.html.page import render

__all__ = ["render"]
