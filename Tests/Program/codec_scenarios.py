# SPDX-License-Identifier: GPL-3.0-or-later
"""What a client does to the device, one function a scenario: `codec_scenarios.py NAME [WORD …]` prints what it saw as JSON.

It runs as a process of its own, with the stand-in preloaded, and asks the device directly, without libavcodec between.
"""
import ctypes
import errno
import hashlib
import json
import os
import select
import signal
import sys
import threading

import v4l2
from v4l2 import CAPTURE, DMABUF, MMAP, OUTPUT, Device, refusal

READY, ROOM, EVENT, FAILED = select.POLLIN, select.POLLOUT, select.POLLPRI, select.POLLERR
WIDTH, HEIGHT = 320, 192


def encoder(*, buffers=8, width=WIDTH, height=HEIGHT, fps=30, kind=MMAP, streams=True):
    device = Device("encode")
    device.format(OUTPUT, "YU12", width, height)
    device.format(CAPTURE, "H264", width, height)
    device.rate(fps)
    device.size = device.format(OUTPUT).plane[0].sizeimage
    device.map(OUTPUT, buffers) if kind == MMAP else device.request(OUTPUT, buffers, kind)
    device.map(CAPTURE, buffers)
    for index in range(buffers):
        device.lend(index)
    if streams:
        device.stream(OUTPUT)
        device.stream(CAPTURE)
    return device


def picture(device, number):
    """Noise above grey: the same for the same number, and nothing that packs well."""
    noise = hashlib.shake_128(str(number).encode()).digest(device.size // 4)
    return noise + bytes([16 + number * 7 % 200]) * (device.size - len(noise))


def encode(device, numbers, buffers=8, first=0):
    """Has these pictures encoded, one buffer after another; the access units as they come: (microseconds, flags, bytes)."""
    units, free = [], list(range(buffers))
    for number in numbers:
        while not free:
            told = device.wait(ROOM | READY)
            if not told:
                return units
            if told & FAILED:
                device.fetch(OUTPUT)
            units += collect(device)
            free += returned(device)
        device.give(free.pop(0), picture(device, number), first + number * 33333)
    return units


def returned(device):
    """The output buffers that came back."""
    result = []
    while True:
        try:
            result.append(device.fetch(OUTPUT).index)
        except OSError:
            return result


def collect(device):
    """What is ready to be fetched."""
    result = []
    while True:
        try:
            buffer = device.fetch(CAPTURE)
        except OSError as error:
            if error.errno == errno.EPIPE:
                result.append("EPIPE")
            return result
        result.append((buffer.seconds * 1000000 + buffer.microseconds, buffer.flags, device.bytes(buffer)))
        if buffer.flags & v4l2.LAST:
            device.last = buffer.index
        else:
            device.lend(buffer.index)


def drained(device):
    """Asks for the end and fetches all that is left."""
    device.command(start=False)
    result = []
    while not result or result[-1] != "EPIPE":
        if not device.wait(READY):
            break
        result += collect(device)
    return result


def kinds(data):
    """The kinds of an access unit's NAL units."""
    return [data[at + 3] & 31 for at in range(len(data) - 3) if data[at:at + 3] == b"\0\0\1"]


def end():
    device = encoder()
    device.subscribe(v4l2.END_OF_STREAM)
    units = encode(device, range(20)) + drained(device)
    *pictures, last, after = units
    return {"times": [unit[0] for unit in pictures], "last": [len(last[2]), bool(last[1] & v4l2.LAST)], "after": after,
            "events": [device.event(), refusal(device.event)]}


def restart():
    """Stops, starts, goes on; then turns the capture queue off and on."""
    device = encoder()
    first = encode(device, range(4)) + drained(device)
    device.command(start=True)
    device.lend(device.last)
    returned(device)
    second = encode(device, range(4, 8)) + drained(device)
    for queue in CAPTURE, OUTPUT:
        device.stream(queue, on=False)
    for index in range(8):
        device.lend(index)
    for queue in CAPTURE, OUTPUT:
        device.stream(queue)
    third = encode(device, range(8, 12)) + drained(device)
    return [[bool(unit[1] & v4l2.KEYFRAME) for unit in units if unit != "EPIPE" and unit[2]] for units in (first, second, third)]


def nothing_yet():
    device = encoder()
    return {"capture": refusal(device.fetch, CAPTURE), "output": refusal(device.fetch, OUTPUT), "event": refusal(device.event)}


def mixed_poll():
    """A set of a pipe and the device: each wakes it, and only itself is told of."""
    device = encoder()
    reader, writer = os.pipe()
    poll = select.poll()
    poll.register(reader, READY)
    poll.register(device.file, READY)
    quiet = poll.poll(0)
    threading.Timer(0.05, os.write, (writer, b"x")).start()
    by_pipe = [file == reader for file, _ in poll.poll(20000)]
    os.read(reader, 1)
    for number in range(6):
        device.give(number, picture(device, number), number)
    by_device = [file == device.file for file, _ in poll.poll(20000)]
    idle = Device("encode")
    return {"quiet": quiet, "pipe": by_pipe, "device": by_device, "idle": idle.wait(READY) == FAILED}


def copies():
    """A duplicate keeps the open alive; a forked child may only close what it inherited."""
    device = encoder()
    device.subscribe(v4l2.END_OF_STREAM)
    other = os.dup(device.file)
    child = os.fork()
    if not child:
        os._exit(0 if refusal(device.value, v4l2.BITRATE) == "ENODEV" else 1)
    inherited = os.waitpid(child, 0)[1]
    os.close(device.file)
    device.file = other
    units = encode(device, range(4)) + drained(device)
    os.close(other)
    return {"inherited": inherited, "units": len(units) - 2, "closed": refusal(device.value, v4l2.BITRATE)}


def shared_memory():
    """Pictures lent as descriptors, access units read through exported ones."""
    device = encoder(kind=DMABUF)
    lent = []
    for index in range(8):
        lent.append(os.memfd_create("picture"))
        os.ftruncate(lent[index], device.size + 4096)
    exported = [v4l2.ioctl(device.file, v4l2.EXPBUF, v4l2.Export(type=CAPTURE, index=index, flags=os.O_CLOEXEC | os.O_RDONLY)).fd for index in range(8)]
    for index in range(8):
        os.pwrite(lent[index], picture(device, index), 0)
        device.give(index, bytes(device.size), index * 33333, fd=lent[index])
    device.command(start=False)
    equal = []
    while len(equal) < 8:
        device.wait(READY)
        buffer = device.fetch(CAPTURE)
        equal.append(os.pread(exported[buffer.index], buffer.planes[0].bytesused, 0) == device.bytes(buffer) != b"")
    small = os.memfd_create("small")
    returned(device)
    return {"equal": equal, "small": refusal(device.give, 0, bytes(device.size), 9999999, small)}


def controls():
    device = Device("encode")
    values = {"high": device.set(v4l2.BITRATE, 40000000), "odd": device.set(v4l2.BITRATE, 4444444),
              "read": device.value(v4l2.BITRATE), "gop": device.set(v4l2.GOP, 15), "b": device.set(v4l2.B_FRAMES, 2)}
    refused = {"unknown": refusal(device.set, v4l2.FRAME_RATE_CONTROL, 1), "profile": refusal(device.set, v4l2.PROFILE, 9),
               "decoder": refusal(Device("decode").set, v4l2.LEVEL, 3)}
    return values, refused


def parameter_sets(mode, repeats):
    device = encoder()
    device.set(v4l2.HEADER_MODE, int(mode))
    device.set(v4l2.REPEAT_HEADERS, int(repeats))
    device.set(v4l2.GOP, 4)
    return [(unit[0], kinds(unit[2])) for unit in encode(device, range(8)) + drained(device) if unit != "EPIPE" and unit[2]]


def forced():
    """A keyframe is asked for while pictures wait in a slow device."""
    device = encoder()
    device.set(v4l2.GOP, 0)
    for number in range(6):
        if number == 5:
            device.set(v4l2.FORCE_KEYFRAME, 0)
        device.give(number, picture(device, number), number * 33333)
    units = [unit for unit in drained(device) if unit != "EPIPE" and unit[2]]
    return [bool(unit[1] & v4l2.KEYFRAME) for unit in units]


def large():
    """A picture of noise: more than a capture buffer holds."""
    device = encoder(width=1280, height=720, buffers=3)
    device.set(v4l2.BITRATE, 25000000)
    device.set(v4l2.LARGEST_QUANTISER, 1)
    device.set(v4l2.SMALLEST_QUANTISER, 1)
    device.give(0, os.urandom(device.size), 1)
    units = [unit for unit in drained(device) if unit != "EPIPE"]
    return {"sizes": [len(unit[2]) for unit in units], "times": [unit[0] for unit in units], "room": 512 << 10}


def limits(width, height, fps, level=11):
    device = Device("encode")
    made = device.format(OUTPUT, "YU12", int(width), int(height))
    device.format(CAPTURE, "H264", int(width), int(height))
    device.rate(int(fps))
    device.set(v4l2.LEVEL, int(level))
    device.request(OUTPUT, 2)
    device.request(CAPTURE, 2)
    return {"size": [made.width, made.height], "pitch": made.plane[0].bytesperline, "output": refusal(device.stream, OUTPUT),
            "capture": refusal(device.stream, CAPTURE)}


def mistakes():
    """Each is refused with the kernel's error or told of, or both."""
    bare, device = Device("encode"), encoder(streams=False)
    seen = {"stream without buffers": refusal(bare.stream, OUTPUT), "fetch while off": refusal(device.fetch, CAPTURE),
            "format with buffers": refusal(device.format, OUTPUT, "NV12", 640, 480), "queue twice": refusal(device.lend, 0),
            "no such buffer": refusal(device.lend, 40)}
    device.give(0, picture(device, 0)[:-100], 100)
    device.give(1, picture(device, 1), 50)
    ctypes.memset(device.memory[OUTPUT][1], 1, device.size)
    device.stream(OUTPUT)
    seen["buffers while on"] = refusal(device.request, OUTPUT, 0)
    device.stream(CAPTURE)
    device.wait(ROOM)
    drained(device)
    return seen


def fault(bitrate=1000000):
    """Encodes 20 pictures, and says how far it came."""
    device = encoder()
    device.set(v4l2.BITRATE, int(bitrate))
    units, error = [], "done"
    try:
        units = encode(device, range(20))
    except OSError as refused:
        error = errno.errorcode[refused.errno]
    if error == "done":
        device.command(start=False)
        while device.wait(READY, 4000) & READY and units[-1:] != ["EPIPE"]:
            units += collect(device)
    came = [unit for unit in units if unit != "EPIPE" and not unit[1] & v4l2.LAST]
    return {"times": [unit[0] // 33333 for unit in came], "broken": [unit[0] // 33333 for unit in came if unit[1] & v4l2.ERROR],
            "error": error, "fails": device.wait(READY, 0) == FAILED, "fetch": refusal(device.fetch, CAPTURE),
            "stopped": refusal(device.stream, OUTPUT, False)}


def refused():
    """The errors of opening and starting an encoder."""
    try:
        device = encoder(streams=False)
    except OSError as error:
        return errno.errorcode[error.errno]
    return refusal(device.stream, OUTPUT)


def occupy():
    """Starts an encoder, says so, and stays until the input ends; `die` kills itself then."""
    device = encoder(streams=False)
    print(json.dumps(refusal(device.stream, OUTPUT)), flush=True)
    if sys.stdin.readline().strip() == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return "left"


if __name__ == "__main__":
    import codec_decoding
    scenario = globals().get(sys.argv[1]) or getattr(codec_decoding, sys.argv[1])
    print(json.dumps(scenario(*sys.argv[2:])))
