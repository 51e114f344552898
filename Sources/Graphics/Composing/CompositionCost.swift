// SPDX-License-Identifier: GPL-3.0-or-later

/// What composing one picture takes.
public struct CompositionCost: Hashable, Sendable {
    /// Rectangles that were painted, those of a blur's steps among them.
    public var quads = 0
    /// Pixels that they covered.
    public var texels = 0
    /// Pictures that were copied into textures; what a device shares or what was there already isn't copied.
    public var uploads = 0

    public init() {}
}
