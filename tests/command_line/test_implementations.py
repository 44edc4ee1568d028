"""`tallystick implementations`."""

import json

from .conftest import Run


def test_every_program_has_its_version_or_how_to_get_it(run: Run) -> None:
    output = run("implementations").output
    assert "nltk " in output
    assert "bleu:dialect=nltk\n" in output
    content = json.loads(run("implementations", "--format", "json").output)
    assert content["schema"] == "tallystick/implementations/1"
    found = {one["name"]: one for one in content["implementations"]}
    assert found["sacrebleu"]["dialect"] == "sacrebleu"
    assert all((one["version"] is None) != (one["missing"] is None) for one in found.values())
    assert content["broken"] == []
