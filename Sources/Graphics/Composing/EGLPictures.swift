// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// Makes textures of memory that devices share, through EGL and without a copy. Thread-bound.
struct EGLPictures {
    private let context: GLContext
    private let create: PFNEGLCREATEIMAGEKHRPROC
    private let destroyImage: PFNEGLDESTROYIMAGEKHRPROC
    private let target: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC
    private let takesModifiers: Bool

    /// Fails if this context's driver can't do that.
    /// - Precondition: the context is current.
    init?(_ context: GLContext) {
        func words(_ text: UnsafePointer<CChar>?) -> Set<Substring> {
            Set(text.map { String(cString: $0) }?.split(separator: " ") ?? [])
        }
        let extensions = words(eglQueryString(context.display, EGL_EXTENSIONS))
        let renderer = words(
            glGetString(GLenum(GL_EXTENSIONS)).map {
                UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
            })
        guard extensions.contains("EGL_KHR_image_base"), extensions.contains("EGL_EXT_image_dma_buf_import"),
            renderer.contains("GL_OES_EGL_image"),
            let create = eglGetProcAddress("eglCreateImageKHR"), let destroy = eglGetProcAddress("eglDestroyImageKHR"),
            let target = eglGetProcAddress("glEGLImageTargetTexture2DOES")
        else { return nil }
        self.context = context
        self.create = unsafeBitCast(create, to: PFNEGLCREATEIMAGEKHRPROC.self)
        destroyImage = unsafeBitCast(destroy, to: PFNEGLDESTROYIMAGEKHRPROC.self)
        self.target = unsafeBitCast(target, to: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC.self)
        takesModifiers = extensions.contains("EGL_EXT_image_dma_buf_import_modifiers")
    }

    /// Makes an image of one plane.
    /// - Parameters:
    ///   - fourcc: the format in which the renderer is to see its bytes.
    ///   - size: in texels.
    /// - Returns: `nil` if the driver refuses. The caller destroys the image.
    func makeImage(_ plane: DMABuffer.Plane, fourcc: UInt32, modifier: UInt64, size: VideoSize) -> EGLImageKHR? {
        var attributes: [EGLint] = [
            EGL_WIDTH, EGLint(clamping: size.width), EGL_HEIGHT, EGLint(clamping: size.height),
            EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: fourcc),
            EGL_DMA_BUF_PLANE0_FD_EXT, plane.fileDescriptor,
            EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGLint(clamping: plane.offset),
            EGL_DMA_BUF_PLANE0_PITCH_EXT, EGLint(clamping: plane.pitch),
        ]
        if takesModifiers {
            attributes += [
                EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGLint(truncatingIfNeeded: modifier),
                EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, EGLint(truncatingIfNeeded: modifier >> 32),
            ]
        } else if modifier != 0 {
            return nil
        }
        attributes.append(EGL_NONE)
        return create(context.display, vir_egl_no_context, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes)
    }

    /// Makes the bound texture show this image. Call it again before each use, because only then the driver looks for what another device
    /// has written since.
    /// - Returns: true if the driver takes the image.
    func bindTexture(to image: EGLImageKHR) -> Bool {
        target(GLenum(GL_TEXTURE_2D), image)
        return glGetError() == GLenum(GL_NO_ERROR)
    }

    /// Destroys images, with the textures and framebuffers made of them, whatever context the thread has just now.
    func destroy(_ images: [EGLImageKHR], textures: [GLuint], framebuffers: [GLuint] = []) {
        if (try? context.makeCurrent()) != nil {
            glDeleteFramebuffers(GLsizei(framebuffers.count), framebuffers)
            glDeleteTextures(GLsizei(textures.count), textures)
        }
        for image in images { _ = destroyImage(context.display, image) }
    }
}
