"""What a report calls those whose scores metrics are compared with: humans, or a metric."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tallystick.reports.document import Term
    from tallystick.reports.meta_evaluation.model import MetaEvaluation


class Judge(NamedTuple):
    """The words for humans, or for the metric that takes their place.

    Attributes:
        do: With its verb, as in "as humans do".
        name: After a preposition, as in "agreement with humans".
        adjective: Before a noun, as in "human scores".
        agreement: What the report is about.
        aside: What is added to titles; nothing for humans.
    """

    do: str
    name: str
    adjective: str
    agreement: str
    aside: str = ""

    def defined(self, term: Term) -> Term:
        """Return a term that is defined for humans, defined for these."""
        said = term.definition
        for word, own in zip(HUMANS[:3], self[:3], strict=True):
            said = said.replace(word, own)
        return term._replace(definition=said)


HUMANS = Judge("humans do", "humans", "human", "Agreement with humans")


def judge_of(found: MetaEvaluation) -> Judge:
    """Return the words for those whose scores take part in a report."""
    if found.against is None:
        return HUMANS
    options = found.against.partition(":")[2]
    name = f"{found.human} ({options})" if options else found.human
    return Judge(
        f"{name} does",
        name,
        name,
        f"Agreement with {name}, not with humans,",
        f" (with {name}, not with humans)",
    )
