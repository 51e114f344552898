# SPDX-License-Identifier: GPL-3.0-or-later
"""The base `raspberrypi` as far as it can be tested without Raspberry Pi's package archive: what the build would take and do, on
facts that Raspberry Pi publishes. Nothing is downloaded. Each fact has its source beside it; those of a kernel's configuration
were read in copies of several years (see image/README.md, "Raspberry Pi's own base").
"""

import hashlib
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

IMAGE = pathlib.Path(__file__).resolve().parents[2] / "image"

# Built in (=y): github.com/raspberrypi/linux, arch/arm64/configs/bcm2711_defconfig. Those that are left to their default there
# (mmc_block, hid, xhci-pci, evdev's core) are y as well.
BUILT_IN = """drivers/block/loop drivers/scsi/sd_mod drivers/usb/storage/usb-storage drivers/usb/storage/uas drivers/mmc/core/mmc_block
drivers/mmc/host/sdhci-iproc drivers/mmc/host/bcm2835-sdhost drivers/mmc/host/bcm2835-mmc drivers/regulator/fixed drivers/regulator/gpio-regulator
drivers/usb/host/xhci-hcd drivers/usb/host/xhci-pci drivers/usb/host/xhci-plat-hcd drivers/watchdog/bcm2835_wdt
drivers/thermal/broadcom/bcm2711_thermal drivers/cpufreq/raspberrypi-cpufreq drivers/pinctrl/bcm/pinctrl-bcm2835 drivers/hid/hid
drivers/hid/hid-generic drivers/hid/usbhid/usbhid fs/fat/fat fs/fat/vfat fs/nls/nls_cp437 fs/nls/nls_ascii drivers/md/md-mod""".split()
# Modules (=m) of the same. CONFIG_EXFAT_FS came with Linux 5.7, the Pi 5's receiver with 6.6.
MODULES = """drivers/md/dm-mod fs/squashfs/squashfs fs/exfat/exfat drivers/gpu/drm/vc4/vc4 drivers/gpu/drm/v3d/v3d drivers/gpu/drm/drm
drivers/media/cec/core/cec drivers/media/usb/uvc/uvcvideo drivers/media/platform/raspberrypi/rp1_cfe/rp1-cfe
drivers/media/platform/raspberrypi/pisp_be/pisp-be drivers/media/platform/bcm2835/bcm2835-unicam
drivers/staging/vc04_services/bcm2835-codec/bcm2835-codec drivers/staging/vc04_services/bcm2835-isp/bcm2835-isp drivers/media/i2c/imx219
drivers/media/i2c/imx477 drivers/media/i2c/imx708 drivers/i2c/busses/i2c-bcm2835 drivers/i2c/muxes/i2c-mux-pinctrl drivers/input/evdev
drivers/input/misc/uinput drivers/hid/hid-multitouch drivers/hid/hid-logitech-dj drivers/usb/dwc2/dwc2 sound/usb/snd-usb-audio
drivers/hwmon/raspberrypi-hwmon drivers/pwm/pwm-bcm2835""".split()

# www.raspberrypi.com/documentation/computers/config_txt.html (github.com/raspberrypi/documentation, config_txt/*.adoc)
KEYS = {"os_prefix", "arm_64bit", "kernel", "initramfs", "disable_splash", "boot_delay", "disable_overscan", "hdmi_force_hotplug",
        "dtoverlay", "camera_auto_detect", "display_auto_detect", "upstream_kernel", "h264_freq_min"}
# The same, conditional.adoc
FILTERS = {"all", "pi4", "pi5", "pi02"}
# github.com/raspberrypi/linux, arch/arm/boot/dts/overlays; overlay_map.dts gives a Pi 5 its own of these.
OVERLAYS = {"vc4-kms-v3d", "disable-wifi", "disable-bt"}
# The same documentation, overclocking.adoc: the codec's default clock in MHz.
CODEC_CLOCK = {"pi4": 500, "pi02": 300}


def bash(words, *, given=""):
    return subprocess.run(["bash", "-euc", words], input=given, capture_output=True, text=True, check=True, cwd=IMAGE).stdout


class Kernel:
    """Folders as a kernel's package has them, with files that are called like modules."""

    def __init__(self, folder, without=()):
        self.folder = folder / "lib/modules/6.12.47+rpt-rpi-v8"
        for path in MODULES:
            if path not in without:
                file = self.folder / f"kernel/{path}.ko.xz"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(path.encode())
        (self.folder / "modules.builtin").write_text("".join(f"kernel/{path}.ko\n" for path in BUILT_IN if path not in without))
        (self.folder / "modules.dep").write_text(
            "".join(f"kernel/{path}.ko.xz:{' kernel/drivers/gpu/drm/drm.ko.xz' if 'vc4/vc4' in path else ''}\n" for path in MODULES))


class ItsKernel(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def choose(self, base="raspberrypi", without=()):
        kernel = Kernel(self.folder / "from", without)
        done = subprocess.run(["python3", "-B", IMAGE / "lib/modules.py", kernel.folder, self.folder / "to", IMAGE / "packages/modules.list", base],
                              capture_output=True, text=True)
        return done, {str(path.relative_to(self.folder / "to/kernel"))[:-len(".ko.xz")] for path in (self.folder / "to").rglob("*.ko.xz")}

    def test_the_list_of_modules_goes_with_raspberry_pi_s_kernel(self):
        done, chosen = self.choose()
        self.assertEqual(done.returncode, 0, done.stderr)
        for needed in ("fs/squashfs/squashfs", "drivers/md/dm-mod", "fs/exfat/exfat", "drivers/media/i2c/imx708", "drivers/gpu/drm/drm",
                       "drivers/staging/vc04_services/bcm2835-codec/bcm2835-codec"):
            self.assertIn(needed, chosen)

    def test_it_lacks_what_debian_s_has_to_have(self):
        done, _ = self.choose("debian")
        self.assertIn("drivers/block/virtio_blk", done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_one_without_what_every_box_needs_is_named(self):
        for lost in ("fs/exfat/exfat", "drivers/gpu/drm/vc4/vc4", "drivers/block/loop"):
            with self.subTest(lost):
                subprocess.run(["rm", "-rf", self.folder / "from"], check=True)
                done, _ = self.choose(without=(lost,))
                self.assertIn(lost, done.stderr)
                self.assertNotEqual(done.returncode, 0)

    def test_what_is_built_in_needs_no_module_to_find_the_card(self):
        kernel = Kernel(self.folder / "from")
        words = f'. lib/initramfs.sh; for name in "${{needed_modules[@]}}" xfs; do if built_in "{kernel.folder}" "$name"; then echo "$name"; fi; done'
        self.assertEqual(bash(words).split(), ["mmc_block", "loop", "vfat"])
        self.assertIn("dm-mod", bash('. lib/initramfs.sh; echo "${needed_modules[@]}"'))

    def test_its_package_is_found_in_what_the_meta_package_depends_on(self):
        for line, kernel in (("linux-image-6.12.47+rpt-rpi-v8 (= 1:6.12.47-1+rpt1)", "linux-image-6.12.47+rpt-rpi-v8"),
                             ("linux-base (>= 4.3~), linux-image-6.18.34+rpt-rpi-v8 (= 1:6.18.34-1+rpt1)", "linux-image-6.18.34+rpt-rpi-v8"),
                             ("linux-base (>= 4.3~)", "")):
            self.assertEqual(bash(". lib/kernel.sh; rpi_kernel", given=line + "\n").strip(), kernel)

    def test_a_kernel_in_parts_comes_with_its_parts(self):
        parts = "linux-base (>= 4.12), linux-modules-7.1+rpt-rpi-v8 (= 1:7.1), linux-binary-7.1+rpt-rpi-v8 (= 1:7.1) | x, kmod\n"
        self.assertEqual(bash(". lib/kernel.sh; kernel_parts", given=parts).split(),
                         ["linux-binary-7.1+rpt-rpi-v8:arm64", "linux-modules-7.1+rpt-rpi-v8:arm64"])
        self.assertEqual(bash(". lib/kernel.sh; kernel_parts", given="kmod, linux-base (>= 4.3~), initramfs-tools (>= 0.120+deb8u2)\n").split(), [])


class ItsKey(unittest.TestCase):
    """The archive's key, from an archive of one package."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        tree = self.folder / "tree"
        (tree / "usr/share/keyrings").mkdir(parents=True)
        (tree / "usr/share/keyrings/raspberrypi-archive-keyring.pgp").write_text("a key")
        (tree / "DEBIAN").mkdir()
        (tree / "DEBIAN/control").write_text("Package: raspberrypi-archive-keyring\nVersion: 1\nArchitecture: all\nMaintainer: x <x@x>\nDescription: x\n")
        pool = self.folder / "archive/pool/main/r/raspberrypi-archive-keyring"
        pool.mkdir(parents=True)
        name = bash(". lib/common.sh; echo $RASPBERRYPI_KEY_PACKAGE").strip()
        subprocess.run(["dpkg-deb", "--build", "--root-owner-group", tree, pool / name], check=True, capture_output=True)
        self.sum = hashlib.sha256((pool / name).read_bytes()).hexdigest()

    def get(self, sum=None, archive="archive", **environment):
        words = f"""export VIR_IMAGE_CACHE={self.folder}/cache VIR_RASPBERRYPI_ARCHIVE=file://{self.folder}/{archive}
            . lib/common.sh; RASPBERRYPI_KEYRING=/nonexistent; {f'RASPBERRYPI_KEY_SUM={sum}' if sum else ''}
            get_raspberrypi_keyring; cat "$RASPBERRYPI_KEYRING" """
        return subprocess.run(["bash", "-euc", words], capture_output=True, text=True, cwd=IMAGE, env={**os.environ, **environment})

    def test_the_right_one_is_taken(self):
        done = self.get(self.sum)
        self.assertEqual((done.returncode, done.stdout), (0, "a key"), done.stderr)

    def test_another_is_refused_in_one_line(self):
        done = self.get()
        self.assertEqual((done.returncode, done.stdout), (69, ""))
        self.assertRegex(done.stderr, r"^image: the key of file:\S+ can't be had .*Hash.*\n$")

    def test_an_archive_that_isn_t_reached_is_named(self):
        done = self.get(self.sum, archive="nowhere")
        self.assertEqual(done.returncode, 69)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_a_keyring_that_was_named_and_isn_t_there_is_no_reason_to_take_another(self):
        self.assertEqual(self.get(self.sum, VIR_RASPBERRYPI_KEYRING="/nonexistent").returncode, 66)


class ConfigTxt(unittest.TestCase):
    """What the firmware reads: config.txt as image/lib/card.sh puts it together."""

    def lines(self, base):
        section = "all"
        for name in ("config.txt", f"config-{base}.txt"):
            for line in (IMAGE / "boot" / name).read_text().splitlines():
                line = line.strip()
                if line.startswith("["):
                    section = line.strip("[]")
                    self.assertIn(section, FILTERS)
                elif line and not line.startswith("#"):
                    yield section, re.split(r"[= ]", line, maxsplit=1)

    def test_every_line_is_one_that_the_firmware_knows(self):
        for base in ("debian", "raspberrypi"):
            for section, (key, value) in self.lines(base):
                self.assertIn(key, KEYS)
                if key == "dtoverlay" and not value.startswith("vir-"):
                    self.assertIn(value.partition(",")[0], OVERLAYS)

    def test_no_line_is_longer_than_the_firmware_reads(self):
        """98 characters: config_txt/what_is_config_txt.adoc."""
        for path in (IMAGE / "boot").glob("config*.txt"):
            for line in path.read_text().splitlines():
                if not line.startswith("#"):
                    self.assertLessEqual(len(line), 98)

    def test_no_board_s_codec_runs_faster_than_it_is_made_for(self):
        found = {section: int(value) for section, (key, value) in self.lines("raspberrypi") if key == "h264_freq_min"}
        self.assertEqual(found, CODEC_CLOCK)

    def test_the_last_section_is_everybody_s(self):
        """What somebody adds at the end is meant for all boards."""
        for base in ("debian", "raspberrypi"):
            self.assertEqual(list(self.lines(base))[-1][0] if base == "debian" else
                             (IMAGE / "boot/config-raspberrypi.txt").read_text().rstrip().rpartition("\n")[2].strip("[]"), "all")


class ThePlan(unittest.TestCase):
    def test_it_says_in_one_command_what_would_come_from_where(self):
        done = subprocess.run([IMAGE / "build.sh", "--base", "raspberrypi", "--plan"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("http://archive.raspberrypi.com/debian trixie main", "linux-image-rpi-v8", "raspi-firmware", "keyring"):
            self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
