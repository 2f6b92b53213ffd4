"""What fills the fields of a why answer: no ground twice, and nobody objects who says nothing against anything."""

from given_sayings import face, passage, read

from graphmem.domain.answers import Ground, Path
from graphmem.recall.filling import Scene, apart, people_said
from graphmem.recall.sayings import Saying
from graphmem.recall.weighing import Anchors, Asked


def asking(sayings: list[Saying], field: str) -> Scene:
    asked = Asked(fields=frozenset({field}), parts={}, links={})
    anchors = Anchors(sayings=((sayings[0], 1.0),))
    return Scene(sayings=sayings, head=sayings[0], decision=None, anchors=anchors, asked=asked)


def names(scene: Scene) -> list[str]:
    return [party.name for party in people_said(scene)]


def test_who_says_nothing_against_anything_is_no_objector() -> None:
    """ "Who objected to the bell?" named everybody who spoke of the bell."""
    turns = (
        ("Ona", "We hang the bell over the door."),
        ("Piet", "The bell over the door is made of brass."),
        ("Rhea", "I am worried, the bell over the door is too loud."),
    )
    talk = read(
        *(passage(text, at, speaker=name) for at, (name, text) in enumerate(turns)),
        asked=("bell", "door"),
        e0=1.0,
        e1=1.0,
        e2=1.0,
    )
    assert names(asking(talk, "objections")) == ["Rhea"]
    assert set(names(asking(talk, "people"))) >= {"Ona", "Rhea"}


def test_where_nobody_objects_nobody_is_named() -> None:
    talk = read(
        passage("We hang the bell over the door.", speaker="Ona"),
        passage("Yes, the bell is lovely.", 1, speaker="Piet"),
        asked=("bell",),
        e0=1.0,
        e1=1.0,
    )
    assert names(asking(talk, "objections")) == []


def test_two_grounds_on_the_same_words_are_one() -> None:
    """The same sentence was given twice, once as what the rules read and once as part of it."""
    whole = passage("The mast bends, so we shorten it. It also hums.")
    found = [
        face(whole, words, "Reason") for words in ("The mast bends, so we shorten it.", "The mast bends", "It also")
    ]
    kept = apart([Ground(statement=one, path=Path(hops=(), score=1.0)) for one in found])
    assert [one.statement.text for one in kept] == ["The mast bends, so we shorten it.", "It also"]
