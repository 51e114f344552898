// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices

/// A headless display that accepts only the pictures that a test allows.
final class ChoosyDisplay: Display {
    private let display: HeadlessDisplay
    var takes: ([PlacedPicture]) -> Bool

    init(_ display: HeadlessDisplay, takes: @escaping ([PlacedPicture]) -> Bool) {
        self.display = display
        self.takes = takes
    }

    var name: String { display.name }
    var mode: DisplayMode? { display.mode }
    var nextVblank: Vblank { display.nextVblank }
    func vblank(forCommitAt instant: Timestamp) -> Vblank { display.vblank(forCommitAt: instant) }
    func accepts(_ pictures: [PlacedPicture]) -> Bool { takes(pictures) }
    func commit(_ pictures: [PlacedPicture]) throws(DisplayError) { try display.commit(pictures) }
    func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? { try display.waitForVblank(until: deadline) }
    var onScreen: [PlacedPicture] { display.onScreen }
    func close() { display.close() }
}
