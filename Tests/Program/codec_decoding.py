# SPDX-License-Identifier: GPL-3.0-or-later
"""What a client does to the decoder: more scenarios for `codec_scenarios.py`."""
import hashlib

import v4l2
from v4l2 import CAPTURE, OUTPUT, Device, refusal
from codec_scenarios import EVENT, READY, ROOM


def access_units(path):
    """A stream's access units; it was made with delimiters between them."""
    with open(path, "rb") as file:
        data = file.read()
    return [b"\0\0\0\1\x09" + part for part in data.split(b"\0\0\0\1\x09")[1:]]


class Decoder:
    """A client that sets up its capture queue when the device tells of the stream, as the kernel's document has it."""

    def __init__(self, buffers=6, returns=True):
        self.device = Device("decode")
        self.device.subscribe(v4l2.SOURCE_CHANGE)
        self.device.subscribe(v4l2.END_OF_STREAM)
        self.device.format(OUTPUT, "H264")
        self.device.map(OUTPUT, 4)
        self.device.stream(OUTPUT)
        self.buffers, self.returns = buffers, returns
        self.free, self.pictures, self.events, self.held, self.ends = [0, 1, 2, 3], [], [], [], 0

    def setup(self):
        """The capture queue anew, for the format that the device has now."""
        self.device.stream(CAPTURE, on=False)
        self.device.request(CAPTURE, 0)
        self.format = self.device.format(CAPTURE)
        self.shape = self.device.visible()
        self.device.map(CAPTURE, self.buffers)
        for index in range(self.buffers):
            self.device.lend(index)
        self.device.stream(CAPTURE)

    def turn(self, milliseconds=20000):
        """Waits for anything and deals with it; false if nothing came."""
        told = self.device.wait(READY | ROOM | EVENT, milliseconds)
        while told & READY and refusal(self.fetch) == "done":
            pass
        if told & EVENT:
            self.events.append(self.device.event())
            if self.events[-1] == v4l2.SOURCE_CHANGE:
                self.setup()
        while told & ROOM:
            try:
                self.free.append(self.device.fetch(OUTPUT).index)
            except OSError:
                break
        return bool(told)

    def fetch(self):
        buffer = self.device.fetch(CAPTURE)
        if buffer.flags & v4l2.LAST:
            self.ends += 1
            return
        self.pictures.append((buffer.seconds * 1000000 + buffer.microseconds, self.checksum(self.device.bytes(buffer)),
                              bool(buffer.flags & v4l2.ERROR)))
        if self.returns:
            self.device.lend(buffer.index)
        else:
            self.held.append(buffer.index)

    def checksum(self, data):
        """Of the luma and chroma that are seen, however they lie."""
        (width, height), lines, pitch = self.shape, self.format.height, self.format.plane[0].bytesperline
        sums = hashlib.md5()
        if self.format.pixelformat == v4l2.fourcc("NC12"):
            columns = [data[left * pitch:(left + 128) * pitch] for left in range(0, width, 128)]
            rows = [b"".join(column[y * 128:(y + 1) * 128] for column in columns)[:width] for y in range(lines * 3 // 2)]
            chroma = rows[lines:lines + height // 2]
            for row in rows[:height] + [row[0::2] for row in chroma] + [row[1::2] for row in chroma]:
                sums.update(row)
            return sums.hexdigest()
        for y in range(height):
            sums.update(data[y * pitch:y * pitch + width])
        for start in lines * pitch, lines * pitch * 5 // 4:
            for y in range(height // 2):
                sums.update(data[start + y * pitch // 2:start + y * pitch // 2 + width // 2])
        return sums.hexdigest()

    def feed(self, units, first=0, milliseconds=20000):
        """False if the device took no more."""
        for number, unit in enumerate(units):
            while not self.free:
                if not self.turn(milliseconds):
                    return False
            self.device.give(self.free.pop(0), unit, (first + number) * 33333)
        return True

    def drain(self):
        self.turn(100)
        while v4l2.SOURCE_CHANGE not in self.events and self.turn():
            pass
        self.device.command(start=False)
        while not (self.ends and v4l2.END_OF_STREAM in self.events) and self.turn():
            pass


def decode(*paths):
    """Streams one after the other through one decoder."""
    decoder = Decoder()
    count = 0
    for path in paths:
        units = access_units(path)
        decoder.feed(units, count)
        count += len(units)
    decoder.drain()
    return {"times": [picture[0] // 33333 for picture in decoder.pictures], "sums": [picture[1] for picture in decoder.pictures],
            "broken": [picture[0] // 33333 for picture in decoder.pictures if picture[2]], "events": decoder.events,
            "after": refusal(decoder.device.fetch, CAPTURE)}


def held(path):
    """A client that keeps all pictures, until it gives them back."""
    decoder = Decoder(buffers=4, returns=False)
    units = access_units(path)
    stalled = not decoder.feed(units, milliseconds=4000)
    kept = len(decoder.pictures)
    decoder.returns = True
    for index in decoder.held:
        decoder.device.lend(index)
    return {"stalled": stalled, "kept": kept, "goes on": decoder.turn() and len(decoder.pictures) > kept}


def seek(path, at):
    """Turns the output queue off and on in mid-stream, and goes on from that access unit."""
    decoder = Decoder()
    units = access_units(path)
    decoder.feed(units[:7])
    while not decoder.pictures:
        decoder.turn()
    decoder.device.stream(OUTPUT, on=False)
    decoder.device.stream(OUTPUT)
    before, decoder.free = len(decoder.pictures), [0, 1, 2, 3]
    decoder.feed(units[int(at):], 1000)
    decoder.drain()
    later = [picture[0] // 33333 for picture in decoder.pictures[before:]]
    return {"stale": [time for time in later if time < 1000], "first": min([time for time in later if time >= 1000], default=None)}


def stuck(path):
    decoder = Decoder()
    return {"fed": decoder.feed(access_units(path), milliseconds=4000), "pictures": len(decoder.pictures)}
