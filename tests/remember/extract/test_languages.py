"""German, Spanish, French and Portuguese: the same kinds of statements, each read by its own cue table."""

import pytest
from extract_given import Read, chat, meeting, note, said

from graphmem.remember.extract.languages import Languages, language_of
from graphmem.remember.extract.table import LANGUAGES, table

FILLER = {
    "de": "Guten Morgen, wir sind heute nur zu dritt und ich habe auch noch einen Termin nach dem Mittag.",
    "es": "Buenos días, hoy somos pocos y después tengo una reunión con los del almacén.",
    "fr": "Bonjour à tous, nous sommes peu nombreux aujourd'hui et j'ai un rendez-vous après le déjeuner.",
    "pt": "Bom dia, hoje somos poucos e depois eu tenho uma reunião com o pessoal do estoque.",
}
"""A line that tells the language of a conversation and states nothing of use."""

DECIDED = {
    "de": [
        "Wir haben beschlossen, die Lagerliste nach PostgreSQL umzuziehen.",
        "Nach langer Diskussion haben wir uns für die Holzkisten entschieden.",
        "Beschluss: Die Filiale in Fulda schließt am Samstag früher.",
        "Es wurde vereinbart, dass die Ware nur noch montags kommt.",
        "Entscheidung: kein Versand mehr ins Ausland",
    ],
    "es": [
        "Hemos decidido pasar el inventario a PostgreSQL.",
        "Al final decidimos no renovar el contrato con la imprenta.",
        "Queda acordado que la feria será en Gijón.",
        "Se decidió cerrar la tienda los lunes.",
        "Decisión: sin envíos al extranjero",
    ],
    "fr": [
        "On a décidé de déplacer l'inventaire vers PostgreSQL.",
        "Nous avons convenu de fermer l'atelier le lundi.",
        "Décision : plus de livraisons à l'étranger",
        "Il a été décidé que le stock sera compté deux fois par an.",
        "On s'est mis d'accord : le salon aura lieu à Nantes.",
    ],
    "pt": [
        "Decidimos passar o estoque para o PostgreSQL.",
        "Ficou decidido que a feira vai ser em Braga.",
        "Foi combinado fechar a loja às segundas.",
        "Decisão: sem envios para o exterior",
        "Resolvemos não renovar o contrato com a gráfica.",
    ],
}

AGREED = {
    "de": [("Dann nehmen wir die blauen Etiketten.", "Einverstanden."), ("Wir bleiben bei der alten Kasse.", "Passt.")],
    "es": [("Vamos a usar las etiquetas azules.", "De acuerdo."), ("Nos quedamos con la caja vieja.", "Perfecto.")],
    "fr": [("On part sur les étiquettes bleues.", "D'accord, parfait."), ("On garde l'ancienne caisse.", "Ça marche.")],
    "pt": [("Vamos usar as etiquetas azuis.", "Fechado."), ("Ficamos com o caixa antigo.", "Concordo.")],
}

NOT_DECIDED = {
    "de": [
        "Sollen wir die Kisten aus Holz nehmen?",
        "Wenn es regnet, nehmen wir das Zelt.",
        "Vielleicht könnten wir die Kasse tauschen.",
        "Mein Nachbar sagt, dass alle auf Hybridautos umsteigen.",
        "Das müssen wir noch entscheiden.",
        "Wir haben noch nicht entschieden, wer fährt.",
    ],
    "es": [
        "¿Usamos cajas de madera?",
        "Si llueve, vamos a usar la carpa.",
        "A lo mejor podríamos cambiar la caja.",
        "Mi vecino dice que todos van a comprar coches híbridos.",
        "Eso tenemos que decidirlo; ya veremos.",
        "Todavía no hemos decidido quién conduce.",
    ],
    "fr": [
        "Est-ce qu'on prend des caisses en bois ?",
        "S'il pleut, on prend la tente.",
        "On pourrait peut-être changer la caisse.",
        "Mon voisin dit que tout le monde passe à l'hybride.",
        "On verra ça plus tard, il faut encore en discuter.",
        "Nous n'avons pas encore décidé qui conduit.",
    ],
    "pt": [
        "Será que usamos caixas de madeira?",
        "Se chover, vamos usar a tenda.",
        "Talvez a gente pudesse trocar o caixa.",
        "Meu vizinho diz que todos vão comprar carros híbridos.",
        "Isso ainda temos que decidir, vamos ver.",
        "Ainda não decidimos quem dirige.",
    ],
}

PROMISED = {
    "de": [
        ("Ich schicke die Preisliste bis Freitag.", "bis Freitag"),
        ("Ich kümmere mich morgen um den Schlüssel.", "morgen"),
        ("Ich rufe nächste Woche beim Vermieter an.", "nächste Woche"),
    ],
    "es": [
        ("Mando la lista de precios para el lunes.", "para el lunes"),
        ("Mañana me encargo de la llave.", "Mañana"),
        ("Voy a llamar al dueño la próxima semana.", "la próxima semana"),
    ],
    "fr": [
        ("J'envoie la liste des prix d'ici vendredi.", "d'ici vendredi"),
        ("Je m'occupe de la clé demain.", "demain"),
        ("Je vais appeler le propriétaire la semaine prochaine.", "la semaine prochaine"),
    ],
    "pt": [
        ("Mando a lista de preços até sexta.", "até sexta"),
        ("Eu cuido da chave amanhã.", "amanhã"),
        ("Vou ligar para o dono na próxima semana.", "na próxima semana"),
    ],
}

PREFERRED = {
    "de": ["Ich arbeite lieber mit Papier.", "Ich mag keine langen Mails.", "Bitte immer mit Datum speichern."],
    "es": ["Prefiero trabajar con papel.", "No me gustan los correos largos.", "Por favor, siempre con fecha."],
    "fr": ["Je préfère travailler sur papier.", "Je n'aime pas les longs mails.", "Je déteste les pop-ups."],
    "pt": ["Prefiro trabalhar com papel.", "Eu não gosto de e-mails longos.", "Odeio janelas que piscam."],
}

REASONED = {
    "de": ("Wir haben beschlossen, den Ofen zu tauschen, weil er zu laut ist.", "er zu laut ist"),
    "es": ("Hemos decidido cambiar el horno porque hace mucho ruido.", "hace mucho ruido"),
    "fr": ("On a décidé de changer le four parce qu'il fait trop de bruit.", "il fait trop de bruit"),
    "pt": ("Decidimos trocar o forno porque faz muito barulho.", "faz muito barulho"),
}

CHOSEN_INSTEAD = {
    "de": ("Wir haben beschlossen, Holzkisten statt Plastikwannen zu nehmen.", "Plastikwannen"),
    "es": ("Hemos decidido usar cajas de madera en vez de bolsas.", "bolsas"),
    "fr": ("On a décidé de prendre des caisses en bois plutôt que des sacs.", "des sacs"),
    "pt": ("Decidimos usar caixas de madeira em vez de sacos.", "sacos"),
}

STATED = {
    "de": "Das Lager in Fulda hat 340 Plätze.",
    "es": "El almacén de Gijón tiene 340 plazas.",
    "fr": "Le dépôt de Nantes contient 340 places.",
    "pt": "O depósito de Braga tem 340 vagas.",
}

PRESENT = {
    "de": "Anwesende: Jörg Öhler, Ute Ebert und Änne Vogt",
    "es": "Asistentes: Íñigo Vela, Rocío Paz y Ana Coto",
    "fr": "Présents : Élodie Roux, Hervé Colin et Zoé Petit",
    "pt": "Presentes: Ângela Sá, Caio Reis e Tânia Luz",
}


def cases(rows: dict[str, list]) -> list[tuple]:
    return [
        (language, *(row if isinstance(row, tuple) else (row,))) for language in LANGUAGES for row in rows[language]
    ]


def talk(language: str, *turns: str) -> Read:
    speakers = ("Kim", "Noor")
    return chat(("Kim", FILLER[language]), *((speakers[at % 2], turn) for at, turn in enumerate(turns)))


@pytest.mark.parametrize(("language", "text"), cases(DECIDED))
def test_an_explicit_decision_is_accepted(language: str, text: str) -> None:
    assert [text.rstrip(".")] == [each.rstrip(".") for each in talk(language, text).accepted]


@pytest.mark.parametrize(("language", "text", "answer"), cases(AGREED))
def test_a_proposal_that_another_agrees_to_is_a_decision(language: str, text: str, answer: str) -> None:
    read = talk(language, text, answer)
    assert read.accepted == [text]
    assert read.found.decisions[0].by == ("Kim", "Noor")


@pytest.mark.parametrize(("language", "text"), cases(NOT_DECIDED))
def test_questions_conditions_hearsay_and_deferrals_are_no_decisions(language: str, text: str) -> None:
    assert talk(language, text).decided == []


@pytest.mark.parametrize(("language", "text", "due"), cases(PROMISED))
def test_a_promise_is_owed_by_its_speaker_with_the_due_phrase_as_said(language: str, text: str, due: str) -> None:
    assert [(each.owed_by, each.due) for each in talk(language, text).found.commitments] == [("Kim", due)]


@pytest.mark.parametrize(("language", "text"), cases(PREFERRED))
def test_a_preference_is_its_speakers(language: str, text: str) -> None:
    assert [(each.text, each.holder) for each in talk(language, text).found.preferences] == [(text, "Kim")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_inside_the_sentence_is_found(language: str) -> None:
    text, reason = REASONED[language]
    decision = talk(language, text).found.decisions[0]
    assert reason in [each.text for each in decision.reasons]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_it_was_chosen_instead_of_is_a_rejected_option(language: str) -> None:
    text, missed = CHOSEN_INSTEAD[language]
    decision = talk(language, text).found.decisions[0]
    assert missed in " ".join(each.text for each in decision.options if each.outcome == "rejected")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_makes_a_fact(language: str) -> None:
    facts = talk(language, STATED[language]).found.facts
    assert ["340" in fact.value for fact in facts] == [True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_of_people_with_accents_name_people(language: str) -> None:
    read = note("", ("", f"{PRESENT[language]}\n\n{FILLER[language]}"))
    assert len(read.names("Person")) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_accents_may_be_missing_and_capitals_shouted(language: str) -> None:
    import unicodedata

    for text in DECIDED[language]:
        bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        assert len(talk(language, bare).accepted) == 1, bare


def test_umlauts_may_be_written_with_two_letters() -> None:
    read = talk("de", "Ich kuemmere mich naechste Woche darum.")
    assert [each.due for each in read.found.commitments] == ["naechste Woche"]


def test_each_sentence_of_a_mixed_conversation_is_read_by_its_own_language() -> None:
    read = chat(
        ("Kim", FILLER["de"]),
        ("Noor", "We decided to keep the old printer because the new one jams."),
        ("Kim", "Wir haben beschlossen, den Plotter zu verkaufen."),
        ("Noor", FILLER["fr"]),
        ("Noor", "On a décidé de garder le fax."),
    )
    assert read.accepted == [
        "We decided to keep the old printer because the new one jams.",
        "Wir haben beschlossen, den Plotter zu verkaufen.",
        "On a décidé de garder le fax.",
    ]


def test_what_stands_in_foreign_quotation_marks_is_nobodys_decision_here() -> None:
    read = talk("de", "Auf dem Zettel stand „Wir haben beschlossen, das Lager zu schließen“ und sonst nichts.")
    assert read.decided == []
    read = talk("fr", "Sur la note il y avait « nous avons décidé de fermer le dépôt » et rien d'autre.")
    assert read.decided == []


def test_german_nouns_are_no_names() -> None:
    read = talk("de", "Die Kisten stehen neben dem Regal und der Schlüssel hängt am Haken.")
    assert read.names("Thing") == set()


def test_neo_13_other_scripts_name_people_and_artifacts_but_state_nothing() -> None:
    read = chat(("山田", "我们决定使用Kafka，见 ADR-12"), ("佐藤", "はい、明日 src/app.py を直します 👍"))
    assert {"山田", "佐藤"} <= read.names("Person")
    assert {"ADR-12", "src/app.py"} <= read.names("Artifact")
    found = read.found
    assert (found.decisions, found.facts, found.commitments, found.preferences) == ((), (), (), ())


def test_english_with_a_foreign_word_in_it_stays_english() -> None:
    languages = Languages(["We went to the Café de la Paix with Jan von Berg and had the plat du jour."])
    assert languages.of("The dish was good.", "The dish was good.") == "en"
    assert language_of("Use the cache, not the queue.") == "en"
    assert said("We decided to use Kafka.").accepted == ["We decided to use Kafka."]


def test_an_english_class_never_leaks_into_another_table() -> None:
    for language in LANGUAGES:
        assert "we" not in table(language).classes["pronoun"]
        assert table(language).scales is table().scales


def test_a_meeting_in_german_keeps_verbatim_spans() -> None:
    read = meeting(("Ute", FILLER["de"]), ("Jörg", "Also, wir haben äh beschlossen, die Kasse zu behalten."))
    assert [read.quote(each.span) for each in read.found.decisions] == [
        "Also, wir haben äh beschlossen, die Kasse zu behalten."
    ]
