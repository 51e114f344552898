// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The mode in which the knob changes the zoom, and the arrows or a finger move the part.
struct ZoomMode: Hashable, Sendable {
    private var touch: Touch<Bool>?
    private var lastPoint = Point(0, 0)

    /// - Parameter share: the share of the part's width that is visible.
    static func grammar(_ zoom: Zoom, share: Double) -> Grammar {
        var grammar: Grammar = [.press(.mark): .zoomDone, .press(.stop): .zoomDone, .turn: .zoom]
        if zoom.isOn || share < 1 { (grammar[.press(.left)], grammar[.press(.right)]) = (.panLeft, .panRight) }
        guard zoom.isOn else { return grammar }
        grammar[.press(.knob)] = .zoomWhole
        (grammar[.press(.up)], grammar[.press(.down)]) = (.panUp, .panDown)
        return grammar
    }

    /// - Returns: true if the mode goes on.
    mutating func handle(_ input: ScreenInput, _ zoom: inout Zoom, share: Double, at now: Timestamp) -> Bool {
        switch input {
        case .pressed(.mark), .tapped(.stop): return false
        case .turned(let detents, _): zoom.change(by: detents)
        case .tapped(.knob): zoom.reset()
        case .pressed(.left), .repeated(.left): zoom.pan(-Zoom.panStep, 0, share: share)
        case .pressed(.right), .repeated(.right): zoom.pan(Zoom.panStep, 0, share: share)
        case .pressed(.up), .repeated(.up): zoom.pan(0, -Zoom.panStep, share: share)
        case .pressed(.down), .repeated(.down): zoom.pan(0, Zoom.panStep, share: share)
        case .touchDown(let point):
            touch = Touch(true, at: point, slop: 0, at: now)
            lastPoint = point
        case .touchMoved(let point):
            guard touch != nil else { break }
            touch?.move(to: point, at: now)
            // The picture follows the finger.
            zoom.pan((lastPoint.x - point.x) / Areas.film.width, (lastPoint.y - point.y) / Areas.film.height, share: share)
            lastPoint = point
        case .touchUp: _ = touch.lift()
        default: break
        }
        return true
    }
}

extension Zoom {
    /// The zoom in words: how near, and which part of the picture.
    var spoken: Spoken {
        Spoken(Strings.word(of: Tool.zoom), Strings.zoom(factor), state: isOn ? [Strings.Spoken.at(left: crop.x, top: crop.y)] : [])
    }
}

extension Context {
    /// The zoom as a tool, in Live and in replays.
    var zoomOffer: ToolOffer { ToolOffer(.zoom, state: zoom.isOn ? Strings.speed(zoom.factor) : nil) }
}

/// The sign that a part of the picture is shown: the factor, and the part's position in the picture.
struct ZoomSign {
    private let zoom: Zoom
    private let isHeld: Bool
    private let rect: Rect
    private let look: Theme

    /// - Parameters:
    ///   - isHeld: true if the knob controls it.
    ///   - bottom: its lower edge.
    init(_ zoom: Zoom, isHeld: Bool, bottom: Double, look: Theme) {
        (self.zoom, self.isHeld, self.look) = (zoom, isHeld, look)
        let size = look.body
        let width = Self.mapWidth + 20 + TextMetrics.width(Strings.zoom(zoom.factor), size: size) + 2 * Theme.padding
        let height = max(Self.mapWidth * 9 / 16, look.lineHeight(size)) + 24
        rect = Rect(x: Areas.right - width, y: bottom - height, width: width, height: height)
    }

    private static let mapWidth = 112.0

    func draw(on sketch: inout DrawingBuilder) {
        if isHeld { sketch.sheet(rect) } else { sketch.scrim(rect) }
        let map = Rect(x: rect.x + Theme.padding, y: rect.center.y - Self.mapWidth * 9 / 32, width: Self.mapWidth, height: Self.mapWidth * 9 / 16)
        let crop = zoom.crop
        let part = Rect(
            x: map.x + crop.x * map.width, y: map.y + crop.y * map.height, width: crop.width * map.width, height: crop.height * map.height)
        sketch.edge(map, radius: 4, width: 2, Palette.text)
        sketch.add([.fill(part.inset(by: 3), cornerRadius: 2, isHeld ? Palette.held : Palette.text)])
        sketch.line(
            Strings.zoom(zoom.factor), x: map.maxX + 20, middle: rect.center.y, size: look.body, weight: .semibold,
            color: isHeld ? Palette.held : Palette.text)
    }
}
