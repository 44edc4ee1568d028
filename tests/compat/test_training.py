"""What docs/training.md says to write runs as training toolkits call it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from math import exp
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "training.md"


def code_with(text: str) -> str:
    """Return the code block of the page that has a text."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    [block] = [block for block in blocks if text in block]
    return str(block)


def toolkit(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files of the page."""
    (tmp_path / "valid.en").write_text("the cat sat on a mat\nit is raining\n", encoding="utf-8")
    (tmp_path / "valid.out").write_text("the cat sat on the mat\nit rains\n", encoding="utf-8")
    return tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="the script is written for a POSIX shell")
def test_the_script_for_marian_prints_one_number(folder: Path) -> None:
    # Marian 1.12.42 gives a shell the path and the file, and reads the output by `atof`:
    # src/training/validator.cpp, TranslationValidator, and src/common/utils.cpp, exec
    script = folder / "validate.sh"
    script.write_text(code_with("#!/bin/sh"), encoding="utf-8")
    script.chmod(0o755)
    path = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
    done = subprocess.run(
        "./validate.sh valid.out",
        shell=True,
        cwd=folder,
        env=os.environ | {"PATH": os.pathsep.join(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(done.stdout) == pytest.approx(54.9252)  # sacreBLEU 2.6.0


@pytest.mark.parametrize("start", ["sockeye.evaluate", "tallystick.compat.run sockeye.evaluate"])
def test_sockeye_scores_with_the_drop_ins_as_without(start: str, folder: Path) -> None:
    toolkit("sockeye")
    options = "--hypotheses valid.out --references valid.en --metrics bleu chrf ter --quiet"
    printed = subprocess.run(
        [sys.executable, "-m", *start.split(), *options.split()],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed.split("\t(-)") == ["0.441", "\t54.925", "\t33.333", "\n"]  # sacreBLEU 2.6.0


@pytest.mark.filterwarnings("ignore")
def test_lightning_logs_the_score_of_all_batches() -> None:
    lightning = toolkit("lightning")
    toolkit("torchmetrics")
    names: dict[str, Any] = {"LightningModule": lightning.LightningModule}
    exec(code_with("class Translator"), names)
    names["Translator"].translate = lambda self, batch: batch["outputs"]
    texts = {
        "the cat sat on the mat": "the cat sat on a mat",
        "it rains on the red cat": "it rains on the red dog today",
    }
    batches = [
        {"outputs": [output], "references": [[reference]]} for output, reference in texts.items()
    ]
    quiet = dict.fromkeys(
        ("logger", "enable_checkpointing", "enable_progress_bar", "enable_model_summary"), False
    )
    trainer = lightning.Trainer(accelerator="cpu", **quiet)
    loader = import_module("torch.utils.data").DataLoader(batches, batch_size=None)
    [logged] = trainer.validate(names["Translator"](), loader, verbose=False)
    # 10 of 12 words, 7 of 10 bigrams, 5 of 8 trigrams, 3 of 6 4-grams; 12 words against 13
    expected = (10 / 12 * 7 / 10 * 5 / 8 * 3 / 6) ** 0.25 * exp(1 - 13 / 12)
    assert logged == {"valid_bleu": pytest.approx(expected, rel=1e-6)}


@pytest.mark.filterwarnings("ignore")
def test_trl_is_given_the_rewards_of_completions(tmp_path: Path) -> None:
    trl, tokenizers, transformers = map(toolkit, ("trl", "tokenizers", "transformers"))
    names: dict[str, Any] = {}
    exec(code_with("def chrf_reward"), names)
    ids = {"<none>": 0, "<end>": 1, "it": 2, "rains": 3}
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizers.Tokenizer(tokenizers.models.WordLevel(ids, "<none>")),
        pad_token="<none>",
        eos_token="<end>",
    )
    model = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            vocab_size=4, n_embd=8, n_layer=1, n_head=1, bos_token_id=1, eos_token_id=1
        )
    )
    # a model that always answers "rains"
    model.transformer.ln_f.weight.data.zero_()
    model.transformer.ln_f.bias.data.fill_(1)
    model.transformer.wte.weight.data[3] = 100
    table = import_module("pyarrow").table({"prompt": ["it"] * 2, "reference": ["rains", "x"]})
    settings = trl.GRPOConfig(
        output_dir=str(tmp_path),
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=1,
        max_steps=1,
        logging_steps=1,
        report_to=[],
        save_strategy="no",
        use_cpu=True,
        bf16=False,
    )
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=tokenizer,
        reward_funcs=names["chrf_reward"],
        # datasets 5.2 cannot make a fingerprint of a table with some versions of dill
        train_dataset=import_module("datasets").Dataset(table, fingerprint="0"),
        args=settings,
    )
    trainer.train()
    assert trainer.state.log_history[0]["rewards/chrf_reward/mean"] == 0.5
