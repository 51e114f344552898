import CGLES

/// An OpenGL ES context with no window and no surface: it paints into textures only. Thread-bound.
///
/// It asks for OpenGL ES 2, which the oldest Pi has, and uses nothing beyond it.
final class GLContext {
    private let display: EGLDisplay
    private let context: EGLContext

    /// Opens the context and makes it current on the calling thread.
    init() throws(GraphicsError) {
        guard let display = eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil),
              eglInitialize(display, nil, nil) == EGL_TRUE
        else { throw .noCompositor(reason: "EGL opens no surfaceless display (\(Self.lastError))") }
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
        guard let context = eglCreateContext(display, config, vir_egl_no_context, attributes) else {
            throw .noCompositor(reason: "EGL makes no OpenGL ES 2 context (\(Self.lastError))")
        }
        self.display = display
        self.context = context
        try makeCurrent()
    }

    // The display is left initialised: every context of the process shares it.
    deinit {
        if eglGetCurrentContext() == context {
            eglMakeCurrent(display, vir_egl_no_surface, vir_egl_no_surface, vir_egl_no_context)
        }
        eglDestroyContext(display, context)
    }

    /// Two compositors may live on one thread: whoever paints takes the thread first.
    func makeCurrent() throws(GraphicsError) {
        guard eglGetCurrentContext() != context else { return }
        guard eglMakeCurrent(display, vir_egl_no_surface, vir_egl_no_surface, context) == EGL_TRUE else {
            throw .noCompositor(reason: "the OpenGL ES context is not for this thread (\(Self.lastError))")
        }
    }

    /// The name of what renders, for the log: a GPU, or `llvmpipe`.
    var rendererName: String {
        glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? "unknown"
    }

    private static var lastError: String { "EGL error 0x" + String(eglGetError(), radix: 16) }
}
