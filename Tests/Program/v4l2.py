# SPDX-License-Identifier: GPL-3.0-or-later
"""A mem-to-mem video device as the kernel shows it, in as few words as its ioctls allow. For `codec_scenarios.py`."""
import ctypes
import errno
import mmap
import os
import select

LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.mmap.restype = ctypes.c_void_p
LIBRARY.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
LIBRARY.ioctl.argtypes = [ctypes.c_int, ctypes.c_ulong, ctypes.c_void_p]

CAPTURE, OUTPUT = 9, 10
MMAP, DMABUF = 1, 4
KEYFRAME, ERROR, LAST = 0x8, 0x40, 0x100000
SOURCE_CHANGE, END_OF_STREAM = 5, 2
BITRATE, GOP, HEADER_MODE, REPEAT_HEADERS, FORCE_KEYFRAME = 0x9909cf, 0x9909cb, 0x9909d8, 0x9909e2, 0x9909e5
SMALLEST_QUANTISER, LARGEST_QUANTISER = 0x990a61, 0x990a62
LEVEL, PROFILE, B_FRAMES, FRAME_RATE_CONTROL = 0x990a67, 0x990a6b, 0x9909ca, 0x9909d7
U32 = ctypes.c_uint32


def fourcc(word):
    return int.from_bytes(word.encode(), "little")


class Plane(ctypes.Structure):
    class Memory(ctypes.Union):
        _fields_ = [("offset", U32), ("userptr", ctypes.c_ulong), ("fd", ctypes.c_int32)]
    _fields_ = [("bytesused", U32), ("length", U32), ("m", Memory), ("data_offset", U32), ("reserved", U32 * 11)]


class Buffer(ctypes.Structure):
    _fields_ = [("index", U32), ("type", U32), ("bytesused", U32), ("flags", U32), ("field", U32), ("seconds", ctypes.c_long),
                ("microseconds", ctypes.c_long), ("timecode", ctypes.c_uint8 * 16), ("sequence", U32), ("memory", U32),
                ("planes", ctypes.POINTER(Plane)), ("length", U32), ("reserved2", U32), ("reserved", U32)]


class PlaneFormat(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("sizeimage", U32), ("bytesperline", U32), ("reserved", ctypes.c_uint16 * 6)]


class Format(ctypes.Structure):
    class Picture(ctypes.Structure):
        _pack_ = 1
        _fields_ = [("width", U32), ("height", U32), ("pixelformat", U32), ("field", U32), ("colorspace", U32),
                    ("plane", PlaneFormat * 8), ("num_planes", ctypes.c_uint8), ("rest", ctypes.c_uint8 * 11)]
    _fields_ = [("type", U32), ("pad", U32), ("picture", Picture), ("more", ctypes.c_uint8 * (200 - ctypes.sizeof(Picture)))]


class Requests(ctypes.Structure):
    _fields_ = [("count", U32), ("type", U32), ("memory", U32), ("capabilities", U32), ("reserved", U32)]


class Export(ctypes.Structure):
    _fields_ = [("type", U32), ("index", U32), ("plane", U32), ("flags", U32), ("fd", ctypes.c_int32), ("reserved", U32 * 11)]


class Control(ctypes.Structure):
    _fields_ = [("id", U32), ("value", ctypes.c_int32)]


class Interval(ctypes.Structure):
    _fields_ = [("type", U32), ("capability", U32), ("mode", U32), ("numerator", U32), ("denominator", U32), ("rest", U32 * 46)]


class Command(ctypes.Structure):
    """An encoder's; a decoder's has 32 bytes more, eight-byte aligned."""
    _fields_ = [("cmd", U32), ("flags", U32), ("rest", U32 * 8)]


class DecoderCommand(ctypes.Structure):
    _fields_ = [("cmd", U32), ("flags", U32), ("rest", ctypes.c_uint64 * 8)]


class Subscription(ctypes.Structure):
    _fields_ = [("type", U32), ("id", U32), ("flags", U32), ("reserved", U32 * 5)]


class Event(ctypes.Structure):
    _fields_ = [("type", U32), ("u", ctypes.c_uint64 * 8), ("pending", U32), ("sequence", U32), ("time", ctypes.c_long * 2),
                ("id", U32), ("reserved", U32 * 8)]


class Selection(ctypes.Structure):
    _fields_ = [("type", U32), ("target", U32), ("flags", U32), ("left", ctypes.c_int32), ("top", ctypes.c_int32), ("width", U32),
                ("height", U32), ("reserved", U32 * 9)]


def request(number, kind, direction=3):
    return direction << 30 | ctypes.sizeof(kind) << 16 | ord("V") << 8 | number


G_FMT, S_FMT, REQBUFS = request(4, Format), request(5, Format), request(8, Requests)
QUERYBUF, QBUF, DQBUF = request(9, Buffer), request(15, Buffer), request(17, Buffer)
EXPBUF, STREAMON, STREAMOFF = request(16, Export), request(18, U32, 1), request(19, U32, 1)
S_PARM, G_CTRL, S_CTRL = request(22, Interval), request(27, Control), request(28, Control)
ENCODER_CMD, DECODER_CMD = request(77, Command), request(96, DecoderCommand)
G_SELECTION, COMPOSE = request(94, Selection), 0x100
DQEVENT, SUBSCRIBE = request(89, Event, 2), request(90, Subscription, 1)


def ioctl(file, number, argument):
    if LIBRARY.ioctl(file, number, ctypes.addressof(argument)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return argument


def refusal(action, *arguments):
    """The name of the error that the action is refused with, or "done"."""
    try:
        action(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"


class Device:
    """One open of a device; both queues of it."""

    def __init__(self, role, file=None):
        self.role = role
        self.file = os.open(f"/dev/video{ {'decode': 10, 'encode': 11}[role]}", os.O_RDWR | os.O_NONBLOCK) if file is None else file
        self.memory, self.kind = {CAPTURE: [], OUTPUT: []}, {}

    def format(self, queue, word=None, width=0, height=0):
        """Sets a queue's format, or asks for it; answers what holds."""
        wish = Format(type=queue)
        if word:
            wish.picture.width, wish.picture.height, wish.picture.pixelformat = width, height, fourcc(word)
        return ioctl(self.file, S_FMT if word else G_FMT, wish).picture

    def visible(self):
        """What of a decoder's pictures is to be seen."""
        seen = ioctl(self.file, G_SELECTION, Selection(type=1, target=COMPOSE))
        return seen.width, seen.height

    def request(self, queue, count, kind=MMAP):
        self.kind[queue] = kind
        self.memory[queue] = []
        return ioctl(self.file, REQBUFS, Requests(count=count, type=queue, memory=kind)).count

    def buffer(self, queue, index=0):
        planes = (Plane * 8)()
        return Buffer(type=queue, index=index, memory=self.kind.get(queue, MMAP), planes=planes, length=8)

    def map(self, queue, count, kind=MMAP):
        """Requests buffers and maps them all."""
        for index in range(self.request(queue, count, kind)):
            known = ioctl(self.file, QUERYBUF, self.buffer(queue, index))
            address = LIBRARY.mmap(None, known.planes[0].length, mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_SHARED, self.file,
                                   known.planes[0].m.offset)
            self.memory[queue].append((ctypes.c_uint8 * known.planes[0].length).from_address(address))

    def give(self, index, data, microseconds, fd=None):
        """Queues an output buffer with these bytes."""
        buffer = self.buffer(OUTPUT, index)
        if fd is None:
            ctypes.memmove(self.memory[OUTPUT][index], data, len(data))
        else:
            buffer.planes[0].m.fd = fd
        buffer.planes[0].bytesused, buffer.planes[0].length = len(data), 1 << 30
        buffer.seconds, buffer.microseconds = divmod(microseconds, 1000000)
        ioctl(self.file, QBUF, buffer)

    def lend(self, index):
        """Queues a capture buffer."""
        ioctl(self.file, QBUF, self.buffer(CAPTURE, index))

    def fetch(self, queue):
        return ioctl(self.file, DQBUF, self.buffer(queue))

    def bytes(self, buffer):
        return bytes(self.memory[buffer.type][buffer.index][:buffer.planes[0].bytesused])

    def stream(self, queue, on=True):
        ioctl(self.file, STREAMON if on else STREAMOFF, U32(queue))

    def set(self, control, value):
        return ioctl(self.file, S_CTRL, Control(control, value)).value

    def value(self, control):
        return ioctl(self.file, G_CTRL, Control(control, 0)).value

    def rate(self, fps):
        ioctl(self.file, S_PARM, Interval(type=OUTPUT, numerator=1, denominator=fps))

    def command(self, start):
        number, kind = (ENCODER_CMD, Command) if self.role == "encode" else (DECODER_CMD, DecoderCommand)
        ioctl(self.file, number, kind(cmd=0 if start else 1))

    def subscribe(self, kind):
        ioctl(self.file, SUBSCRIBE, Subscription(type=kind))

    def event(self):
        return ioctl(self.file, DQEVENT, Event()).type

    def wait(self, events, milliseconds=20000):
        """What poll says; 0: nothing in all that time."""
        poll = select.poll()
        poll.register(self.file, events)
        return dict(poll.poll(milliseconds)).get(self.file, 0)
