// SPDX-License-Identifier: GPL-3.0-or-later

/// The cost of composing one picture.
public struct CompositionCost: Hashable, Sendable {
    /// The number of rectangles that were painted, including those of a blur's steps.
    public var quads = 0
    /// The number of pixels that they covered.
    public var texels = 0
    /// The number of pictures that were copied into textures. Pictures that a device shares or that are there already aren't copied.
    public var uploads = 0

    public init() {}
}
