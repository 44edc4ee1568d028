"""What MkDocs asks while it builds the site: generated pages, the parts of metrics, links."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import metric_pages
import reference
from mkdocs.structure.files import File, Files
from public import PACKAGES, ROOT

OF_THE_PROJECT = {
    "README.md": "index.md",
    "CHANGELOG.md": "project/changes.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "benchmarks/results.md": "project/benchmark.md",
    "benchmarks/results.svg": "project/results.svg",
}
"""Files outside `docs`, each with its place there."""

SEARCHED_AS = {
    "index.md": ("install", "Python version"),
    "tutorial.md": ("LaTeX table", "getting started"),
    "scoring.md": ("segment scores", "several references"),
    "file-formats.md": ("missing reference", "multiple references", "input format", "Parquet"),
    "comparing-systems.md": (
        *("compare two systems", "CI fails if BLEU drops", "how many segments"),
        *("read a report in Python", "several training runs", "regression", "sample size"),
    ),
    "choosing-metrics.md": ("correlation with human judgements", "human evaluation"),
    "significance-tests.md": ("statistical significance", "p-value", "confidence interval"),
    "explaining-scores.md": ("paper reports a different score", "reproduce"),
    "dialects.md": ("why is my BLEU different", "implementations differ"),
    "drop-in-replacements.md": (
        *("sacreBLEU drop-in", "TorchMetrics", "NLTK", "GPU", "lm-evaluation-harness"),
    ),
    "plug-ins.md": ("plugin",),
    "tokenizers.md": ("Japanese MeCab", "Korean", "Chinese", "language"),
    "training.md": ("validation during training",),
    "large-corpora.md": ("memory", "Dask", "parallel"),
    "help.md": ("report a bug", "issue", "cite", "citation", "BibTeX", "contact"),
    "stability.md": ("deprecated", "deprecation", "upgrade", "compatibility"),
    "metrics/bleu.md": ("compute BLEU score", "brevity penalty", "smoothing"),
    "metrics/wer.md": ("word error rate", "speech recognition", "ASR"),
    "metrics/cer.md": ("character error rate",),
    "metrics/ter.md": ("translation edit rate",),
    "metrics/sentbleu.md": ("score a single sentence",),
    "metrics/rouge.md": ("ROUGE-L", "summarization metric", "summarisation"),
    "metrics/sari.md": ("text simplification",),
    "metrics/cider.md": ("image captions",),
    "metrics/distinct.md": ("diversity of generated text",),
    "reference/commands/index.md": ("exit code", "exit status", "command line"),
}
"""What people type who want a page, beside the words that it has."""

SELDOM_WANTED = re.compile(r"reference/(defects|schemas|python/.*)\.md|project/.*")
"""Long pages with the words of every query, which a search shows after others."""

OPTION = re.compile("<code>(?=-[^<]{1,30}</code>)")
"""Before an option that fits into a line of a telephone."""

PICTURE = re.compile(r"!\[([^]]*)\]\(report\.png\)")
"""A picture that has a dark form."""

LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)]*)?\))")


def on_config(config: Any) -> Any:
    """Fill the folders of the navigation."""
    folders: dict[str, list[Any]] = {
        "metrics/": [
            {"Overview": "metrics/index.md"},
            *(f"metrics/{name}.md" for name in metric_pages.PAGES),
        ],
        "reference/commands/": [
            {"Overview": path} if path.endswith("index.md") else path
            for path in reference.pages()
            if path.startswith("reference/commands/")
        ],
        "reference/python/": [f"reference/python/{name}.md" for name in PACKAGES],
    }
    config.nav = _filled(config.nav, folders)
    return config


def _filled(nav: Any, folders: dict[str, list[Any]]) -> Any:
    if isinstance(nav, list):
        return [_filled(entry, folders) for entry in nav]
    if isinstance(nav, dict):
        return {title: _filled(entry, folders) for title, entry in nav.items()}
    return folders.get(nav, nav)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are not in `docs`."""
    generated = {**reference.pages(), "metrics/index.md": metric_pages.index()}
    for name, page in OF_THE_PROJECT.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        generated[page] = _linked(text, ROOT / name, page) if page.endswith(".md") else text
    for path, schema in reference.schemas().items():
        text = json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
        generated[f"reference/{reference.schema_page(path)}"] = text
    for path, text in generated.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Add to the page of a metric what follows from its tables; correct links out of `docs`."""
    folder, _slash, name = page.file.src_uri.rpartition("/")
    page.meta["tags"] = [*SEARCHED_AS.get(page.file.src_uri, ())]
    if SELDOM_WANTED.fullmatch(page.file.src_uri):
        page.meta["search"] = {"boost": 0.1}
    if folder == "metrics" and name != "index.md":
        markdown = metric_pages.completed(name.removesuffix(".md"), markdown)
    if page.file.generated_by is not None:
        return markdown
    return _linked(markdown, Path(page.file.abs_src_path), page.file.src_uri)


def on_page_content(html: str, **_: Any) -> str:
    """Mark options, which do not break at their hyphens."""
    return OPTION.sub('<code class="option">', html)


def on_post_page(output: str, **_: Any) -> str:
    """Name the dialog of the search, which the theme leaves without a name."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"')


def on_post_template(output_content: str, **_: Any) -> str:
    """Do so on the page that a server shows for a wrong address."""
    return on_post_page(output_content)


def _linked(text: str, path: Path, page: str) -> str:
    """Return the text of a file with links that lead to pages of the site."""
    depth = "../" * page.count("/")

    def of_site(match: re.Match[str]) -> str:
        before, target, after = match.groups()
        whole = (path.parent / target).resolve()
        if "://" in target or not whole.is_relative_to(ROOT):
            return match[0]
        name = whole.relative_to(ROOT).as_posix()
        if name in OF_THE_PROJECT or whole.is_relative_to(ROOT / "docs"):
            name = depth + OF_THE_PROJECT.get(name, name.removeprefix("docs/"))
        else:
            name = f"{_source()}/blob/main/{name}"
        return f"{before}{name}{after}"

    both = r"![\1](report.png#only-light)\n![\1](report-dark.png#only-dark)"
    return PICTURE.sub(both, LINK.sub(of_site, text))


def _source() -> str:
    """Return the address of the repository."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return str(project.get("urls", {}).get("Source", ""))
