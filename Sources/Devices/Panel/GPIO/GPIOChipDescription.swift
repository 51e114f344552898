// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A chip of this machine with its lines, and who uses them.
public struct GPIOChipDescription: Hashable, Sendable {
    public struct Line: Hashable, Sendable {
        /// The line's offset on the chip; on a Raspberry Pi that is the BCM number.
        public var number: Int
        /// The line's name; `nil` if the kernel has none for it.
        public var name: String?
        public var isUsed: Bool
        /// The name under which a program uses the line.
        public var user: String?
        /// The part of the panel that is wired to the line, according to the settings.
        public var part: PanelLines.Part?
    }

    /// The path of the chip, such as `/dev/gpiochip0`.
    public var path: String
    /// The kernel's name of the chip, such as `gpiochip0`.
    public var name: String
    /// The driver's name of the chip, such as `pinctrl-bcm2711`.
    public var label: String
    public var lines: [Line]
    /// True if this chip has the panel's lines.
    public var isChosen = false

    /// Returns the number of a line that a person named, or `nil` if this chip has no such line.
    func number(of line: PanelLines.Line) -> Int? {
        switch line {
        case .number(let number): lines.indices.contains(number) ? number : nil
        case .name(let name): lines.first { $0.name == name }?.number
        }
    }

    /// Returns the chip that has the panel's lines: the chip that the settings name, or the chip of the Raspberry Pi's header, or the chip
    /// that has most of the lines that are given by name.
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

    /// The beginnings of the drivers' names of the header's chip: up to the Pi 4, and of the Pi 5.
    private static let headerLabels = ["pinctrl-bcm", "pinctrl-rp1"]

    /// Returns this chip as the chosen one, with the panel's parts written to their lines.
    func marked(for panel: PanelLines) -> GPIOChipDescription {
        var marked = self
        marked.isChosen = true
        for part in PanelLines.Part.allCases {
            if let line = panel[part], let number = number(of: line) { marked.lines[number].part = part }
        }
        return marked
    }
}
