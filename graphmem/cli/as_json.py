"""Values as JSON: dataclasses by their fields, moments as ISO 8601, exactly one object on stdout."""

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any


def plain(value: Any) -> Any:
    """`value` in the types JSON knows; a set becomes a sorted list, a path and anything unknown its text."""
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(plain(key)): plain(each) for key, each in value.items()}
        case set() | frozenset():
            return sorted(plain(each) for each in value)
        case list() | tuple():
            return [plain(each) for each in value]
        case _ if is_dataclass(value):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return str(value)


def write(value: Any) -> None:
    """Print `value` as one JSON object."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=False, indent=2) + "\n")
    sys.stdout.flush()
