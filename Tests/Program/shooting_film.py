# SPDX-License-Identifier: GPL-3.0-or-later
"""Films of any length in which somebody shoots: each picture has its number as the synthetic camera's strip, and each shot its sound.

The releases are made, as docs/hearing.md describes a real one, or recordings: the files `release-*` and `impact-*` of a folder."""
import array
import math
import os
import random
import subprocess

import film_sound

SIZE, FPS = (320, 180), 25
# The time from a release to the arrow's impact.
FLIGHT = 0.4
# An archer doesn't loose twice alike: these are the variants of one bow, the change of loudness in dB and of speed.
VARIANTS = [(level, speed) for level in (-1.5, 0, 1.5) for speed in (0.98, 1, 1.02)]
# The release's peak beside full scale, and the noise of the range 52 dB below it, as in the quiet lane of `vir bench hearing`.
PEAK, NOISE = 0.4, 0.0017


def median_release(rate=film_sound.RATE):
    """A release as most bows make it: the string's slide 30 ms before and 22 dB below, loud within 6 ms, bumps 10 ms apart, and 20 dB down
    after 46 ms. Returns the samples and the second at which an ear dates it."""
    begin, length = 0.03, 0.15
    chance = random.Random(5)
    tones = [(2 * math.pi * 700 * (9000 / 700) ** chance.random() / rate, chance.uniform(0, 6.28)) for _ in range(40)]
    samples = []
    for index in range(int((begin + length) * rate)):
        time = index / rate - begin
        level = 10 ** (-22 / 20) * min(1, (time + begin) / 0.005) if time < 0 else 0
        for late, share in ((0, 1), (0.01, 0.6), (0.02, 0.4)):
            after = time - late
            if after > 0:
                level += share * (after / film_sound.RISE if after < film_sound.RISE else 10 ** (-(after - film_sound.RISE) / film_sound.FALL))
        samples.append(level * sum(math.sin(turn * index + phase) for turn, phase in tones) / 16)
    return samples, begin + film_sound.DATE


def recording(path, rate=film_sound.RATE):
    """A recording's samples, and the second at which an ear dates it: between 2 and 10 kHz it is a quarter as loud as at its loudest."""
    def decoded(filters):
        raw = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-af", filters, "-ac", "1", "-ar", str(rate), "-f", "s16le", "-"],
                             check=True, capture_output=True).stdout
        return array.array("h", raw)

    bright = decoded("highpass=f=2000,lowpass=f=10000")
    loudness = [math.sqrt(sum(value * value for value in bright[at:at + 64]) / 64) for at in range(0, len(bright) - 63, 16)]
    top = loudness.index(max(loudness))
    first = top
    # Dips of 4 ms are bridged.
    while any(level > loudness[top] / 4 for level in loudness[max(0, first - int(0.004 * rate / 16)):first]):
        first -= 1
    samples = decoded("anull")
    loudest = max(1, max(map(abs, samples)))
    # A recording was cut out of a longer one. Without a fade its end would be a click, at another place of the shape that the box learns for
    # each speed.
    fades = [min(1, (index + 1) / (rate * 0.0005), (len(samples) - index) / (rate * 0.01)) for index in range(len(samples))]
    return [value / loudest * fade for value, fade in zip(samples, fades)], (first * 16 + 32) / rate


def varied(sound, level, speed):
    """The same sound, louder by these dB, and faster."""
    samples, date = sound
    made = []
    for index in range(int((len(samples) - 1) / speed)):
        place = index * speed
        low = int(place)
        made.append((samples[low] + (samples[low + 1] - samples[low]) * (place - low)) * 10 ** (level / 20))
    return made, date / speed


class Shooting:
    """The times of the shots of a film, and the sound of each.

    - shots: the seconds at which an ear dates the releases.
    - recordings: a folder of recordings, or None for made sounds; `bow` is the number of its release.
    """

    def __init__(self, shots, seconds, *, rate=film_sound.RATE, gain=1.0, recordings=None, bow=0, seed=1):
        self.shots, self.seconds, self.rate, self.gain = shots, seconds, rate, gain
        chance = random.Random(seed)
        if recordings:
            release, impact = (files(recordings, kind) for kind in ("release-", "impact-"))
            self.bow = os.path.basename(release[bow])
            bows = [varied(recording(release[bow], rate), *variant) for variant in VARIANTS]
            impacts = [recording(path, rate) for path in impact] or [(film_sound.impact(rate), film_sound.DATE)]
        else:
            self.bow = "made"
            bows = [varied(median_release(rate), *variant) for variant in VARIANTS]
            impacts = [(film_sound.impact(rate), film_sound.DATE)]
        # (the first sample, the samples, the level) of each sound.
        self.sounds = []
        for shot in shots:
            for second, (samples, date), level in ((shot, chance.choice(bows), PEAK), (shot + FLIGHT, chance.choice(impacts), PEAK / 4)):
                self.sounds.append((round((second - date) * rate), samples, level))
        self.sounds.sort(key=lambda sound: sound[0])

    def write_sound(self, path):
        """Writes it as raw samples of one channel, a second at a time."""
        chance = random.Random(9)
        noise = [chance.uniform(-NOISE, NOISE) for _ in range(self.rate)]
        still = self.encoded(noise)
        waiting = list(self.sounds)
        with open(path, "wb") as file:
            for first in range(0, int(self.seconds * self.rate), self.rate):
                near = [sound for sound in waiting if sound[0] < first + self.rate]
                waiting = [sound for sound in waiting if sound[0] + len(sound[1]) > first + self.rate]
                if not near:
                    file.write(still)
                    continue
                second = list(noise)
                for start, samples, level in near:
                    for index in range(max(first, start), min(first + self.rate, start + len(samples))):
                        second[index - first] += samples[index - start] * level
                file.write(self.encoded(second))

    def encoded(self, samples):
        return array.array("h", (max(-32_768, min(32_767, round(sample * self.gain * 32_767))) for sample in samples)).tobytes()

    def write(self, path):
        """Writes the film: the strip under a still picture."""
        sound = path + ".raw"
        self.write_sound(sound)
        film = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{SIZE[0]}x{SIZE[1]}", "-r", str(FPS), "-i", "-",
             "-f", "s16le", "-ar", str(self.rate), "-ac", "1", "-i", sound, "-c:v", "libx264", "-preset", "ultrafast", "-g", str(FPS),
             "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", "-shortest", path], stdin=subprocess.PIPE)
        # A grey wall, with lines so that it isn't the colour of the strip's cells.
        line = bytes(100 + 4 * (x // 8 % 12) for x in range(SIZE[0]))
        above, below = line * int(SIZE[1] * 0.72), line * (SIZE[1] - int(SIZE[1] * 0.92))
        rows = SIZE[1] - len(above + below) // SIZE[0]
        edges = [round(SIZE[0] * (0.1 + 0.8 * cell / 32)) for cell in range(33)]
        for number in range(int(self.seconds * FPS)):
            cells = b"".join((b"\xeb" if number >> 31 - cell & 1 else b"\x10") * (edges[cell + 1] - edges[cell]) for cell in range(32))
            film.stdin.write(above + (line[:edges[0]] + cells + line[edges[32]:]) * rows + below)
        film.stdin.close()
        os.remove(sound)
        assert film.wait() == 0, path


def files(folder, kind):
    """The recordings of a kind, without the dull releases, which nobody can hear well."""
    return sorted(os.path.join(folder, name) for name in os.listdir(folder) if name.startswith(kind) and not name.startswith("release-dull"))


def times(first, until, pauses, seed):
    """Seconds from `first` to `until`, with pauses between these two.

    They lie anywhere between two pictures, and between two of the frames in which the box hears."""
    chance = random.Random(seed)
    found = [first]
    while (following := found[-1] + chance.uniform(*pauses)) < until:
        found.append(round(following, 4))
    return found
