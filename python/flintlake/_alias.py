"""Let `import pyspark…` and `import delta…` mean this engine, when asked to."""

from __future__ import annotations

import importlib
import importlib.abc
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

_ROOTS = {"pyspark": "flintlake", "delta": "flintlake.delta"}


class _Loader(importlib.abc.Loader):
    def __init__(self, module: ModuleType) -> None:
        self._module = module
        self._spec = module.__spec__

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import set that of the alias


class _Finder(importlib.abc.MetaPathFinder):
    """Finds pyspark.x as flintlake.x and delta.x as flintlake.delta.x."""

    def find_spec(self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of an aliased module."""
        root, _, rest = fullname.partition(".")
        if root not in _ROOTS:
            return None
        name = f"{_ROOTS[root]}.{rest}" if rest else _ROOTS[root]
        try:
            module = importlib.import_module(name)
        except ModuleNotFoundError as e:
            if e.name is not None and name.startswith(e.name):
                raise ModuleNotFoundError(
                    f"{fullname} is not part of flintlake, which stands in for {root} here", name=fullname
                ) from None
            raise
        return ModuleSpec(fullname, _Loader(module), is_package=hasattr(module, "__path__"))


def activate() -> None:
    """Make imports of pyspark and delta give flintlake, in this process and from now on.

    Modules of a real pyspark that were imported before stay in the hands of those who have them.
    """
    if any(isinstance(f, _Finder) for f in sys.meta_path):
        return
    for name in list(sys.modules):
        if name.split(".")[0] in _ROOTS:
            del sys.modules[name]
    sys.meta_path.insert(0, _Finder())


def deactivate() -> None:
    """Undo activate; modules that were imported through it stay with their importers."""
    sys.meta_path[:] = [f for f in sys.meta_path if not isinstance(f, _Finder)]
    for name in list(sys.modules):
        if name.split(".")[0] in _ROOTS:
            del sys.modules[name]
