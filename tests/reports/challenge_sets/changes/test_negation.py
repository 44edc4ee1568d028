"""Negation by language: sentences with all that may be planted in them, which is often nothing.

The expected sentences were written by hand, from grammars; none is the output of the program.
"""

import re
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .test_changes import results

few = partial(results, seeds=15)  # a sentence has one or two places


@pytest.mark.parametrize(
    ("language", "affirmative", "negative"),
    [
        ("en", "They were late.", "They were not late."),
        ("en", "The team can win.", "The team cannot win."),
        ("en", "It has been sold.", "It has not been sold."),
        ("de", "Das ist gut.", "Das ist nicht gut."),
        ("de", "Der Artikel wurde geprüft.", "Der Artikel wurde nicht geprüft."),
        ("fr", "Elle est là.", "Elle n'est pas là."),
        ("fr", "Ces lampes sont disponibles.", "Ces lampes ne sont pas disponibles."),
        ("es", "Ella es alta.", "Ella no es alta."),
        ("es", "Los niños pueden venir.", "Los niños no pueden venir."),
        ("cs", "Myslím, že to je pravda.", "Myslím, že to není pravda."),
        ("cs", "Cena obsahuje dopravu.", "Cena neobsahuje dopravu."),
        ("cs", "Zboží můžete vrátit.", "Zboží nemůžete vrátit."),
        ("ru", "Он может прийти.", "Он не может прийти."),
        ("ru", "Дом был построен вчера.", "Дом не был построен вчера."),
        ("ru", "Здесь можно курить.", "Здесь нельзя курить."),
        ("uk", "Він може прийти.", "Він не може прийти."),
        ("uk", "Тут можна чекати.", "Тут не можна чекати."),
        ("zh", "这是书。", "这不是书。"),
        ("zh", "我们会尽快回复您。", "我们不会尽快回复您。"),
        ("zh", "您可以退货。", "您不可以退货。"),
        ("ja", "これは本です。", "これは本ではありません。"),
        ("ja", "これは本でした。", "これは本ではありませんでした。"),
        ("ja", "荷物が届きます。", "荷物が届きません。"),
        ("ja", "荷物が届きました。", "荷物が届きませんでした。"),
        ("ja", "彼は来ている。", "彼は来ていない。"),
        ("ja", "問題が解決できた。", "問題が解決できなかった。"),
        ("ja", "問題があった。", "問題がなかった。"),
    ],
)
def test_one_direction_takes_back_the_other(language: str, affirmative: str, negative: str) -> None:
    assert few("added negation", affirmative, language) == {negative}
    assert few("removed negation", negative, language) == {affirmative}
    assert few("added negation", negative, language) == set()
    assert few("removed negation", affirmative, language) == set()


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Would you like us to send it?", None),
        ("en", "He asked: “Is it true?” and left.", None),
        ("en", "Had I known it, would I be here now", None),
        ("en", "Neither was it cheap.", None),
        ("en", "We do this every day.", None),
        ("en", "She has a car.", None),
        ("en", "Here is your book.", None),
        ("en", "Whether it is true is unknown.", None),
        ("en", "Yes, that is, if it will.", None),
        ("en", "We check if it is right.", None),
        ("en", "I would like a refund. Is it late?", "I would not like a refund. Is it late?"),
        ("de", "Wir hoffen, dass sie uns dabei helfen wird, so schnell wie möglich.", None),
        ("de", "Das Buch, das genutzt werden könnte, kam.", None),
        ("de", "Steigen Sie ein und fahren Sie.", None),
        ("de", "Ich sehe ein paar Leute.", None),
        ("de", "Ist das gut?", None),
        ("de", "Es war wahrscheinlich, wie immer, spät.", None),
        ("de", "Es ist ein Fehler passiert.", "Es ist kein Fehler passiert."),
        ("fr", "Les deux se sont rencontrés.", None),
        ("fr", "Il y a du pain.", None),
        ("fr", "Il a une voiture.", None),
        ("fr", "Je veux savoir si Anne est là.", None),
        ("fr", "Ce livre est-il bon ?", None),
        ("es", "La puerta se puede abrir.", None),
        ("es", "Juan también es alto.", None),
        ("es", "Miden cuán importante fue el impacto.", None),
        ("cs", "Včera jsme zkontrolovali zásilku.", "Včera jsme nezkontrolovali zásilku."),
        ("cs", "Zásilku zkontrolovali jsme.", "Zásilku nezkontrolovali jsme."),
        ("cs", "Musel jsem podepsat.", None),
        ("cs", "Email jsem neobdržel.", None),
        ("cs", "Nic jsem neobdržel.", None),
        ("cs", "Viděl je včera.", None),
        ("cs", "Nevím, jestli bude práce.", None),
        ("cs", "Jakmile budeme mít zprávu, pošleme ji.", None),
        ("cs", "Budete potřebovat pouze klíč.", None),
        ("cs", "Úkoly jsme splnili.", "Úkoly jsme nesplnili."),
        ("ru", "У него был дом.", None),
        ("ru", "Может быть, он придет.", None),
        ("ru", "Вам нужно будет войти.", None),
        ("ru", "Товары следует возвратить.", None),
        ("ru", "Это больше, чем можно привлечь.", None),
        ("ru", "У меня есть книга.", None),
        ("uk", "Вам потрібно буде увійти.", None),
        ("uk", "Мені потрібно купити хліб.", None),
        ("zh", "他拥有房子，享有权利。", None),
        ("zh", "附有说明，所有人请看。", None),
        ("zh", "但是社会机会可能重要。", None),
        ("zh", "他只有一个。", None),
        ("zh", "我想知道答案。", None),
        ("zh", "你是学生吗？", None),
        ("zh", "我们有三个苹果。", "我们没有三个苹果。"),
        ("ja", "応答がありませんでした。", None),
        ("ja", "山が大きいです。", None),
        ("ja", "ありがとうございます。", None),
        ("ja", "お願いします。", None),
        ("ja", "ご利用できますか。", None),
        ("ja", "ますます増える。", None),
    ],
)
def test_a_negation_is_added_where_the_sentence_stays_grammatical(
    language: str, text: str, expected: str | None
) -> None:
    assert few("added negation", text, language) == ({expected} if expected else set())


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Don't you want it?", None),
        ("en", "He did not see anything.", None),
        ("en", "It is not only cheap.", None),
        ("en", "It is not red but blue.", None),
        ("en", "I don’t know it.", "I do know it."),
        ("en", "They won't come. Why not?", "They will come. Why not?"),
        ("de", "Nicht nur das, es ist nicht nur gut.", None),
        ("de", "Es ist nicht gut, sondern schlecht.", None),
        ("de", "Er ist nicht mehr da.", None),
        ("de", "Es gibt keine Milch.", None),
        ("de", "Ich weiß nicht, ob er kommt.", "Ich weiß, ob er kommt."),
        ("fr", "Il n’a pas de voiture.", None),
        ("fr", "Ce n'est pas grave.", "C'est grave."),
        ("fr", "Cela ne signifie pas pour autant que tout manque.", None),
        ("fr", "Ça n'est pas un chat.", None),
        ("fr", "Je n’ai pas dormi.", "J'ai dormi."),
        ("es", "No es rojo sino azul.", None),
        ("es", "Ella no es alta.", "Ella es alta."),
        ("cs", "Nikdo nemá čas.", None),
        ("cs", "Jestli byste nemohla přijít.", None),
        ("cs", "Zboží nelze vrátit.", "Zboží lze vrátit."),
        ("ru", "Стойте, пока не увидите дом.", None),
        ("ru", "Ждите, пока не сможете войти.", None),
        ("ru", "Тем не менее он пришел.", None),
        ("ru", "Никто не может войти.", None),
        ("ru", "Он так и не появился.", None),
        ("ru", "У нас не было времени.", None),
        ("ru", "Он многого не знает об этом.", None),
        ("ru", "Мы не будем возмещать какую-либо сумму.", None),
        ("uk", "Ніхто не може увійти.", None),
        ("uk", "Він не з’явився.", None),
        ("uk", "Тут не повинно бути тварин.", None),
        ("uk", "Він питав, чи вона не хоче їсти.", None),
        ("zh", "这并不是真的。", None),
        ("zh", "这不是书，而是画。", None),
        ("zh", "我没有收到包裹。", None),
        ("zh", "我永远不会忘记他。", None),
        ("zh", "你是不是学生", None),
        ("zh", "我没有时间。", "我有时间。"),
        ("ja", "問題は解決できなかった。", "問題は解決できた。"),
        ("ja", "お会いできなかった。", "お会いできた。"),
        ("ja", "返事をいただけなかった。", None),
        ("ja", "彼は謝罪しなかった。", None),
        ("ja", "いかなる支援も受けておりません。", None),
        ("ja", "誰にも言わなかった。", None),
        ("ja", "そこに問題がなかった。", "そこに問題があった。"),
        ("ja", "そんなことはなかった。", "そんなことはあった。"),
        ("ja", "山は高くなかった。", None),
        ("ja", "高くはなかった。", None),
        ("ja", "彼かもしれない。", None),
        ("ja", "すみませんが、お待ちください。", None),
        ("ja", "行かなければなりません。", None),
        ("ja", "誰も来ません。", None),
    ],
)
def test_a_negation_is_removed_where_the_sentence_stays_grammatical(
    language: str, text: str, expected: str | None
) -> None:
    assert few("removed negation", text, language) == ({expected} if expected else set())


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "cs", "ru", "uk", "zh", "ja"])
@pytest.mark.parametrize("name", ["added negation", "removed negation"])
@given(text=st.text(st.sampled_from("是不有です。 not is не ne nicht?"), max_size=20))
def test_a_question_is_left_alone(language: str, name: str, text: str) -> None:
    assert few(name, re.sub("[。?]", "", text) + "?", language) == set()
