"""ChatGPT's export (field report ING-09)."""

import json

from ingest_given import Pulled, read

from ingest.connectors.chatgpt import ChatGpt

Node = dict[str, object]


def node(
    name: str, parent: str | None, text: str, *, role: str = "user", children: tuple[str, ...] = (), **message: object
) -> Node:
    said: Node = {"author": {"role": role}, "create_time": None, "content": {"content_type": "text", "parts": [text]}}
    return {"id": name, "parent": parent, "children": list(children), "message": said | message}


def conversation(*nodes: Node, name: str = "one", current: str = "") -> Node:
    mapping = {str(one["id"]): one for one in nodes}
    return {"id": name, "title": "Buses", "create_time": 1746266400, "current_node": current, "mapping": mapping}


def pulled(*conversations: Node) -> Pulled:
    return read(ChatGpt(), json.dumps(list(conversations)))


BRANCHED = (
    {"id": "root", "parent": None, "children": ["q"], "message": None},
    node("q", "root", "Bus or tram?", children=("old", "new")),
    node("old", "q", "Take the tram.", role="assistant"),
    node("new", "q", "Take the bus.", role="assistant"),
)


def test_ing_09_only_the_active_branch_is_the_talk() -> None:
    assert pulled(conversation(*BRANCHED, current="old")).said == [
        ("user", "Bus or tram?"),
        ("assistant", "Take the tram."),
    ]


def test_ing_09_without_a_current_node_the_last_answer_counts() -> None:
    assert pulled(conversation(*BRANCHED)).said[-1] == ("assistant", "Take the bus.")


def test_ing_09_hidden_nodes_and_the_users_profile_are_no_speech() -> None:
    hidden = node(
        "h", None, "I live in Turin.", children=("q",), metadata={"is_visually_hidden_from_conversation": True}
    )
    profile = node("p", "h", "", children=("q",), content={"content_type": "user_editable_context", "text": "Ada"})
    found = pulled(conversation(hidden, profile, node("q", "p", "Bus or tram?"), current="q"))
    assert [part.text for part in found.parts] == ["Bus or tram?"]
    assert "hidden" in found.reasons


def test_ing_09_a_bad_conversation_is_listed_and_the_others_are_read() -> None:
    good = [conversation(node("q", None, f"Question {n}?"), name=f"c{n}", current="q") for n in range(4)]
    found = pulled(*good[:2], {"id": "bad", "title": "Torn"}, *good[2:])
    assert [document.external_id for document in found.documents] == ["c0", "c1", "c2", "c3"]
    assert [one.reason for one in found.skipped if one.is_fault] == [
        "conversation bad has no messages: mapping missing"
    ]


def test_a_circle_of_parents_ends() -> None:
    found = pulled(conversation(node("a", "b", "One."), node("b", "a", "Two."), current="a"))
    assert {part.text for part in found.parts} == {"One.", "Two."}


def test_a_conversation_without_times_has_its_own_date_marked_as_such() -> None:
    (document,) = pulled(conversation(node("q", None, "Hm?"), current="q")).documents
    assert (document.happened_at and document.happened_at.date().isoformat(), document.happened_at_source) == (
        "2025-05-03",
        "meta",
    )
