"""The field reports on names, through the real write path on a real server."""

from dataclasses import replace

import pytest
from given import talk
from identity_given import Unrelated, World, with_agent

from graphmem.domain.answers import RecallQuery
from graphmem.govern.audience import reader_of


async def test_an_acronym_is_one_node_though_its_vectors_have_nothing_in_common(world: World) -> None:
    """ENT-01: the exact key is looked up whatever the vectors say."""
    memory = replace(world.memory, recorder=replace(world.memory.recorder, embedder=Unrelated()))
    apart = replace(world, memory=memory)
    acronyms = ["DGIA", "PSA", "R2", "QBR", "HSM"]
    for n in range(10):
        text = " and ".join(f"[x{name}] of week {n}" for name in acronyms)
        await apart.tell(("Bo Lind", text), session=f"s{n}", project=f"p{n % 3}")
    assert await apart.names("Thing") == sorted(acronyms)
    assert await apart.proposals() == []


async def test_names_that_differ_in_a_digit_a_version_or_a_letter_stay_apart_and_are_not_even_proposed(
    world: World,
) -> None:
    """ENT-02: hundred consecutive ids are hundred nodes, each with its own facts."""
    ids = [f"SR-2023-{n:03d}" for n in range(1, 101)]
    pairs = ["INC-1041", "INC-1042", "ADR-7", "ADR-17", "v2.1", "v2.11", "Rev A", "Rev B", "Q3 2025", "Q3 2026"]
    pairs += ["12.5 k", "125 k", "release plan A", "release plan B", "serverA", "serverB"]
    await world.tell(*(f"[t{name}] has its own line." for name in ids), session="s1")
    await world.tell(*(f"[t{name}] has its own line." for name in pairs), session="s2")
    assert await world.names("Topic") == sorted([*ids, *pairs])
    assert await world.proposals() == []
    [first], [second] = await world.ids("SR-2023-052"), await world.ids("SR-2023-053")
    assert await world.facts(first) == ["[tSR-2023-052] has its own line."]
    assert await world.facts(second) == ["[tSR-2023-053] has its own line."]


async def test_a_name_is_never_shared_between_kinds(world: World) -> None:
    """ENT-03: Jordan the person and Jordan the country, Apple the nickname and the company."""
    await world.tell("[pJordan] met [oApple].", "[lJordan] is hot.", "[pApple] is a nickname.")
    rows = await world.rows("MATCH (n:Entity {tenant: $tenant}) RETURN n.name, n.kind ORDER BY n.name, n.kind")
    assert rows == [("Apple", "Organization"), ("Apple", "Person"), ("Jordan", "Person"), ("Jordan", "Place")]


async def two_kims(world: World) -> tuple[str, str]:
    await world.tell(("Bo Lind", "[pAlex Kim], the designer, draws the [tlanding page]."), session="a", project="A")
    await world.tell(("Cy Roth", "[pAlex Kim] the auditor checks the [tinvoices]."), session="b", project="B")
    rows = await world.rows(
        "MATCH (n:Person {tenant: $tenant, name: 'Alex Kim'}) RETURN n.projects[0], n.id ORDER BY n.projects"
    )
    return dict(rows)["A"], dict(rows)["B"]


async def test_two_people_of_one_name_in_two_projects_are_two_nodes_with_facts_of_their_own(world: World) -> None:
    """ENT-03."""
    designer, auditor = await two_kims(world)
    assert await world.facts(designer) == ["[pAlex Kim], the designer, draws the [tlanding page]."]
    assert await world.facts(auditor) == ["[pAlex Kim] the auditor checks the [tinvoices]."]
    assert await world.proposals() == [("Alex Kim", "Alex Kim", "same name, another project")]
    answer = await world.memory.recall(RecallQuery(text="What does Alex Kim do?", project="A"), world.reader)
    assert all("auditor" not in item.quote.text for item in answer.items if item.quote)
    keys = await world.rows("MATCH (f:Fact {tenant: $tenant}) RETURN DISTINCT f.semantic_key")
    assert len(keys) == 2, "facts of two people never share a key"


@pytest.mark.parametrize("project", ["", "C", "A"])
async def test_words_beside_the_name_say_which_of_two_people_it_is(world: World, project: str) -> None:
    """ENT-03: 'Alex Kim from audit' adds to the right one."""
    designer, auditor = await two_kims(world)
    await world.tell(("Di Fox", "[pAlex Kim] from audit wrote again."), session="c", project=project)
    assert "[pAlex Kim] from audit wrote again." in await world.facts(auditor)
    assert len(await world.facts(designer)) == 1


async def test_each_goes_on_in_their_own_project(world: World) -> None:
    designer, auditor = await two_kims(world)
    await world.tell(("Bo Lind", "[pAlex Kim] is on leave."), session="a2", project="A")
    await world.tell(("Bo Lind", "[pAlex Kim] is in Rome."), session="b2", project="B")
    assert (len(await world.facts(designer)), len(await world.facts(auditor))) == (2, 2)
    assert len(await world.ids("Alex Kim")) == 2


async def test_without_any_sign_a_third_node_waits_for_a_decision(world: World) -> None:
    await two_kims(world)
    await world.tell(("Di Fox", "[pAlex Kim] called."), session="c")
    await world.tell(("Di Fox", "[pAlex Kim] called again."), session="d")
    assert len(await world.ids("Alex Kim")) == 3
    assert len(await world.proposals()) == 3


async def test_an_address_says_who_it_is_in_any_project(world: World) -> None:
    await world.tell("[pAlex Kim|alex@north.example] draws.", session="a", project="A")
    await world.tell("[pAlex Kim|ak@south.example] counts.", session="b", project="A")
    await world.tell("[pAlex Kim|ALEX@north.example] sings.", session="c", project="C")
    rows = await world.rows(
        "MATCH (n:Person {tenant: $tenant})<-[:SUBJECT]-(f) RETURN n.handles[0], collect(f.text) ORDER BY n.handles[0]"
    )
    assert [(handle, len(facts)) for handle, facts in rows] == [("ak@south.example", 1), ("alex@north.example", 2)]


async def test_shared_rare_company_makes_one_person_across_projects(world: World) -> None:
    await world.tell(("Bo Lind", "[pAlex Kim] works with [pIda Moss] at [oNorthwind]."), session="a", project="A")
    await world.tell(("Bo Lind", "[pAlex Kim] asked [pIda Moss] of [oNorthwind]."), session="b", project="B")
    assert await world.names() == ["Alex Kim", "Bo Lind", "Ida Moss"]


async def test_one_developer_with_an_agent_in_ten_projects_is_one_person(world: World) -> None:
    for n in range(10):
        await world.write(
            with_agent(talk(("Rosa Lima", f"Fix build {n}."), session=f"s{n}", project=f"p{n}")),
        )
    assert [name for name in await world.names() if name == "Rosa Lima"] == ["Rosa Lima"]


async def test_seven_spellings_in_one_conversation_are_one_person(world: World) -> None:
    """ENT-04: aliases grow; the typo is a node of its own and a proposal."""
    await world.tell(
        ("Jan van der Berg", "I will do it."),
        ("Ada Sato", "[pJan] said so."),
        ("Ada Sato", "[pJ. van der Berg] signed."),
        ("jvdberg", "Pushed."),
        ("Ada Sato", "[pjan|@jan] reviews."),
        ("Ada Sato", "[pMr van der Berg] called."),
        ("Ada Sato", "[pJan van der Breg] is on the list."),
    )
    assert await world.names() == ["Ada Sato", "Jan van der Berg", "Jan van der Breg"]
    assert await world.proposals() == [("Jan van der Berg", "Jan van der Breg", "spelling")]
    [jan], [typo] = await world.ids("Jan van der Berg"), await world.ids("Jan van der Breg")
    before = await world.dump()
    await world.memory.merge_entities([typo], jan, world.reader)
    [(aliases, mentions)] = await world.rows(
        "MATCH (n {tenant: $tenant, id: $id}) RETURN n.aliases, COUNT { (n)<-[:MENTIONS]-() }", id=jan
    )
    assert {"Jan", "J. van der Berg", "jvdberg", "@jan", "Mr van der Berg", "Jan van der Breg"} <= set(aliases)
    assert mentions == 5
    assert await world.names() == ["Ada Sato", "Jan van der Berg"]
    await world.memory.unmerge_entities(typo, world.reader)
    assert await world.dump() == before


async def test_a_later_window_of_the_session_knows_whom_the_first_name_means(world: World) -> None:
    """ENT-04: the conversation is the session, not the file."""
    await world.tell(("Jan van der Berg", "Morning."), session="s")
    again = replace(talk(("Jan", "Back again."), ("Ada Sato", "[pJan] is back."), session="s"), uri="file:///w2.txt")
    parts = tuple(replace(part, key=f"later{n}") for n, part in enumerate(again.parts))
    await world.write(replace(again, parts=parts))
    assert await world.names() == ["Ada Sato", "Jan van der Berg"]


async def test_a_first_name_that_two_people_share_stays_unresolved(world: World) -> None:
    await world.tell(("Jan van der Berg", "Hi."), ("Jan Smit", "Hi."), ("Ada Sato", "[pJan] will do it."))
    assert await world.names() == ["Ada Sato", "Jan", "Jan Smit", "Jan van der Berg"]


async def test_outside_the_conversation_a_first_name_needs_a_project_with_one_such_person(world: World) -> None:
    await world.tell(("Jan van der Berg", "Hi."), session="a", project="A")
    await world.tell(("Eva Holm", "[pJan] owes us a plan."), session="b", project="A")
    assert await world.names() == ["Eva Holm", "Jan van der Berg"]
    await world.tell(("Jan Smit", "Hi."), session="c", project="A")
    await world.tell(("Eva Holm", "[pJan] is late."), session="d", project="A")
    assert await world.names() == ["Eva Holm", "Jan", "Jan Smit", "Jan van der Berg"]


async def test_without_a_project_a_first_name_is_only_proposed_and_initials_are_resolved(world: World) -> None:
    await world.tell(("Jan van der Berg", "Hi."), session="a")
    await world.tell(("Eva Holm", "[pJan] came, [pJ. van der Berg] signed."), session="b")
    assert await world.names() == ["Eva Holm", "Jan", "Jan van der Berg"]
    assert await world.proposals() == [("Jan", "Jan van der Berg", "first name")]


async def test_case_accents_and_encodings_are_one_person_shown_with_accents(world: World) -> None:
    """ENT-05: whichever spelling comes first."""
    spellings = ["JOAO DA SILVA", "JOÃO DA SILVA", "João da Silva", "Joa\u0303o da Silva", "João\u00a0da\u00a0Silva"]
    spellings.append("Ｊｏãｏ ｄａ Ｓｉｌｖａ")
    for n, spelling in enumerate(spellings):
        await world.tell(f"[p{spelling}] came.", session=f"s{n}")
    assert await world.names() == ["João da Silva"]
    for asked in ("joao", "João", "JOAO DA SILVA"):
        answer = await world.memory.recall(RecallQuery(text=f"What did {asked} do?"), world.reader)
        assert answer.items, asked


async def test_a_name_that_is_part_of_another_one_is_another_person_elsewhere(world: World) -> None:
    await world.tell("[pMaria Costa] came.", session="a", project="A")
    await world.tell("[pMaria Costa Lima] came.", session="b", project="B")
    assert await world.names() == ["Maria Costa", "Maria Costa Lima"]


async def test_facts_of_a_short_form_are_about_the_person(world: World) -> None:
    await world.tell(
        ("Jan van der Berg", "Hi."), ("Ada Sato", "[pJan] paints."), ("Ada Sato", "[pJan van der Berg] sings.")
    )
    rows = await world.rows(
        "MATCH (f:Fact {tenant: $tenant})-[:SUBJECT]->(n) RETURN n.name, count(f) AS facts ORDER BY n.name"
    )
    assert rows == [("Jan van der Berg", 2)]


async def test_a_batch_settles_as_its_documents_would_one_by_one(world: World) -> None:
    """What one transaction writes cannot be read before it ends; the batch remembers it."""
    documents = [
        talk(("Jan van der Berg", "Morning."), session="s", project="A"),
        talk(("Bo Lind", "[pAlex Kim], the designer, draws."), session="a", project="A"),
        talk(("Cy Roth", "[pAlex Kim] the auditor counts."), session="b", project="B"),
        talk(("Di Fox", "[pAlex Kim] from audit wrote, [pJan] paid."), session="c", project="A"),
        talk(("Di Fox", "[pJan van der Breg] came."), session="d", project="A"),
    ]
    apart = replace(world, reader=reader_of(f"{world.reader.tenant}x", "ada"))
    await world.write(*documents)
    for document in documents:
        await apart.write(document)
    for one in (world, apart):
        people = ["Alex Kim", "Alex Kim", "Bo Lind", "Cy Roth", "Di Fox", "Jan van der Berg", "Jan van der Breg"]
        assert await one.names() == people
    assert await world.proposals() == await apart.proposals()
    owners = "MATCH (f:Fact {tenant: $tenant})-[:SUBJECT]->(p) RETURN f.text, p.name, p.projects ORDER BY f.text"
    assert await world.rows(owners) == await apart.rows(owners)
