"""What other memories export: graphs, rows, linked notes and instructions."""

import json

import pytest
from ingest_given import in_memory, read

from graphmem.domain.documents import RecordRelation, SpeakerRole
from ingest.connectors.instructions import Instructions
from ingest.connectors.memory_graph import MemoryGraph
from ingest.connectors.memory_rows import MemoryRows
from ingest.connectors.vault import Vault
from ingest.registry import choose

ENTITY = {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["Likes the tram", "Lives in Turin"]}
RELATION = {"type": "relation", "from": "Ada", "to": "Volta", "relationType": "works_at"}


class TestGraphs:
    def test_an_entity_is_a_note_of_its_name_with_a_part_an_observation(self) -> None:
        found = read(MemoryGraph(), [ENTITY, RELATION])
        ada, relations = found.documents
        assert (ada.title, [part.text for part in ada.parts]) == (
            "Ada",
            ["Ada: person", "Likes the tram", "Lives in Turin"],
        )
        assert [(part.heading, part.text) for part in relations.parts] == [(("Ada",), "Ada works at Volta")]

    @pytest.mark.parametrize(
        "graph",
        [
            {"entities": [{k: v for k, v in ENTITY.items() if k != "type"}], "relations": [RELATION]},
            {
                "entities": [{"name": "Ada", "type": "person", "observations": ENTITY["observations"]}],
                "relations": [{"source": "Ada", "target": "Volta", "relationType": "works_at"}],
            },
            {"graph": {"nodes": [ENTITY], "edges": [RELATION]}},
        ],
        ids=["reference server", "mcp-neo4j-memory", "wrapped"],
    )
    def test_a_graph_in_one_object_gives_what_its_lines_give(self, graph: dict[str, object]) -> None:
        text = json.dumps(graph, indent=1)
        assert choose(in_memory(text)).name == "memory-graph"
        whole, lines = read(MemoryGraph(), text), read(MemoryGraph(), [ENTITY, RELATION])
        assert [part.text for part in whole.parts] == [part.text for part in lines.parts]

    def test_neo4js_own_export_is_read_by_the_names_behind_its_ids(self) -> None:
        ada = {"name": "Ada", "observations": ["Likes the tram"]}
        rows: list[dict[str, object]] = [
            {"type": "node", "id": "0", "labels": ["Memory", "Person"], "properties": ada},
            {"type": "node", "id": "1", "labels": ["Memory"], "properties": {"name": "Volta", "type": "company"}},
            {"type": "relationship", "label": "WORKS_AT", "start": {"id": "0"}, "end": {"id": "1"}},
        ]
        assert choose(in_memory("\n".join(map(json.dumps, rows)))).name == "memory-graph"
        texts = [part.text for part in read(MemoryGraph(), rows).parts]
        assert texts == ["Ada: Person", "Likes the tram", "Volta: company", "Ada WORKS AT Volta"]

    @pytest.mark.parametrize(
        "said",
        ["non-compliant", "definiert_icp-kriterien_für", "由...组成", "has/uses", "100%", "`) DETACH DELETE n //"],
    )
    def test_neo_01_the_wording_of_a_relation_is_text(self, said: str) -> None:  # fmt: skip
        found = read(MemoryGraph(), [RELATION | {"relationType": said}])
        assert [part.text for part in found.parts] == [f"Ada {said.replace('_', ' ')} Volta"]

    def test_neo_10_what_has_no_name_or_no_end_is_counted_and_costs_nothing_else(self) -> None:
        rows: list[dict[str, object]] = [
            ENTITY | {"name": " "},
            RELATION | {"to": ""},
            RELATION | {"relationType": None},
            {"type": "entity", "name": "Bo", "observations": []},
            ENTITY,
        ]
        found = read(MemoryGraph(), rows)
        assert [document.title for document in found.documents] == ["Ada"]
        assert sum(one.line > 0 for one in found.skipped) == 4

    def test_two_entities_of_one_name_are_both_kept(self) -> None:
        found = read(MemoryGraph(), [ENTITY, ENTITY | {"observations": ["Rides a bike"]}])
        assert len({document.external_id for document in found.documents}) == 2


ROW = {
    "id": "0f6e9a1c-0000-4000-8000-000000000001",
    "memory": "Prefers the tram",
    "hash": "x",
    "metadata": {"category": "travel"},
    "created_at": "2025-05-01T10:00:00-07:00",
    "updated_at": None,
    "user_id": "ada",
}


class TestRows:
    @pytest.mark.parametrize("wrap", ["list", "results", "lines"])
    def test_each_memory_is_a_note_under_its_own_id_and_date(self, wrap: str) -> None:
        text = {"list": [ROW], "results": {"results": [ROW]}, "lines": ROW}[wrap]
        source = in_memory(json.dumps(text))
        assert choose(source).name == "memory-rows"
        (document,) = read(MemoryRows(), json.dumps(text)).documents
        assert (document.external_id, document.title) == (ROW["id"], "ada")
        assert document.happened_at is not None
        assert document.happened_at.isoformat() == "2025-05-01T17:00:00+00:00"
        assert [(part.text, part.heading) for part in document.parts] == [("Prefers the tram", ("ada", "travel"))]

    def test_its_graph_is_read_beside_it(self) -> None:
        graph = [
            {"source": "ada", "relationship": "rides", "target": "the_tram"},
            {"source": "ada", "relationship": "knows", "destination": "bo"},
        ]
        found = read(MemoryRows(), json.dumps({"results": [ROW], "relations": graph}))
        assert [part.text for part in found.parts] == ["Prefers the tram", "ada rides the_tram", "ada knows bo"]

    def test_a_memory_that_was_updated_is_the_same_document(self) -> None:
        before = read(MemoryRows(), [ROW]).documents[0]
        after = read(MemoryRows(), [ROW | {"memory": "Prefers the bus", "updated_at": "2025-06-01T10:00:00Z"}])
        assert after.documents[0].external_id == before.external_id
        assert after.parts[0].key == before.parts[0].key


NOTE = """---
aliases: [Bus plan, The red line]
tags: [travel]
permalink: plans/bus
---
# Take the bus

We drop [[Tram plan|the tram]] and keep ![[map.png]] and ![[Stops#North]].

- [decision] Take the red line #bus (agreed on Monday)
- [ ] buy tickets
- supersedes [[Tram plan]]
- depends_on [[plans/Budget]]
"""


class TestLinkedNotes:
    def test_a_note_is_known_by_its_file_its_title_its_aliases_and_its_permalink(self) -> None:
        (note,) = read(Vault(), NOTE, "Bus.md").documents
        assert note.record_keys == ("bus", "take the bus", "bus plan", "red line")

    def test_links_name_notes_by_the_same_keys_and_say_how(self) -> None:
        (note,) = read(Vault(), NOTE, "Bus.md").documents
        assert [(link.target, link.relation) for link in note.record_links] == [
            ("stops", RecordRelation.CITES),
            ("tram plan", RecordRelation.SUPERSEDES),
            ("budget", RecordRelation.DEPENDS_ON),
        ]

    def test_an_observation_stands_under_its_category_and_a_task_is_none(self) -> None:
        parts = {part.text: part.heading for part in read(Vault(), NOTE, "Bus.md").parts}
        assert parts["Take the red line #bus (agreed on Monday)"] == ("Take the bus", "decision")
        assert parts["- [ ] buy tickets"] == ("Take the bus",)

    def test_a_daily_note_is_dated_by_its_name(self) -> None:
        (note,) = read(Vault(), "Met [[Bo]] at the stop.\n", "2025-05-01.md").documents
        assert note.happened_at is not None
        assert note.happened_at.date().isoformat() == "2025-05-01"

    def test_text_with_brackets_alone_is_no_linked_note(self) -> None:
        assert choose(in_memory("An array a[0][1] and a list [1, 2].\n\n- [ ] buy tickets\n")).name == "markdown"


class TestInstructions:
    def test_a_file_of_the_name_with_wishes_in_it_is_the_users_word(self) -> None:
        text = "# Rules\n\n- Always run the tests.\n- Never push to main.\n\n```sh\nmake test\n```\n"
        assert choose(in_memory(text, "CLAUDE.md")).name == "instructions"
        parts = read(Instructions(), text, "CLAUDE.md").parts
        assert [(part.speaker, part.role) for part in parts if not part.is_noise] == [("user", SpeakerRole.USER)] * 2
        assert [part.is_noise for part in parts] == [False, False, True]

    def test_a_cursor_rule_is_known_by_its_front_matter(self) -> None:
        text = "---\ndescription: Style\nglobs: **/*.py\nalwaysApply: false\n---\n\nPrefer short functions.\n"
        assert choose(in_memory(text, "any.txt")).name == "instructions"

    def test_the_name_alone_makes_no_instructions(self) -> None:
        assert choose(in_memory("# Claude\n\nA French first name.\n", "CLAUDE.md")).name == "markdown"
