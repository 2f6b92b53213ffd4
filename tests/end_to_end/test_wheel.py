"""The built wheel, in an environment of its own: what a stranger installs works without the checkout."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
UV = shutil.which("uv")


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env, cwd=cwd, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel and its plain dependencies; returns its bin folder."""
    place = tmp_path_factory.mktemp("wheel")
    constraints = ROOT / "constraints.txt"
    if UV:
        run(UV, "build", "--wheel", "--out-dir", place, ROOT)
        run(UV, "venv", "--python", sys.executable, place / "env")
        install = [UV, "pip", "install", "--python", place / "env" / "bin" / "python"]
    else:
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", place, ROOT)
        run(sys.executable, "-m", "venv", place / "env")
        install = [place / "env" / "bin" / "python", "-m", "pip", "install"]
    [wheel] = place.glob("*.whl")
    run(*install, "-c", constraints, wheel)
    return place / "env" / "bin"


def test_the_light_install_brings_no_torch_and_imports_all_four_packages(installed: Path, tmp_path: Path) -> None:
    code = (
        "import importlib.util as u, graphmem.compose, cypher, ingest.run, api.http, sys;"
        "print(u.find_spec('torch'), len(cypher.names()))"
    )
    torch, queries = run(installed / "python", "-c", code, cwd=tmp_path).split()
    assert torch == "None"
    assert int(queries) > 30


def test_doctor_is_green_from_the_wheel(installed: Path, engine_env: dict[str, str], tmp_path: Path) -> None:
    """OPS-02: first command of a fresh install, before anything else."""
    out = run(installed / "graphmem", "doctor", "--json", env=engine_env, cwd=tmp_path)
    report = json.loads(out)
    assert report["red"] == 0
    assert len(report["checks"]) > 5
