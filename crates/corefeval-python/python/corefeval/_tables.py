"""Tables with a row for each mention: pandas, polars, Arrow, and files of BookNLP."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

from ._errors import InputError, shown


def is_table(given: Any) -> bool:
    # a series is no table, though pandas and Arrow treat both alike
    is_series = hasattr(given, "dtype") and not hasattr(given, "columns")
    return not is_series and (hasattr(given, "__arrow_c_stream__") or hasattr(given, "iloc"))


def columns_of(table: Any) -> Dict[str, List[Any]]:
    """The columns of a table of pandas, polars or Arrow, as lists."""
    if hasattr(table, "iloc"):
        if len(set(table.columns)) < len(table.columns):
            raise InputError(f"a table has two columns of one name: {', '.join(map(str, table.columns))}")
        return {str(name): table[name].tolist() for name in table.columns}
    names = [str(name) for name in getattr(table, "column_names", ())]
    if len(set(names)) < len(names):
        raise InputError(f"a table has two columns of one name: {', '.join(names)}")
    if hasattr(table, "to_pydict"):
        made: Dict[str, List[Any]] = table.to_pydict()
        return made
    if hasattr(table, "iter_columns"):
        return {column.name: column.to_list() for column in table.iter_columns()}
    try:
        import pyarrow
    except ImportError:
        raise TypeError(f"a table of type {type(table).__name__} needs pyarrow to be read") from None
    try:
        columns: Dict[str, List[Any]] = pyarrow.table(table).to_pydict()
    except (TypeError, ValueError) as error:
        raise InputError(f"{shown(table)} is no table of mentions: {error}") from None
    return columns


def columns_of_file(path: Any) -> Dict[str, List[Any]]:
    """The columns of a BookNLP file of entities."""
    import csv

    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}


_NAMES = {
    "document": ("document", "doc_key", "doc_id", "document_id", "doc"),
    "entity": ("entity", "cluster", "COREF", "entity_id", "cluster_id"),
    "mention": ("mention", "mention_id"),
    "start": ("start", "start_token"),
    "end": ("end", "end_token", "last"),
}


def grouped(columns: Dict[str, List[Any]], role: str) -> Tuple[Optional[List[str]], List[Any]]:
    """The clusters of each document of a table with a row for each mention, and the names of the documents if it has them."""

    def column(what: str) -> Optional[List[Any]]:
        return next((columns[name] for name in _NAMES[what] if name in columns), None)

    entities, mentions, starts, ends = (column(what) for what in ("entity", "mention", "start", "end"))
    if entities is None or (mentions is None and (starts is None or ends is None)):
        raise InputError(
            f"the table of the {role} has the columns {', '.join(columns) or '(none)'}: it needs `entity`, and `mention` or "
            "`start` and `end` (the last token), and `document` if there are several"
        )
    named = column("document")
    used = {"entity": entities, "document": named, "mention": mentions}
    if mentions is None:
        used.update(start=starts, end=ends)
    for what, values in used.items():
        row = next((row for row, value in enumerate(values or ()) if _is_missing(value)), None)
        if row is not None:
            raise InputError(f"row {row} of the table of the {role}, counted from 0, has no {what}")
    ids: List[Any] = mentions if mentions is not None else list(zip(_tokens(starts, "start", role), _tokens(ends, "end", role)))
    documents: List[Any] = named or [""] * len(entities)
    found: Dict[str, Dict[Any, List[Any]]] = {}
    for row, (document, entity, mention) in enumerate(zip(documents, entities, ids)):
        try:
            found.setdefault(str(document), {}).setdefault(entity, []).append(mention)
        except TypeError:
            raise InputError(f"row {row} of the table of the {role}, counted from 0: {shown(entity)} is no name of an entity") from None
    clusters = [list(entities.values()) for entities in found.values()]
    return (None, clusters or [[]]) if named is None else (list(found), clusters)


def _is_missing(value: Any) -> bool:
    """Whether a value of a table is none, by any package's way to say so."""
    if isinstance(value, float):
        return value != value
    return value is None or type(value).__name__ in ("NAType", "NaTType")


def _tokens(values: Optional[List[Any]], what: str, role: str) -> List[int]:
    """Whole numbers; columns with gaps in other rows have them as floating-point numbers, and files as text."""
    made = []
    for row, value in enumerate(values or ()):
        number: Optional[int] = None
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            pass
        if number is None or (not isinstance(value, str) and number != value):
            raise InputError(f"row {row} of the table of the {role}, counted from 0: `{what}` is {value!r}, which is no token")
        made.append(number)
    return made
