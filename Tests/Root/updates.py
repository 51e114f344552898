# SPDX-License-Identifier: GPL-3.0-or-later
"""Updates on a card, made as image/lib/card.sh makes them, and what became of them."""

import os

from world import SOURCES, VIR, World, run

UPDATE = "/usr/lib/vir/update"
FILES = {"kernel.gz": b"k" * 5000, "initrd.img": b"i" * 512, "root.squashfs": b"r" * 70_000, "cmdline.txt": b"vir.slot=a vir.root=0123 quiet\n",
         "overlays/README": b"", "overlays/vir-panel.dtbo": b"o" * 513}


class Updates(World):
    def setUp(self):
        super().setUp()
        self.mount_card("mmcblk0p2")

    def mount_card(self, part):
        (self.world / "mounted").write_text(f"/dev/{part} /media/VIR\n")

    def maker(self, version, made, key="update", files=None, base="debian", change=None):
        """An update, as image/lib/card.sh makes it. `change` changes the manifest before it is signed."""
        out = self.world / "made"
        slot = out / "slot"
        for path, content in (FILES if files is None else files).items():
            (slot / path).parent.mkdir(parents=True, exist_ok=True)
            (slot / path).write_bytes(content)
        hook = f"signify-openbsd() {{ python3 -c '{change}' \"$5\"; command signify-openbsd \"$@\"; }}" if change else ""
        run("bash", "-euc", f"""
            CACHE={out} KIND={base} BASE={base} VERSION={version} OUT={out} NAME=one SOURCE_DATE_EPOCH={made} VIR_SIGNING_KEY={self.keys}/{key}.sec
            {hook}
            . {SOURCES}/image/lib/card.sh; make_update {slot}""")
        content = (out / "one.update").read_bytes()
        run("rm", "-rf", out)
        return content

    def put(self, name, content, folder=None):
        path = (folder or self.card) / name
        path.write_bytes(content)
        os.chown(path, VIR, VIR)
        return path

    def update(self, **options):
        done = self.enter(UPDATE, **options)
        self.assertFalse((self.world / "left/vir-update").exists(), "its folder is left behind")
        return done

    def assertInstalled(self, version, folder=None):
        folder = folder or self.boot
        slots = self.slots(folder)
        self.assertEqual((slots["good"], slots["trial"], slots["version"], slots["tries"]), ("a", "b", version, "0"))
        self.assertEqual((folder / "tryboot.txt").read_text(), "os_prefix=b/\n")
        for path, content in FILES.items():
            self.assertEqual((folder / "b" / path).read_bytes(), content.replace(b"vir.slot=a", b"vir.slot=b"), path)

    def assertUntouched(self, folder=None):
        folder = folder or self.boot
        self.assertEqual(self.slots(folder)["trial"], "none")
        self.assertEqual((folder / "b/root.squashfs").read_bytes(), b"an older root")
        self.assertNotEqual((folder / "a/root.squashfs").read_bytes(), FILES["root.squashfs"])

    def change_after(self, program, command):
        """Somebody quick: does this right after that program has run."""
        path = self.world / "fakes" / program
        path.write_text(f'#!/bin/sh\nPATH=${{PATH#*:}}; {program} "$@"; status=$?; {command}; exit $status\n')
        path.chmod(0o755)
        (self.world / "media/mmcblk0p2").chmod(0o777)
