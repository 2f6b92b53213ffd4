"""The API over a real database."""

import uuid
from dataclasses import replace

import pytest
from api_given import STORY, Service, Tagged

from graphmem.app import App
from graphmem.domain.scope import Reader
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
