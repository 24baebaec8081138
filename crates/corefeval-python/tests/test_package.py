"""What is installed: nothing more than needed is imported, and everything that is promised is there."""

from __future__ import annotations

import posixpath
import re
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath

import pytest

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
    assert len(own) <= 18 and len(modules) <= 60, modules
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


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution."""
    pytest.importorskip("maturin")
    folder = tmp_path_factory.mktemp("sdist")
    command = [sys.executable, "-m", "maturin", "sdist", "--out", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (archive,) = folder.iterdir()
    return archive


def test_the_source_distribution_has_what_is_compiled(sources: Path) -> None:
    with tarfile.open(sources) as archive:
        names = [PurePosixPath(name) for name in archive.getnames()]
        (root,) = {name.parts[0] for name in names}
        files = {str(PurePosixPath(*name.parts[1:])): name for name in names}

        def text(name: str) -> str:
            opened = archive.extractfile(str(files[name]))
            assert opened is not None
            return opened.read().decode()

        assert root == f"corefeval-{corefeval.__version__}"
        assert not [name for name in names if name.is_absolute() or ".." in name.parts]
        for name in ("LICENSE-MIT", "LICENSE-APACHE", "README.md", "Cargo.lock", "PKG-INFO", "crates/corefeval-python/python/corefeval/py.typed"):
            assert name in files, name
        included = re.compile(r'include_(?:str|bytes)!\(\s*"([^"]+)"')
        for name in [name for name in files if name.endswith(".rs") and "/src/" in name]:
            for path in included.findall(text(name)):
                assert posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) in files, (name, path)
        for name in [name for name in files if name.endswith("Cargo.toml")]:
            for path in re.findall(r'path = "([^"]+)"', text(name)):
                found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
                assert f"{found}/Cargo.toml" in files or found in files, (name, path)


def test_the_description_is_ready_to_publish(sources: Path) -> None:
    pytest.importorskip("twine")
    checked = subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(sources)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout
    with tarfile.open(sources) as archive:
        opened = archive.extractfile(f"corefeval-{corefeval.__version__}/PKG-INFO")
        assert opened is not None
        fields = opened.read().decode().split("\n\n")[0].splitlines()
    assert "Requires-Python: >=3.9" in fields and "License-Expression: MIT OR Apache-2.0" in fields
    # nothing is needed but what an extra asks for
    assert all("extra ==" in field for field in fields if field.startswith("Requires-Dist:"))
