"""`tallystick compare`."""
