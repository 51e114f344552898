// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the page on which the clock is set: the fields in two rows, below them the date in words.
struct ClockLayout {
    private let screen: ClockScreen
    private let look: Theme
    private let frame: SummaryFrame

    private static let gap = 24.0

    init(_ screen: ClockScreen, _ look: Theme) { (self.screen, self.look, frame) = (screen, look, SummaryFrame(look)) }

    /// The height of a field, with its name above its value.
    private var height: Double { look.lineHeight(look.small) + look.lineHeight(look.title) + 24 }

    private func place(of index: Int) -> Rect {
        let width = (frame.content.width - 2 * Self.gap) / 3
        return Rect(
            x: frame.content.x + Double(index % 3) * (width + Self.gap), y: frame.content.y + Double(index / 3) * (height + Self.gap), width: width,
            height: height)
    }

    /// Returns the field at a point; `nil` beside the fields.
    func field(at point: Point) -> ClockScreen.Field? {
        ClockScreen.Field.allCases.enumerated().first { place(of: $0.offset).contains(point) }?.element
    }

    func words(of field: ClockScreen.Field) -> (name: String, value: String) {
        let time = screen.time
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return switch field {
        case .year: (Strings.clockYear, "\(time.year)")
        case .month: (Strings.clockMonth, two(time.month))
        case .day: (Strings.clockDay, two(time.day))
        case .hour: (Strings.clockHour, two(time.hour))
        case .minute: (Strings.clockMinute, two(time.minute))
        case .zone: (Strings.clockZone, Strings.zone(screen.offset))
        }
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.add([.fill(Canvas.bounds, cornerRadius: 0, SummaryFrame.ground)])
        let title = frame.title
        sketch.text(Strings.clockTitle, at: Point(title.x, title.y), size: look.title, weight: .semibold, width: title.width)
        for (index, field) in ClockScreen.Field.allCases.enumerated() {
            let (rect, words) = (place(of: index), words(of: field))
            sketch.card(rect, isHeld: field == screen.field)
            let width = rect.width - 40
            sketch.text(words.name, at: Point(rect.x + 20, rect.y + 10), size: look.small, color: look.caption, width: width)
            sketch.text(
                words.value, at: Point(rect.x + 20, rect.y + 10 + look.lineHeight(look.small)), size: look.title, weight: .semibold, width: width)
        }
        let y = place(of: ClockScreen.Field.allCases.count - 1).maxY + Self.gap
        let words = [SessionMoment(screen.time.label)?.words, Strings.clockHelp].compactMap { $0 }
        for (index, line) in words.enumerated() {
            sketch.text(
                line, at: Point(frame.content.x, y + Double(index) * look.lineHeight(look.body)), size: look.body,
                color: index == 0 ? Palette.text : look.caption, width: frame.content.width)
        }
    }
}
