// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A display that can hand back what it scans out: planes, scaling and colours as the hardware did them.
///
/// Thread-bound, as every display.
public protocol ReadableDisplay: Display {
    /// Whether there is hardware for it, with the TV that is there now.
    var canReadBack: Bool { get }
    /// Has the next commit read back, too.
    func readBackNextCommit()
    /// The picture of the last commit that asked for it, once the hardware has it, with the vblank at which it came on
    /// the TV; each picture once. It doesn't wait.
    func takeReadBack() -> (picture: PixelBuffer, vblank: Vblank)?
}
