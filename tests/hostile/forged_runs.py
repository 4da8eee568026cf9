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


def zeros(count):
    """Returns a zstd frame of `count` zero bytes: 3 or 4 bytes for each 128 KiB."""
    frame = b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", count)
    while count:
        block = min(count, 1 << 17)
        count -= block
        frame += struct.pack("<I", (count == 0) | 1 << 1 | block << 3)[:3] + b"\0"
    return frame


def forge_mosaic(run, across, down, layers):
    """Gives the run a mosaic whose tiles are all learned, of networks whose parameters are 0. `across` and `down`:
    length of the axis, of a tile and of the overlap, in pixels."""
    with opened(run) as database:
        config, channels = database.execute("SELECT config, channels FROM run").fetchone()
        config = json.loads(config)
        config["network"]["layers"] = layers
        row = (across[0], across[1], across[2], down[0], down[1], down[2], 0.0, json.dumps(config))
        database.execute("DELETE FROM mosaic")
        database.execute("DELETE FROM mosaic_tile")
        database.execute("INSERT INTO mosaic VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, crc(row)))
        widths = [2, *layers, channels]
        count = sum(inputs * outputs + outputs for inputs, outputs in zip(widths, widths[1:]))
        blob = b"\1" + bytes(2 * len(widths) - 2) + zeros(4 * count)
        number = 1
        for axis in across, down:
            number *= 1 if axis[0] <= axis[1] else -(-(axis[0] - axis[2]) // (axis[1] - axis[2]))
        for tile in range(number):
            values = (tile + 1, tile, 10, 0.5, 20.0, crc([blob]))
            database.execute("INSERT INTO mosaic_tile VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*values, crc(values), blob))
