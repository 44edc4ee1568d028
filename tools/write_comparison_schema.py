"""Write the JSON Schema of comparisons after a change of their data model."""

from tallystick.reports.comparison.schema import PUBLISHED, schema_text

if __name__ == "__main__":
    PUBLISHED.write_text(schema_text(), encoding="utf-8", newline="\n")
