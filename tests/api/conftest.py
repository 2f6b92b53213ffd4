"""The API over a real database."""

import hashlib
import uuid
from dataclasses import replace

import numpy as np
import pytest
from api_given import STORY, Service, Tagged

from graphmem.app import App
from graphmem.domain.scope import Reader
from graphmem.domain.vectors import ModelIdentity, Side, Vector, normalised
from graphmem.govern.audience import reader_of


@pytest.fixture(scope="session")
def app(memory: App) -> App:
    """The product, reading tagged lines."""
    return replace(memory, recorder=replace(memory.recorder, extractor=Tagged()))


@pytest.fixture(scope="session")
async def service(app: App) -> Service:
    """The API over the story, for tests that only read."""
    reader = reader_of(f"t{uuid.uuid4().hex[:12]}", "ada")
    told = Service(app, reader)
    await told.write(*STORY)
    return told


@pytest.fixture
def fresh(app: App, reader: Reader) -> Service:
    """The API over an empty world."""
    return Service(app, reader)


class StubEmbedder:
    """TEMPORARY: a stub model for a server without ours."""

    identity = ModelIdentity(name="stub", dimension=384, fingerprint="x")

    def embed(self, texts, *, side: Side = Side.PASSAGE) -> Vector:
        rows = [
            np.random.default_rng(int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])).normal(size=384)
            for text in texts
        ]
        return normalised(np.stack(rows).astype(np.float32)) if rows else np.zeros((0, 384), np.float32)


@pytest.fixture(scope="session")
def embedder() -> StubEmbedder:
    return StubEmbedder()
