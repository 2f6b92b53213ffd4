"""Deterministic identity."""

from graphmem.domain.errors import GraphmemError
from graphmem.domain.ids import HANDLE_PREFIXES, handle, identity, text_hash


def test_the_same_key_gives_the_same_id_and_a_shifted_border_another() -> None:
    assert identity("t", "Chunk", "a", "bc") == identity("t", "Chunk", "a", "bc")
    assert identity("t", "Chunk", "a", "bc") != identity("t", "Chunk", "ab", "c")


def test_tenants_never_share_an_id() -> None:
    assert identity("one", "Person", "ada") != identity("two", "Person", "ada")


def test_a_handle_names_its_kind_and_every_kind_has_a_letter_of_its_own() -> None:
    assert handle("Decision", "x").startswith("d-")
    assert len(set(HANDLE_PREFIXES.values())) == len(HANDLE_PREFIXES)


def test_parts_of_a_hash_do_not_run_into_each_other() -> None:
    assert text_hash("ab", "c") != text_hash("a", "bc")


def test_every_error_has_a_code_of_its_own_and_a_hint() -> None:
    def below(kind: type[GraphmemError]) -> list[type[GraphmemError]]:
        return [kind, *(deeper for child in kind.__subclasses__() for deeper in below(child))]

    kinds = below(GraphmemError)
    assert len({kind.code for kind in kinds}) == len(kinds) > 15
    assert GraphmemError("x", hint="do y").hint == "do y"
