"""Which programs start a process for every score."""

PROCESSES = (
    *("multi-bleu", "mteval", "texygen", "ribes.py", "tercom", "meteor-1.5", "npm-", "js-rouge"),
)


def starts_a_process(implementation: str) -> bool:
    """Say whether an implementation starts a process for every score, which takes long."""
    return implementation.startswith(PROCESSES)
