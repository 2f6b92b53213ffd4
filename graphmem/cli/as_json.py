"""Values as JSON: dataclasses by their fields, moments as ISO 8601, exactly one object on stdout."""

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any


def plain(value: Any) -> Any:
    """What JSON does not know in types it knows: a set as a sorted list, a path and anything strange as its text."""
    match value:
        case datetime():
            return value.isoformat()
        case set() | frozenset():
            return sorted(value)
        case Mapping():
            return dict(value)
        case _ if is_dataclass(value):
            return {field.name: getattr(value, field.name) for field in fields(value)}
        case _:
            return str(value)


def text(value: Any) -> str:
    """`value`, a dataclass or a mapping, as one JSON object and a line end."""
    return json.dumps(value, default=plain, ensure_ascii=False, indent=2) + "\n"


def write(value: Any) -> None:
    """Print `value` as one JSON object."""
    sys.stdout.write(text(value))
    sys.stdout.flush()


def write_line(value: Any) -> None:
    """Print one of several objects, each on a line of its own."""
    sys.stdout.write(json.dumps(value, default=plain, ensure_ascii=False) + "\n")
    sys.stdout.flush()
