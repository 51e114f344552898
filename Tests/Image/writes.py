# SPDX-License-Identifier: GPL-3.0-or-later
"""What a card does that is cut off from its supply: what it had been told to flush is there, and of what came after, some.

QEMU keeps a log of all writes of the machine (its `blklogwrites`, in the format of Linux's dm-log-writes: a sector with the log's
own header, then for each write a sector that names it, with its data behind). Killed alone, QEMU would leave everything that
ever was on its way to the card; from the log, the card is made as a real one could have been left.
"""

import struct

SECTOR = 512
FLUSH, FUA, DISCARD = 1, 2, 4


def entries(path):
    """The log's writes in their order: (first byte, bytes, flags). The last, if it was being logged at the cut, isn't one."""
    with open(path, "rb") as log:
        log.seek(0, 2)
        end = log.tell()
        at = SECTOR
        while at + SECTOR <= end:
            log.seek(at)
            sector, count, flags = struct.unpack("<QQQ", log.read(24))
            length = 0 if flags & DISCARD else count * SECTOR
            if not (count or flags) or at + SECTOR + length > end:
                return
            log.seek(at + SECTOR)
            yield sector * SECTOR, log.read(length), flags
            at += SECTOR + length


def cut(card, log, chance):
    """Puts on the card what the log has until the last flush, and of the writes after it some, one of them torn. Returns how many
    were kept for certain, kept by chance, and lost."""
    writes = list(entries(log))
    flushed = max((index + 1 for index, (_, _, flags) in enumerate(writes) if flags & FLUSH), default=0)
    kept = lost = 0
    with open(card, "r+b") as file:
        for index, (at, data, flags) in enumerate(writes):
            if not data:
                continue
            if index >= flushed and not flags & FUA:
                if chance.random() < 0.5:
                    lost += 1
                    continue
                kept += 1
                if chance.random() < 0.1:
                    data = data[:chance.randrange(len(data) // SECTOR + 1) * SECTOR]
            file.seek(at)
            file.write(data)
    return flushed, kept, lost
