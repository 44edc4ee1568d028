"""An example of what a third party can add to tallystick: a metric and a tokenizer."""
