// SPDX-License-Identifier: GPL-3.0-or-later

/// An error of drawing or composing. Each `description` is one line that says what to do.
public enum GraphicsError: Error, Hashable, CustomStringConvertible {
    /// There is no GLES to compose with.
    case noCompositor(reason: String)
    case compositionFailed(reason: String)
    /// This card's memory can't be composed in.
    case noScanout(reason: String)

    public var description: String {
        switch self {
        case .noCompositor(let reason):
            "pictures can't be composed: \(reason) (are libegl1, libgles2 and libgl1-mesa-dri installed?)"
        case .compositionFailed(let reason): "a picture couldn't be composed: \(reason)"
        case .noScanout(let reason): "pictures can't be composed where the display reads them: \(reason)"
        }
    }
}
