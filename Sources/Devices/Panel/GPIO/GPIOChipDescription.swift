// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A chip of this machine with its lines, and who uses them.
public struct GPIOChipDescription: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        /// Its place on the chip; on a Raspberry Pi that is the BCM number.
        public var number: Int
        /// `nil` where the kernel has no name for it.
        public var name: String?
        public var isUsed: Bool
        /// What the program that uses it calls itself.
        public var user: String?
        /// What of the panel is wired to it, by the settings.
        public var part: PanelLines.Part?
    }

    /// Such as `/dev/gpiochip0`.
    public var path: String
    /// Such as `gpiochip0`.
    public var name: String
    /// What the driver calls the chip, such as `pinctrl-bcm2711`.
    public var label: String
    public var lines: [Line]
    /// Whether the panel's lines are on this one.
    public var isChosen = false

    /// The number of a line that a person named; `nil` where this chip has none such.
    func number(of line: PanelLines.Line) -> Int? {
        switch line {
        case .number(let number): lines.indices.contains(number) ? number : nil
        case .name(let name): lines.first { $0.name == name }?.number
        }
    }

    /// The chip that has the panel's lines: the one that the settings name, or the one of the Raspberry Pi's header, or the one
    /// that has most of the lines that are named.
    static func chosen(for lines: PanelLines, among chips: [GPIOChipDescription]) -> GPIOChipDescription? {
        if lines.chip != PanelLines.automatic {
            return chips.first { [$0.path, $0.name, $0.label].contains(lines.chip) }
        }
        let wanted = PanelLines.Part.allCases.compactMap { lines[$0] }
        let header = chips.first { chip in
            headerLabels.contains { chip.label.hasPrefix($0) } && wanted.contains { chip.number(of: $0) != nil }
        }
        if let header { return header }
        let named = wanted.filter { if case .name = $0 { true } else { false } }
        func count(_ chip: GPIOChipDescription) -> Int { named.count { chip.number(of: $0) != nil } }
        return chips.filter { count($0) > 0 }.max { count($0) < count($1) }
    }

    /// What the drivers of the header's chips are called: of the Pi 4 and before, and of the Pi 5.
    private static let headerLabels = ["pinctrl-bcm", "pinctrl-rp1"]

    /// The same, with the panel's parts written to their lines.
    func marked(for panel: PanelLines) -> GPIOChipDescription {
        var marked = self
        marked.isChosen = true
        for part in PanelLines.Part.allCases {
            if let line = panel[part], let number = number(of: line) { marked.lines[number].part = part }
        }
        return marked
    }
}
