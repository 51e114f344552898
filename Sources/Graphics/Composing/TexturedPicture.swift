// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// How a plane lies in its texture, as the shaders take it: the picture's size in texels, and one over the texture's.
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
    /// The same as `luma` where there is no chroma.
    var chroma: PlaneLayout
}
