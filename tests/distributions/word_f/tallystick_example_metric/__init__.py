"""An example of what a third party can add to tallystick: metrics and a tokenizer."""
