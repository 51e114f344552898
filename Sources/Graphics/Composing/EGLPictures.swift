// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// What EGL can make of memory that devices share: textures, with no copy. Thread-bound.
struct EGLPictures {
    private let context: GLContext
    private let create: PFNEGLCREATEIMAGEKHRPROC
    private let destroyImage: PFNEGLDESTROYIMAGEKHRPROC
    private let target: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC
    private let takesModifiers: Bool

    /// `nil` where this context's driver can't.
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

    /// One plane as a picture of its own.
    /// - Parameters:
    ///   - fourcc: how the renderer is to see its bytes.
    ///   - size: in texels.
    /// - Returns: `nil` where the driver refuses. The caller destroys it.
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

    /// Lets the bound texture be this image. Again before each use: it is then that the driver looks for what another
    /// device has written since.
    /// - Returns: whether the driver takes it.
    func bindTexture(to image: EGLImageKHR) -> Bool {
        target(GLenum(GL_TEXTURE_2D), image)
        return glGetError() == GLenum(GL_NO_ERROR)
    }

    /// Gives images and what was painted with them back, whatever context the thread has just now.
    func destroy(_ images: [EGLImageKHR], textures: [GLuint], framebuffers: [GLuint] = []) {
        if (try? context.makeCurrent()) != nil {
            glDeleteFramebuffers(GLsizei(framebuffers.count), framebuffers)
            glDeleteTextures(GLsizei(textures.count), textures)
        }
        for image in images { _ = destroyImage(context.display, image) }
    }
}
