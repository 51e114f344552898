// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Storage

@Suite struct MountedFormatTests {
    private static let table = """
        22 1 179:3 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p3 rw
        36 22 179:2 / /media/VIR rw,nosuid master:1 shared:7 - exfat /dev/mmcblk0p2 rw,uid=1000
        40 22 0:35 / /run rw - tmpfs tmpfs rw
        41 22 broken
        """

    @Test func theLineOfTheDeviceSaysTheFormat() {
        let card = MountedFormat.find("179:2", in: Self.table)
        #expect(card?.name == "exfat" && card?.device == "/dev/mmcblk0p2")
        #expect(MountedFormat.find("0:35", in: Self.table)?.name == "tmpfs")
        #expect(MountedFormat(name: "vfat", device: "/dev/sda1").largestFileBytes == 4_294_967_295 && card?.largestFileBytes == nil)
        #expect(MountedFormat.find("8:1", in: Self.table) == nil && MountedFormat.find("179:2", in: "") == nil)
    }

    @Test func aDevicesNumberHasTwoParts() {
        #expect(MountedFormat.number(of: 0xB302) == "179:2")
        #expect(MountedFormat.number(of: 0x23) == "0:35")
    }

    @Test func theRootHasAFormat() {
        #expect(MountedFormat.of("/").map { !$0.name.isEmpty } != false)
        #expect(MountedFormat.of("/nowhere/at/all") == nil)
    }
}
