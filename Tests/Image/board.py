# SPDX-License-Identifier: GPL-3.0-or-later
"""The Pi 4's device tree as QEMU's `raspi4b` needs it: that machine lacks parts of the board, and a driver that reads where
nothing is ends the kernel."""

import subprocess

#: Blocks that QEMU lacks: display, graphics, cameras' receivers, fans.
ABSENT = ("aon_intr dvp hdmi0 hdmi1 ddc0 ddc1 hvs vc4 v3d vec txp pixelvalve0 pixelvalve1 pixelvalve2 pixelvalve3 pixelvalve4 "
          "csi0 csi1 dsi0 dsi1 pwm pwm1").split()


class Tree:
    def __init__(self, path):
        self.path = str(path)

    def node(self, label):
        done = subprocess.run(["fdtget", self.path, "/__symbols__", label], capture_output=True, text=True)
        return done.stdout.strip() or None

    def put(self, label, name, *values, kind=None):
        node = self.node(label)
        if node:
            subprocess.run(["fdtput", *(["-t", kind] if kind else []), self.path, node, name, *values], check=True)

    def drop(self, label, *names):
        node = self.node(label)
        for name in names if node else ():
            subprocess.run(["fdtput", "-d", self.path, node, name], capture_output=True)

    def remove(self, label, children_only=False):
        node = self.node(label)
        if not node:
            return
        nodes = [node]
        if children_only:
            listed = subprocess.run(["fdtget", "-l", self.path, node], check=True, capture_output=True, text=True).stdout
            nodes = [f"{node}/{child}" for child in listed.split()]
        for name in nodes:
            subprocess.run(["fdtput", "-r", self.path, name], check=True)


def fit_to_qemu(path):
    tree = Tree(path)
    for label in ABSENT:
        tree.put(label, "status", "disabled", kind="s")
    # The card's power supplies depend on the firmware's lines; here they are always on.
    for label in ("sd_io_1v8_reg", "sd_vcc_reg"):
        tree.put(label, "compatible", "regulator-fixed", kind="s")
        tree.put(label, "regulator-min-microvolt", "3300000", kind="i")
        tree.drop(label, "gpio", "gpios", "states", "enable-active-high")
    # QEMU's card is in the controller that the board uses for Wi-Fi.
    tree.drop("sdhci", "mmc-pwrseq", "non-removable")
    tree.put("sdhci", "broken-cd")
    tree.put("sdhci", "no-1-8-v")
    tree.remove("sdhci", children_only=True)
    # The small serial port floods the system with interrupts; the large one is Bluetooth's.
    tree.remove("bt")
    for label in ("uart1", "spi1", "spi2"):
        tree.put(label, "status", "disabled", kind="s")
