"""Write the JSON Schemas of reports after a change of their data models."""

from tallystick.reports.data_schema import PUBLISHED, schema_text

if __name__ == "__main__":
    for model, (_, path) in PUBLISHED.items():
        path.write_text(schema_text(model), encoding="utf-8", newline="\n")
