# SPDX-License-Identifier: GPL-3.0-or-later
"""Films with the sound of shots at known times, made for tests."""
import math
import os
import random
import struct
import subprocess
import wave

RATE = 48_000
# A bow's release: loud within 6 ms, 20 dB down 46 ms later. An ear dates it where a quarter of its loudest is reached.
RISE, FALL = 0.006, 0.046
DATE = RISE / 4


def burst(seed, lowest, highest, rise=RISE, fall=FALL, rate=RATE):
    """The samples of a burst of tones between two frequencies."""
    chance = random.Random(seed)
    tones = [(2 * math.pi * lowest * (highest / lowest) ** chance.random() / rate, chance.uniform(0, 6.28)) for _ in range(40)]
    samples = []
    for index in range(int((rise + 2 * fall) * rate)):
        time = index / rate
        envelope = time / rise if time < rise else 10 ** (-(time - rise) / fall)
        samples.append(envelope * sum(math.sin(turn * index + phase) for turn, phase in tones) / 16)
    return samples


def release(rate=RATE):
    return burst(1, 700, 9000, rate=rate)


def impact(rate=RATE):
    return burst(2, 120, 2600, rise=0.003, fall=0.09, rate=rate)


def whistle(seconds, frequency=3100, warble=150, rate=RATE):
    """The samples of a referee's whistle, whose pea moves its frequency 30 times a second."""
    samples = []
    for index in range(int(seconds * rate)):
        time = index / rate
        phase = 2 * math.pi * frequency * time + warble / 30 * math.sin(2 * math.pi * 30 * time)
        edges = min(1, time / 0.01) * min(1, (seconds - time) / 0.03)
        samples.append(edges * (0.7 - 0.3 * math.cos(2 * math.pi * 30 * time)) * (math.sin(phase) + 0.1 * math.sin(2 * phase)))
    return samples


def sound(path, seconds, sounds, rate=RATE, gain=1.0):
    """Writes a sound file. `sounds`: (second, samples, level) of each burst, in faint noise."""
    chance = random.Random(9)
    samples = [chance.uniform(-1, 1) * 0.0002 for _ in range(int(seconds * rate))]
    for second, made, level in sounds:
        first = round(second * rate)
        for index, sample in enumerate(made):
            if first + index < len(samples):
                samples[first + index] += sample * level
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        clipped = (max(-32_768, min(32_767, round(sample * gain * 32_767))) for sample in samples)
        file.writeframes(b"".join(struct.pack("<h", sample) for sample in clipped))


def film(path, seconds, sounds, rate=RATE, gain=1.0, codec="pcm_s16le", fps=25, picture="testsrc2=size=320x180:rate={fps}"):
    """Makes a film of a test picture with this sound. Its pictures and its sound begin together."""
    made = path + ".wav"
    sound(made, seconds, sounds, rate, gain)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"{picture.format(fps=fps)}", "-i", made,
                    "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", codec, "-t", str(seconds), path], check=True)
    os.remove(made)
