"""For tests of outside engines: a conversation, an engine that answers as a script says, a ledger in memory."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from given import day, talk

from graphmem.app import App
from graphmem.domain.documents import Document
from graphmem.domain.engines import Prompt, Reply, Usage
from graphmem.domain.scope import Reader

TALK = (
    ("Ada Sato", "We decided to use Kafka for the order events because RabbitMQ lost messages in March."),
    ("Bo Lind", "My worry is that nobody here has run Kafka before."),
    ("Ada Sato", "The topic keeps seven days of events. I'll write the runbook by Friday."),
)

GOOD: dict[str, Any] = {
    "summary": "Kafka for order events",
    "decisions": [
        {
            "text": "Use Kafka for the order events",
            "quote": "We decided to use Kafka for the order events",
            "status": "accepted",
            "by": ["Ada Sato"],
            "reasons": [
                {
                    "text": "RabbitMQ lost messages in March",
                    "quote": "RabbitMQ lost messages in March",
                    "stance": "for",
                },
                {
                    "text": "nobody here has run Kafka before",
                    "quote": "nobody here has run Kafka before",
                    "stance": "against",
                    "by": "Bo",
                },
            ],
        }
    ],
    "facts": [
        {
            "text": "The topic keeps seven days of events",
            "quote": "The topic keeps seven days of events.",
            "subject": "topic",
            "predicate": "keeps",
            "value": "seven days",
        }
    ],
    "people": [{"name": "Ada Sato"}],
}

Script = Callable[[int, Prompt], str | Reply | Exception]


@dataclass
class Scripted:
    """A TextEngine that answers call number n with what the script gives."""

    script: Script
    name: str = "llm:scripted@1"
    asked: list[Prompt] = field(default_factory=list)

    async def ask(self, prompt: Prompt) -> Reply:
        self.asked.append(prompt)
        answer = self.script(len(self.asked) - 1, prompt)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Reply) else Reply(text=answer)


def always(*answers: str | Reply | Exception) -> Script:
    """These answers in turn, the last one for ever."""
    return lambda number, _: answers[min(number, len(answers) - 1)]


@dataclass
class MemoryLedger:
    """The Ledger port in memory."""

    used: dict[tuple[str, str, str], Usage] = field(default_factory=dict)

    async def fetch_usage(self, tenant: str, day: str, engine: str) -> Usage:
        return self.used.get((tenant, day, engine), Usage())

    async def add_usage(self, tenant: str, day: str, engine: str, used: Usage) -> None:
        self.used[tenant, day, engine] = await self.fetch_usage(tenant, day, engine) + used


async def no_sleep(_: float) -> None:
    """No time passes."""


def said(value: object) -> str:
    return json.dumps(value)


async def stored(memory: App, reader: Reader, *documents: Document) -> list[str]:
    """The ids of the episodes of these documents, the usual talk when there are none."""
    wanted: Iterable[Document] = documents or (talk(*TALK, at=day(2)),)
    return [one.episode_id async for one in memory.record(wanted, reader)]
