"""Every setting, each with its `GRAPHMEM_*` variable; the only place that reads the environment."""

import getpass
import os
from pathlib import Path
from typing import Literal

from dotenv import dotenv_values
from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from graphmem.domain.errors import BadInput
from graphmem.domain.scope import DEFAULT_TENANT

PREFIX = "GRAPHMEM_"
ENV_FILE = ".env"
# Read by the test suite and the benchmarks, not by the product.
_FOREIGN = ("GRAPHMEM_TEST_", "GRAPHMEM_BENCH_")


class Settings(BaseSettings):
    """Values from the environment (and from `.env` in the working folder); defaults suit one person on one machine."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=ENV_FILE, env_ignore_empty=True, extra="ignore")

    home: Path = Field(default_factory=lambda: user_data_path("graphmem"), description="Data of the private engine.")
    cache: Path = Field(
        default_factory=lambda: user_cache_path("graphmem"), description="Downloaded engine files, shared by all homes."
    )

    neo4j_uri: str = Field(
        default="", description="Another Neo4j instead of the private engine, like bolt://host:7687."
    )
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr = SecretStr("")
    neo4j_database: str = "neo4j"

    maven_base: str = Field(default="", description="A mirror to fetch the engine from; empty = Maven Central.")
    java_home: Path | None = Field(default=None, description="A Java of 21 or newer instead of the one in the wheel.")
    system_java: Path | None = Field(
        default=None, validation_alias="JAVA_HOME", description="The machine's Java: used when it is 21 or newer."
    )
    engine_heap: str = "1g"
    engine_pagecache: str = "256m"
    engine_bolt_port: int = Field(default=0, description="0 = a free one, kept from then on.")
    engine_http_port: int = Field(default=0, description="0 = a free one, kept from then on.")
    engine_browser: bool = Field(default=True, description="Serve Neo4j Browser on loopback.")
    engine_fast_start: bool = Field(default=False, description="Compile less: for short test runs.")
    engine_aot: bool = Field(default=True, description="Keep a cache of loaded classes: later starts are faster.")
    engine_start_timeout_s: float = 120

    embedder: Literal["minilm-onnx", "e5-onnx", "sentence-transformers", "openai"] = "minilm-onnx"
    embedder_model: str = Field(default="", description="A folder or hub name, or the model of an openai service.")
    embedder_path: Path | None = Field(default=None, description="A folder with model.onnx, checked by hash.")
    embedder_base_url: str = ""
    embedder_api_key: SecretStr = SecretStr("")
    embedder_threads: int = Field(default=0, description="0 = all cores.")
    embedder_cache_mb: int = Field(default=200, ge=0, description="Vectors kept by the hash of their text; 0 = none.")

    tenant: str = DEFAULT_TENANT
    principal: str = Field(default_factory=getpass.getuser, description="Who reads and writes on this machine.")

    chunk_chars: int = Field(default=450, ge=100, le=4000)
    batch_episodes: int = Field(default=32, ge=1)
    batch_chars: int = Field(default=240_000, ge=1000)

    extract_command: str = Field(default="", description="An agent's command that reads stdin, like `claude -p`.")
    extract_env: str = Field(
        default="PATH HOME USER LANG LC_ALL TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME SYSTEMROOT APPDATA USERPROFILE",
        description="Names of the variables that the command is given; its own keys belong here.",
    )
    extract_timeout_s: float = Field(default=120, gt=0, description="Of one call to the command.")
    extract_output_bytes: int = Field(default=1_000_000, ge=1_000)
    extract_window_chars: int = Field(default=8_000, ge=500, description="Text in one call.")
    extract_attempts: int = Field(default=3, ge=1, le=10, description="Calls for one text at most.")
    extract_calls_per_day: int = Field(default=200, ge=0, description="Of one engine in a tenant; 0 = none.")
    extract_chars_per_day: int = Field(default=2_000_000, ge=0)
    extract_zone: str = Field(default="", description="Zone of the times told to engines; empty = the machine's.")
    llm_provider: Literal["", "openai", "anthropic", "gemini", "ollama"] = ""
    llm_model: str = ""
    llm_base_url: str = Field(default="", description="Empty = the provider's own.")
    llm_api_key: SecretStr = SecretStr("")
    llm_timeout_s: float = Field(default=120, gt=0, description="Of one call.")
    llm_answer_tokens: int = Field(default=4_096, ge=100)
    nlp_model: str = Field(default="en_core_web_sm", description="A spaCy pipeline: a package or a folder.")

    outbox: Path | None = Field(default=None, description="What cannot be stored yet; default: <home>/outbox.")
    outbox_attempts: int = Field(default=8, ge=1, description="Then a job is dead: `graphmem outbox list`.")
    outbox_retry_s: float = Field(default=30, ge=0, description="The first wait; doubled each time.")
    outbox_retry_cap_s: float = Field(default=3600, ge=0, description="The longest wait.")
    outbox_claim_s: float = Field(default=900, gt=0, description="A job that is worked on for longer is taken over.")
    outbox_alert_s: float = Field(default=3600, ge=0, description="Doctor is red when a job has waited for longer.")
    outbox_drain_s: float = Field(default=30, ge=0, description="How often `serve` drains; 0 = never.")

    watch_debounce_s: float = Field(default=1.6, ge=0.05, description="Changes within it are read together.")
    watch_retry_s: float = Field(default=5, ge=0.1, description="The wait after the database did not answer.")
    watch_polling: bool = Field(default=False, description="Look for changes instead of being told: network disks.")

    recall_depth: int = Field(default=200, ge=10, le=1000, description="How long each ranked list is.")
    recall_abstain_evidence: float = 0.38
    recall_abstain_coverage: float = 0.34

    api_host: str = "127.0.0.1"
    api_port: int = 8420
    api_token: SecretStr = Field(default=SecretStr(""), description="Bearer token; needed to serve beyond loopback.")
    api_development: bool = Field(default=False, description="GraphiQL and introspection.")
    api_depth_limit: int = 12
    api_cost_limit: int = 5_000
    api_token_limit: int = 2_000
    api_alias_limit: int = 30
    api_body_bytes: int = 1_048_576
    api_timeout_s: float = 30


def read_settings() -> Settings:
    """The settings of this process; BadInput names each variable whose value cannot be used, never the value."""
    try:
        return Settings()
    except ValidationError as error:
        faults = (f"{PREFIX}{str(each['loc'][0]).upper()}: {each['msg']}" for each in error.errors(include_input=False))
        raise BadInput("; ".join(faults), hint=f"Correct or unset it, in the environment or in {ENV_FILE}.") from None


def passed_environment(names: str) -> dict[str, str]:
    """The variables of these names, for a command of the user's: no other one leaves this process."""
    return {name: os.environ[name] for name in names.split() if name in os.environ and not name.startswith(PREFIX)}


def known_variables() -> list[str]:
    """The names of all settings as variables."""
    return [PREFIX + name.upper() for name, field in Settings.model_fields.items() if not field.validation_alias]


def unknown_variables() -> list[str]:
    """Names in the environment and in `.env` that look like settings and are none: most often misspelt."""
    given = {name.upper() for name in (*os.environ, *dotenv_values(ENV_FILE))}
    ours = {name for name in given if name.startswith(PREFIX) and not name.startswith(_FOREIGN)}
    return sorted(ours - set(known_variables()))
