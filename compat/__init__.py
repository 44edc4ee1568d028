"""Other implementations of the metrics, brought into one form and laid beside ours."""
