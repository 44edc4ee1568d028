"""Text becomes counts: what metrics ask of the kernel."""
