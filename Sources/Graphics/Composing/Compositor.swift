import CGLES
import Core
import Synchronization

/// Composes pictures with OpenGL ES, where a display's planes can't: any angle, opacity, blur.
///
/// Thread-bound: the thread that made it.
public final class Compositor {
    private let context: GLContext
    private let programs: PicturePrograms
    /// Both by the picture's index, so that each finds textures of its own size again.
    private var textures: [PictureTextures] = []
    private var blurs: [Blur] = []
    private var target: RenderTarget
    /// What was handed out; used again once nobody holds it.
    private var outputs: [MemoryPixelBuffer] = []
    private let largestSide: Int

    /// Opens a context with no window on the calling thread.
    public init() throws(GraphicsError) {
        context = try GLContext()
        programs = try PicturePrograms()
        target = RenderTarget()
        var side: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
        largestSide = Int(side)
    }

    /// What renders: a GPU, or `llvmpipe` where the processor does it.
    public var rendererName: String { context.rendererName }

    /// One `bgrx` picture of these pictures, back to front, on black.
    ///
    /// It covers the whole TV: its place is `CanvasMapping(size:).screen`. Its memory is used again once the caller
    /// has let go of it.
    /// - Parameter size: the TV's pixels.
    public func compose(_ pictures: [PlacedPicture], size: VideoSize) throws(GraphicsError) -> PixelBuffer {
        try context.makeCurrent()
        let sizes = [size] + pictures.map(\.buffer.size)
        let longest = sizes.reduce(0) { max($0, $1.width, $1.height) }
        guard size.width > 0, size.height > 0, longest <= largestSide else {
            throw .compositionFailed(reason: "the renderer takes pictures of 1 to \(largestSide) pixels a side")
        }
        let output = freeOutput(size)
        let mapping = CanvasMapping(size: size)
        while textures.count < pictures.count {
            textures.append(PictureTextures())
            blurs.append(Blur())
        }
        var prepared: [TexturedPicture] = []
        prepared.reserveCapacity(pictures.count)
        for (index, picture) in pictures.enumerated() {
            prepared.append(try prepare(picture, index: index, mapping: mapping))
        }

        let paddedWidth = output.plane(0).pitch / 4
        try target.bind(size, paddedWidth: paddedWidth)
        glClearColor(0, 0, 0, 1)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        glEnable(GLenum(GL_BLEND))
        for (picture, textured) in zip(pictures, prepared) {
            let quad = Quad(place: picture.place, placement: picture.placement, mapping: mapping)
            guard quad.width > 0, quad.height > 0, quad.opacity > 0 else { continue }
            programs.paint(textured, on: quad, target: size)
        }
        glReadPixels(0, 0, GLsizei(paddedWidth), GLsizei(size.height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE),
                     output.plane(0).base)
        let error = glGetError()
        guard error == GLenum(GL_NO_ERROR) else {
            throw .compositionFailed(reason: "OpenGL ES error 0x" + String(error, radix: 16))
        }
        return output
    }

    /// The picture in textures, blurred where it is to be.
    private func prepare(_ picture: PlacedPicture, index: Int,
                         mapping: CanvasMapping) throws(GraphicsError) -> TexturedPicture {
        let textured = try textures[index].fill(picture.buffer)
        let radius = picture.placement.blur * mapping.scale
        // Under half a pixel nothing is seen of it.
        guard radius > 0.5 else { return textured }
        let quad = Quad(place: picture.place, placement: picture.placement, mapping: mapping)
        func whole(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), Double(largestSide))) }
        return try blurs[index].blurred(textured, size: VideoSize(width: whole(quad.width), height: whole(quad.height)),
                                        radius: radius, programs: programs)
    }

    private func freeOutput(_ size: VideoSize) -> MemoryPixelBuffer {
        outputs.removeAll { $0.size != size }
        for index in outputs.indices where isKnownUniquelyReferenced(&outputs[index]) {
            // What its last reader read comes before what is written now.
            atomicMemoryFence(ordering: .acquiring)
            return outputs[index]
        }
        let output = MemoryPixelBuffer(format: .bgrx, size: size)
        outputs.append(output)
        return output
    }
}
