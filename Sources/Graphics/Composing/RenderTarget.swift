// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// A texture to paint into.
struct RenderTarget {
    private(set) var texture = Texture()
    private let framebuffer: GLuint

    init() {
        var framebuffer: GLuint = 0
        glGenFramebuffers(1, &framebuffer)
        self.framebuffer = framebuffer
    }

    /// Makes this the target that is painted into.
    /// - Parameters:
    ///   - size: the size of the painted picture.
    ///   - paddedWidth: the texture's own width, if its rows are to be longer.
    mutating func bind(_ size: VideoSize, paddedWidth: Int? = nil) throws(GraphicsError) {
        let textureSize = VideoSize(width: paddedWidth ?? size.width, height: size.height)
        let isNew = texture.size != textureSize
        texture.reserve(textureSize, format: GL_RGBA)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        if isNew {
            glFramebufferTexture2D(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D),
                texture.id, 0)
            guard glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
                throw .compositionFailed(reason: "the renderer can't paint a picture of \(size)")
            }
        }
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }
}
