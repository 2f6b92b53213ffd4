"""Every setting, each with its `GRAPHMEM_*` variable; the only place that reads the environment."""

import getpass
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from graphmem.domain.scope import DEFAULT_TENANT


class Settings(BaseSettings):
    """Values from the environment (and from `.env` in the working folder); defaults suit one person on one machine."""

    model_config = SettingsConfigDict(env_prefix="GRAPHMEM_", env_file=".env", extra="ignore")

    home: Path = Field(default_factory=lambda: user_data_path("graphmem"), description="Data of the private engine.")
    cache: Path = Field(
        default_factory=lambda: user_cache_path("graphmem"), description="Downloaded engine files, shared by all homes."
    )

    neo4j_uri: str = Field("", description="Another Neo4j instead of the private engine, like bolt://host:7687.")
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr = SecretStr("")
    neo4j_database: str = "neo4j"

    maven_base: str = Field("", description="A mirror to fetch the engine from; empty = Maven Central.")
    java_home: Path | None = Field(None, description="A Java of 21 or newer instead of the one in the wheel.")
    engine_heap: str = "1g"
    engine_pagecache: str = "256m"
    engine_bolt_port: int = Field(0, description="0 = a free one, kept from then on.")
    engine_http_port: int = Field(0, description="0 = a free one, kept from then on.")
    engine_browser: bool = Field(True, description="Serve Neo4j Browser on loopback.")
    engine_fast_start: bool = Field(False, description="Compile less: for short test runs.")
    engine_aot: bool = Field(True, description="Keep a cache of loaded classes: later starts are faster.")
    engine_start_timeout_s: float = 120

    embedder: Literal["minilm-onnx", "sentence-transformers", "openai"] = "minilm-onnx"
    embedder_model: str = Field("", description="Folder or hub name (sentence-transformers), model name (openai).")
    embedder_path: Path | None = Field(None, description="A folder with model.onnx and vocab.txt, checked by hash.")
    embedder_base_url: str = ""
    embedder_api_key: SecretStr = SecretStr("")
    embedder_threads: int = Field(0, description="0 = all cores.")

    tenant: str = DEFAULT_TENANT
    principal: str = Field(default_factory=getpass.getuser, description="Who reads and writes on this machine.")

    chunk_chars: int = Field(450, ge=100, le=4000)
    batch_episodes: int = Field(16, ge=1)
    batch_chars: int = Field(120_000, ge=1000)

    recall_depth: int = Field(200, ge=10, le=1000, description="How long each ranked list is.")
    recall_abstain_cosine: float = 0.30
    recall_abstain_coverage: float = 0.34

    api_host: str = "127.0.0.1"
    api_port: int = 8420
    api_token: SecretStr = Field(SecretStr(""), description="Bearer token; needed to serve beyond loopback.")
    api_development: bool = Field(False, description="GraphiQL and introspection.")
    api_depth_limit: int = 12
    api_cost_limit: int = 5_000
    api_token_limit: int = 2_000
    api_alias_limit: int = 30
    api_body_bytes: int = 1_048_576
    api_timeout_s: float = 30
