// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// A texture that is kept and filled again, and made anew only if its size or kind changes. Thread-bound; it goes with its context.
struct Texture {
    let id: GLuint
    private(set) var size = VideoSize(width: 0, height: 0)
    private var format: GLint = 0

    init() {
        var id: GLuint = 0
        glGenTextures(1, &id)
        glBindTexture(GLenum(GL_TEXTURE_2D), id)
        for (name, value) in [
            (GL_TEXTURE_MIN_FILTER, GL_LINEAR), (GL_TEXTURE_MAG_FILTER, GL_LINEAR),
            (GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE), (GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE),
        ] {
            glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(name), value)
        }
        self.id = id
    }

    /// Gives the texture back.
    /// - Precondition: its context is current.
    func delete() {
        var id = id
        glDeleteTextures(1, &id)
    }

    /// Leaves the texture bound, with this size and format. Its contents are undefined if it had to be made anew.
    mutating func reserve(_ size: VideoSize, format: GLint) {
        glBindTexture(GLenum(GL_TEXTURE_2D), id)
        guard self.size != size || self.format != format else { return }
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, format, GLsizei(size.width), GLsizei(size.height), 0, GLenum(format),
            GLenum(GL_UNSIGNED_BYTE), nil)
        self.size = size
        self.format = format
    }

    /// Copies a plane to the texture, padding and all: OpenGL ES 2 can't skip the end of a row. Of the last row only the picture itself is
    /// read, because the memory may end there.
    mutating func fill(
        _ plane: PixelPlane, width: Int, height: Int, bytesPerPixel: Int,
        format: GLint
    ) throws(GraphicsError) {
        guard plane.pitch >= width * bytesPerPixel, plane.pitch % bytesPerPixel == 0 else {
            throw .compositionFailed(reason: "its rows of \(plane.pitch) bytes don't hold \(width) whole pixels")
        }
        let padded = plane.pitch / bytesPerPixel
        reserve(VideoSize(width: padded, height: height), format: format)
        func copy(row: Int, rows: Int, width: Int) {
            glTexSubImage2D(
                GLenum(GL_TEXTURE_2D), 0, 0, GLint(row), GLsizei(width), GLsizei(rows), GLenum(format),
                GLenum(GL_UNSIGNED_BYTE), plane.base + row * plane.pitch)
        }
        if height > 1 { copy(row: 0, rows: height - 1, width: padded) }
        copy(row: height - 1, rows: 1, width: width)
    }
}
