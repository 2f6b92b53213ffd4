"""`graphmem entities` as a user runs it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def run(environment: dict[str, str], *arguments: str, code: int = 0) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "graphmem", *arguments, "--json"],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == code, done.stderr + done.stdout
    return json.loads(done.stdout) if done.stdout else None


def test_a_pair_is_listed_merged_freed_and_kept_apart(engine_env: dict[str, str], tenant: str, tmp_path: Path) -> None:
    world = engine_env | {"GRAPHMEM_TENANT": tenant, "GRAPHMEM_PRINCIPAL": "ada"}
    (tmp_path / "talk.txt").write_text(
        "Wilhelmina Ortega: I paint.\nWilhelmnia Ortega: I sing.\nBo Lind: Fine.\n", encoding="utf-8"
    )
    run(world, "ingest", str(tmp_path))
    [pair] = run(world, "entities", "proposals")["proposals"]
    assert {pair["source"]["name"], pair["target"]["name"]} == {"Wilhelmina Ortega", "Wilhelmnia Ortega"}
    one, other = pair["target"]["handle"], pair["source"]["handle"]
    assert run(world, "entities", "merge", one, other)["changed"] == [pair["source"]["id"]]
    assert run(world, "entities", "merge", other, "--into", other)["changed"] == []
    assert run(world, "entities", "unmerge", other)["changed"] == [pair["source"]["id"]]
    run(world, "entities", "dismiss", one, other)
    assert run(world, "entities", "proposals")["proposals"] == []
    run(world, "entities", "unmerge", "p-nobody", code=65)
