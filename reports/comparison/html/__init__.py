"""The comparison as one HTML file: its tables and plots are visible without JavaScript."""
