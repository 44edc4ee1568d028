"""What metrics inherit: how an object and a function score texts, and of what they warn."""
