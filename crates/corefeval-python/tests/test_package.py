"""What is installed: nothing more than needed is imported, and everything that is promised is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import corefeval
from conftest import ROOT

# what a plain interpreter has anyway, and what only other functions need
HEAVY = {"pandas", "numpy", "pyarrow", "scipy", "tempfile", "csv", "html", "asyncio", "unittest", "inspect", "pyspark"}


def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)


def test_the_import_is_small() -> None:
    program = "import sys; before = set(sys.modules); import corefeval; print(*sorted(set(sys.modules) - before))"
    modules = run("-c", program).stdout.split()
    # counted, not timed: each module costs about half a millisecond
    own = [module for module in modules if module.split(".")[0] == "corefeval"]
    assert len(own) <= 14 and len(modules) <= 60, modules
    assert not HEAVY & set(modules)


def test_types_are_promised_and_described() -> None:
    package = Path(corefeval.__file__).parent
    assert (package / "py.typed").exists() and (package / "_corefeval.pyi").exists()
    described = (package / "_corefeval.pyi").read_text()
    for name in dir(corefeval._corefeval):
        assert name.startswith("__") or f"def {name}(" in described or f"class {name}:" in described, name


def test_everything_public_has_a_docstring() -> None:
    for name in corefeval.__all__:
        assert name == "__version__" or (getattr(corefeval, name).__doc__ or "").strip(), name


def test_the_command_line_is_that_of_the_program(key: Path, careful: Path) -> None:
    printed = run("-m", "corefeval", "score", str(key), str(careful), "--as", "text").stdout
    assert printed == corefeval.command("score", key, careful, as_="text").decode()
    assert run("-m", "corefeval", "--version").stdout.split() == ["corefeval", corefeval.__version__]


def test_the_source_distribution_has_what_it_needs() -> None:
    settings = (ROOT / "pyproject.toml").read_text()
    for name in ("LICENSE-MIT", "LICENSE-APACHE", "crates/corefeval-python/README.md", "Cargo.lock", "crates/corefeval-report/assets/report.html"):
        assert (ROOT / name).exists(), name
    assert 'dependencies = []' in settings
