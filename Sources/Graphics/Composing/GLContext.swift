// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES

/// An OpenGL ES context without a window and without a surface: it paints into textures only. Thread-bound.
///
/// It asks for OpenGL ES 2, which the oldest Pi has, and uses nothing beyond it.
final class GLContext {
    let display: EGLDisplay
    private let context: EGLContext
    /// The card whose memory it paints in. The display then belongs to this device alone.
    private let device: GBMDevice?

    /// Opens the context and makes it current on the calling thread.
    /// - Parameter device: the card to render on, so that its memory can be painted in; `nil` renders on whatever EGL finds.
    init(on device: GBMDevice? = nil) throws(GraphicsError) {
        let display =
            if let device {
                eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_GBM_KHR), UnsafeMutableRawPointer(device.pointer), nil)
            } else {
                eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
            }
        guard let display, eglInitialize(display, nil, nil) == EGL_TRUE else {
            throw .noCompositor(
                reason: "EGL opens no \(device.map { "display on " + $0.node } ?? "surfaceless display") "
                    + "(\(Self.lastError))")
        }
        var context: EGLContext?
        defer { if context == nil, device != nil { eglTerminate(display) } }
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
            throw .noCompositor(reason: "EGL has no OpenGL ES (\(Self.lastError))")
        }
        let wanted: [EGLint] = [EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE]
        var config: EGLConfig?
        var count: EGLint = 0
        guard eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE, count > 0 else {
            throw .noCompositor(reason: "EGL has no OpenGL ES 2 configuration (\(Self.lastError))")
        }
        let attributes: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE]
        context = eglCreateContext(display, config, vir_egl_no_context, attributes)
        guard let made = context else {
            throw .noCompositor(reason: "EGL makes no OpenGL ES 2 context (\(Self.lastError))")
        }
        self.display = display
        self.context = made
        self.device = device
        try makeCurrent()
    }

    // The surfaceless display is left initialised: every context of the process shares it. A device's own display goes with the context.
    deinit {
        if eglGetCurrentContext() == context {
            eglMakeCurrent(display, vir_egl_no_surface, vir_egl_no_surface, vir_egl_no_context)
        }
        eglDestroyContext(display, context)
        if device != nil { eglTerminate(display) }
    }

    /// Makes the context current. Two compositors may live on one thread, so each takes the thread before it paints.
    func makeCurrent() throws(GraphicsError) {
        guard eglGetCurrentContext() != context else { return }
        guard eglMakeCurrent(display, vir_egl_no_surface, vir_egl_no_surface, context) == EGL_TRUE else {
            throw .noCompositor(reason: "the OpenGL ES context is not for this thread (\(Self.lastError))")
        }
    }

    /// The name of the renderer, for the log: a GPU, or `llvmpipe`.
    var rendererName: String {
        glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? "unknown"
    }

    private static var lastError: String { "EGL error 0x" + String(eglGetError(), radix: 16) }
}
