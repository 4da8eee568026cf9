"""Random input events for monkey.py: lines of text that depend on a seed alone, so that any sequence can be repeated and
shortened.

    move X Y | click BUTTON X Y | double X Y | drag BUTTON X Y X Y... | wheel X Y NOTCHES | key CHORD... | fill X Y TEXT KEY
    menu X Y X Y | drop X Y NAME... | resize WIDTH HEIGHT | minimise | pause MILLISECONDS"""

import random

WIDTH, HEIGHT = 1440, 900
SMALLEST = (640, 480)  # smallest size of the studio's window
# Many shortcuts, but not Ctrl+Q, and keys that navigate controls and fields.
CHORDS = """space n ctrl+r ctrl+o ctrl+shift+o ctrl+s ctrl+e ctrl+shift+e ctrl+v ctrl+z ctrl+shift+z ctrl+y 1 2 3 4 5 b f
            ctrl+0 plus minus ctrl+shift+plus ctrl+shift+minus F11 Left Right Home End p comma period l k ctrl+comma ctrl+Return F1
            Escape Return Tab shift+Tab Up Down Page_Up Page_Down BackSpace Delete ctrl+a ctrl+c ctrl+x shift+Left
            shift+End alt+Left Insert F2 F4 F10 Menu KP_Enter KP_Add""".split()
NUMBERS = ["0", "1", "7", "64", "200", "1e-3", "0.5", "-1", "99999999999", "1e300", ".", "12,5", "3x", "00"]
DROPS = ["gray.png", "colour.jpg", "deep.png", "clear.png", "dot.png", "wide.gif", "cut.png", "page.png", "empty.png",
         "a folder", "not there.png", "run.redraw", "damaged.redraw", "numbers.csv"]
MENUS = (28, 73, 122, 172)
LIGHT_THEME = (122, 28, 160, 415)  # x, y of the View menu, then of its item for the light theme
KINDS = dict(move=10, click=34, double=4, drag=12, wheel=9, key=30, walk=6, fill=8, menu=6, theme=1, drop=2, resize=2,
             minimise=1, pause=2)


class Plan:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = (WIDTH, HEIGHT)

    def place(self):
        """Returns a random place: mostly inside the window, sometimes anywhere on the screen."""
        width, height = self.size
        if self.random.random() < 0.03:
            return f"{self.random.randrange(WIDTH)} {self.random.randrange(HEIGHT)}"
        return f"{self.random.randrange(width)} {self.random.randrange(height)}"

    def lines(self, count):
        names, weights = zip(*KINDS.items())
        for _ in range(count):
            yield self.line(self.random.choices(names, weights)[0])

    def places(self, count):
        return " ".join(self.place() for _ in range(count))

    def line(self, kind):
        chance = self.random
        return {
            "move": lambda: f"move {self.place()}",
            "click": lambda: f"click {chance.choices((1, 2, 3), (20, 1, 3))[0]} {self.place()}",
            "double": lambda: f"double {self.place()}",
            "drag": lambda: f"drag {chance.choices((1, 2, 3), (10, 1, 2))[0]} {self.places(chance.randint(2, 5))}",
            "wheel": lambda: f"wheel {self.place()} {chance.choice((-12, -3, -1, 1, 3, 12))}",
            "key": lambda: "key " + " ".join(chance.choices(CHORDS, k=chance.randint(1, 3))),
            # Tabs through the controls and presses one.
            "walk": lambda: "key " + "Tab " * chance.randint(1, 12) + chance.choice(("Return", "space", "Right", "Escape")),
            "theme": lambda: "menu {} {} {} {}".format(*LIGHT_THEME),
            "minimise": lambda: "minimise",
            "pause": lambda: f"pause {chance.randrange(300)}",
        }.get(kind, getattr(self, kind, None))()

    def fill(self):
        """Returns a line that types a number, mostly odd or invalid, into a place that is mostly on the left panel."""
        place = self.place() if self.random.random() < 0.3 else f"{self.random.randrange(290)} {self.random.randrange(HEIGHT)}"
        return f"fill {place} {self.random.choice(NUMBERS)} {self.random.choice(('Return', 'Tab', 'Escape'))}"

    def menu(self):
        """Returns a line that opens a menu and clicks below it, but not on Quit, the last item of the first menu."""
        x = self.random.choice(MENUS)
        return f"menu {x} 28 {x + 30} {self.random.randrange(56, 265 if x == MENUS[0] else 450)}"

    def drop(self):
        many = self.random.random() < 0.1
        names = self.random.sample(DROPS, 3) if many else [self.random.choice(DROPS)]
        return "drop " + self.place() + " " + " ".join(name.replace(" ", "%20") for name in names)

    def resize(self):
        if self.random.random() < 0.5:
            self.size = (WIDTH, HEIGHT)
        else:
            self.size = (self.random.randint(SMALLEST[0], WIDTH), self.random.randint(SMALLEST[1], HEIGHT))
        return "resize {} {}".format(*self.size)
