"""From settings to a ready App: the composition root of every entry point."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphmem.app import App
from graphmem.domain.engines import Budget
from graphmem.domain.errors import BadInput
from graphmem.domain.scope import Reader
from graphmem.domain.time import now
from graphmem.engine import EngineConfig, Progress, suitable, up
from graphmem.govern.audience import reader_of
from graphmem.inference import EmbedderChoice, load_embedder
from graphmem.inference.engines import EngineChoices
from graphmem.inference.llm import LlmChoice
from graphmem.ports import Embedder
from graphmem.recall.abstaining import Limits
from graphmem.recall.connect import Connect
from graphmem.recall.reads import Reads
from graphmem.recall.service import Recall, RecallLimits
from graphmem.recall.why import Why
from graphmem.remember.capture import Capturing
from graphmem.remember.correct import Corrections
from graphmem.remember.enrich import Enricher
from graphmem.remember.extract import RuleExtractor
from graphmem.remember.keep import Keeping
from graphmem.remember.record import Recorder, RecordLimits
from graphmem.remember.reembed import Reembed
from graphmem.remember.reread import Rereader, RereadLimits
from graphmem.remember.settle import Settle
from graphmem.remember.split import SplitLimits
from graphmem.settings import Settings, passed_environment
from graphmem.store.audit import AuditStore
from graphmem.store.client import Client, Connection
from graphmem.store.commitments import CommitmentStore
from graphmem.store.corrections import CorrectionStore
from graphmem.store.cursors import Neo4jCursorStore
from graphmem.store.disputes import DisputeStore
from graphmem.store.entities import EntityStore
from graphmem.store.episodes import Neo4jEpisodeStore
from graphmem.store.identities import Neo4jIdentityStore
from graphmem.store.ledger import Neo4jLedger
from graphmem.store.merging import MergeStore
from graphmem.store.migrate import apply_missing, find_applied, migrate
from graphmem.store.nodes import NodeStore
from graphmem.store.quarantine import QuarantineStore
from graphmem.store.reads import Neo4jReadsStore
from graphmem.store.recall import Neo4jRecallStore
from graphmem.store.reembedding import Neo4jReembeddingStore
from graphmem.store.rereading import Neo4jRereadingStore
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


@asynccontextmanager
async def open_reembed(settings: Settings) -> AsyncIterator[Reembed]:
    """What moves the configured database to the configured model, whatever model's vectors it holds.

    Raises what `open_app` raises, but EmbedderMismatch.
    """
    connection, embedder = await asyncio.gather(
        connect_to(settings), asyncio.to_thread(load_embedder, embedder_choice(settings))
    )
    client = await Client.open(connection)
    try:
        await apply_missing(client, await find_applied(client), embedder.identity)
        yield Reembed(store=Neo4jReembeddingStore(client), embedder=embedder)
    finally:
        await client.close()


def build_app(client: Client, embedder: Embedder, settings: Settings, *, schema: int) -> App:
    """The App over an open client."""
    recall = Recall(
        store=Neo4jRecallStore(client),
        embedder=embedder,
        limits=RecallLimits(
            depth=settings.recall_depth,
            abstain=Limits(evidence=settings.recall_abstain_evidence, coverage=settings.recall_abstain_coverage),
        ),
    )
    why_store = Neo4jWhyStore(client)
    episodes, rereading = Neo4jEpisodeStore(client, now), Neo4jRereadingStore(client, now)
    settling = Settle(store=Neo4jIdentityStore(client))
    enricher = Enricher(store=rereading, episodes=episodes, embedder=embedder, settling=settling)
    return App(
        recorder=Recorder(
            store=episodes,
            embedder=embedder,
            extractor=RuleExtractor(),
            settling=settling,
            limits=RecordLimits(
                batch_episodes=settings.batch_episodes,
                batch_chars=settings.batch_chars,
                split=SplitLimits(chunk_chars=settings.chunk_chars),
            ),
        ),
        recalling=recall,
        reasoning=Why(recall=recall, store=why_store),
        connecting=Connect(store=why_store),
        reads=Reads(store=Neo4jReadsStore(client), commitments=CommitmentStore(client, now), clock=now),
        capturing=Capturing(store=rereading, enricher=enricher, rules=RuleExtractor()),
        rereading=_rereader(client, rereading, enricher, settings),
        keeping=Keeping(
            entities=EntityStore(client, now), merges=MergeStore(client, now), audit=AuditStore(client, now)
        ),
        nodes=NodeStore(client),
        commitments=CommitmentStore(client, now),
        corrections=Corrections(embedder=embedder, extractor=RuleExtractor()),
        correcting=CorrectionStore(client, now),
        disputes=DisputeStore(client, now),
        quarantine=QuarantineStore(client, now),
        audit=AuditStore(client, now),
        cursors=Neo4jCursorStore(client, now),
        embedder=embedder,
        client=client,
        schema=schema,
    )


def _rereader(client: Client, store: Neo4jRereadingStore, enricher: Enricher, settings: Settings) -> Rereader:
    return Rereader(
        store=store,
        enricher=enricher,
        rules=RuleExtractor(),
        ledger=Neo4jLedger(client, now),
        clock=now,
        limits=reread_limits(settings),
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
        built=settings.cache / "models",
        base_url=settings.embedder_base_url,
        api_key=settings.embedder_api_key.get_secret_value(),
        threads=settings.embedder_threads,
        cache=settings.cache / "vectors.sqlite",
        cache_mb=settings.embedder_cache_mb,
    )


def engine_choices(settings: Settings) -> EngineChoices:
    """The extraction engines of these settings."""
    llm = LlmChoice(
        provider=settings.llm_provider or "openai",
        model=settings.llm_model,
        base_url=settings.llm_base_url,
        api_key=settings.llm_api_key.get_secret_value(),
        answer_tokens=settings.llm_answer_tokens,
        timeout_s=settings.llm_timeout_s,
    )
    return EngineChoices(
        command=settings.extract_command,
        environment=passed_environment(settings.extract_env),
        timeout_s=settings.extract_timeout_s,
        output_bytes=settings.extract_output_bytes,
        llm=llm if settings.llm_provider else None,
        nlp_model=settings.nlp_model,
    )


def reread_limits(settings: Settings) -> RereadLimits:
    """What an engine may read at once and cost in a day; BadInput for a zone that does not exist."""
    return RereadLimits(
        window_chars=settings.extract_window_chars,
        attempts=settings.extract_attempts,
        budget=Budget(calls=settings.extract_calls_per_day, chars=settings.extract_chars_per_day),
        zone=_zone(settings.extract_zone),
    )


def _zone(name: str) -> tzinfo:
    if not name:
        return now().astimezone().tzinfo or UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise BadInput(
            f"There is no time zone {name!r}.", hint="Set GRAPHMEM_EXTRACT_ZONE like Europe/Oslo."
        ) from error


def local_reader(settings: Settings) -> Reader:
    """The person at this machine: the reader of every call that brings no key of its own."""
    return reader_of(settings.tenant, settings.principal)
