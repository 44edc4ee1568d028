"""Black boxes: whether a program follows a convention, and which convention it follows."""
