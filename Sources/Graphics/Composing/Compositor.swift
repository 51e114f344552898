// SPDX-License-Identifier: GPL-3.0-or-later

import CGLES
import Core

/// Composes pictures with OpenGL ES if a display's planes can't show them: any angle, opacity, blur.
///
/// Thread-bound: only the thread that made it uses it.
public final class Compositor {
    private let context: GLContext
    private let programs: PicturePrograms
    private var uploads = UploadedPictures()
    /// The blurs by the picture's index, so that each picture finds targets of its own size again.
    private var blurs: [Blur] = []
    /// The pictures in memory that other devices share, used in place; `nil` if the driver can't do that, and everything is uploaded.
    private var imports: ImportedPictures?
    private var outputs: any CompositorOutputs
    private let largestSide: Int

    /// The memory for composed pictures, for the log, with the reason if the display's memory was asked for and can't be used.
    public private(set) var outputDescription: String

    /// The cost of the last `compose`.
    public private(set) var lastCost = CompositionCost()

    /// Opens a context without a window on the calling thread.
    ///
    /// If the card's memory can't be composed in, pictures are made in ordinary memory: that is no error.
    /// - Throws: if there is nothing to compose with at all.
    public init(target: CompositorTarget = .memory) throws(GraphicsError) {
        (context, outputs, outputDescription) = try Self.open(target)
        imports = EGLPictures(context).map(ImportedPictures.init)
        programs = try PicturePrograms()
        var side: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
        largestSide = Int(side)
    }

    /// The name of the renderer: a GPU, or `llvmpipe` if the processor renders.
    public var rendererName: String { context.rendererName }

    /// Returns one `bgrx` picture composed of these pictures, back to front, on black.
    ///
    /// It covers the whole TV: its place is `CanvasMapping(size:).screen` of its own size. Its memory is used again once the caller has released it.
    /// Pictures that the last composition had too aren't uploaded again: they are kept until the next composition, or until
    /// `forgetPictures`.
    /// - Parameters:
    ///   - size: the size of the TV as a person sees it, in pixels.
    ///   - turn: the turn of everything, for a TV that doesn't hang upright. A quarter turn swaps the width and height of what is returned.
    public func compose(_ pictures: [PlacedPicture], size: VideoSize, turn: PictureOrientation.Turn = .none) throws(GraphicsError) -> PixelBuffer {
        try context.makeCurrent()
        let sizes = [size] + pictures.map(\.buffer.size)
        let longest = sizes.reduce(0) { max($0, $1.width, $1.height) }
        guard size.width > 0, size.height > 0, longest <= largestSide else {
            throw .compositionFailed(reason: "the renderer takes pictures of 1 to \(largestSide) pixels a side")
        }
        let mapping = CanvasMapping(size: size)
        while blurs.count < pictures.count { blurs.append(Blur()) }
        programs.cost = CompositionCost()
        imports?.beginComposition()
        uploads.beginComposition(of: pictures)
        var prepared: [TexturedPicture] = []
        prepared.reserveCapacity(pictures.count)
        for (index, picture) in pictures.enumerated() {
            prepared.append(try prepare(picture, index: index, mapping: mapping))
        }

        programs.turn = turn
        defer { programs.turn = .none }
        let output = try output(PictureOrientation(turn: turn).size(of: size)) {
            glClearColor(0, 0, 0, 1)
            glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
            glEnable(GLenum(GL_BLEND))
            for (picture, textured) in zip(pictures, prepared) {
                picture.forEachUsedPart(on: size) { part in
                    var quad = Quad(part, mapping: mapping)
                    guard quad.isVisible else { return }
                    if isBlurred(picture, mapping) { quad.crop = .unit }
                    programs.paint(textured, on: quad, target: size)
                }
            }
        }
        lastCost = programs.cost
        lastCost.uploads = uploads.count
        let error = glGetError()
        guard error == GLenum(GL_NO_ERROR) else {
            throw .compositionFailed(reason: "OpenGL ES error 0x" + String(error, radix: 16))
        }
        return output
    }

    /// Releases the pictures of the last composition; their textures stay for others.
    public func forgetPictures() {
        uploads.forget()
    }

    /// Returns the picture in textures, blurred if its placement asks for it.
    private func prepare(
        _ picture: PlacedPicture, index: Int,
        mapping: CanvasMapping
    ) throws(GraphicsError) -> TexturedPicture {
        let textured =
            if let imported = imports?.textures(of: picture.buffer) { imported } else {
                try uploads.textures(of: picture.buffer)
            }
        let quad = Quad(picture, mapping: mapping)
        guard isBlurred(picture, mapping), quad.isVisible else {
            if quad.isTrimmed { try programs.prepareTrimming(of: textured.kind) }
            return textured
        }
        if quad.isTrimmed { try programs.prepareTrimming(of: .bgra) }
        func whole(_ length: Double) -> Int { Int(min(max(length.rounded(), 1), Double(largestSide))) }
        return try blurs[index].blurred(
            textured, size: VideoSize(width: whole(quad.width), height: whole(quad.height)),
            crop: picture.placement.inMemory(picture.crop),
            radius: picture.placement.blur * mapping.scale, programs: programs)
    }

    /// Returns true if a blur is to be seen: under half a pixel it isn't.
    private func isBlurred(_ picture: PlacedPicture, _ mapping: CanvasMapping) -> Bool {
        picture.placement.blur * mapping.scale > 0.5
    }

    private func output(_ size: VideoSize, _ body: () -> Void) throws(GraphicsError) -> PixelBuffer {
        do throws(GraphicsError) {
            return try outputs.paint(size, body)
        } catch .noScanout(let reason) {
            outputs = MemoryOutputs()
            outputDescription = "memory: " + reason
            return try outputs.paint(size, body)
        }
    }

    private static func open(
        _ target: CompositorTarget
    )
        throws(GraphicsError) -> (GLContext, any CompositorOutputs, String)
    {
        var obstacle = ""
        if case .scanout(let card) = target {
            do throws(GraphicsError) {
                let device = try GBMDevice(card: card)
                let context = try GLContext(on: device)
                guard let pictures = EGLPictures(context) else {
                    throw .noScanout(reason: "the driver of \(device.node) imports no shared memory")
                }
                return (context, try ScanoutOutputs(device, pictures), "scanout memory of \(device.node)")
            } catch .noScanout(let reason), .noCompositor(let reason), .compositionFailed(let reason) {
                obstacle = ": " + reason
            }
        }
        return (try GLContext(), MemoryOutputs(), "memory" + obstacle)
    }
}

extension PlacedPicture {
    /// Parts that lie together within this share of the target aren't worth a quad each.
    private static let smallShare = 1.0 / 8

    /// Calls `body` with each part that has anything to see, as a picture of its own; with the picture itself if it has no such parts.
    /// - Parameter target: the TV's size in pixels, which is a drawing's as well.
    fileprivate func forEachUsedPart(on target: VideoSize, _ body: (PlacedPicture) -> Void) {
        guard var used, placement.rotation == 0, !placement.isMirrored, placement.blur == 0 else { return body(self) }
        if let first = used.first, used.count > 1 {
            let all = used.dropFirst().reduce(first) { $0.union($1) }
            // A sweep is one quad, because its lines would be drawn through each of its parts.
            if sweep != nil || Double(all.size.pixels) <= Double(target.pixels) * Self.smallShare { used = [all] }
        }
        for pixels in used {
            let part = Rect(
                x: Double(pixels.left), y: Double(pixels.top), width: Double(pixels.size.width),
                height: Double(pixels.size.height)
            )
            .inUnits(of: Rect(x: 0, y: 0, width: Double(buffer.size.width), height: Double(buffer.size.height)))
            guard let seen = part.intersection(crop) else { continue }
            var picture = self
            picture.place = place.part(seen.inUnits(of: crop))
            picture.crop = seen
            body(picture)
        }
    }
}
