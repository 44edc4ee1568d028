"""The components of metrics, and the features of inputs on which each has an effect."""
