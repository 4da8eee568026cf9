#!/usr/bin/env python3
"""Random-input ("monkey") test of the studio: seeded clicks, drags, keys, drops of good and bad files, and a window that is
resized and minimised. It must neither crash, hang, leak nor cause reported OpenGL errors, and must keep runs readable.

    monkey.py REDRAW_STUDIO REDRAW SCREENSHOTS [--events N] [--seed N] [--replay FILE] [--pause SECONDS]

Writes its events to SCREENSHOTS/done.txt, one a line; --replay repeats such a file, or any part of it. Pauses have a fixed
length, however slow the studio is.
Exit status 77: this machine cannot run the test; the output says why."""

import argparse
import pathlib
import re
import subprocess
import sys
import time

import cage
from desktop import session
from monkey_food import make_food
from monkey_plan import HEIGHT, WIDTH, Plan
from robot import Robot
from studio_test import Studio, check

LONGEST_FRAME = 10  # seconds: a frame that takes longer counts as hanging
ROUND = 500  # events between two returns to a state in which memory can be measured
WARM = 1000  # events after which memory may grow only with the number of runs
LANDLOCK = [] if cage.version() > 0 else ["a kernel with Landlock"]
A_RUN = 128  # KiB that a run may keep: it needs about 6 (soak.py), but 10,000 KiB of other memory come and go


class Monkey:
    """Controls a studio that trains on its sample picture and, in the cage, can write into `home` only."""

    def __init__(self, desktop, options, home, pause):
        self.desktop, self.food, self.pause = desktop, home / "food", pause
        self.frames, self.slowest, self.errors, self.watched = 0, 0, set(), True
        self.accepted = self.refused = 0
        make_food(self.food, options.redraw)
        program = keeping_libraries(options.studio, home) if sanitized(options.studio) else (options.studio,)
        desktop.environment.update(REDRAW_FRAME_LOG=str(home / "frames.jsonl"), REDRAW_GL_DEBUG="1", TMPDIR=str(home))
        self.studio = Studio(desktop, (sys.executable, cage.__file__, str(home), *program, "--threads", "1"), options.redraw, home)
        self.start()
        self.studio.titled("sample")

    def start(self):
        self.studio.start()
        self.window, self.robot = int(self.studio.window), Robot(self.desktop.environment["DISPLAY"])
        self.desktop.wait_for("the first frame", self.studio.log.is_file)

    def perform(self, line):
        kind, *words = line.split()
        getattr(self, "do_" + kind)(*(int(word) if re.fullmatch(r"-?\d+", word) and kind != "fill" else word
                                      for word in words))
        time.sleep(self.pause)

    def do_move(self, x, y):
        self.robot.move(x, y)

    def do_click(self, button, x, y):
        self.robot.move(x, y)
        self.robot.button(button, True)
        time.sleep(self.pause)  # without the pause, a slow frame would see press and release together
        self.robot.button(button, False)

    def do_double(self, x, y):
        for _ in range(2):
            self.do_click(1, x, y)

    def do_drag(self, button, *places):
        points = list(zip(places[::2], places[1::2]))
        self.robot.move(*points[0])
        self.robot.button(button, True)
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            for part in (0.25, 0.5, 0.75, 1):
                self.robot.move(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part)
                time.sleep(self.pause / 4)
        self.robot.button(button, False)

    def do_wheel(self, x, y, notches):
        self.robot.move(x, y)
        for _ in range(abs(notches)):
            for down in (True, False):
                self.robot.button(4 if notches > 0 else 5, down)

    def do_key(self, *chords):
        for chord in chords:
            self.robot.chord(str(chord))
            time.sleep(self.pause / 4)

    def do_fill(self, x, y, text, end):
        self.do_click(1, int(x), int(y))
        for letter in text:
            self.robot.chord({".": "period", ",": "comma", "-": "minus"}.get(letter, letter))
        self.robot.chord(end)

    def do_menu(self, x, y, item_x, item_y):
        self.do_click(1, x, y)
        time.sleep(2 * self.pause)
        self.do_click(1, item_x, item_y)

    def do_drop(self, x, y, *names):
        uris = [(self.food / str(name).replace("%20", " ")).as_uri() for name in names]
        if self.robot.drop(self.window, uris, x, y):
            self.accepted += 1
        else:
            self.refused += 1

    def do_resize(self, width, height):
        self.robot.resize(self.window, width, height)

    def do_minimise(self):
        self.robot.minimise(self.window)
        time.sleep(4 * self.pause)
        self.robot.restore(self.window)

    def do_pause(self, milliseconds):
        time.sleep(milliseconds / 1000)

    def read_frames(self):
        """Reads the new lines of the frame log; returns the number of frames so far."""
        for frame in self.studio.frames.new():
            self.frames += 1
            self.slowest = max(self.slowest, frame["milliseconds"] / 1000)
            self.watched = self.watched and "gl_errors" in frame
            self.errors.update(frame.get("gl_errors", []))
        return self.frames

    def settle(self):
        """Restores the window's place and size and waits for an answer: a mouse move must cause a frame."""
        self.robot.restore(self.window)
        self.robot.resize(self.window, WIDTH, HEIGHT)
        before = self.read_frames()
        place = [700]

        def answers():
            place[0] = 1400 - place[0]
            self.robot.move(place[0], 8)
            return self.read_frames() > before

        self.desktop.wait_for("the window to answer", answers)

    def rest(self, seconds=30):
        """Waits until the studio has idled long enough to return memory; returns False if it never did."""
        end, quiet, used = time.monotonic() + seconds, 0, self.studio.processor_seconds()
        while time.monotonic() < end and quiet < 7:
            time.sleep(0.5)
            before, used = used, self.studio.processor_seconds()
            quiet = quiet + 1 if used - before < 0.03 else 0
        return quiet >= 7

    def memory(self):
        """Returns the studio's own memory in KiB with only the small picture open, paused, text at 100 %; None if it stays
        busy."""
        self.do_key("Escape", "Escape", "Escape", "End", "1", *["ctrl+shift+minus"] * 9, *["ctrl+shift+plus"] * 2)
        self.do_drop(900, 300, "gray.png")
        time.sleep(1)
        self.do_key("1", "space")  # pauses, which saves: unsaved steps are in memory
        self.settle()
        if not self.rest():
            return None
        status = pathlib.Path(f"/proc/{self.studio.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+)", status)[1])


def sanitized(program):
    """Returns whether the program has AddressSanitizer, whose quarantine keeps freed memory and which reports leaks itself."""
    return b"__asan_init" in pathlib.Path(program).read_bytes()


def keeping_libraries(program, home):
    """Returns a command that starts the program with no library ever unloaded, so that LeakSanitizer can attribute its
    memory."""
    kept = home / "keep_libraries.so"
    source = pathlib.Path(__file__).with_name("keep_libraries.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", kept, source], check=True)
    runtime = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return "/usr/bin/env", f"LD_PRELOAD={re.search(r'=> (.*libasan.*) [(]', runtime)[1]}:{kept}", program


def lives(monkey):
    """Restarts the studio, with its runs, if random input quit it by a menu; returns the number of quits, 0 or 1."""
    if monkey.studio.process.poll() is None:
        return 0
    status = monkey.studio.process.returncode
    check(status == 0, f"it ended by itself only when it was asked to (status {status})")
    monkey.read_frames()
    monkey.robot.close()
    monkey.start()
    return 1


def rampage(monkey, lines, done, measured):
    """Performs every line; returns the memory after each round (None at a restart) and how often the studio was quit."""
    memory, quits, count = [], 0, len(lines)
    for i, line in enumerate(lines, 1):
        print(line, file=done, flush=True)
        monkey.perform(line)
        if i % 25 == 0:
            monkey.read_frames()
        if again := lives(monkey):
            quits += again
            memory.append(None)
        if i % ROUND == 0 or i == count:
            monkey.settle()
            runs = len(monkey.studio.run_files())
            now = monkey.memory() if i % ROUND == 0 and measured and count >= 2 * WARM else None
            if now:
                memory.append((i, runs, now))
            print(f"{i} events, {runs} runs, {quits} quits, {f'{now / 1024:.1f} MiB' if now else 'memory not measured'}, "
                  f"slowest frame {monkey.slowest:.2f} s", flush=True)
    return memory, quits


def check_growth(memory):
    """Compares memory at the end with the beginning, from the last restart on and after warming up (WARM events)."""
    last_start = max((i for i, sample in enumerate(memory) if sample is None), default=-1)
    samples = [sample for sample in memory[last_start + 1:] if sample[0] > WARM or last_start >= 0]
    if len(samples) < 6:
        print("memory: too short to say", flush=True)
        return
    third = len(samples) // 3
    least = [min(samples[:third], key=lambda sample: sample[2]), min(samples[-third:], key=lambda sample: sample[2])]
    (_, runs, before), (_, more_runs, after) = least  # least values, because malloc sometimes keeps freed memory
    each = (after - before) / max(1, more_runs - runs)
    check(each < A_RUN, f"its memory grew by {each:.0f} KiB a run made: {after - before} KiB with {more_runs - runs} runs, "
                        f"over {len(samples) * ROUND} events")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("studio")
    parser.add_argument("redraw")
    parser.add_argument("shots", type=pathlib.Path)
    parser.add_argument("--events", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", type=pathlib.Path)
    parser.add_argument("--pause", type=float, default=0.012)
    options = parser.parse_args()
    lines = options.replay.read_text().splitlines() if options.replay else list(Plan(options.seed).lines(options.events))
    with session(options.shots, f"{WIDTH}x{HEIGHT}", lacks=LANDLOCK) as (desktop, home):
        monkey = Monkey(desktop, options, home, options.pause)
        with open(options.shots / "done.txt", "w", encoding="utf-8") as done:
            memory, quits = rampage(monkey, lines, done, not sanitized(options.studio))
        check(monkey.frames, f"it lives through {len(lines)} events of seed {options.seed}: {monkey.frames} frames, "
                             f"{monkey.accepted} drops taken, {monkey.refused} refused, {quits} quits")
        monkey.studio.end()
        monkey.read_frames()
        check(monkey.slowest < LONGEST_FRAME, f"no frame took longer than {LONGEST_FRAME} s")
        if monkey.watched:
            check(not monkey.errors, f"errors of OpenGL: {sorted(monkey.errors)}")
        else:
            print("OpenGL was not watched: this driver has no KHR_debug", flush=True)
        if not sanitized(options.studio):  # AddressSanitizer keeps freed memory
            check_growth(memory)
        files = monkey.studio.run_files()
        check(files, "there are runs in its library")
        for file in files:
            monkey.studio.redraw("info", file)


if __name__ == "__main__":
    main()
