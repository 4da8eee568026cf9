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


@case(182, "modules named by the environment of whoever starts a set-user-id copy", "their code is not run")
def set_user_id(t):
    t.need_root()
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        raise Skipped("there is no C compiler")
    if os.statvfs(t.folder).f_flag & os.ST_NOSUID:
        raise Skipped("this file system knows no set-user-id")
    source = t.file("module.c", "#include <fcntl.h>\nstatic void __attribute__((constructor)) run(void) { creat(\"code ran\", 0666); }\n")
    module, ran = t.folder / "module.so", t.folder / "open/code ran"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", module, source], check=True)
    nobody, run = t.as_nobody(), t.run_file()
    run.chmod(0o644)
    (t.folder / "open").mkdir()
    (t.folder / "open").chmod(0o777)
    program = t.folder / "redraw"
    for mode, runs in ((0o755, True), (0o4755, False)):
        shutil.copy(t.redraw, program)
        program.chmod(mode)
        for variable, command in (("REDRAW_CUDA_MODULE", ("devices",)),
                                  ("REDRAW_AV_MODULE", ("timelapse", run, "-o", "a.mp4", "--seconds", "1"))):
            t.run(*command, program=program, wrap=nobody, cwd=t.folder / "open", environment={variable: str(module)})
            check(ran.exists() == runs, f"{variable} of a program of mode {mode:o}: {'not ' if runs else ''}loaded")
            ran.unlink(missing_ok=True)
    return "2 variables"
