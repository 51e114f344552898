# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the synthetic camera's strip: 32 cells, the frame index, most significant bit first."""
import json
import os
import subprocess


def frame_indices(path, width, height, *, flip=None):
    """The frame index of every picture of a file, in the order in which ffmpeg shows them.

    flip turns the picture back before it is read: "h" mirrored, "r" upside down, "270" turned by so much, "h270" and mirrored then.
    """
    filters = {"h": "hflip,", "r": "hflip,vflip,", "270": "transpose=clock,", "h270": "hflip,transpose=clock,"}.get(flip, "") + f"scale={width}:{height},format=gray"
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-vf", filters, "-fps_mode", "passthrough", "-f", "rawvideo", "-"],
        check=True, capture_output=True).stdout
    size = width * height
    assert len(raw) % size == 0, f"{path}: not whole pictures"
    return [read(raw[at:at + size], width, height) for at in range(0, len(raw), size)]


def gstreamer_indices(path, width, height):
    """The same through another demuxer and player: GStreamer's."""
    raw = subprocess.run(
        ["gst-launch-1.0", "-q", "filesrc", f"location={path}", "!", "qtdemux", "!", "avdec_h264",
         "!", "videoconvert", "!", f"video/x-raw,format=GRAY8,width={width},height={height}", "!", "fdsink", "fd=1"],
        check=True, capture_output=True).stdout
    pitch = (width + 3) // 4 * 4
    size = pitch * height
    assert len(raw) % size == 0, f"{path}: not whole pictures"
    return [read(raw[at:at + size], pitch, height, width) for at in range(0, len(raw), size)]


def read(gray, pitch, height, width=None, x0=0.0, x1=1.0, y0=0.0, y1=1.0):
    """The index in one grey picture; x0…y1 say where in it the camera's picture lies. None where there is no strip."""
    width = width or pitch
    index = 0
    for cell in range(32):
        x = (x0 + (x1 - x0) * (0.1 + 0.8 * (cell + 0.5) / 32)) * width
        y = (y0 + (y1 - y0) * 0.82) * height
        level = gray[int(y) * pitch + int(x)]
        if 90 < level < 160:
            return None
        index = index << 1 | (level >= 128)
    return index


def picture(path, width=1920, height=1080):
    """A picture as grey bytes. Whoever asks for one picture of the TV after the other gets them read ahead."""
    def key(each):
        # A file of the same name may hold another picture a moment later.
        return each, os.stat(each).st_mtime_ns, width, height

    if key(path) not in PICTURES:
        PICTURES.clear()
        paths = AHEAD.following(path)
        try:
            grey = decoded(paths, width, height)
        # One of the pictures that follow is just being written and incomplete.
        except (OSError, subprocess.CalledProcessError, AssertionError):
            paths, grey = [path], decoded([path], width, height)
        PICTURES.update({key(each): one for each, one in zip(paths, grey)})
    return PICTURES[key(path)]


def decoded(paths, width, height):
    """These files as grey bytes each, by one decoder: its start takes longer than some twenty pictures. Several have to be PNGs."""
    pipe = b"".join(open_bytes(path) for path in paths)
    kind = ["-f", "png_pipe"] if paths[0].endswith(".png") else []
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", *kind, "-i", "-", "-vf", f"scale={width}:{height},format=gray", "-fps_mode", "passthrough",
         "-f", "rawvideo", "-"], check=True, capture_output=True, input=pipe).stdout
    assert len(raw) == width * height * len(paths), f"{paths[0]} and {len(paths) - 1} more: not whole pictures"
    return [raw[at:at + width * height] for at in range(0, len(raw), width * height)]


def open_bytes(path):
    with open(path, "rb") as file:
        return file.read()


class Ahead:
    """Which pictures of a folder are likely to be asked for next: those at the same distance as the last two, and twice as many each time."""

    def __init__(self):
        self.last, self.stride, self.count = None, None, 1

    def following(self, path):
        if not path.endswith(".png"):
            return [path]
        folder, name = os.path.split(path)
        names = sorted(each for each in os.listdir(folder or ".") if each.endswith(".png"))
        at = names.index(name)
        stride = at - self.last[1] if self.last and self.last[0] == folder else None
        self.count = min(2 * self.count, 32) if stride and stride == self.stride else 1
        self.stride = stride
        ahead = names[at::stride][:self.count] if stride and stride > 0 else [name]
        # The next missing picture that is asked for is one stride after the last of these.
        self.last = (folder, at + (len(ahead) - 1) * (stride or 0))
        return [os.path.join(folder, each) for each in ahead]


PICTURES, AHEAD = {}, Ahead()


def edited_samples(path):
    """How many samples the edit list of an MP4's video shows, read from the boxes themselves: (skipped, shown, all)."""
    with open(path, "rb") as file:
        data = file.read()

    def children(start, end):
        while start + 8 <= end:
            size = int.from_bytes(data[start:start + 4], "big")
            yield data[start + 4:start + 8], start + 8, start + size
            start += size

    def find(start, end, *names):
        for name, inner, stop in children(start, end):
            if name == names[0]:
                return (inner, stop) if len(names) == 1 else find(inner, stop, *names[1:])
        raise AssertionError(f"{path}: no {names[0]} box")

    def number(at, size=4):
        return int.from_bytes(data[at:at + size], "big")

    moov = find(0, len(data), b"moov")
    for name, start, end in children(*moov):
        if name != b"trak" or data[find(start, end, b"mdia", b"hdlr")[0] + 8:][:4] != b"vide":
            continue
        stts, _ = find(start, end, b"mdia", b"minf", b"stbl", b"stts")
        times, now = [], 0
        for entry in range(number(stts + 4)):
            count, delta = number(stts + 8 + entry * 8), number(stts + 12 + entry * 8)
            for _ in range(count):
                times.append(now)
                now += delta
        try:
            elst, _ = find(start, end, b"edts", b"elst")
        except AssertionError:
            return 0, len(times), len(times)
        assert number(elst + 4) == 1, f"{path}: more than one edit"
        wide = 8 if data[elst] == 1 else 4
        duration, media_time = number(elst + 8, wide), number(elst + 8 + wide, wide)
        skipped = sum(time < media_time for time in times)
        return skipped, sum(media_time <= time < media_time + duration for time in times), len(times)
    raise AssertionError(f"{path}: no video")


def probe(path):
    """What ffprobe says of a file."""
    return json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", path],
        check=True, capture_output=True).stdout)


def boxes(path):
    """The names of an MP4's outermost boxes, in order."""
    names = []
    with open(path, "rb") as file:
        while True:
            head = file.read(8)
            if len(head) < 8:
                return names
            size = int.from_bytes(head[:4], "big")
            names.append(head[4:].decode("latin-1"))
            if size == 1:
                size = int.from_bytes(file.read(8), "big")
                file.seek(size - 16, 1)
            elif size == 0:
                return names
            else:
                file.seek(size - 8, 1)
