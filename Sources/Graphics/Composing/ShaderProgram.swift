// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES

/// A linked pair of shaders and the locations of their uniforms. Thread-bound, like the context it was made in.
struct ShaderProgram {
    /// Every program takes the quad's corner as this attribute.
    static let corner: GLuint = 0

    let id: GLuint
    let part, extent, center, turn, target, spin, mirrored, crop, light, layout0, layout1, step, sigma: GLint
    /// Uniforms of the programs for trimmed pictures only.
    let rim, line, hub, normals, isEither: GLint

    init(fragment: String) throws(GraphicsError) {
        let program = glCreateProgram()
        for (kind, source) in [(GL_VERTEX_SHADER, Shaders.vertex), (GL_FRAGMENT_SHADER, fragment)] {
            let shader = glCreateShader(GLenum(kind))
            source.withCString { text in
                var line: UnsafePointer<GLchar>? = text
                glShaderSource(shader, 1, &line, nil)
            }
            glCompileShader(shader)
            glAttachShader(program, shader)
            // The shader is only marked here, and is deleted with the program.
            glDeleteShader(shader)
        }
        glBindAttribLocation(program, Self.corner, "corner")
        glLinkProgram(program)
        var isLinked: GLint = 0
        glGetProgramiv(program, GLenum(GL_LINK_STATUS), &isLinked)
        guard isLinked == GL_TRUE else {
            glDeleteProgram(program)
            throw .noCompositor(reason: "the renderer refuses a shader")
        }
        id = program
        func place(_ name: String) -> GLint { glGetUniformLocation(program, name) }
        part = place("part")
        extent = place("extent")
        center = place("center")
        turn = place("turn")
        target = place("target")
        spin = place("spin")
        mirrored = place("mirrored")
        crop = place("crop")
        light = place("light")
        layout0 = place("layout0")
        layout1 = place("layout1")
        step = place("step")
        sigma = place("sigma")
        rim = place("rim")
        line = place("line")
        hub = place("hub")
        normals = place("normals")
        isEither = place("isEither")
        glUseProgram(program)
        for unit: GLint in 0..<3 { glUniform1i(place("plane\(unit)"), unit) }
    }
}
