// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A display that can hand back what it scans out: planes, scaling and colours as the hardware did them.
///
/// Thread-bound, as every display.
public protocol ReadableDisplay: Display {
    /// True if there is hardware for it, with the present TV.
    var canReadBack: Bool { get }
    /// Asks for the next commit to be read back, too.
    func readBackNextCommit()
    /// Returns the picture of the last commit that was to be read back, once the hardware has it, with the vblank at which it came on the
    /// TV; each picture once. Doesn't wait.
    func takeReadBack() -> (picture: PixelBuffer, vblank: Vblank)?
}
