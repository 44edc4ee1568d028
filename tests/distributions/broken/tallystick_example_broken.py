"""A plug-in that cannot be imported, as when a library it needs is not installed."""

raise ImportError("the library of the shattered metric is not here")
