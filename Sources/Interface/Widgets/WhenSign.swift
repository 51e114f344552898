// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The sign that shows the picture's age: a dark plate "5 s ago", a white one "LIVE", or a purple one without a camera. Shape and ground
/// distinguish them before a word is read.
struct WhenSign: Hashable {
    enum Content: Hashable {
        case live
        /// The age in seconds.
        case ago(Double)
        /// The camera gives no pictures.
        case noCamera
        /// The picture stands still, because a newer one is missing; its age in seconds.
        case old(Double, hasCamera: Bool)
        /// The knob turns the delay, and the sign is amber.
        case turning(Double, isLive: Bool)
    }

    let rect: Rect
    private let content: Content
    private let size: Double

    private static let gap = 16.0

    /// - Parameter size: the size of the figure, in canvas units.
    init(_ content: Content, x: Double, y: Double, size: Double) {
        self.content = content
        self.size = size
        rect = Rect(x: x, y: y, width: Self.width(content, size: size), height: Self.height(size))
    }

    static func height(_ size: Double) -> Double { (size * 4 / 3).rounded() }

    static func width(_ content: Content, size: Double) -> Double {
        let word = word(of: content).map { gap + TextMetrics.width($0, size: wordSize(size)) } ?? 0
        return 2 * Theme.padding + TextMetrics.width(figure(of: content), size: size) + word
    }

    /// Returns the wanted size, or a smaller size at which the sign fits into this width.
    static func size(_ wanted: Double, for content: Content, within room: Double) -> Double {
        let (natural, fixed) = (width(content, size: wanted), width(content, size: 0))
        return natural <= room ? wanted : max(Theme.smallest, wanted * (room - fixed) / (natural - fixed))
    }

    private static func wordSize(_ size: Double) -> Double { size * 2 / 3 }

    private static func figure(of content: Content) -> String {
        switch content {
        case .live: Strings.live
        case .noCamera: Strings.noCamera
        case .old(let seconds, _) where seconds >= 120: Strings.span(seconds)
        case .ago(let seconds), .turning(let seconds, _), .old(let seconds, _): Strings.seconds(seconds)
        }
    }

    private static func word(of content: Content) -> String? {
        switch content {
        case .live, .noCamera: nil
        case .ago, .old, .turning(_, isLive: false): Strings.ago
        // The picture on the TV isn't delayed yet.
        case .turning(_, isLive: true): Strings.delayWord
        }
    }

    func draw(on sketch: inout DrawingBuilder) {
        let look = sketch.look
        var color = Palette.text
        switch content {
        case .live:
            sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, Palette.text)])
            color = Palette.ink
        case .ago, .old(_, hasCamera: true): sketch.scrim(rect)
        case .noCamera, .old(_, hasCamera: false):
            sketch.add([.fill(rect, cornerRadius: Theme.cornerRadius, Palette.noCameraGround)])
            sketch.edge(rect, width: look.edgeWidth, look.edge)
        case .turning:
            sketch.sheet(rect)
            color = Palette.held
        }
        let baseline = rect.center.y + size * 26 / 72
        sketch.words(Self.figure(of: content), x: rect.x + Theme.padding, baseline: baseline, size: size, weight: .bold, color: color)
        guard let word = Self.word(of: content) else { return }
        sketch.words(
            word, x: rect.maxX - Theme.padding, baseline: baseline, size: Self.wordSize(size),
            weight: look.hasHighContrast ? .semibold : .medium, alignment: .trailing)
    }
}
