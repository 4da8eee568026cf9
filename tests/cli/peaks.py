"""The memory that commands take at their peak, and what Redraw estimates for them."""
import re
import struct
import subprocess
import zlib

from harness import REDRAW, SYSTEM_PYTHON, preloaded

# Runs a command and prints its peak, by a small process: a child's peak begins with that of the process that forks it.
WAITING = """
import os, sys
child = os.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print("\\npeak", usage.ru_maxrss * 1024, os.waitstatus_to_exitcode(status))
"""
UNITS = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9}


class Peaks:
    """For a CliTest: measures commands and reads their estimates."""

    def peak(self, *arguments):
        """Runs a command; returns the bytes of its peak."""
        done = subprocess.run([SYSTEM_PYTHON, "-S", "-c", WAITING, REDRAW, *map(str, arguments)], cwd=self.folder, env=self.environment,
                              capture_output=True, text=True)
        bytes_, status = map(int, done.stdout.rsplit("peak", 1)[1].split())
        self.assertEqual(status, 0, f"{arguments}: {done.stderr}")
        return bytes_

    def limited_to(self, left):
        """Returns an environment in which the program believes that its container leaves `left` bytes."""
        groups = self.folder / "groups"
        (groups / "proc/self").mkdir(parents=True, exist_ok=True)
        (groups / "sys/fs/cgroup").mkdir(parents=True, exist_ok=True)
        (groups / "proc/self/cgroup").write_text("0::/\n")
        (groups / "sys/fs/cgroup/memory.max").write_text(f"{left}\n")
        (groups / "sys/fs/cgroup/memory.current").write_text("0\n")
        if not hasattr(self, "library"):
            self.library = preloaded(self, "control_group.c")
        return {**self.environment, "LD_PRELOAD": self.library, "CONTROL_GROUPS": str(groups)}

    def estimate(self, *arguments, left):
        """Returns the bytes that the refusal of a command names where `left` bytes are left."""
        sentence = self.refuse(*arguments, naming=("of memory",), env=self.limited_to(left))
        number, unit = re.search(r"takes about ([\d.]+) (\w+) of memory", sentence).groups()
        return float(number) * UNITS[unit]

    def compare(self, *arguments, left=1 << 20):
        """Checks that a command's estimate is close to its peak. `left`: holds what is read before the estimate."""
        said = self.estimate(*arguments, left=left)
        peak = self.peak(*arguments)
        with self.subTest(arguments=arguments):
            print(f"{said / peak:.2f}: {said / 1e6:.0f} of {peak / 1e6:.0f} MB, {' '.join(map(str, arguments))}")
            self.assertGreater(said / peak, 0.8)
            self.assertLess(said / peak, 1.3)

    def photograph(self, name, width, height, channels=3):
        """Writes a PNG that is quickly made and does not compress well."""
        noise = bytes((x * x * 7 + (x >> 3) * 5) % 61 for x in range(4096))
        rows = []
        for y in range(height):
            shift = y * 37 % 2048
            row = (noise[shift:] * (width * channels // (4096 - shift) + 1))[:width * channels]
            rows.append(b"\0" + bytes(row).translate(bytes((value + 2 * y * 64 // height) % 256 for value in range(256))))
        chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0)),
                  (b"IDAT", zlib.compress(b"".join(rows), 1)), (b"IEND", b"")]
        (self.folder / name).write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks))
        return name
