"""What docker/README.md promises, read out of the files: no container engine is needed."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem.settings import Settings

DOCKER = Path(__file__).parents[2] / "docker"
COMPOSE_TEXT = (DOCKER / "compose.yaml").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(COMPOSE_TEXT)
NEO4J, API = COMPOSE["services"]["neo4j"], COMPOSE["services"]["api"]
DOCKERFILE = (DOCKER / "Dockerfile").read_text(encoding="utf-8")
LAST_STAGE = DOCKERFILE[DOCKERFILE.rindex("\nFROM ") :]


@pytest.mark.parametrize("service", COMPOSE["services"])
def test_sec_04_every_port_is_published_on_loopback_only(service: str) -> None:
    published = COMPOSE["services"][service]["ports"]
    assert published
    assert all(isinstance(port, str) and port.startswith("127.0.0.1:") for port in published)
    assert "network_mode" not in COMPOSE["services"][service]


@pytest.mark.parametrize("secret", ["NEO4J_PASSWORD", "GRAPHMEM_API_TOKEN"])
def test_sec_04_a_secret_has_no_default_and_its_absence_stops_with_a_message(secret: str) -> None:
    uses = re.findall(rf"\$\{{?{secret}([^}}\n]*)\}}?", COMPOSE_TEXT)
    assert uses
    assert all(re.fullmatch(rf":\?set {secret}.*", use) for use in uses)


def test_sec_04_authentication_is_on_in_both_services() -> None:
    assert NEO4J["environment"]["NEO4J_AUTH"].startswith("neo4j/${NEO4J_PASSWORD:?")
    assert API["environment"]["GRAPHMEM_API_TOKEN"].startswith("${GRAPHMEM_API_TOKEN:?")
    assert "none" not in NEO4J["environment"].values()


def test_the_database_is_the_named_community_release_with_graph_data_science() -> None:
    assert NEO4J["image"] == "neo4j:2026.08-community"
    assert NEO4J["environment"]["NEO4J_PLUGINS"] == '["graph-data-science"]'
    assert NEO4J["environment"]["NEO4J_dbms_usage__report_enabled"] == "false"


def test_the_database_keeps_its_data_in_volumes_that_are_declared() -> None:
    mounts = dict(volume.split(":") for volume in NEO4J["volumes"])
    assert set(mounts.values()) == {"/data", "/logs", "/plugins"}
    assert set(mounts) == set(COMPOSE["volumes"])


def test_the_api_waits_for_a_health_check_that_leaves_no_files_behind() -> None:
    assert API["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
    check = NEO4J["healthcheck"]["test"]
    assert check[:2] == ["CMD", "wget"]
    assert "--output-document=/dev/null" in check
    assert "start_period" in NEO4J["healthcheck"]


def test_the_api_reaches_the_database_by_its_service_name_with_the_same_password() -> None:
    environment = API["environment"]
    assert environment["GRAPHMEM_NEO4J_URI"] == "bolt://neo4j:7687"
    assert environment["GRAPHMEM_NEO4J_USER"] == "neo4j"
    assert environment["GRAPHMEM_NEO4J_PASSWORD"].startswith("${NEO4J_PASSWORD:?")


def test_every_variable_of_the_api_is_one_that_it_reads() -> None:
    assert {name.removeprefix("GRAPHMEM_").lower() for name in API["environment"]} <= set(Settings.model_fields)


def test_the_image_is_built_from_the_wheel_and_every_package_goes_into_it() -> None:
    pyproject = (DOCKER.parent / "pyproject.toml").read_text(encoding="utf-8")
    packages = re.search(r"^packages = \[(.*)\]$", pyproject, re.MULTILINE)
    assert packages is not None
    ignore = (DOCKER / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for package in re.findall(r'"(\w+)"', packages.group(1)):
        assert f"COPY {package} {package}\n" in DOCKERFILE
        assert f"!{package}" in ignore
    assert "pip wheel" in DOCKERFILE
    assert "COPY --from=build /opt/graphmem /opt/graphmem" in LAST_STAGE


def test_the_image_serves_as_a_user_without_rights_and_watches_its_own_health() -> None:
    assert "USER 10001:10001\n" in LAST_STAGE
    assert LAST_STAGE.index("USER ") < LAST_STAGE.index("ENTRYPOINT")
    assert 'ENTRYPOINT ["graphmem"]\nCMD ["serve", "--host", "0.0.0.0", "--port", "8420"]' in LAST_STAGE
    assert "HEALTHCHECK" in LAST_STAGE
    assert "http://127.0.0.1:8420/health" in LAST_STAGE
    assert API["cap_drop"] == ["ALL"]
    assert all(port.endswith(":8420") for port in API["ports"])


def test_no_secret_is_baked_into_the_image() -> None:
    assert not re.search(r"(?i)^(?:ARG|ENV).*(?:password|token|secret|key)", DOCKERFILE, re.MULTILINE)
