# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole match of 60 minutes that cuts itself into its rallies. `Tests/Program/soak VIR test_match`.

VIR_MATCH_MINUTES  how long it lasts, in minutes (60)
"""
import os
import random
import unittest

import test_rallies

MINUTES = float(os.environ.get("VIR_MATCH_MINUTES", "60"))


def match(seconds, seed=11):
    """Rallies of 3 to 25 s with 8 to 30 s between them. In some the ball is dead for a moment, and after some of them somebody fetches it."""
    chance, moving, now = random.Random(seed), [], 15
    while now < seconds - 70:
        length = chance.randint(3, 25)
        if length > 6 and chance.random() < 0.3:
            pause = chance.randint(3, length - 3)
            moving += [(now, now + pause), (now + pause + 2, now + length + 2)]
            length += 2
        else:
            moving.append((now, now + length))
        now += length
        rest = chance.randint(8, 30)
        if rest > 18 and chance.random() < 0.5:
            moving.append((now + 9, now + 10))
        now += rest
    return tuple(moving)


class AWholeMatch(test_rallies.Match, unittest.TestCase):
    SECONDS = int(MINUTES * 60)
    MOVING = match(SECONDS)
    # The middle of each tenth long movement.
    MARKED = tuple((first + last) // 2 for first, last in MOVING if last - first >= 3)[4::10]


if __name__ == "__main__":
    unittest.main()
