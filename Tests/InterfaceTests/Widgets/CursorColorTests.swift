// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core
@testable import Interface

/// Amber is what the knob holds, on every screen that has a cursor, and blue is only what stays chosen.
@Suite struct CursorColorTests {
    /// The turns that move no cursor: they move a picture, a position in footage, or a text, they change a value, or they only end something.
    private static let withoutCursor: Set<ActionLabel> = [
        .scroll, .delay, .dragClip, .dragRow, .frame, .scrub, .mix, .wipe, .shift, .zoom, .crop, .trailCount, .stripStep, .understood, .toDelayed,
        .clockValue,
    ]

    @Test("fault 18: the turn of the knob moves what is amber, and never what is blue", arguments: Station.allCases)
    func theKnobMovesWhatIsAmber(station: Station) {
        let start = station.box
        let grammar = start.appliance.path.grammar(in: start.appliance.context)
        guard let deed = grammar[.turn], !Self.withoutCursor.contains(deed) else { return }
        let boxes = [0, 1, -1].map { detents in
            var box = start
            if detents != 0 { box.panel(.turned(detents)) }
            box.run(to: start.now.seconds + 0.6)
            return box
        }
        let (blue, amber) = (boxes.map { painted($0, Palette.selected) }, boxes.map { painted($0, Palette.held) })
        #expect(Set(blue).count == 1, "\(station.rawValue): \(deed.rawValue) moves what is blue")
        #expect(!amber[0].isEmpty && Set(amber).count > 1, "\(station.rawValue): \(deed.rawValue) moves nothing amber")
    }

    /// Something that is painted in a colour, and its place on the TV.
    private struct Painted: Hashable {
        var place: Rect
        var command: DrawingCommand
    }

    private func painted(_ box: Rehearsal, _ color: Color) -> Set<Painted> {
        Set(
            box.scene.layers.flatMap { layer -> [Painted] in
                guard case .drawing(let drawing) = layer.content, layer.placement.opacity > 0 else { return [] }
                return flat(drawing.commands).filter { $0.color == color }.map { Painted(place: layer.place, command: $0) }
            })
    }

    private func flat(_ commands: [DrawingCommand]) -> [DrawingCommand] {
        commands.flatMap { command in if case .clipped(_, _, let inner) = command { flat(inner) } else { [command] } }
    }
}

extension DrawingCommand {
    /// The colour of an edge, a shape or words, if it is opaque.
    fileprivate var color: Color? {
        switch self {
        case .fill(_, _, let color), .stroke(_, _, _, let color), .disc(_, _, let color), .circle(_, _, _, let color), .line(_, _, let color),
            .polygon(_, let color), .arc(_, _, _, _, _, let color):
            color
        case .text(let run): run.color
        case .still, .clipped: nil
        }
    }
}
