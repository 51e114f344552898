# SPDX-License-Identifier: GPL-3.0-or-later
"""`vir setup`, and the camera's object that the program opens at run time, on a machine where the package isn't installed."""
import json
import os
import subprocess
import unittest

import vir


class CameraObject(unittest.TestCase):
    def test_the_program_is_not_linked_with_libcamera(self):
        libraries = subprocess.run(["ldd", vir.PROGRAM], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libcamera", libraries)

    @unittest.skipUnless(os.path.exists(os.environ.get("VIR_CAMERA_OBJECT", "")), "make camera makes it")
    def test_the_checkouts_object_is_opened(self):
        _, out, err = vir.run("devices", "--json", "--card", vir.new_folder())
        libcamera = json.loads(out)["libcamera"]
        self.assertRegex(libcamera["version"], r"^v?[0-9]+\.[0-9]+", err)
        self.assertNotIn("objection", libcamera)

    def test_no_variable_leads_to_another_object(self):
        """A synthetic session opens no object at all, and the survey opens the same one, whatever the environment says."""
        folder = vir.new_folder()
        with open(os.path.join(folder, "camera.so"), "w", encoding="utf-8") as file:
            file.write("no object")
        environment = {**os.environ, "VIR_CAMERA_OBJECT": os.path.join(folder, "camera.so"), "VIR_CAMERA_FOLDER": folder}
        _, plain, _ = vir.run("devices", "--json", "--card", folder)
        _, led, _ = vir.run("devices", "--json", "--card", folder, environment=environment)
        self.assertEqual(json.loads(plain)["libcamera"], json.loads(led)["libcamera"])


class Setup(unittest.TestCase):
    def test_it_says_what_it_would_do_and_does_nothing_unasked(self):
        status, out, err = vir.run("setup")
        # There is no unit here, and no terminal to ask.
        self.assertEqual(status, 69 if "its unit" in out or "systemd" in out else 64, out + err)
        self.assertTrue(all(line[:2] in ("  ", "! ", "> ") for line in out.splitlines()), out)

    def test_two_wishes_are_one_too_many(self):
        status, _, err = vir.run("setup", "--camera", "--off")
        self.assertEqual(status, 64)
        self.assertIn("two things", err)


if __name__ == "__main__":
    unittest.main()
