"""Makes files for commands from any input, and replaces the names of these files in the output."""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _corefeval
from ._api import warn
from ._inputs import Documents, Paths, Raw, Reader, documents_of

Json = Any

_FORMATS = ("format", "key_format", "response_format")
# the largest number of bytes of a name that leaves room for an extension in every file system
LONGEST_NAME = 240
# the commands that take a response as NAME=FILE
_NAMING = frozenset("analyse arcs compare layers measures nec probe rank report score show variants why".split())


class Given(NamedTuple):
    """One input of a command: the name that output has for it, its role, what was given, and whether the name was given too."""

    name: str
    role: str
    what: Any
    is_named: bool = False


class Files:
    """Paths for commands: existing files, and files with objects, which last as long as the command."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._folder = ""
        self._written = 0
        # replacements in output for paths and names made here; paths first, because they contain names
        self._paths: Dict[str, str] = {}
        self._names: Dict[str, str] = {}

    def __enter__(self) -> "Files":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def arguments(self, command: str, given: Sequence[Given], options: Dict[str, Any]) -> Tuple[List[str], Dict[str, Any]]:
        """An argument for each input, and the options that they need."""
        strict = bool(options.get("strict"))
        read = [each._replace(what=Reader(each.role, _format(each.role, options), strict).side(each.what)) for each in given]
        keys, others = [each for each in read if each.role == "key"], [each for each in read if each.role != "key"]
        keep_keys, keep_others = all(map(_is_a_path, keys)), _keep_names(others)
        if keep_keys and keep_others:
            return [_path(each) for each in read], options
        pairs = _pairs(others) if command in _NAMING and keep_keys else None
        if pairs is not None:
            return [*map(_path, keys), *pairs], options
        # clusters become documents together, and the format that was given is not that of the files written here
        together = any(isinstance(each.what, Raw) for each in read) or any(options.get(each) for each in _FORMATS)
        keep = {"key": keep_keys and not together}
        kept = [keep.get(each.role, keep_others and not together) for each in read]
        solid = [(each.name, _solid(each, options)) for each, is_kept in zip(read, kept) if not is_kept]
        documents = iter(documents_of(solid, True))
        made = [_path(each) if is_kept else self._document_file(command, each, next(documents)[1]) for each, is_kept in zip(read, kept)]
        return made, {name: value for name, value in options.items() if name not in _FORMATS} if together else options

    def _document_file(self, command: str, given: Given, documents: Sequence[_corefeval.Document]) -> str:
        contents, _ = _corefeval.write(documents, "corefeval-json", False)
        if can_name_a_file(given.name):
            return self.file(given, given.name + ".jsonl", contents)
        path = self.file(given, "", contents)
        stand_in = os.path.basename(path)
        if given.role != "key" and command in _NAMING and _can_name_a_system(given.name, path):
            return f"{given.name}={path}"
        self._names[stand_in] = given.name
        return path

    def file(self, given: Given, name: str, contents: bytes) -> str:
        """A file in a separate folder, so that names cannot clash; without a name, it gets a unique one."""
        import tempfile

        if not self._folder:
            self._folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="corefeval-"))
        self._written += 1
        folder = os.path.join(self._folder, str(self._written))
        os.mkdir(folder)
        path = os.path.join(folder, name or f"{os.path.basename(self._folder)}-{self._written}-")
        with open(path, "wb") as file:
            file.write(contents)
        self._paths[path] = _path(given) if _is_a_path(given) else given.name
        return path

    @property
    def has_stand_ins(self) -> bool:
        """Whether output has names that differ from the given ones."""
        return bool(self._names)

    def shown(self, text: str) -> str:
        """Text in which the paths of objects are replaced by names."""
        for made_up, name in [*self._paths.items(), *self._names.items()]:
            text = text.replace(made_up, name)
        return text

    def shown_json(self, value: Json) -> Json:
        """A JSON value with replaced names in every text."""
        if not self._folder:
            return value
        if isinstance(value, str):
            return self.shown(value)
        if isinstance(value, list):
            return [self.shown_json(each) for each in value]
        if isinstance(value, dict):
            return {self.shown(name): self.shown_json(each) for name, each in value.items()}
        return value

    def shown_page(self, page: str) -> str:
        """An HTML page with replaced names in its data, which are compressed."""
        return re.sub(r'(?<=<script type="text/plain" id=")([^"]*">)([^<]*)', self._shown_data, page) if self._folder else page

    def _shown_data(self, found: "re.Match[str]") -> str:
        import base64
        import zlib

        text = zlib.decompress(base64.b64decode(found[2])).decode()
        if os.path.basename(self._folder) not in text:
            return found[0]
        made = json.dumps(self.shown_json(json.loads(text)), ensure_ascii=False, separators=(",", ":"))
        return found[1] + base64.b64encode(zlib.compress(made.encode(), 9)).decode()


def _format(role: str, options: Dict[str, Any]) -> Any:
    return options.get(f"{role}_format") or options.get("format")


def _solid(given: Given, options: Dict[str, Any]) -> Any:
    """An input whose files were read."""
    side = given.what
    if isinstance(side, Paths):
        side = Documents(*_corefeval.read_files(side.paths, _format(given.role, options), given.role, bool(options.get("strict"))))
    if isinstance(side, Documents):
        warn(side.problems)
    return side


def _is_a_path(given: Given) -> bool:
    return isinstance(given.what, Paths) and len(given.what.paths) == 1


def _path(given: Given) -> str:
    return os.fsdecode(given.what.paths[0])


def _keep_names(given: Sequence[Given]) -> bool:
    """Whether all inputs are files that a command shows with the right names."""
    if not all(map(_is_a_path, given)):
        return False
    names = _corefeval.system_names([_path(each) for each in given])
    return all(each.name == name for each, name in zip(given, names) if each.is_named)


def _pairs(given: Sequence[Given]) -> Optional[List[str]]:
    """Files with their names as commands take them, if all can be taken so."""
    if all(_is_a_path(each) and _can_name_a_system(each.name, _path(each)) for each in given):
        return [f"{each.name}={_path(each)}" for each in given]
    return None


def _can_name_a_system(name: str, path: str) -> bool:
    """Whether a command splits NAME=PATH at the right place."""
    return name != "" and "=" not in name and "," not in path and not os.path.exists(f"{name}={path}")


def can_name_a_file(name: str) -> bool:
    forbidden = r'[\\/:*?"<>|\0-\x1f]' if os.name == "nt" else r"[/\0]"
    return 0 < len(name.encode()) <= LONGEST_NAME and re.search(forbidden, name) is None
