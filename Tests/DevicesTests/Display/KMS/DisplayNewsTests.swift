// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Devices

/// Reading the hotplug messages of the kernel and the descriptions of TVs.
@Suite struct DisplayNewsTests {
    private func message(_ lines: String...) -> [UInt8] { lines.flatMap { Array($0.utf8) + [0] } }

    @Test func aPlugIsNewsAndACardsRemovalNamesIt() {
        var news = Hotplug.News()
        Hotplug.read(message("change@/devices/platform/vkms/drm/card0", "ACTION=change", "SUBSYSTEM=drm", "HOTPLUG=1"), into: &news)
        #expect(news == Hotplug.News(isAny: true))
        Hotplug.read(message("remove@/devices/card1", "ACTION=remove", "SUBSYSTEM=drm", "DEVNAME=dri/card1"), into: &news)
        #expect(news == Hotplug.News(isAny: true, removed: ["/dev/dri/card1"]))
    }

    @Test(arguments: ["", "SUBSYSTEM=usb", "XSUBSYSTEM=drm", "SUBSYSTEM=drm2"])
    func whatIsAboutOtherThingsIsNone(line: String) {
        var news = Hotplug.News()
        Hotplug.read(message("add@/devices/x", "ACTION=remove", line, "DEVNAME=dri/card0"), into: &news)
        #expect(news == Hotplug.News())
        Hotplug.read([], into: &news)
        #expect(news == Hotplug.News())
    }

    @Test func aTVsNameIsReadFromItsEDID() {
        var edid = [UInt8](repeating: 0, count: 128)
        #expect(monitorName(inEDID: edid) == nil)
        edid.replaceSubrange(72..<90, with: [0, 0, 0, 0xFC, 0] + Array("SONY TV  *00\n".utf8))
        #expect(monitorName(inEDID: edid) == "SONY TV *00")
        #expect(monitorName(inEDID: edid.prefix(127)) == nil)
        edid.replaceSubrange(77..<90, with: [0x0A] + [UInt8](repeating: 0x20, count: 12))
        #expect(monitorName(inEDID: edid) == nil)
        edid.replaceSubrange(77..<90, with: [UInt8](repeating: 0xFF, count: 13))
        #expect(monitorName(inEDID: edid) == nil, "bytes that are no letters")
        #expect(monitorName(inEDID: []) == nil)
    }

    @Test(
        "a TV's diagonal is read from its EDID, and a mere shape is no size",
        arguments: [(71, 40, 32.1), (95, 54, 43.0), (121, 68, 54.6), (0, 0, nil), (16, 9, nil), (160, 90, nil), (0, 40, nil)]
            as [(UInt8, UInt8, Double?)])
    func aTVsDiagonalIsReadFromItsEDID(width: UInt8, height: UInt8, inches: Double?) {
        var edid = [UInt8](repeating: 0, count: 128)
        (edid[21], edid[22]) = (width, height)
        #expect(diagonalInches(inEDID: edid).map { ($0 * 10).rounded() / 10 } == inches)
        #expect(diagonalInches(inEDID: edid.prefix(100)) == nil)
    }

    @Test(arguments: ["vkms@", "vkms@fast", "card0@0x0", "@1280"])
    func aModeThatIsNoneIsRefusedInWords(text: String) {
        #expect(throws: DisplayError.self) { try CardChoice(text) }
    }

    @Test func aCardMayCarryAMode() throws {
        #expect(try CardChoice("vkms@1280x720").mode == DisplayMode(size: .hd720, refresh: FrameRate(60)))
        #expect(try CardChoice("@1920x1080@50").mode == DisplayMode(size: .hd1080, refresh: FrameRate(50)))
        #expect(try CardChoice("card1").mode == nil)
        #expect(try CardChoice(nil).mode == nil)
    }
}
