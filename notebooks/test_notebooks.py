"""The notebooks run from top to bottom, in the Python that runs the tests."""

import json
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient

HERE = Path(__file__).parent
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))


@pytest.fixture(scope="module", autouse=True)
def kernel(tmp_path_factory):
    """A kernel of this very Python, under a name of its own."""
    jupyter = tmp_path_factory.mktemp("jupyter")
    spec = jupyter / "kernels" / "flintlake-test"
    spec.mkdir(parents=True)
    argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "test", "language": "python"}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(KernelSpecManager, "kernel_dirs", [str(jupyter / "kernels")])
        yield


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_runs(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="flintlake-test", resources={"metadata": {"path": str(HERE)}}).execute()
    outputs = [o for c in notebook.cells if c.cell_type == "code" for o in c.outputs]
    assert outputs
    if path.stem == "airports":
        assert any("image/png" in o.get("data", {}) for o in outputs), "the picture is shown inline"


def test_there_are_notebooks():
    assert [p.stem for p in NOTEBOOKS] == ["airports", "merge_articles"]
