"""Builds the engine's library into the wheel: go build -buildmode=c-shared. One wheel a platform serves every Python."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class LibraryHook(BuildHookInterface[Any]):
    """Compiles the library, puts it beside the package and tags the wheel with the platform."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Run before the wheel is packed."""
        root = Path(self.root)
        suffix = {"darwin": "dylib", "win32": "dll"}.get(sys.platform, "so")
        target = root / "flintlake" / f"libflintlake.{suffix}"
        built = os.environ.get("FLINTLAKE_LIBRARY")
        if built:
            if Path(built).resolve() != target.resolve():
                shutil.copyfile(built, target)
        elif version != "editable" or not target.exists():
            self._compile(root.parent, target)
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{self._platform_tag()}"

    def _compile(self, source: Path, target: Path) -> None:
        flags = f"-s -w -X main.Version={self.metadata.version}"
        if sys.platform.startswith("linux"):
            flags += f" -extldflags=-Wl,--version-script={source / 'cshared' / 'exports.map'}"
        command = ["go", "build", "-buildmode=c-shared", "-trimpath", f"-ldflags={flags}", "-o", str(target), "./cshared"]
        subprocess.run(command, cwd=source, check=True)
        target.with_suffix(".h").unlink(missing_ok=True)

    def _platform_tag(self) -> str:
        tag = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        kind, release = platform.libc_ver()
        if tag.startswith("linux_") and kind == "glibc":
            major, minor = release.split(".")[:2]
            return tag.replace("linux_", f"manylinux_{major}_{minor}_")
        return tag
