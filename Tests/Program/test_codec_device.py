# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand-in for the Pi's H.264 block, driven by Debian's own ffmpeg: what that can do on a Pi, it can do here."""
import os
import subprocess
import unittest

import strip
from codec_device import CodecDevice

PICTURES = 45


def ffmpeg(device, *words):
    command = ["ffmpeg", "-hide_banner", "-loglevel", "error", "-y", *map(str, words)]
    return device.run(*command) if device else subprocess.run(command, capture_output=True, text=True, timeout=300)


def sums(path):
    """The checksum of each picture."""
    with open(path, encoding="utf-8") as file:
        return [line.split(",")[-1].strip() for line in file if not line.startswith("#")]


class CodecDeviceTests(unittest.TestCase):
    def encoded(self, device, *, size="1280x720", pictures=PICTURES, extra=()):
        path = os.path.join(device.folder, "encoded.h264")
        done = ffmpeg(device, "-f", "lavfi", "-i", f"testsrc2=size={size}:rate=30", "-frames:v", pictures, "-pix_fmt", "yuv420p",
                      "-c:v", "h264_v4l2m2m", "-b:v", "4M", "-g", 15, *extra, path)
        self.assertEqual(done.returncode, 0, done.stderr)
        return path

    def decoded(self, device, path):
        """The checksums of what the hardware's decoder made of it, and of what the software's made."""
        movie = os.path.join(device.folder, "movie.mp4")
        self.assertEqual(ffmpeg(None, "-i", path, "-c", "copy", movie).returncode, 0)
        made = {}
        for name in "h264_v4l2m2m", "h264":
            output = os.path.join(device.folder, name)
            done = ffmpeg(device if name != "h264" else None, "-c:v", name, "-i", movie, "-f", "framemd5", output)
            self.assertEqual(done.returncode, 0, done.stderr)
            made[name] = sums(output)
        return made["h264_v4l2m2m"], made["h264"]

    def testWhatTheEncoderMakesPlaysPictureByPicture(self):
        for option in "api=mplane", "api=single", "latency=0", "latency=12":
            with self.subTest(option):
                device = CodecDevice(option)
                hardware, software = self.decoded(device, self.encoded(device))
                self.assertEqual(len(software), PICTURES)
                self.assertEqual(hardware, software)
                self.assertEqual(device.violations(), [])
                encoder, = device.uses("encode")
                self.assertEqual((encoder["in"], encoder["keyframes"]), (PICTURES, PICTURES // 15))

    def testAPictureThatTheDeviceLaysOutOtherwiseIsTold(self):
        for size, option in (("854x480", "level=ignored"), ("2560x1440", "level=ignored")):
            device = CodecDevice(option)
            self.encoded(device, size=size, pictures=4)
            self.assertEqual(len(device.violations()), 4)
            self.assertIn("a picture of", device.violations()[0])

    def testTheDecoderFollowsEveryWayOfBeginning(self):
        encoder = CodecDevice()
        path = self.encoded(encoder)
        for option in "planes=several", "source-change=always", "buffers=20", "api=single":
            with self.subTest(option):
                device = CodecDevice(option)
                hardware, software = self.decoded(device, path)
                self.assertEqual(hardware, software)
                self.assertEqual(device.violations(), [])


class SharedMemoryTests(unittest.TestCase):
    """The box takes the decoder's memory as it is (DRM PRIME), where a libavcodec like Raspberry Pi's gives it."""

    def testTheBoxTakesSharedMemoryAndTellsWhyItDoesNotTakeTiled(self):
        for option, words in (("prime=yes", ", PRIME"), ("prime=no", ""), ("prime=yes,frames=tiled", ", no PRIME: its pictures are tiled")):
            device = CodecDevice(option)
            decoders = " ".join(device.run(os.environ["VIR"], "devices").stdout.split("Decoders")[1].split())
            self.assertIn("h264_v4l2m2m works: decodes 1920x1080" + words, decoders)
            self.assertEqual("PRIME" in decoders, bool(words))
            self.assertEqual(device.violations(), [])

    def testWhatIsShownFromSharedMemoryIsTheFrameThatIsDue(self):
        for option in "prime=yes", "prime=yes,frames=tiled":
            device = CodecDevice(option)
            done = device.run(os.environ["VIR"], "run", "--camera", "synthetic", "--display", "headless", "--clock", "virtual", "--size",
                              "640x360", "--fps", 30, "--for", 6, "--delay", 2, "--card", os.path.join(device.folder, "card"),
                              "--snapshots", device.folder, "--snapshot-every", 1)
            self.assertEqual(done.returncode, 0, done.stderr)
            shown = [strip.read(strip.picture(os.path.join(device.folder, f"tv-{second:04}.000.png")), 1920, 1080) for second in (3, 4, 5)]
            self.assertEqual(shown, [30, 60, 90])
            self.assertEqual(device.violations(), [])


if __name__ == "__main__":
    unittest.main()
