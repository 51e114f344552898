// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of the footer and its fields. It is the same on every screen, so that a hand learns the positions.
///
/// At the usual size all fields stand in one row. At 150 % the second half of a pair stands under the first. At 200 %, and on a narrow
/// canvas, there are two rows. On an upright canvas there are three rows of three.
struct FooterLayout: Sendable {
    /// The field of one use of the panel, with its icon and its word.
    struct Slot: Hashable, Sendable {
        var use: ControlUse
        /// The area in which a finger takes it.
        var rect: Rect
        /// True if another field of the same button pair follows at its right.
        var isFirstHalf = false
    }

    let rect: Rect
    let slots: [Slot]
    /// The lines between the fields.
    let dividers: [(top: Point, bottom: Point)]
    /// The width and height of an icon.
    let icon: Double
    /// The size of the words.
    let size: Double

    /// The distance from a field's edge to its icon.
    static let padding = 24.0
    static let gap = 12.0
    /// The least distance from a word to the end of its field, where another one may begin.
    static let wordEnd = 12.0
    /// Returns the distance for one field: after the knob's hold none follows, and "Switch off" needs the room.
    static func wordEnd(of use: ControlUse) -> Double { use == .hold(.knob) ? 4 : wordEnd }

    /// - Parameter area: the usable part of the canvas.
    init(_ look: Theme, in area: Rect = Canvas.safeArea) {
        let isNarrow = area.width < 1600
        guard area.width > 1000 else {
            let height = look.scale > 1 ? 216.0 : 168
            let rect = Rect(x: area.x, y: area.maxY - height, width: area.width, height: height)
            self.rect = rect
            (icon, size) = look.scale > 1 ? (48, 36) : (40, 28)
            slots = Self.inThreeRows(rect)
            // The knob's column is apart.
            let x = rect.x + rect.width * 2 / 3
            dividers = [(Point(x, rect.y + 16), Point(x, rect.maxY - 16))]
            return
        }
        let height = look.scale >= 2 ? 176.0 : look.scale > 1 || isNarrow ? 120 : 72
        let rect = Rect(x: area.x, y: area.maxY - height, width: area.width, height: height)
        self.rect = rect
        if look.scale < 2, !isNarrow {
            (icon, size) = look.scale > 1 ? (48, 36) : (40, 28)
            slots = look.scale > 1 ? Self.stacked(rect) : Self.inOneRow(rect)
            dividers = Self.fields.dropFirst().map { x in
                (Point(rect.x + x, rect.y + 16), Point(rect.x + x, rect.maxY - 16))
            }
        } else {
            (icon, size) = look.scale >= 2 ? (60, 52) : look.scale > 1 ? (48, 36) : (40, 28)
            slots = Self.inTwoRows(rect)
            dividers = []
        }
    }

    /// The left edges of MARK, STOP, ◀ ▶, ▲ ▼ and the knob, from the footer's edge.
    private static let fields = [0.0, 224, 456, 808, 1160]

    /// The width of the first of two halves: the second half's icon stands at 188, as far from the first word as its own word ends from the
    /// divider.
    private static let half = 188 - padding

    private static func inOneRow(_ rect: Rect) -> [Slot] {
        func slot(_ use: ControlUse, _ from: Double, _ to: Double) -> Slot {
            Slot(
                use: use, rect: Rect(x: rect.x + from, y: rect.y, width: to - from, height: rect.height),
                isFirstHalf: use == .press(.left) || use == .press(.up))
        }
        return [
            slot(.press(.mark), fields[0], fields[1]), slot(.press(.stop), fields[1], fields[2]),
            slot(.press(.left), fields[2], fields[2] + half), slot(.press(.right), fields[2] + half, fields[3]),
            slot(.press(.up), fields[3], fields[3] + half), slot(.press(.down), fields[3] + half, fields[4]),
            slot(.turn, fields[4], fields[4] + 184), slot(.press(.knob), fields[4] + 184, fields[4] + 368),
            slot(.hold(.knob), fields[4] + 368, rect.width),
        ]
    }

    /// Returns the fields with the halves of a pair one below the other; for the knob, turn above push, and its hold beside them.
    private static func stacked(_ rect: Rect) -> [Slot] {
        let half = rect.height / 2
        func slot(_ use: ControlUse, _ from: Double, _ to: Double, row: Int? = nil) -> Slot {
            let y = rect.y + (row == 1 ? half : 0)
            return Slot(use: use, rect: Rect(x: rect.x + from, y: y, width: to - from, height: row == nil ? rect.height : half))
        }
        let middle = (fields[4] + rect.width) / 2
        return [
            slot(.press(.mark), fields[0], fields[1]), slot(.press(.stop), fields[1], fields[2]),
            slot(.press(.left), fields[2], fields[3], row: 0), slot(.press(.right), fields[2], fields[3], row: 1),
            slot(.press(.up), fields[3], fields[4], row: 0), slot(.press(.down), fields[3], fields[4], row: 1),
            slot(.turn, fields[4], middle, row: 0), slot(.press(.knob), fields[4], middle, row: 1), slot(.hold(.knob), middle, rect.width),
        ]
    }

    private static func inTwoRows(_ rect: Rect) -> [Slot] {
        func row(_ uses: [ControlUse], _ number: Int) -> [Slot] {
            let (width, height) = (rect.width / Double(uses.count), rect.height / 2)
            return uses.enumerated().map { index, use in
                Slot(use: use, rect: Rect(x: rect.x + Double(index) * width, y: rect.y + Double(number) * height, width: width, height: height))
            }
        }
        return row([.press(.mark), .press(.stop), .press(.left), .press(.right)], 0)
            + row([.press(.up), .press(.down), .turn, .press(.knob), .hold(.knob)], 1)
    }

    private static func inThreeRows(_ rect: Rect) -> [Slot] {
        func slot(_ use: ControlUse, _ column: Double, _ row: Double) -> Slot {
            let (width, height) = (rect.width / 3, rect.height / 3)
            return Slot(use: use, rect: Rect(x: rect.x + column * width, y: rect.y + row * height, width: width, height: height))
        }
        return [
            slot(.press(.mark), 0, 0), slot(.press(.stop), 1, 0), slot(.press(.left), 0, 1), slot(.press(.right), 1, 1), slot(.press(.up), 0, 2),
            slot(.press(.down), 1, 2), slot(.turn, 2, 0), slot(.press(.knob), 2, 1), slot(.hold(.knob), 2, 2),
        ]
    }

    /// Returns the area in which a finger takes this use.
    func slot(of use: ControlUse) -> Rect? { slots.first { $0.use == use }?.rect }
}
