"""Builds ICC profiles (ICC.1:2001-04): a header, a table of tags, and their data."""
import struct

D50 = (0.9642, 1.0, 0.8249)  # white point of the profile connection space


def s15(*values):
    """Packs numbers as s15Fixed16Number: a sign, 15 bits before the point and 16 behind it."""
    return b"".join(struct.pack(">i", round(float(value) * 65536)) for value in values)


def icc(space, tags, kind=b"mntr", connection=b"XYZ ", version=0x02100000):
    """Returns a profile. `space`: signature of the device colours; `tags`: (signature, bytes) of each tag."""
    at = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for signature, data in tags:
        body += bytes(-len(body) % 4)
        table += signature + struct.pack(">II", at + len(body), len(data))
        body += data
    body += bytes(-len(body) % 4)
    head = struct.pack(">I4sI4s4s4s12s4s", at + len(body), b"test", version, kind, space, connection,
                       struct.pack(">6H", 2000, 1, 1, 0, 0, 0), b"acsp")
    return (head + bytes(28) + s15(*D50)).ljust(128, b"\0") + table + body
