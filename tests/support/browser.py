"""Drives an installed browser with a temporary profile: headless Chromium by the DevTools protocol over two pipes, or Firefox
by Marionette over a socket. Firefox gets its own X server, because without one it has no WebGL. If the kernel allows it, the
browser runs in a network namespace without connections."""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

from x_server import x_server

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FIREFOX = shutil.which("Xvfb") and (shutil.which("firefox-esr") or shutil.which("firefox"))
WIDTH, HEIGHT = 1000, 700  # of the window, in pixels
LIMIT = 240  # seconds to wait for an answer, a script or a page of Firefox


def cut_off():
    """Returns the words that, put in front of a command, keep it off every network; none if that is not allowed."""
    unshare = ["unshare", "--net", "--map-root-user"]
    try:
        if subprocess.run([*unshare, "ip", "link", "set", "lo", "up"], capture_output=True).returncode == 0:
            return [*unshare, "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    except OSError:
        pass
    return []


def start_display():
    """Starts an X server; returns it, its display, and whether its socket file exists. From another network namespace the
    server is reached by that file only, and another X server that ends may remove the file."""
    for _ in range(5):
        server, display = x_server("1600x1200", "-nolisten", "tcp")
        place = f"/tmp/.X11-unix/X{display[1:]}"
        for name, reached in ((place, True), ("\0" + place, False)):
            with socket.socket(socket.AF_UNIX) as trial:
                if trial.connect_ex(name) == 0:
                    return server, display, reached
        server.terminate()
        server.wait()
    raise OSError("no X server starts")


class Browser:
    def __init__(self, command, display="", **options):
        self.folder = tempfile.mkdtemp(prefix="redraw browser ")
        self.log = open(os.path.join(self.folder, "log"), "w+b")
        environment = {**os.environ, "HOME": self.folder, "XDG_CACHE_HOME": self.folder, "XDG_CONFIG_HOME": self.folder,
                       "LIBGL_ALWAYS_SOFTWARE": "1", "DISPLAY": display}
        self.process = subprocess.Popen([part.replace("FOLDER", self.folder) for part in command], env=environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log,
                                        start_new_session=True, **options)

    def __enter__(self):
        return self

    def gone(self):
        self.log.seek(0)
        return OSError("the browser is gone: " + self.log.read().decode("utf-8", "replace")[-2000:])

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # the browser and its children
        except ProcessLookupError:
            pass
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Chromium(Browser):
    name = "Chromium"

    def __init__(self, webgl=True):
        self.requests, self.buffer, self.last, self.problems = [], b"", 0, []
        read_commands, self.out = os.pipe()
        self.into, write_answers = os.pipe()
        arguments = ["--headless=new", "--remote-debugging-pipe", "--user-data-dir=FOLDER", "--no-sandbox",
                     "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}"]
        arguments += ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"] if webgl else ["--disable-3d-apis"]
        # Chromium reads commands from descriptor 3 and answers on descriptor 4.
        shell = f'exec 3<&{read_commands} 4>&{write_answers}; exec "$@"'
        super().__init__(["bash", "-c", shell, "bash", *cut_off(), CHROMIUM, *arguments, "about:blank"],
                         pass_fds=(read_commands, write_answers))
        os.close(read_commands)
        os.close(write_answers)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)

    def ask(self, method, **parameters):
        self.last += 1
        question = {"id": self.last, "method": method, "params": parameters}
        if getattr(self, "session", None):
            question["sessionId"] = self.session
        os.write(self.out, json.dumps(question).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                piece = os.read(self.into, 1 << 20)
                if not piece:
                    raise self.gone()
                self.buffer += piece
            message, self.buffer = self.buffer.split(b"\0", 1)
            message = json.loads(message)
            if message.get("method") == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
            # Ignores log entries about rendering: Chromium's warnings of slowness depend on the machine's load.
            if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded") and \
                    message["params"].get("entry", {}).get("source") != "rendering":
                self.problems.append(message["params"])
            if message.get("id") == self.last:
                if "error" in message:
                    raise OSError(message["error"]["message"])
                return message["result"]

    def open(self, path):
        self.requests.clear()
        self.problems.clear()
        self.ask("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        self.run("if (document.readyState !== 'complete') await new Promise(done => addEventListener('load', done))")

    def run(self, script):
        """Runs a script in the page, as the body of an async function, and returns its value."""
        answer = self.ask("Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True,
                          returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "it failed"))
        return answer["result"].get("value")


class Firefox(Browser):
    name = "Firefox"

    def __init__(self):
        self.last, self.problems = 0, []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        profile = tempfile.mkdtemp(prefix="redraw profile ")
        self.server, display, reached = start_display()
        cut = cut_off() if reached else []
        preferences = {"marionette.port": port, "webgl.force-enabled": True,
                       "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
                       "toolkit.telemetry.reportingpolicy.firstRun": False, "browser.aboutwelcome.enabled": False,
                       "network.captive-portal-service.enabled": False, "app.update.enabled": False}
        (pathlib.Path(profile) / "user.js").write_text(
            "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()))
        # The port may lie in a namespace of its own, so a relay in that namespace connects it with the socket pair.
        relay = ("import socket,sys,threading,time\n"
                 "def pump(a,b):\n"
                 "    while True:\n"
                 "        piece=a.recv(1<<20)\n"
                 "        if not piece: break\n"
                 "        b.sendall(piece)\n"
                 "here=socket.socket(fileno=int(sys.argv[2]))\n"
                 "for _ in range(600):\n"
                 "    try: there=socket.create_connection(('127.0.0.1',int(sys.argv[1]))); break\n"
                 "    except OSError: time.sleep(0.1)\n"
                 "threading.Thread(target=pump,args=(there,here),daemon=True).start()\n"
                 "pump(here,there)\n")
        self.socket, inside = socket.socketpair()
        shell = f'"$1" --marionette --no-remote --profile "$2" --window-size {WIDTH},{HEIGHT} about:blank & ' \
                f'exec python3 -c "$3" {port} {inside.fileno()}'
        super().__init__([*cut, "bash", "-c", shell, "bash", FIREFOX, profile, relay], display,
                         pass_fds=(inside.fileno(),))
        inside.close()
        self.profile = profile
        self.socket.settimeout(LIMIT)
        self.buffer = b""
        self.receive()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})
        self.ask("WebDriver:SetTimeouts", {"script": LIMIT * 1000, "pageLoad": LIMIT * 1000})
        self.ask("WebDriver:SetWindowRect", {"width": WIDTH, "height": HEIGHT + 85})

    def __exit__(self, *_):
        super().__exit__()
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while True:
            length, colon, rest = self.buffer.partition(b":")
            if colon and len(rest) >= int(length):
                self.buffer = rest[int(length):]
                return json.loads(rest[:int(length)])
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise self.gone()
            self.buffer += piece

    def ask(self, command, parameters):
        self.last += 1
        message = json.dumps([0, self.last, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{error.get('error')}: {error.get('message')}")
        return result

    def open(self, path):
        self.ask("WebDriver:Navigate", {"url": pathlib.Path(path).resolve().as_uri()})

    def run(self, script):
        """Runs a script in the page, as the body of an async function, and returns its value."""
        wrapped = "const done = arguments[arguments.length - 1];" \
                  f"(async () => {{ {script} }})().then(value => done([value]), error => done(String(error)));"
        value = self.ask("WebDriver:ExecuteAsyncScript", {"script": wrapped, "args": [], "sandbox": None})["value"]
        if isinstance(value, str):
            raise RuntimeError(value)
        return value[0]


def installed():
    return ([Chromium] if CHROMIUM else []) + ([Firefox] if FIREFOX else [])
