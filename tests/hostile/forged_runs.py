"""Forges run files with correct checksums: rows are changed and signed as in docs/file-format.md."""

import contextlib
import json
import sqlite3
import struct
import zlib

UNSIGNED = {"run": ("id", "checksum"), "target": None, "source": None, "metric": ("checksum",), "event": ("checksum",),
            "keyframe": ("checksum", "parameters"), "state": ("id", "checksum")}


def crc(values):
    sum = 0
    for value in values:
        if isinstance(value, (int, float)):
            value = struct.pack("<q" if isinstance(value, int) else "<d", value)
        sum = zlib.crc32(value.encode() if isinstance(value, str) else value or b"", sum)
    return sum


def sign(row, table):
    """Returns the row with correct checksums."""
    if UNSIGNED[table] is None:
        return {**row, "checksum": crc([row["png"]])}
    if table == "keyframe":
        row = {**row, "parameters_checksum": crc([row["parameters"]])}
    return {**row, "checksum": crc(value for name, value in row.items() if name not in UNSIGNED[table])}


@contextlib.contextmanager
def opened(run):
    database = sqlite3.connect(run)
    database.execute("PRAGMA synchronous = OFF")
    try:
        yield database
        database.commit()
    finally:
        database.close()


def forge(run, table, **changes):
    """Changes these columns in every row of the table; a change may be a function of the old value."""
    with opened(run) as database:
        database.row_factory = sqlite3.Row
        for old in database.execute(f"SELECT * FROM {table}").fetchall():
            row = dict(old)
            for name, value in changes.items():
                row[name] = value(row[name]) if callable(value) else value
            row = sign(row, table)
            key = next(iter(row))
            database.execute(f"DELETE FROM {table} WHERE {key} = ?", (old[0],))
            database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def forge_config(run, change, columns=("config", "request")):
    """Changes the configuration. `change` modifies it as an object, or is the text that replaces it."""
    def changed(text):
        if isinstance(change, str):
            return change
        config = json.loads(text)
        change(config)
        return json.dumps(config)
    forge(run, "run", **dict.fromkeys(columns, changed))


def forge_request(run, change):
    """Changes only the requested settings, which then disagree with the run's configuration."""
    forge_config(run, change, ["request"])


def sql(run, *statements):
    with opened(run) as database:
        for statement in statements:
            database.executescript(f"BEGIN; {statement}; COMMIT")


def header(run, at, content):
    """Overwrites bytes of SQLite's header or of any page."""
    with open(run, "r+b") as file:
        file.seek(at)
        file.write(content)
