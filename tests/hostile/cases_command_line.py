"""Cases 180 to 199: how the programs are started and stopped, where they write, what they say of it."""

import json
import os
import resource
import shutil
import signal
import subprocess

import pictures
from case import LIMIT, SMALL, Skipped, case, check
from cases_own_files import model

FOREVER = ("--layers", "16,16", "--epochs", "100000000", "--threads", "1", "--json")


@case(180, "nohup, a background job: SIGHUP, SIGINT, SIGTERM ignored from the start", "it trains on; the others stop it")
def ignored_signals(t):
    for ignored, stop in (("HUP", "TERM"), ("INT", "HUP"), ("TERM", "INT")):
        process = subprocess.Popen(["sh", "-c", f"trap '' {ignored}; exec \"$0\" \"$@\"", t.redraw, "fit", t.picture("p.png"), "-o",
                                    t.folder / f"{ignored}.redraw", *FOREVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, env=t.environment)
        process.stdout.readline()
        for _ in range(2):  # a second one would end it at once
            process.send_signal(signal.Signals[f"SIG{ignored}"])
            for _ in range(5):
                check('"progress"' in process.stdout.readline(), f"SIG{ignored} stopped it")
        process.send_signal(signal.Signals[f"SIG{stop}"])
        process.communicate(timeout=LIMIT)
        check(process.returncode == 128 + signal.Signals[f"SIG{stop}"], f"status {process.returncode}")
        t.intact(f"{ignored}.redraw")
    return "3 signals"
