// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// The layout of a plane in its texture: the picture's size and the texture's size, both in texels.
struct PlaneLayout {
    var width: Double
    var height: Double
    var texture: VideoSize
}

/// A picture whose pixels are in textures. Thread-bound.
struct TexturedPicture {
    enum Kind: Hashable { case yuv420p, nv12, importedNV12, bgra, bgrx }

    var kind: Kind
    var textures: [GLuint]
    var luma: PlaneLayout
    /// The same as `luma` if there is no chroma.
    var chroma: PlaneLayout
}
