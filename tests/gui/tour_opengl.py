"""Training by OpenGL: drawings of the whole picture, of a part and of the timelapse reach the window without passing through
host memory, an export draws as elsewhere, and a reset of the GPU loses no run. A run that moves to the GPU by itself draws
into the window, too."""

import json
import pathlib
import subprocess

from desktop import HERE, Screenshot, end_of
from studio_test import check, read_json

OPEN = False
FIT = ["--train-size", "32", "--layers", "8", "--epochs", "5000000", "--until-psnr", "8"]  # leaves epochs to train in the window


def call_software_a_gpu(studio):
    """Makes studios started from now on take the software renderer for a GPU. A real GPU could share nothing with the
    test's window, which software draws. Returns the file that injects a reset (reset_gpu.c)."""
    library, file = studio.home / "reset_gpu.so", studio.home / "reset"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(HERE / "reset_gpu.c"), "-ldl"], check=True)
    studio.environment.update(LD_PRELOAD=str(library), RESET_GPU=str(file), force_gl_renderer="Test GPU", LIBGL_ALWAYS_SOFTWARE="1",
                              REDRAW_GL_DEBUG="1")
    return file


def choose_gpu(studio, desktop):
    """Waits for the trial of both devices, and remembers for later runs that the GPU was the faster one."""
    memory = studio.home / "cache" / "redraw" / "devices.json"
    desktop.wait_for("the trial", lambda: any("gl" in record for record in read_json(memory)))
    studio.end()
    known = read_json(memory)
    check(all(record["state"] == "passed" for record in known), "the driver has passed its self-test")
    memory.write_text(json.dumps([{**record, "cpu": 1, "gl": 2} if "gl" in record else record for record in known]))


def reset(studio, desktop, picture, file):
    """Resets the GPU while a run trains: the window opens anew and the CPU goes on. A second reset ends the studio; the run is
    saved, and the next start recovers it."""
    run, = studio.run_files()
    studio.open(run, picture.name)
    desktop.key("space")
    before = studio.step()
    desktop.wait_for("twenty steps", lambda: studio.step() > before + 20)
    reached = studio.step()
    file.touch()
    arguments = pathlib.Path(f"/proc/{studio.process.pid}/cmdline")  # the process stays, its program starts anew
    desktop.wait_for("a start without the GPU", lambda: b"cpu" in arguments.read_bytes().split(b"\0"))
    studio.frames.new()
    desktop.wait_for("more steps", lambda: any(frame["step"] > reached for frame in studio.frames.new()))
    studio.window = desktop.window(picture.name)
    check(True, "the studio goes on without the GPU")
    studio.shot("opengl-reset")
    reached = studio.step()
    process, desktop.subject = studio.process, None
    file.touch()
    check(end_of(process) == 1, "the studio ends when the GPU was reset")
    check(studio.info(run)["step"] >= reached, "the run is saved")
    studio.start()
    studio.titled(picture.name)


def tour(studio, desktop, picture):
    errors = set()

    def new_frames():
        frames = studio.frames.new()
        errors.update(error for frame in frames for error in frame.get("gl_errors", []))
        return frames

    def stays(what, act, training):
        """Calls `act` until a frame shows a drawing that did not pass through host memory."""
        new_frames()

        def shown():
            act()
            return any(frame["drawings"] and frame["stayed_on_card"] and frame["training"] == training for frame in new_frames())

        desktop.wait_for(f"{what} that stays on the device", shown)
        check(True, f"{what} stays on the device")

    run, = studio.run_files()
    file = call_software_a_gpu(studio)
    studio.open(run, picture.name)
    desktop.key("space")
    choose_gpu(studio, desktop)
    studio.open(run, picture.name)
    desktop.key("space")
    stays("the drawing of a run that moved to the GPU", studio.drawn, True)
    studio.shot("opengl-chosen")
    studio.end()
    studio.program = (*studio.program, "--backend", "gl")
    studio.open(run, picture.name)
    desktop.key("space")
    stays("the drawing in training", studio.drawn, True)
    before = studio.step()
    desktop.wait_for("twenty steps", lambda: studio.step() > before + 20)
    studio.shot("opengl-training")
    desktop.move(*studio.middle("left pane"))
    stays("a part of it", lambda: desktop.wheel(3), True)
    studio.shot("opengl-part")
    desktop.key("space", "ctrl+0")
    studio.settled("opengl-whole")
    stays("a moment of the timelapse", lambda: desktop.drag(studio.on_slider(0.9), studio.on_slider(0.3)), False)
    desktop.key("End")  # an export of a moment has another name
    studio.open_export()
    desktop.key("Return")
    target = studio.pictures / f"{picture.stem}-200.png"
    desktop.wait_for("the exported picture", target.is_file)
    studio.settled()
    check(len(set(Screenshot(target).colours((0, 0, 200, 150), 5))) > 20, "the export is drawn")
    new_frames()
    check(not errors, f"OpenGL reports no error {sorted(errors)}")
    studio.end()
    reset(studio, desktop, picture, file)
