"""Audience: the one key that index and traversal check."""

import pytest

from graphmem.domain.errors import InvalidQuery
from graphmem.domain.scope import Placement, Visibility
from graphmem.govern.audience import audience_of, reader_of


@pytest.mark.parametrize(
    ("placement", "audience"),
    [
        (Placement(), "acme/personal:ada"),
        (Placement(visibility=Visibility.PRIVATE), "acme/private:ada"),
        (Placement(visibility=Visibility.SHARED), "acme/company"),
        (Placement(scope="company"), "acme/company"),
        (Placement(scope="team:ops"), "acme/team:ops"),
    ],
)
def test_scope_and_visibility_give_one_audience(placement: Placement, audience: str) -> None:
    assert audience_of("acme", placement, owner="ada") == audience


@pytest.mark.parametrize("scope", ["", "*", "team:", "everyone"])
def test_an_unknown_scope_is_refused(scope: str) -> None:
    with pytest.raises(InvalidQuery):
        audience_of("acme", Placement(scope=scope), owner="ada")


def test_a_reader_reads_the_company_their_teams_and_their_own() -> None:
    reader = reader_of("acme", "ada", teams=("ops",))
    assert set(reader.audiences) == {"acme/company", "acme/team:ops", "acme/personal:ada", "acme/private:ada"}
