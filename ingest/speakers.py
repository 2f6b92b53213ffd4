"""Who a label is: a person, one of the roles of a chat with a model, or nobody."""

import re

from graphmem.domain.documents import SpeakerRole

USER_WORDS = frozenset("user human you me prompter".split())
ASSISTANT_WORDS = frozenset(
    "assistant chatgpt claude gemini ai model copilot gpt bard grok codex cursor agent llm".split()
)
SYSTEM_WORDS = frozenset({"system"})
ROLE_WORDS = USER_WORDS | ASSISTANT_WORDS | SYSTEM_WORDS

_BOT = re.compile(r"\b(?:chat)?bot\b", re.IGNORECASE)


def role_of(speaker: str) -> SpeakerRole:
    """The role of a speaker so labelled; a system prompt is spoken by nobody."""
    word = speaker.strip().lower()
    if word in SYSTEM_WORDS:
        return SpeakerRole.NONE
    if word in USER_WORDS:
        return SpeakerRole.USER
    return SpeakerRole.ASSISTANT if word in ASSISTANT_WORDS else SpeakerRole.PERSON


def is_source(speaker: str) -> bool:
    """Whether statements may be read from what this speaker says: not from a bot's or a system prompt's words."""
    return role_of(speaker) is not SpeakerRole.NONE and not _BOT.search(speaker)
