import os
import subprocess


def x_server(size, *options):
    """Starts Xvfb, an X server without a screen; returns its process and display."""
    read, write = os.pipe()
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", *options], pass_fds=[write],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise OSError("Xvfb did not start")
    return server, f":{number}"
