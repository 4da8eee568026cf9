"""Reads the studio's frame log, the file named by REDRAW_FRAME_LOG: the number of frames, the cost of each, and the places of
the controls by their labels."""

import json


class Frames:
    def __init__(self, path, scale=1):
        self.path, self.scale, self.at, self.count = path, scale, 0, 0
        self.last, self.controls, self.unseen = {}, [], []

    def read(self):
        if not self.path.exists():
            return
        with open(self.path, "rb") as file:
            file.seek(self.at)
            whole, end, _ = file.read().rpartition(b"\n")  # the last line may be incomplete
        self.at += len(whole + end)
        for line in whole.splitlines():
            frame = json.loads(line)
            self.controls = frame.pop("controls", self.controls)
            self.last = frame
            self.unseen.append(frame)
            self.count += 1

    def new(self):
        """Returns the frames logged since the last call."""
        self.read()
        frames, self.unseen = self.unseen, []
        return frames

    def newest(self):
        self.read()
        return self.last

    def so_far(self):
        self.read()
        return self.count

    def places(self, name):
        """Returns the places of the controls with this label, in drawing order: (x0, y0, x1, y1) in units of the layout."""
        self.read()
        return [tuple(side / self.scale for side in (x, y, x + width, y + height))
                for label, x, y, width, height in self.controls if label == name]
