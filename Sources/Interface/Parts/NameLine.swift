// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// "Ana · End 3 · 4 of 6": an archer's name in bold, and more words about what the archer shoots.
struct NameLine: Hashable {
    private let name: String?
    private let rest: String

    static let separator = " · "

    /// - Parameter name: `nil` if no archers are named.
    init(_ name: String?, _ words: String) {
        self.name = name
        rest = (name == nil || words.isEmpty ? "" : Self.separator) + words
    }

    /// Returns the room that it needs.
    func width(_ size: Double) -> Double { (name.map { TextMetrics.width($0, size: size) } ?? 0) + restWidth(size) }

    /// Returns the room that everything but the name needs. A name may be cut, and the figures after it never are.
    func restWidth(_ size: Double) -> Double {
        // The spaces of the medium weight are wider than those of bold.
        max(TextMetrics.width(rest, size: size), TextMetrics.width(rest, size: size, weight: .medium))
    }

    /// Returns the size at which it fits; if that would be too small to read, the smallest size, at which the name is cut.
    func size(_ wanted: Double, within room: Double, least: Double) -> Double {
        let natural = width(wanted)
        return natural <= room ? wanted : max(least, (wanted * room / natural).rounded(.down))
    }

    /// - Parameters:
    ///   - rect: the room for the words.
    ///   - alignment: what is drawn stands at this side of the room, or in its middle.
    func draw(in rect: Rect, baseline: Double, size: Double, _ alignment: TextRun.Alignment, on sketch: inout DrawingBuilder) {
        let (named, drawn) = widths(size, within: rect.width)
        let left =
            switch alignment {
            case .leading: rect.x
            case .center: rect.center.x - drawn / 2
            case .trailing: rect.maxX - drawn
            }
        if let name {
            let top = Point(left, baseline - size * TextMetrics.ascent)
            let isCut = !TextMetrics.fits(name, size: size, within: named)
            sketch.add([.text(TextRun(name, at: top, size: size, weight: .bold, color: Palette.text, width: isCut ? named : nil))])
        }
        sketch.words(rest, x: left + named, baseline: baseline, size: size)
    }

    /// Returns the width of the name, and of all that is drawn.
    private func widths(_ size: Double, within room: Double) -> (name: Double, all: Double) {
        let figures = TextMetrics.width(rest, size: size, weight: .medium)
        guard let name else { return (0, figures) }
        let natural = TextMetrics.width(name, size: size)
        let named = TextMetrics.fits(name, size: size, within: room - figures) ? natural : max(0, room - figures)
        return (named, named + figures)
    }
}
