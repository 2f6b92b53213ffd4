"""The guard: what must not be stored is taken out, masked or quarantined before anything else sees a text."""

from graphmem.remember.guard.guard import Guard, Guarded, admitted, guard
from graphmem.remember.guard.mask import masked, masked_source

__all__ = ["Guard", "Guarded", "admitted", "guard", "masked", "masked_source"]
