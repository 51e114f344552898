// SPDX-License-Identifier: GPL-3.0-or-later

import CGBM
import CGLES
import Core

/// Shared memory as a target to paint into. Thread-bound.
final class SharedTarget {
    private let pictures: EGLPictures
    private let image: EGLImageKHR
    private var texture: GLuint = 0
    private var framebuffer: GLuint = 0
    private let size: VideoSize

    init(_ memory: DMABuffer, size: VideoSize, _ pictures: EGLPictures) throws(GraphicsError) {
        // The shaders' first colour is the first byte in memory: red to the renderer, blue to the display.
        guard let plane = memory.planes.first,
            let image = pictures.makeImage(plane, fourcc: vir_fourcc_abgr8888, modifier: memory.modifier, size: size)
        else { throw .noScanout(reason: "EGL makes no image of a display's memory") }
        self.pictures = pictures
        self.image = image
        self.size = size
        glGenTextures(1, &texture)
        glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        let isTaken = pictures.bindTexture(to: image)
        glGenFramebuffers(1, &framebuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glFramebufferTexture2D(GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), texture, 0)
        guard isTaken, glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER)) == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
            throw .noScanout(reason: "the renderer can't paint in a display's memory")
        }
    }

    deinit {
        pictures.destroy([image], textures: [texture], framebuffers: [framebuffer])
    }

    /// Makes this the target that is painted into.
    func bind() {
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }
}
