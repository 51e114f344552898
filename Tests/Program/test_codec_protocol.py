# SPDX-License-Identifier: GPL-3.0-or-later
"""The stand-in for the Pi's H.264 block keeps the kernel's rules, and tells of each that a client breaks.

Each test has a client of its own (`codec_scenarios.py`) ask the device directly, as a process with the stand-in preloaded.
"""
import hashlib
import json
import os
import subprocess
import sys
import unittest

from codec_device import CodecDevice

SCENARIOS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "codec_scenarios.py")
FRAME = 33333


def stream(folder, size, count=24):
    """A stream of so many pictures with a keyframe each ten; its path, and the checksum of each picture as software decodes it."""
    path = os.path.join(folder, f"{size}.h264")
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size={size}:rate=30", "-frames:v", str(count),
                    "-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params", "aud=1:keyint=10:bframes=0:slices=1", path], check=True)
    raw = subprocess.run(["ffmpeg", "-loglevel", "error", "-i", path, "-f", "rawvideo", "-"], check=True, capture_output=True).stdout
    length = len(raw) // count
    return path, [hashlib.md5(raw[at * length:(at + 1) * length]).hexdigest() for at in range(count)]


class CodecProtocolTests(unittest.TestCase):
    def saw(self, scenario, *words, device=None, violations=()):
        """What the scenario's client saw; it broke exactly these rules."""
        device = device or CodecDevice()
        before = len(device.violations())
        done = device.run(sys.executable, SCENARIOS, scenario, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        told = device.violations()[before:]
        self.assertEqual(len(told), len(violations), told)
        for line, rule in zip(told, violations):
            self.assertIn(rule, line)
        return json.loads(done.stdout.splitlines()[-1])

    def testNothingToFetchIsToBeTriedAgain(self):
        self.assertEqual(self.saw("nothing_yet"), {"capture": "EAGAIN", "output": "EAGAIN", "event": "ENOENT"})

    def testTheEndComesAfterEveryPictureAsAnEmptyLastBuffer(self):
        self.assertEqual(self.saw("end"), {"times": [FRAME * number for number in range(20)], "last": [0, True], "after": "EPIPE",
                                           "events": [2, "ENOENT"]})

    def testAfterTheEndAStreamGoesOnAndAfterStreamoffANewOneBegins(self):
        self.assertEqual(self.saw("restart"), [[True, False, False, False], [False] * 4, [True, False, False, False]])

    def testPollTellsOfTheDeviceAmongOtherFiles(self):
        self.assertEqual(self.saw("mixed_poll"), {"quiet": [], "pipe": [True], "device": [True], "idle": True})

    def testAnOpenLastsAsLongAsItsLastCopy(self):
        self.assertEqual(self.saw("copies", violations=["only inherited"]), {"inherited": 0, "units": 4, "closed": "EBADF"})

    def testPicturesCanBeLentAndAccessUnitsShared(self):
        seen = self.saw("shared_memory", violations=["no memory of"])
        self.assertEqual(seen, {"equal": [True] * 8, "small": "EINVAL"})

    def testControlsAreBentIntoTheirRangeAndReadBack(self):
        values, refused = self.saw("controls")
        self.assertEqual(values, {"high": 25000000, "odd": 4450000, "read": 4450000, "gop": 15, "b": 0})
        self.assertEqual(refused, {"unknown": "EINVAL", "profile": "ERANGE", "decoder": "EACCES"})

    def testParameterSetsComeAsTheControlsSay(self):
        for mode, repeats, expected in ((0, 0, [[7, 8], [5]]), (1, 0, [[7, 8, 5]]), (1, 1, [[7, 8, 5]])):
            kinds = [unit[1] for unit in self.saw("parameter_sets", mode, repeats)]
            self.assertEqual(kinds, expected + [[1]] * 3 + [[7, 8, 5] if repeats else [5]] + [[1]] * 3)

    def testAForcedKeyframeIsTheNextThatTheBlockBegins(self):
        kinds = self.saw("forced", device=CodecDevice("speed=480"))
        self.assertIn(True, kinds[1:] if kinds.count(True) > 1 else kinds)
        self.assertFalse(kinds[5], "the picture queued after the control was set waits behind five others")

    def testAnAccessUnitGoesOnInTheNextBuffer(self):
        seen = self.saw("large")
        *full, rest, last = seen["sizes"]
        self.assertEqual((set(full), last), ({seen["room"]}, 0))
        self.assertTrue(0 < rest <= seen["room"])
        self.assertEqual(set(seen["times"][:-1]), {1})

    def testALevelIsRefusedAtTheStartAndASizeIsCutInSilence(self):
        self.assertEqual(self.saw("limits", 1920, 1080, 30)["capture"], "done")
        self.assertEqual(self.saw("limits", 1920, 1080, 60)["capture"], "EINVAL")
        self.assertEqual(self.saw("limits", 1920, 1080, 60, 13)["capture"], "done")
        self.assertEqual(self.saw("limits", 1280, 720, 60)["capture"], "done")
        self.assertEqual(self.saw("limits", 2560, 1440, 30)["size"], [1920, 1440])
        self.assertEqual(self.saw("limits", 854, 480, 30)["pitch"], 896)

    def testEveryMistakeIsRefusedOrTold(self):
        seen = self.saw("mistakes", violations=["STREAMON of a queue without buffers", "doesn't stream", "S_FMT while", "has already",
                                                "buffer 40 of 8", "a picture of 320x192", "after one of", "REQBUFS while",
                                                "written to while"])
        self.assertEqual(seen, {"stream without buffers": "EINVAL", "fetch while off": "EINVAL", "format with buffers": "EBUSY",
                                "queue twice": "EINVAL", "no such buffer": "EINVAL", "buffers while on": "EBUSY"})

    def testTheDecoderTellsOfEachStreamAndLosesNoPicture(self):
        folder = CodecDevice().folder
        (first, before), (second, after) = stream(folder, "320x180"), stream(folder, "512x288")
        for option in "api=mplane", "frames=tiled", "latency=8", "source-change=always":
            with self.subTest(option):
                seen = self.saw("decode", first, second, device=CodecDevice(option))
                self.assertEqual(seen["times"], list(range(48)))
                self.assertEqual(seen["sums"], before + after)
                self.assertEqual((seen["events"], seen["after"]), ([5, 5, 2], "EPIPE"))

    def testTheDecoderStallsWhileAllItsPicturesAreHeld(self):
        path, _ = stream(CodecDevice().folder, "320x180")
        self.assertEqual(self.saw("held", path), {"stalled": True, "kept": 4, "goes on": True})

    def testADecoderGoesOnOnlyAtAKeyframeWithItsParameterSets(self):
        path, _ = stream(CodecDevice().folder, "320x180")
        self.assertEqual(self.saw("seek", path, 10)["first"], 1000)
        self.assertEqual(self.saw("seek", path, 12, violations=["without parameter sets"])["first"], 1008)

    def fault(self, words, bitrate=1000000):
        return self.saw("fault", bitrate, device=CodecDevice(f"fault=encode:{words}"))

    def testDroppedPicturesLeaveNoTraceButTheirNumbers(self):
        self.assertEqual(self.fault("drop@5x3")["times"], [*range(5), *range(8, 20)])
        overshot = self.fault("overshoot@100", bitrate=25000)["times"]
        self.assertTrue(0 < len(overshot) < 20, overshot)

    def testBuffersThatDontComeBackHoldUpNothingOrEverything(self):
        self.assertEqual(self.fault("hold@5")["times"], list(range(20)))
        stuck = self.fault("stuck@5")
        self.assertEqual((stuck["times"], stuck["fetch"], stuck["stopped"]), ([0, 1, 2], "EAGAIN", "done"))

    def testAFailedDeviceSaysSoEverywhere(self):
        seen = self.fault("eio@5")
        self.assertEqual((seen["error"], seen["fetch"], seen["fails"]), ("EIO", "EIO", True))
        seen = self.fault("gone@5")
        self.assertEqual((seen["error"], seen["fetch"], seen["stopped"]), ("ENODEV", "ENODEV", "ENODEV"))

    def testABrokenPictureIsMarked(self):
        seen = self.fault("error@5")
        self.assertEqual((seen["times"], seen["broken"]), (list(range(20)), [5]))
        path, _ = stream(CodecDevice().folder, "320x180")
        self.assertEqual(self.saw("decode", path, device=CodecDevice("fault=decode:error@5"))["broken"], [5])

    def testADecoderGetsStuckOnAHighBitrateOnly(self):
        path, _ = stream(CodecDevice().folder, "320x180")
        self.assertFalse(self.saw("stuck", path, device=CodecDevice("fault=decode:jam@100000"))["fed"])
        self.assertTrue(self.saw("stuck", path, device=CodecDevice("fault=decode:jam@100000000"))["fed"])

    def testOpeningAndStartingCanBeRefused(self):
        for words, error in (("open@1", "EBUSY"), ("open@2", "done"), ("reqbufs@0", "EINVAL"), ("streamon@0", "EBUSY")):
            self.assertEqual(self.saw("refused", device=CodecDevice(f"fault=encode:{words}")), error, words)

    def testABlockForOneTakesTheNextUserOnlyWhenTheFirstHasLeftOrDied(self):
        folder = CodecDevice().folder
        device = CodecDevice("users=1", f"block={folder}/block")
        for farewell in "leave", "die":
            first = subprocess.Popen([sys.executable, SCENARIOS, "occupy"], env=device.environment, text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.assertEqual(json.loads(first.stdout.readline()), "done")
            self.assertEqual(self.saw("refused", device=device), "ENOMEM")
            first.communicate(farewell + "\n", timeout=60)
            self.assertEqual(self.saw("refused", device=device), "done")

    def testTwoProcessesShareOneBlocksSpeed(self):
        folder = CodecDevice().folder
        device = CodecDevice("speed=4800", f"block={folder}/block")
        clients = [subprocess.Popen([sys.executable, SCENARIOS, "end"], env=device.environment, text=True, stdout=subprocess.PIPE)
                   for _ in range(2)]
        for client in clients:
            client.communicate(timeout=120)
        opened = [line["seconds"] for line in device.lines("opened")]
        closed = [line["seconds"] for line in device.lines("closed")]
        # 20 pictures of 240 macroblocks each: one second for either, so both never take under two.
        self.assertGreaterEqual(max(closed) - min(opened), 2)


if __name__ == "__main__":
    unittest.main()
