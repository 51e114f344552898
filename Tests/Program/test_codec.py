# SPDX-License-Identifier: GPL-3.0-or-later
"""The box over the stand-in for the Pi's H.264 block: sessions, restarts, and each fault of a real one."""
import math
import os
import unittest

import strip
import vir
from codec_device import CodecDevice

HARDWARE = "h264_v4l2m2m"
BITRATE, GOP_SIZE, B_FRAMES = "0x009909cf", "0x009909cb", "0x009909ca"


def due(seconds, delay, fps):
    """The frame that the delay's rule puts on the TV at this instant."""
    return math.floor((seconds - delay) * fps + 1e-6)


class OverTheBlock(unittest.TestCase):
    def session(self, device, script, **options):
        session = vir.Session(script, environment=device.environment, **options)
        self.assertEqual(session.status, 0, session.err)
        return session

    def events(self, session):
        return [event["what"] for event in session.report["events"]]

    def assert_the_tv_is_exact(self, session, delay, fps, *, but=()):
        """Every snapshot shows the frame that is due, those of these seconds left out."""
        checked = 0
        for path, seconds in session.snapshot_times():
            if seconds < delay or any(first <= seconds <= last for first, last in but):
                continue
            shown = strip.read(strip.picture(path), 1920, 1080)
            self.assertEqual(shown, due(seconds, delay, fps), f"at {seconds} s")
            checked += 1
        self.assertGreater(checked, 3)

    def assert_clips_are_exact(self, session, clips, width, height, *, missing=()):
        self.assertEqual(sum("unmarked" not in clip["file"] for clip in session.report["clips"]), clips, self.events(session))
        for clip in session.report["clips"]:
            wanted = [frame for frame in range(clip["firstFrame"], clip["lastFrame"] + 1) if frame not in missing]
            self.assertEqual(strip.frame_indices(session.clip_path(clip), width, height), wanted, clip["file"])

    def assert_nothing_is_lost(self, session):
        report = session.report
        self.assertEqual(report["encoder"]["in"], report["encoder"]["out"])
        self.assertEqual(report["camera"]["lost"], 0)
        self.assertEqual(report["decoder"]["failed"], 0)
        self.assertEqual(report["delay"]["skipped"], 0)


class TheSession(OverTheBlock):
    SCRIPT = "7.1 mark tap\n9.37 mark tap\n11 stop tap\n"

    def check(self, size, fps, api):
        width, height = map(int, size.split("x"))
        device = CodecDevice("devices=decode+encode", f"api={api}")
        session = self.session(device, self.SCRIPT, seconds=13, size=size, fps=fps, delay=4, snapshot_every=1)
        self.assertEqual(session.report["encoder"]["name"], HARDWARE)
        self.assertEqual(session.report["decoder"]["name"], HARDWARE)
        self.assert_nothing_is_lost(session)
        self.assertEqual([mark["frame"] for mark in session.report["marks"]], [due(at, 4, fps) for at in (7.1, 9.37)])
        # From 11 s on Review covers the picture.
        self.assert_the_tv_is_exact(session, 4, fps, but=[(11, 13)])
        self.assert_clips_are_exact(session, 2, width, height)
        self.assertEqual(device.violations(), [])
        return device

    def test_1080p30_is_exact(self):
        device = self.check("1920x1080", 30, "mplane")
        encoded = max(device.uses("encode"), key=lambda use: use["in"])
        # One buffer more than pictures: the parameter sets have a buffer of their own.
        self.assertEqual(encoded["in"] + 1, encoded["out"])
        self.assertGreaterEqual(encoded["keyframes"], 13 * 2)
        self.assertEqual(encoded["violations"], 0)
        # The driver has the requested values.
        self.assertEqual(encoded["controls"].get(BITRATE), 10_000_000, encoded["controls"])
        self.assertEqual(encoded["controls"].get(GOP_SIZE), 15, encoded["controls"])

    def test_720p60_is_exact_by_the_older_interface_too(self):
        self.check("1280x720", 60, "single")

    def test_a_clip_plays_and_the_delayed_picture_is_exact_after_it(self):
        device = CodecDevice("devices=decode+encode")
        # STOP opens the face; both arrows are placed, the summary comes by itself, and a push there plays the first arrow's clip.
        session = self.session(device, "5.5 mark tap\n8.5 mark tap\n11 stop tap\n14 mark tap\n15 mark tap\n"
                               "18 knob push\n24 stop hold 1.2\n", size="1280x720", fps=60, seconds=28, delay=3, snapshot_at=[19, 20, 21, 22, 26, 27])
        self.assert_nothing_is_lost(session)
        shown = {seconds: strip.read(strip.picture(path), 1920, 1080) for path, seconds in session.snapshot_times()}
        clip = [shown[seconds] for seconds in (19, 20, 21, 22)]
        self.assertEqual([later - earlier for earlier, later in zip(clip, clip[1:])], [60, 60, 60], clip)
        # It begins 2 s before its mark, and the mark is frame 150.
        self.assertTrue(30 <= clip[0] <= 30 + 60, clip)
        self.assertEqual([shown[seconds] for seconds in (26, 27)], [due(seconds, 3, 60) for seconds in (26, 27)])
        self.assertEqual(session.report["decoder"]["name"], HARDWARE)
        self.assertEqual(device.violations(), [])

    def test_a_live_mark_is_the_live_frame_and_asks_for_a_keyframe(self):
        device = CodecDevice("devices=decode+encode", "encode-latency=6")
        session = self.session(device, self.SCRIPT, seconds=13, delay=4, settings='mark = "live"\n')
        self.assertEqual([mark["frame"] for mark in session.report["marks"]], [due(at, 0, 30) for at in (7.1, 9.37)])
        self.assert_nothing_is_lost(session)
        self.assert_clips_are_exact(session, 2, 640, 360)
        self.assertGreaterEqual(max(use["forced"] for use in device.uses("encode")), 2)
        self.assertEqual(device.violations(), [])

    def test_a_camera_that_comes_back_loses_nothing_that_was_inside(self):
        device = CodecDevice("devices=decode+encode", "encode-latency=8")
        session = self.session(device, "6.5 mark tap\n8 camera unplug\n9.5 camera plug\n", seconds=14, delay=2)
        self.assert_nothing_is_lost(session)
        self.assert_clips_are_exact(session, 1, 640, 360)
        self.assertEqual(session.report["encoder"]["name"], HARDWARE)
        self.assertEqual(device.violations(), [])

    def test_another_rate_from_the_menu_starts_both_codecs_anew(self):
        device = CodecDevice("devices=decode+encode")
        # One step from 30 is 48. The menu closes page by page.
        session = self.session(device, vir.to_row("Frame rate", 4) + "8.5 knob push\n9 knob turn +1\n9.5 knob push\n10 stop tap\n10.5 stop tap\n"
                               "11 stop tap\n16 mark tap\n",
                               seconds=20, delay=2, size=None, fps=None, settings='fps = 30\nsize = "640x360"\n')
        self.assertIn("camera back: 640x360 at 48.0 fps", self.events(session))
        self.assertEqual([session.report[part]["name"] for part in ("encoder", "decoder")], [HARDWARE, HARDWARE])
        self.assert_nothing_is_lost(session)
        self.assert_clips_are_exact(session, 1, 640, 360)
        self.assertEqual(device.violations(), [])

    def test_devices_names_the_block_and_the_board(self):
        device = CodecDevice("devices=decode+encode")
        done = device.run(vir.PROGRAM, "devices")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"h264_v4l2m2m +works: encodes 1920x1080, bcm2835-codec at /dev/video11 \(auto\)")
        self.assertRegex(done.stdout, r"h264_v4l2m2m +works: decodes 1920x1080, bcm2835-codec at /dev/video10 \(auto\)")
        self.assertIn("Video hardware", done.stdout)
        self.assertEqual(device.violations(), [])


def some(*faults):
    """The first two; with VIR_EVERY_FAULT (`make soak`) all of them."""
    return faults if os.environ.get("VIR_EVERY_FAULT") else faults[:2]


class TheFaults(OverTheBlock):
    """The hardware fails; the recording and the picture go on."""
    SCRIPT = "5.5 mark tap\n9.2 mark tap\n11 stop tap\n"

    def run_with(self, *options, **more):
        self.device = CodecDevice("devices=decode+encode", *options)
        return self.session(self.device, self.SCRIPT, **{"seconds": 13, "delay": 3, "snapshot_every": 1, "snapshot_at": [(3, 11)], **more})

    def told(self, session, words):
        return [event for event in self.events(session) if words in event]

    def lost(self, session):
        return session.report["encoder"]["in"] - session.report["encoder"]["out"]

    def assert_marks_are_kept(self, session):
        self.assertEqual(len(session.report["marks"]), 2)
        self.assertEqual(sum("unmarked" not in clip["file"] for clip in session.report["clips"]), 2, self.events(session))
        for number in (1, 2):
            self.assertTrue(self.told(session, f"mark {number} acknowledged"), self.events(session))

    def assert_clips_go_through(self, session, takeover):
        """Clips play from their first frame to their last, also those in which software goes on with other parameter sets."""
        spanning = 0
        for clip in session.report["clips"]:
            seen = strip.frame_indices(session.clip_path(clip), 640, 360)
            self.assertEqual((seen[0], seen[-1]), (clip["firstFrame"], clip["lastFrame"]), clip["file"])
            self.assertEqual(seen, sorted(set(seen)), clip["file"])
            self.assertLessEqual(seen[-1] - seen[0] + 1 - len(seen), self.lost(session), clip["file"])
            spanning += clip["firstFrame"] < takeover < clip["lastFrame"]
        self.assertGreater(spanning, 0)

    def test_an_encoder_that_cannot_be_had_is_told_and_software_encodes(self):
        for fault in some("encode:open@0x*", "encode:streamon@0x*", "encode:reqbufs@0x*"):
            with self.subTest(fault=fault):
                session = self.run_with(f"fault={fault}")
                self.assertEqual(session.report["encoder"]["name"], "libx264")
                self.assertEqual(session.report["decoder"]["name"], HARDWARE)
                words = self.told(session, "encoder: software, since")
                self.assertEqual(len(words), 1, self.events(session))
                if "open" in fault:
                    self.assertIn("/dev/video11 can't be used: Device or resource busy", words[0])
                self.assert_nothing_is_lost(session)
                self.assert_the_tv_is_exact(session, 3, 30, but=[(11, 13)])
                self.assert_clips_are_exact(session, 2, 640, 360)

    def test_a_stream_over_the_level_is_encoded_in_software(self):
        session = self.run_with("level=enforced", size="1920x1080", fps=60, seconds=6, snapshot_every=None, snapshot_at=None)
        self.assertEqual(session.report["encoder"]["name"], "libx264")
        self.assertTrue(self.told(session, "encoder: software, since"), self.events(session))

    def test_an_encoder_that_fails_in_mid_stream_is_taken_over_from_in_the_same_line(self):
        for fault in some("eio@200", "stuck@200", "gone@200"):
            with self.subTest(fault=fault):
                session = self.run_with(f"fault=encode:{fault}")
                self.assertEqual(session.report["encoder"]["name"], f"{HARDWARE}, then libx264", self.events(session))
                words = self.told(session, "encoder h264_v4l2m2m failed")
                self.assertEqual(len(words), 1, self.events(session))
                # Pictures inside the hardware are lost and reported; there are no more than its queues hold.
                self.assertLessEqual(self.lost(session), 20)
                if self.lost(session):
                    self.assertIn(f"{self.lost(session)} picture", words[0])
                self.assertEqual(session.report["camera"]["lost"], 0)
                self.assert_marks_are_kept(session)
                self.assert_clips_go_through(session, 200)
                # Frame 200 is on the TV at 9.67 s.
                self.assert_the_tv_is_exact(session, 3, 30, but=[(8.9, 10.1), (11, 13)])

    def test_a_picture_that_the_encoder_leaves_out_is_counted_and_told(self):
        session = self.run_with("fault=encode:drop@200")
        self.assertEqual(session.report["encoder"]["name"], HARDWARE)
        self.assertEqual(self.lost(session), 1)
        self.assertTrue(self.told(session, "the encoder left out 1 picture"), self.events(session))
        self.assert_clips_are_exact(session, 2, 640, 360, missing=[200])

    def test_a_decoder_that_cannot_be_had_or_read_is_told_and_software_decodes(self):
        for option in some("fault=decode:streamon@0x*", "frames=tiled", "fault=decode:open@0x*", "fault=decode:reqbufs@0x*"):
            with self.subTest(option=option):
                session = self.run_with(option)
                self.assertEqual(session.report["decoder"]["name"], "h264")
                self.assert_nothing_is_lost(session)
                self.assert_the_tv_is_exact(session, 3, 30, but=[(11, 13)])

    def test_a_decoder_that_fails_is_taken_over_from_with_the_very_next_picture(self):
        for fault in some("gone@150", "stuck@150", "eio@150", "error@150", "drop@150", "jam@1000000"):
            with self.subTest(fault=fault):
                session = self.run_with(f"fault=decode:{fault}")
                self.assertEqual(session.report["decoder"]["name"], f"{HARDWARE}, then h264", self.events(session))
                self.assertEqual(len(self.told(session, "decoder h264_v4l2m2m failed")), 1, self.events(session))
                self.assert_nothing_is_lost(session)
                self.assert_the_tv_is_exact(session, 3, 30, but=[(11, 13)])
                self.assert_clips_are_exact(session, 2, 640, 360)

    def test_two_users_of_a_block_for_one_leave_the_decoder_in_software(self):
        session = self.run_with("users=1")
        self.assertEqual(session.report["encoder"]["name"], HARDWARE)
        self.assertEqual(session.report["decoder"]["name"], f"{HARDWARE}, then h264")
        self.assert_nothing_is_lost(session)
        self.assert_the_tv_is_exact(session, 3, 30, but=[(11, 13)])


if __name__ == "__main__":
    unittest.main()
