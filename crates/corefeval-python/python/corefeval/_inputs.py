"""Objects that hold coreference, whatever made them, become documents.

Objects are known by what they have, not by their type, so that no other package must be installed.
"""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set, ValuesView
from collections.abc import Sequence as AnySequence
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _corefeval
from ._corefeval import Document
from ._errors import Fields, InputError, shown
from ._packages import document_of
from ._tables import columns_of, columns_of_file, grouped, is_table


class Paths(NamedTuple):
    """A side that consists of files."""

    paths: List[Any]


class Documents(NamedTuple):
    """A side that consists of documents."""

    documents: List[Document]
    problems: List[Fields]
    numbered: bool = False
    """Whether the documents are unnamed and therefore have numbers as names."""


class Raw(NamedTuple):
    """A side that consists of clusters of mentions for each of its documents."""

    names: Optional[List[str]]
    """The names of the documents, if they were given."""
    clusters: List[Any]
    nested: Optional[List[Any]] = None
    """The given lists, if the other sides determine whether they are clusters or documents."""


Side = Union[Paths, Documents, Raw]

# a record of JSON lines has one of these
_RECORD = (
    "clusters",
    "predicted_clusters",
    "span_clusters",
    "word_clusters",
    "clusters_token_offsets",
    "sentences",
    "cased_words",
)


class Reader(NamedTuple):
    """Reads the input of one side."""

    role: str
    format: Optional[str] = None
    strict: bool = False

    @property
    def what(self) -> str:
        """The name of the side in messages."""
        return "input" if self.role == "unknown" else self.role

    def side(self, given: Any) -> Side:
        """The input as a side."""
        if isinstance(given, (Paths, Documents, Raw)):
            return given
        if given is None:
            raise TypeError(f"the {self.what} is None: give a path, documents or clusters")
        if _is_path(given):
            return self._path(given)
        if isinstance(given, (bytes, bytearray, memoryview, str)):
            return self._contents(given)
        if isinstance(given, io.IOBase):
            return self._contents(given.read())
        found = self._one(given)
        if found is not None:
            return found
        if isinstance(given, Mapping):
            return self._named(given)
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping):
            # clusters and the map from mentions to clusters, as used in training code
            return Raw(None, [given[0]])
        if not isinstance(given, Iterable):
            raise TypeError(f"the {self.what} cannot be read from {shown(given)}: give a path, documents or clusters")
        return self._many(_solid(given))

    def _path(self, path: Any) -> Side:
        if os.fspath(path).endswith(".entities"):
            return self._table(columns_of_file(path))
        return Paths([path])

    def _contents(self, given: Any) -> Documents:
        contents = given.encode() if isinstance(given, str) else bytes(given)
        return self._read(contents, self.format)

    def _read(self, contents: bytes, format: Optional[str]) -> Documents:
        return Documents(*_corefeval.read_bytes(contents, self.what, format, self.role, self.strict))

    def _one(self, given: Any) -> Optional[Side]:
        """A side from a single object: a document of another package, or a table of mentions."""
        if isinstance(given, Mapping):
            return self._records([given]) if _is_record(given) else None
        if is_table(given):
            return self._table(columns_of(given))
        document = document_of(given)
        return None if document is None else Documents([document], [])

    def _many(self, given: Sequence[Any]) -> Side:
        if any(isinstance(each, (list, tuple)) and each and _is_array(each[0]) for each in given):
            # documents whose clusters are arrays
            given = [_solid(each) for each in given]
        if given and all(_is_path(each) for each in given):
            return Paths(list(given))
        if given and all(isinstance(each, Mapping) and _is_record(each) for each in given):
            return self._records(given)
        if given and not isinstance(given[0], (list, tuple, set, frozenset, str, bytes)):
            documents = [document_of(each, number) for number, each in enumerate(given)]
            if all(document is not None for document in documents):
                found = [document for document in documents if document is not None]
                numbered = all(
                    not isinstance(each, Document) and document.name == str(number)
                    for number, (each, document) in enumerate(zip(given, found))
                )
                return Documents(found, [], numbered)
        # an item that is not a record is reported before the records around it
        for number, each in sorted(enumerate(given), key=lambda item: isinstance(item[1], Mapping) and _is_record(item[1])):
            self._check_item(each, number)
        return Raw(None, _divided(given, _depth(given)), list(given))

    def _check_item(self, item: Any, number: int) -> None:
        """Refuses what is neither clusters nor a cluster: its parts would be read as mentions."""
        if isinstance(item, Mapping):
            raise InputError(
                f"item {number} of the {self.what} is {shown(item)}, which is no record: a record has one of {', '.join(_RECORD)}; "
                "documents by name are one dict"
            )
        is_list = isinstance(item, (AnySequence, Set, ValuesView, Iterator)) or hasattr(item, "tolist")
        if is_table(item) or not is_list or document_of(item) is not None:
            raise InputError(
                f"item {number} of the {self.what} is {shown(item)}, but a list is of paths, of documents, of records, or of clusters; "
                "a table has a column for the names of documents"
            )

    def _named(self, given: "Mapping[Any, Any]") -> Side:
        """A side from a mapping of names to documents."""
        if not all(isinstance(name, str) for name in given):
            raise TypeError(f"the {self.what} is a dict whose keys are not all names of documents")
        for name, value in given.items():
            if not isinstance(value, Iterable) or isinstance(value, (str, bytes)):
                raise TypeError(f"document {name!r} of the {self.what} must be clusters, not {shown(value)}")
        values = [_solid(value) if not isinstance(value, Mapping) else value for value in given.values()]
        self._check_named(given, values)
        return Raw(list(given), values)

    def _check_named(self, given: "Mapping[str, Any]", values: List[Any]) -> None:
        """Refuses a mapping of names to clusters, whose spans would be taken for clusters of two mentions."""
        items = [item for value in values if not isinstance(value, Mapping) for item in value]
        if items and all(isinstance(item, tuple) and len(item) == 2 and _are_mentions([item]) for item in items):
            raise InputError(
                f"the {self.what} is a dict whose values are lists of spans such as {shown(items[0])}: a dict is of documents by name; "
                "give the clusters of one document as a list, `list(clusters.values())`, or as {name: clusters}"
            )

    def _records(self, records: "Sequence[Mapping[str, Any]]") -> Documents:
        lines = (self._line(record, number) for number, record in enumerate(records))
        read = self._read("\n".join(lines).encode() + b"\n", self.format or "jsonlines")
        return read._replace(numbered=not any(_is_named(record) for record in records))

    def _line(self, record: "Mapping[str, Any]", number: int) -> str:
        try:
            return json.dumps(_record(record, number), default=_plain)
        except KeyError as error:
            raise InputError(f"record {number} of the {self.what} has no {error}") from None
        except (ValueError, RecursionError) as error:
            raise InputError(f"record {number} of the {self.what} cannot be read: {error}") from None

    def _table(self, columns: Dict[str, List[Any]]) -> Side:
        return Raw(*grouped(columns, self.what))


def _is_path(given: Any) -> bool:
    return isinstance(given, os.PathLike) or (isinstance(given, str) and "\n" not in given and given != "")


def _is_record(given: "Mapping[Any, Any]") -> bool:
    return any(name in given for name in _RECORD)


def holds_both(given: Any) -> bool:
    """Whether records of JSON lines have predicted clusters in addition to the key's clusters."""
    if isinstance(given, Mapping):
        return "predicted_clusters" in given
    if _is_path(given):
        if os.path.isdir(given):
            return False
        with open(given, "rb") as plain:
            is_packed = plain.read(4).startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd"))
            plain.seek(0)
            lines: Iterable[bytes] = [_corefeval.contents(given)] if is_packed else plain
            return any(b'"predicted_clusters"' in line for line in lines)
    if isinstance(given, (str, bytes, bytearray)):
        contents = given.encode() if isinstance(given, str) else given
        return b'"predicted_clusters"' in contents
    inner = given if isinstance(given, (list, tuple)) else []
    return len(inner) > 0 and all(not isinstance(each, (list, tuple)) and holds_both(each) for each in inner)


def _record(record: "Mapping[str, Any]", number: int) -> Dict[str, Any]:
    """A record of JSON lines; fields in the output of maverick and AllenNLP are renamed."""
    made = dict(record)
    if "clusters_token_offsets" in made:
        made = {"sentences": [made["tokens"]], "clusters": made["clusters_token_offsets"], "doc_key": made.get("doc_key")}
    elif "document" in made and "sentences" not in made:
        made = {"sentences": [made["document"]], "clusters": made["clusters"], "doc_key": made.get("doc_key")}
    if not _is_named(made):
        made["doc_key"] = str(number)
    return made


def _is_named(record: "Mapping[str, Any]") -> bool:
    return any(record.get(name) is not None for name in ("doc_key", "document_id", "id", "doc_id"))


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy and the like."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (set, frozenset, Iterator)):
        return list(value)
    raise TypeError(f"{shown(value)} cannot be part of a record")


def _solid(given: Any, levels: int = 3) -> Any:
    """The input with lists instead of iterators, which can be read only once."""
    if isinstance(given, Iterator):
        given = list(given)
    if levels > 1 and isinstance(given, (list, tuple)) and any(isinstance(each, Iterator) or _is_array(each) for each in given):
        return [_solid(each, levels - 1) for each in given]
    if hasattr(given, "tolist") and not isinstance(given, (list, tuple)):
        made = given.tolist()
        if not isinstance(made, list):
            raise TypeError(f"one value is no clusters: {shown(made)}")
        return made
    return given if isinstance(given, (list, tuple, Mapping)) else list(given)


def _is_array(given: Any) -> bool:
    """Whether an object is an array or tensor of numbers, not one number of such a package."""
    return hasattr(given, "tolist") and getattr(given, "ndim", 1) > 0


def _divided(given: Any, depth: Optional[int]) -> List[Any]:
    """The clusters of each document."""
    return list(given) if depth == 3 else [given]


def _depth(given: Any) -> Optional[int]:
    """The level of mentions: 2 in clusters, 3 in documents of clusters; none if there are no mentions.

    A dict with names of documents is unambiguous; in lists, pairs of numbers and tuples of one length are mentions.
    """
    level, containers = _innermost(given)
    if level is None:
        return None if containers is None else 3
    return min(3, level - 1 if level > 2 and _are_mentions(containers or []) else level)


def _innermost(given: Any) -> "Tuple[Optional[int], Optional[List[Any]]]":
    """At which level of lists something other than a list lies, and the lists around it; no level if there is none, and no lists if
    all are empty."""
    level, containers = 0, [given]
    while containers:
        level += 1
        inner = [each for container in containers for each in container]
        if any(not isinstance(each, (list, tuple, set, frozenset)) for each in inner):
            return level, containers
        if level == 4:
            return None, containers
        containers = inner
    return None, None


def _are_mentions(containers: List[Any]) -> bool:
    """Whether the innermost collections are mentions, not clusters of mentions."""
    numbers = all(len(each) == 2 and all(hasattr(number, "__index__") for number in each) for each in containers)
    alike = len({len(each) for each in containers}) == 1 and len(containers[0]) > 1
    return numbers or (alike and all(isinstance(each, tuple) for each in containers))


# --- sides that are paired


def documents_of(sides: List[Tuple[str, Side]], may_repeat: bool) -> List[Tuple[str, List[Document]]]:
    """The documents of all sides, the key's first; the same mentions of all sides become the same tokens."""
    if all(isinstance(side, Raw) for _, side in sides):
        return _all_raw(sides, may_repeat)
    found = [side for _, side in sides if isinstance(side, Documents)]
    # given names take precedence over numbers, and the key over responses
    known = sorted(found, key=lambda side: side.numbered)[0].documents
    made: List[Tuple[str, List[Document]]] = []
    for name, side in sides:
        if isinstance(side, Documents):
            made.append((name, _renamed(name, side, known)))
        elif isinstance(side, Raw):
            made.append((name, _beside(name, side, known, may_repeat)))
    return made


def _renamed(name: str, side: Documents, known: List[Document]) -> List[Document]:
    """Pairs unnamed documents with those of another side, in order."""
    names = [document.name for document in known]
    own = [document.name for document in side.documents]
    if not side.numbered or set(own) == set(names):
        return side.documents
    if len(own) != len(names):
        raise InputError(f"the {name} has {len(own)} documents without names, but there are {len(names)}: name them")
    return [document.renamed(other) for document, other in zip(side.documents, names)]


def _all_raw(sides: List[Tuple[str, Side]], may_repeat: bool) -> List[Tuple[str, List[Document]]]:
    raw = _alike([(name, side) for name, side in sides if isinstance(side, Raw)])
    if any(side.names is not None for _, side in raw):
        if not all(side.names is not None for _, side in raw):
            raise InputError("one side names its documents and another does not: name them on all sides")
        order = list(dict.fromkeys(each for _, side in raw for each in side.names or ()))
    else:
        counts = {name: len(side.clusters) for name, side in raw}
        if len(set(counts.values())) > 1:
            said = ", ".join(f"{name} {count}" for name, count in counts.items())
            raise InputError(f"the sides have different numbers of documents: {said}")
        order = [str(number) for number in range(len(raw[0][1].clusters))]
    made: List[Tuple[str, List[Document]]] = [(name, []) for name, _ in raw]
    maps = [dict(zip(order if side.names is None else side.names, side.clusters)) for _, side in raw]
    for document in order:
        having = [place for place, found in enumerate(maps) if document in found]
        given = [(raw[place][0], maps[place][document]) for place in having]
        for place, built in zip(having, _corefeval.documents_of_clusters(document, given, None, may_repeat)):
            made[place][1].append(built)
    return made


def _alike(raw: List[Tuple[str, Raw]]) -> List[Tuple[str, Raw]]:
    """Reads the lists of all sides as clusters, or all as documents; one side may decide for another."""
    nested = [side.nested for _, side in raw if side.nested is not None]
    if len(nested) < len(raw):
        return raw
    levels = {name: _innermost(side.nested)[0] for name, side in raw}
    known = [(name, level) for name, level in levels.items() if level is not None]
    for name, level in known:
        if level != known[0][1]:
            raise InputError(
                f"the {known[0][0]} and the {name} are lists of different depth: clusters on one side, and documents of clusters on the other"
            )
    depth = _depth([each for given in nested for each in given])
    return [(name, side._replace(clusters=_divided(side.nested, depth))) for name, side in raw]


def _beside(name: str, side: Raw, known: List[Document], may_repeat: bool) -> List[Document]:
    """Clusters that are paired with documents whose texts are known."""
    ids = Counter(document.id for document in known)
    by_name = {document.id: document for document in known if ids[document.id] == 1}
    by_name.update((document.name, document) for document in known)
    made = []
    if side.names is None and len(side.clusters) != len(known):
        raise InputError(f"the {name} has clusters for {len(side.clusters)} documents, but there are {len(known)}")
    for number, clusters in enumerate(side.clusters):
        partner = known[number] if side.names is None else by_name.get(side.names[number])
        tokens = partner.tokens if partner else None
        document = partner.name if partner else (side.names or [])[number]
        made += _corefeval.documents_of_clusters(document, [(name, clusters)], tokens, may_repeat)
    return made
