// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Writes drawing commands as SVG: the TV's drawings on a page, one canvas unit to one of SVG's.
struct SVG {
    private(set) var body = ""
    private var clips = 0
    /// The beginning of every id, so that pictures on one page don't share any.
    private let name: String

    init(named name: String) {
        self.name = name
    }

    // MARK: Building

    mutating func open(_ element: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        body += "<\(element)\(Self.text(attributes))>"
    }

    mutating func close(_ element: String) {
        body += "</\(element)>"
    }

    /// Adds a whole element with words in it.
    mutating func element(_ element: String, _ attributes: KeyValuePairs<String, String>, words: String = "") {
        body += "<\(element)\(Self.text(attributes))\(words.isEmpty ? "/>" : ">\(PageText.escaped(PageText.line(words)))</\(element)>")"
    }

    mutating func title(_ text: String) {
        body += "<title>\(PageText.escaped(text))</title>"
    }

    /// Returns the picture: everything that was built, as one element.
    /// - Parameters:
    ///   - view: the visible part of the drawing, and the picture's aspect.
    ///   - isFile: true for a file by itself, false for a part of a page.
    func picture(_ view: Rect, title: String, description: String, role: String, isFile: Bool) -> String {
        let box = [view.x, view.y, view.width, view.height].map(PageNumber.short).joined(separator: " ")
        var picture = isFile ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : ""
        picture += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\" role=\"\(role)\" "
        // Only a browser that shows the file by itself needs a size.
        if isFile { picture += "width=\"800\" height=\"\(PageNumber.fixed(800 * view.height / view.width, places: 0))\" " }
        // The description is read once, after the name, and a listener may skip it.
        picture += "aria-labelledby=\"\(name)-title\" aria-describedby=\"\(name)-desc\">"
        picture += "<title id=\"\(name)-title\">\(PageText.escaped(title))</title>"
        picture += "<desc id=\"\(name)-desc\">\(PageText.escaped(description))</desc>"
        return picture + body + "</svg>" + (isFile ? "\n" : "")
    }

    // MARK: Drawing

    mutating func draw(_ commands: [DrawingCommand]) {
        for command in commands { draw(command) }
    }

    private mutating func draw(_ command: DrawingCommand) {
        switch command {
        case .fill(let rect, let corner, let color): empty("rect", Self.place(rect, corner) + Self.fill(color))
        case .stroke(let rect, let corner, let width, let color): empty("rect", Self.place(rect, corner) + Self.stroke(color, width))
        case .disc(let center, let radius, let color): empty("circle", Self.place(center, radius) + Self.fill(color))
        case .circle(let center, let radius, let width, let color):
            empty("circle", Self.place(center, radius) + Self.stroke(color, width))
        case .line(let points, let width, let color): empty("polyline", Self.places(points) + Self.stroke(color, width))
        case .polygon(let points, let color): empty("polygon", Self.places(points) + Self.fill(color))
        case .arc(let center, let radius, let from, let to, let width, let color):
            empty("path", " d=\"\(Self.arc(center, radius, from: from, to: to))\"" + Self.stroke(color, width))
        case .text(let run): text(run)
        // Only the TV can find a clip's still.
        case .still: break
        case .clipped(let rect, let corner, let commands): clip(to: rect, corner, commands)
        }
    }

    private mutating func empty(_ element: String, _ attributes: String) {
        body += "<\(element)\(attributes)/>"
    }

    /// Draws one line of text, like a text on the TV that doesn't wrap.
    private mutating func text(_ run: TextRun) {
        // This is Inter's ascent: the distance from the top edge to the baseline.
        let baseline = run.origin.y + run.size * 0.97
        let anchor =
            switch run.alignment {
            case .leading: "start"
            case .center: "middle"
            case .trailing: "end"
            }
        let weight =
            switch run.weight {
            case .regular: 400
            case .medium: 500
            case .semibold: 600
            case .extraBold: 800
            case .bold: 700
            }
        body +=
            "<text x=\"\(PageNumber.short(run.origin.x))\" y=\"\(PageNumber.short(baseline))\" "
            + "font-family=\"Inter, system-ui, sans-serif\" font-size=\"\(PageNumber.short(run.size))\" font-weight=\"\(weight)\" "
            + "text-anchor=\"\(anchor)\"\(Self.fill(run.color))>\(PageText.escaped(PageText.line(run.text)))</text>"
    }

    private mutating func clip(to rect: Rect, _ corner: Double, _ commands: [DrawingCommand]) {
        clips += 1
        let id = "\(name)-clip-\(clips)"
        body += "<clipPath id=\"\(id)\"><rect\(Self.place(rect, corner))/></clipPath>"
        open("g", ["clip-path": "url(#\(id))"])
        draw(commands)
        close("g")
    }

    // MARK: Attributes

    private static func text(_ attributes: KeyValuePairs<String, String>) -> String {
        attributes.reduce(into: "") { $0 += " \($1.key)=\"\(PageText.escaped($1.value))\"" }
    }

    private static func place(_ rect: Rect, _ corner: Double) -> String {
        let place =
            " x=\"\(PageNumber.short(rect.x))\" y=\"\(PageNumber.short(rect.y))\""
            + " width=\"\(PageNumber.short(rect.width))\" height=\"\(PageNumber.short(rect.height))\""
        return corner > 0 ? place + " rx=\"\(PageNumber.short(corner))\"" : place
    }

    private static func place(_ center: Point, _ radius: Double) -> String {
        " cx=\"\(PageNumber.short(center.x))\" cy=\"\(PageNumber.short(center.y))\" r=\"\(PageNumber.short(radius))\""
    }

    private static func places(_ points: [Point]) -> String {
        " points=\"\(points.map(pair).joined(separator: " "))\""
    }

    private static func pair(_ point: Point) -> String { "\(PageNumber.short(point.x)),\(PageNumber.short(point.y))" }

    /// Returns the path of an arc. `Angle` counts from 12 o'clock, a drawing from 3 o'clock.
    private static func arc(_ center: Point, _ radius: Double, from: Double, to: Double) -> String {
        func end(_ radians: Double) -> Point {
            let angle = Angle(degrees: radians * 180 / .pi + 90)
            return Point(center.x + radius * angle.right, center.y - radius * angle.up)
        }
        let round = PageNumber.short(radius)
        // There is no arc from a point to itself, so a whole turn is drawn as two halves.
        let middle = abs(to - from) > .pi ? " A \(round) \(round) 0 0 \(to > from ? 1 : 0) \(pair(end((from + to) / 2)))" : ""
        return "M \(pair(end(from)))\(middle) A \(round) \(round) 0 0 \(to > from ? 1 : 0) \(pair(end(to)))"
    }

    private static func fill(_ color: Color) -> String {
        " fill=\"\(hex(color))\"" + (color.alpha < 1 ? " fill-opacity=\"\(PageNumber.short(color.alpha))\"" : "")
    }

    private static func stroke(_ color: Color, _ width: Double) -> String {
        " fill=\"none\" stroke=\"\(hex(color))\" stroke-width=\"\(PageNumber.short(width))\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
            + (color.alpha < 1 ? " stroke-opacity=\"\(PageNumber.short(color.alpha))\"" : "")
    }

    private static func hex(_ color: Color) -> String {
        [color.red, color.green, color.blue].reduce(into: "#") { text, share in
            let value = Int((min(1, max(0, share)) * 255).rounded())
            text += (value < 16 ? "0" : "") + String(value, radix: 16)
        }
    }
}
