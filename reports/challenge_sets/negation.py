"""Negation by language: which words to exchange, so that a sentence says the opposite.

A table is not a grammar: it has the forms that are frequent and that change into each other without
further changes of the sentence, so that the result is usually grammatical.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import NamedTuple

from tallystick.reports.challenge_sets.material import Material
from tallystick.reports.challenge_sets.segment import Segment, drawn
from tallystick.reports.challenge_sets.word_forms import pairs_of, pattern_of, with_case_of


class Forms(NamedTuple):
    """The negation of a language.

    Attributes:
        pairs: Affirmative and negative forms, "is/is not, are/are not"; both directions are used.
        removed: Further patterns of negation to be removed, each with what replaces it.
        whole_words: Whether forms are words, not parts of words.
    """

    pairs: str
    removed: tuple[tuple[str, str], ...] = ()
    whole_words: bool = True


FORMS: Mapping[str, Forms] = {
    "en": Forms(
        "is/is not, are/are not, was/was not, were/were not, am/am not, will/will not, "
        "would/would not, can/cannot, could/could not, should/should not, must/must not, "
        "may/may not, might/might not, is/isn't, are/aren't, was/wasn't, were/weren't, "
        "will/won't, would/wouldn't, can/can't, could/couldn't, should/shouldn't, has/hasn't, "
        "have/haven't, had/hadn't, do/don't, does/doesn't, did/didn't",
        ((r"\s+not\b", ""), (r"\bnever\s+", "")),
    ),
    "de": Forms(
        "ist/ist nicht, sind/sind nicht, war/war nicht, waren/waren nicht, wird/wird nicht, "
        "werden/werden nicht, kann/kann nicht, können/können nicht, konnte/konnte nicht, "
        "hat/hat nicht, haben/haben nicht, hatte/hatte nicht, muss/muss nicht, "
        "darf/darf nicht, soll/soll nicht, will/will nicht, bin/bin nicht, ein/kein, "
        "eine/keine, einen/keinen, einem/keinem, einer/keiner",
        ((r"\s+nicht\b", ""), (r"\s+nie(?:mals)?\b", "")),
    ),
    "fr": Forms(
        "est/n'est pas, sont/ne sont pas, était/n'était pas, étaient/n'étaient pas, "
        "sera/ne sera pas, a/n'a pas, ont/n'ont pas, avait/n'avait pas, peut/ne peut pas, "
        "peuvent/ne peuvent pas, doit/ne doit pas, doivent/ne doivent pas, va/ne va pas, "
        "vont/ne vont pas, suis/ne suis pas",
        ((r"\b(?:ne\s+|n['’])([\w-]+)\s+(?:pas|jamais|plus)\b", r"\1"),),
    ),
    "es": Forms(
        "es/no es, son/no son, era/no era, eran/no eran, está/no está, están/no están, "
        "fue/no fue, fueron/no fueron, ha/no ha, han/no han, había/no había, hay/no hay, "
        "puede/no puede, pueden/no pueden, debe/no debe, tiene/no tiene, tienen/no tienen, "
        "será/no será, quiere/no quiere",
        ((r"\bno\s+", ""), (r"\b(?:nunca|jamás)\s+", "")),
    ),
    "cs": Forms(
        "je/není, jsou/nejsou, jsem/nejsem, jsme/nejsme, byl/nebyl, byla/nebyla, bylo/nebylo, "
        "byli/nebyli, byly/nebyly, bude/nebude, budou/nebudou, má/nemá, mají/nemají, "
        "měl/neměl, měla/neměla, může/nemůže, mohou/nemohou, musí/nemusí, chce/nechce, "
        "mám/nemám, mohl/nemohl, bych/nebych, ví/neví, vím/nevím, lze/nelze"
    ),
    "ru": Forms(
        "был/не был, была/не была, было/не было, были/не были, будет/не будет, "
        "будут/не будут, может/не может, могут/не могут, мог/не мог, является/не является, "
        "являются/не являются, имеет/не имеет, должен/не должен, должны/не должны, "
        "хочет/не хочет, хочу/не хочу, могу/не могу, знаю/не знаю, есть/нет, можно/нельзя",
        ((r"\bне\s+", ""),),
    ),
    "uk": Forms(
        "був/не був, була/не була, було/не було, були/не були, буде/не буде, "
        "будуть/не будуть, може/не може, можуть/не можуть, міг/не міг, має/не має, "
        "мають/не мають, хоче/не хоче, хочу/не хочу, можу/не можу, знаю/не знаю, є/немає, "
        "можна/не можна, потрібно/не потрібно, повинен/не повинен, повинні/не повинні",
        ((r"\bне\s+", ""),),
    ),
    "zh": Forms(
        "是/不是, 有/没有, 会/不会, 能/不能, 可以/不可以, 要/不要, 应该/不应该, 需要/不需要, "
        "知道/不知道, 喜欢/不喜欢, 想/不想, 存在/不存在, 允许/不允许",
        (("不(?=[再用必但])", ""),),
        whole_words=False,
    ),
    "ja": Forms(
        "です/ではありません, でした/ではありませんでした, である/ではない, だった/ではなかった, "
        "ます/ません, ました/ませんでした, できる/できない, できた/できなかった, "
        "している/していない, していた/していなかった, される/されない, ある。/ない。, "
        "あった/なかった",
        whole_words=False,
    ),
}


class _Changes(NamedTuple):
    negative: re.Pattern[str]
    replaced: tuple[tuple[re.Pattern[str], str], ...]
    affirmative: re.Pattern[str]
    negated: Mapping[str, str]


def removed_negation(segment: Segment, material: Material, random: Random) -> str | None:
    """Make one negation affirmative."""
    found = [
        (match, match.expand(new))
        for pattern, new in _changes(material.language).replaced
        for match in pattern.finditer(segment.text)
    ]
    return _changed(segment.text, found, random)


def added_negation(segment: Segment, material: Material, random: Random) -> str | None:
    """Negate one affirmative form."""
    changes = _changes(material.language)
    negative = [match.span() for match in changes.negative.finditer(segment.text)]
    found = [
        (match, changes.negated[match[0].lower()])
        for match in changes.affirmative.finditer(segment.text)
        if not any(start < match.end() and match.start() < end for start, end in negative)
    ]
    return _changed(segment.text, found, random)


def _changed(text: str, found: list[tuple[re.Match[str], str]], random: Random) -> str | None:
    if not found:
        return None
    match, new = drawn(random, found)
    return text[: match.start()] + with_case_of(new + text[match.end() :], match[0])


@cache
def _changes(language: str) -> _Changes:
    forms = FORMS[language]
    pairs = pairs_of(forms.pairs)
    negated: dict[str, str] = {}
    for affirmative, negative in pairs:
        negated.setdefault(affirmative, negative)
    replaced = [(pattern_of([no], forms.whole_words), yes) for yes, no in pairs]
    replaced += [(re.compile(one, re.IGNORECASE), new) for one, new in forms.removed]
    negatives = [pattern.pattern for pattern, _ in replaced]
    return _Changes(
        re.compile("|".join(negatives), re.IGNORECASE),
        tuple(replaced),
        pattern_of(negated, forms.whole_words),
        negated,
    )
