// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// Paints textured pictures into the bound target, and counts what that costs. Thread-bound.
final class PicturePrograms {
    /// The quads and texels that were painted since this was set.
    var cost = CompositionCost()
    /// The turn of everything that is painted, about the middle of the target.
    var turn = PictureOrientation.Turn.none
    private let yuv420p, nv12, importedNV12, bgra, bgrx, gaussian: ShaderProgram
    /// The programs for trimmed pictures, each made when the first picture of its kind comes.
    private var trimmed: [TexturedPicture.Kind: ShaderProgram] = [:]

    /// Sets up the shaders and the one quad that everything is painted with, in the current context.
    init() throws(GraphicsError) {
        yuv420p = try ShaderProgram(fragment: Shaders.yuv420p)
        nv12 = try ShaderProgram(fragment: Shaders.nv12)
        importedNV12 = try ShaderProgram(fragment: Shaders.importedNV12)
        bgra = try ShaderProgram(fragment: Shaders.bgra)
        bgrx = try ShaderProgram(fragment: Shaders.bgrx)
        gaussian = try ShaderProgram(fragment: Shaders.gaussian)
        let corners: [GLfloat] = [0, 0, 1, 0, 0, 1, 1, 1]
        var quad: GLuint = 0
        glGenBuffers(1, &quad)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), quad)
        glBufferData(
            GLenum(GL_ARRAY_BUFFER), MemoryLayout<GLfloat>.size * corners.count, corners,
            GLenum(GL_STATIC_DRAW))
        glVertexAttribPointer(ShaderProgram.corner, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, nil)
        glEnableVertexAttribArray(ShaderProgram.corner)
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
        glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
        glDisable(GLenum(GL_DITHER))
        glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }

    /// Makes the program that paints a trimmed picture of this kind.
    func prepareTrimming(of kind: TexturedPicture.Kind) throws(GraphicsError) {
        guard trimmed[kind] == nil else { return }
        let fragment =
            switch kind {
            case .yuv420p: Shaders.yuv420p
            case .nv12: Shaders.nv12
            case .importedNV12: Shaders.importedNV12
            case .bgra: Shaders.bgra
            case .bgrx: Shaders.bgrx
            }
        trimmed[kind] = try ShaderProgram(fragment: Shaders.trimmed(fragment))
    }

    /// Paints a picture over the contents of the target.
    /// - Parameter target: the size of the bound target, before everything on it is turned.
    /// - Precondition: `prepareTrimming` was called for a trimmed quad.
    func paint(_ picture: TexturedPicture, on quad: Quad, target: VideoSize) {
        let program =
            switch picture.kind {
            case let kind where quad.isTrimmed: trimmedProgram(of: kind)
            case .yuv420p: yuv420p
            case .nv12: nv12
            case .importedNV12: importedNV12
            case .bgra: bgra
            case .bgrx: bgrx
            }
        glUseProgram(program.id)
        if quad.isTrimmed { trim(program, quad) }
        glUniform1f(program.mirrored, quad.isMirrored ? 1 : 0)
        glUniform4f(program.crop, GLfloat(quad.crop.x), GLfloat(quad.crop.y), GLfloat(quad.crop.width), GLfloat(quad.crop.height))
        let bright = GLfloat(quad.opacity * (1 - quad.shade))
        glUniform4f(program.light, bright, bright, bright, GLfloat(quad.opacity))
        setLayout(picture.luma, program.layout0)
        setLayout(picture.chroma, program.layout1)
        draw(program, picture, quad, target)
    }

    /// Blurs a picture in one direction into the target, which it fills.
    /// - Parameter sigma: the sigma of the bell, in texels; at most 2.5.
    func blur(_ picture: TexturedPicture, sigma: Double, isVertical: Bool, target: VideoSize) {
        glUseProgram(gaussian.id)
        glUniform1f(gaussian.sigma, GLfloat(sigma))
        glUniform2f(
            gaussian.step, isVertical ? 0 : 1 / GLfloat(picture.luma.texture.width),
            isVertical ? 1 / GLfloat(picture.luma.texture.height) : 0)
        draw(gaussian, picture, Quad(filling: target), target)
    }

    private func trimmedProgram(of kind: TexturedPicture.Kind) -> ShaderProgram {
        guard let program = trimmed[kind] else { preconditionFailure("it was prepared") }
        return program
    }

    private func trim(_ program: ShaderProgram, _ quad: Quad) {
        let rim = quad.rim
        glUniform2f(program.rim, GLfloat(rim?.radius ?? 0), GLfloat(rim?.width ?? 0))
        let color = rim.flatMap { $0.width > 0 ? $0.color : nil }
        let alpha = color?.alpha ?? 0
        glUniform4f(
            program.line, GLfloat((color?.blue ?? 0) * alpha), GLfloat((color?.green ?? 0) * alpha), GLfloat((color?.red ?? 0) * alpha),
            GLfloat(alpha))
        // Without a sweep, everything lies far on the visible side of both lines.
        let sweep = quad.sweep ?? Quad.Sweep(center: Point(-3e4, 0), normals: (Point(1, 0), Point(1, 0)), isMoreThanHalf: true)
        glUniform2f(program.hub, GLfloat(sweep.center.x), GLfloat(sweep.center.y))
        glUniform4f(
            program.normals, GLfloat(sweep.normals.0.x), GLfloat(sweep.normals.0.y), GLfloat(sweep.normals.1.x), GLfloat(sweep.normals.1.y))
        glUniform1f(program.isEither, sweep.isMoreThanHalf ? 1 : 0)
    }

    private func setLayout(_ layout: PlaneLayout, _ uniform: GLint) {
        glUniform4f(
            uniform, GLfloat(layout.width), GLfloat(layout.height), 1 / GLfloat(layout.texture.width),
            1 / GLfloat(layout.texture.height))
    }

    private func draw(_ program: ShaderProgram, _ picture: TexturedPicture, _ quad: Quad, _ target: VideoSize) {
        glUniform4f(program.part, GLfloat(quad.part.x), GLfloat(quad.part.y), GLfloat(quad.part.width), GLfloat(quad.part.height))
        glUniform2f(program.extent, GLfloat(quad.width), GLfloat(quad.height))
        glUniform2f(program.center, GLfloat(quad.center.x), GLfloat(quad.center.y))
        glUniform2f(program.turn, GLfloat(quad.cosine), GLfloat(quad.sine))
        glUniform2f(program.target, GLfloat(target.width), GLfloat(target.height))
        let spin: (GLfloat, GLfloat) =
            switch turn {
            case .none: (1, 0)
            case .right: (0, 1)
            case .over: (-1, 0)
            case .left: (0, -1)
            }
        glUniform2f(program.spin, spin.0, spin.1)
        for (unit, texture) in picture.textures.enumerated() {
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
            glBindTexture(GLenum(GL_TEXTURE_2D), texture)
        }
        glActiveTexture(GLenum(GL_TEXTURE0))
        if let scissor = quad.scissor {
            // Rows run downwards: the first row is the top one.
            let seen = scissor.intersection(PixelRect(target)).turned(turn, in: target)
            glScissor(GLint(seen.left), GLint(seen.top), GLsizei(seen.size.width), GLsizei(seen.size.height))
            glEnable(GLenum(GL_SCISSOR_TEST))
        }
        glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        if quad.scissor != nil { glDisable(GLenum(GL_SCISSOR_TEST)) }
        cost.quads += 1
        cost.texels += quad.texels(on: target)
    }
}
