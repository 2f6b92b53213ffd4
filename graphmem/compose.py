"""From settings to a ready App: the composition root of every entry point."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from graphmem.app import App
from graphmem.domain.scope import Reader
from graphmem.domain.time import now
from graphmem.engine import EngineConfig, Progress, suitable, up
from graphmem.govern.audience import reader_of
from graphmem.inference import EmbedderChoice, load_embedder
from graphmem.ports import Embedder
from graphmem.recall.connect import Connect
from graphmem.recall.service import Recall, RecallLimits
from graphmem.recall.why import Why
from graphmem.remember.extract import RuleExtractor
from graphmem.remember.record import Recorder, RecordLimits
from graphmem.remember.split import SplitLimits
from graphmem.settings import Settings
from graphmem.store.client import Client, Connection
from graphmem.store.commitments import CommitmentStore
from graphmem.store.episodes import Neo4jEpisodeStore
from graphmem.store.migrate import migrate
from graphmem.store.nodes import NodeStore
from graphmem.store.recall import Neo4jRecallStore
from graphmem.store.why import Neo4jWhyStore


@asynccontextmanager
async def open_app(settings: Settings, *, progress: Progress | None = None) -> AsyncIterator[App]:
    """A memory on the configured Neo4j, or on the private engine, which is started when it is not running.

    Raises EngineUnavailable, DatabaseUnavailable, WrongCredentials, ModelUnavailable, SchemaMismatch or
    EmbedderMismatch, each with a hint.
    """
    connection, embedder = await asyncio.gather(
        connect_to(settings, progress=progress), asyncio.to_thread(load_embedder, embedder_choice(settings))
    )
    client = await Client.open(connection)
    try:
        yield build_app(client, embedder, settings, schema=await migrate(client, embedder.identity))
    finally:
        await client.close()


def build_app(client: Client, embedder: Embedder, settings: Settings, *, schema: int) -> App:
    """The App over an open client."""
    recall = Recall(
        store=Neo4jRecallStore(client),
        embedder=embedder,
        limits=RecallLimits(
            depth=settings.recall_depth,
            abstain_cosine=settings.recall_abstain_cosine,
            abstain_coverage=settings.recall_abstain_coverage,
        ),
    )
    why_store = Neo4jWhyStore(client)
    return App(
        recorder=Recorder(
            store=Neo4jEpisodeStore(client, now),
            embedder=embedder,
            extractor=RuleExtractor(),
            limits=RecordLimits(
                batch_episodes=settings.batch_episodes,
                batch_chars=settings.batch_chars,
                split=SplitLimits(chunk_chars=settings.chunk_chars),
            ),
        ),
        recalling=recall,
        reasoning=Why(recall=recall, store=why_store),
        connecting=Connect(store=why_store),
        nodes=NodeStore(client),
        commitments=CommitmentStore(client, now),
        embedder=embedder,
        client=client,
        schema=schema,
    )


async def connect_to(settings: Settings, *, progress: Progress | None = None) -> Connection:
    """Where the database is; starts the private engine when no other one is configured."""
    if settings.neo4j_uri:
        return Connection(
            uri=settings.neo4j_uri,
            user=settings.neo4j_user,
            password=settings.neo4j_password.get_secret_value(),
            database=settings.neo4j_database,
        )
    endpoint = await asyncio.to_thread(up, engine_config(settings), progress=progress)
    return Connection(uri=endpoint.uri, user=endpoint.user, password=endpoint.password)


def engine_config(settings: Settings) -> EngineConfig:
    """The private engine of these settings."""
    return EngineConfig(
        home=settings.home,
        cache=settings.cache,
        maven_base=settings.maven_base,
        java_home=settings.java_home or suitable(settings.system_java),
        heap=settings.engine_heap,
        pagecache=settings.engine_pagecache,
        bolt_port=settings.engine_bolt_port,
        http_port=settings.engine_http_port,
        browser=settings.engine_browser,
        fast_start=settings.engine_fast_start,
        aot=settings.engine_aot,
        start_timeout_s=settings.engine_start_timeout_s,
    )


def embedder_choice(settings: Settings) -> EmbedderChoice:
    """The embedder of these settings."""
    return EmbedderChoice(
        kind=settings.embedder,
        model=settings.embedder_model,
        path=settings.embedder_path,
        base_url=settings.embedder_base_url,
        api_key=settings.embedder_api_key.get_secret_value(),
        threads=settings.embedder_threads,
        cache=settings.cache / "vectors.sqlite",
        cache_mb=settings.embedder_cache_mb,
    )


def local_reader(settings: Settings) -> Reader:
    """The person at this machine: the reader of every call that brings no key of its own."""
    return reader_of(settings.tenant, settings.principal)
