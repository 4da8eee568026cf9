"""Run files that lie, with the right checksums: each row is changed and signed as docs/file-format.md says."""

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
    """The row with its checksums right."""
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
    """Every row of the table with these columns changed; a change may be a function of the old value."""
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
    """`change` is given the configuration as an object, or is the text to put in its place."""
    def changed(text):
        if isinstance(change, str):
            return change
        config = json.loads(text)
        change(config)
        return json.dumps(config)
    forge(run, "run", **dict.fromkeys(columns, changed))


def forge_request(run, change):
    """What was asked alone, as if the run's configuration were not an answer to it."""
    forge_config(run, change, ["request"])


def sql(run, *statements):
    with opened(run) as database:
        for statement in statements:
            database.executescript(f"BEGIN; {statement}; COMMIT")


def header(run, at, content):
    """Bytes of SQLite's header, or of any page, as they are not allowed to be."""
    with open(run, "r+b") as file:
        file.seek(at)
        file.write(content)
