// SPDX-License-Identifier: GPL-3.0-or-later

/// The memory for composed pictures.
public enum CompositorTarget: Hashable, Sendable {
    /// In ordinary memory, copied out of the renderer.
    case memory
    /// In buffers that this card's display scans out as they are. `card` is a node in /dev/dri.
    case scanout(card: String)
}
