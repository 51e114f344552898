// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The panel's lines on their chip, as many as this program could take. Thread-bound.
///
/// MARK and the trigger are taken by themselves, the other buttons in one request, the knob's contacts and the indicators in one each. If a
/// request is refused, its lines are taken one by one, so that a line that is missing or in use by another program costs only itself. The
/// knob needs both of its contacts.
final class PanelWiring {
    /// The result of an attempt to take lines.
    struct Outcome: Hashable {
        /// One message for each part that has begun or ceased to work.
        var messages: [String] = []
        /// True if the knob's contacts were taken just now.
        var hasNewKnob = false
        /// True if the trigger's line was taken just now.
        var hasNewTrigger = false
    }

    private struct Wire {
        let part: PanelLines.Part
        let number: Int
        /// The line as the settings name it.
        let line: PanelLines.Line
        /// The sequence number of its newest edge.
        var sequence: UInt = 0
    }

    private struct Circuit {
        let request: LineRequest
        var wires: [Wire]
        /// The time by which the kernel stamps an edge later than the contact moved.
        let lateness: Duration
    }

    private enum Group: CaseIterable {
        case mark, buttons, knob, indicators, trigger

        init(_ part: PanelLines.Part) {
            self =
                switch part {
                case .mark: .mark
                case .knobA, .knobB: .knob
                case .led, .buzzer: .indicators
                case .trigger: .trigger
                default: .buttons
                }
        }
    }

    /// The time for which a button's contact must be still before the kernel reports its edge. The kernel counts in ticks, so it may be 20
    /// ms in fact.
    static let debounce: Duration = .milliseconds(5)

    let name: String
    private let chip: GPIOChip
    private var circuits: [Circuit] = []
    private var waiting: [Wire] = []
    private var troubles: [PanelLines.Part: String] = [:]
    /// The states of the knob's contacts when their lines were taken, true if closed; their edges are counted from there.
    private(set) var knobAtFirst: (isAClosed: Bool?, isBClosed: Bool?) = (nil, nil)
    /// True if the trigger was closed when its line was taken; its edges are counted from there. `nil` if the line isn't taken.
    private(set) var isTriggerClosedAtFirst: Bool?

    /// Finds the chip. `takeLines` takes its lines.
    /// - Parameter paths: the paths of the chips to examine.
    init(_ lines: PanelLines, on paths: [String]) throws(PanelError) {
        var chips: [(chip: GPIOChip, description: GPIOChipDescription)] = []
        var refusal: PanelError?
        for path in paths {
            do throws(GPIOFault) {
                let chip = try GPIOChip(path: path)
                chips.append((chip, try chip.description()))
            } catch {
                refusal = .refused(path: path, reason: error.reason)
            }
        }
        let descriptions = chips.map(\.description)
        guard let chosen = GPIOChipDescription.chosen(for: lines, among: descriptions),
            let chip = chips.first(where: { $0.description.path == chosen.path })?.chip
        else {
            throw refusal ?? .noChip(wanted: lines.chip, found: descriptions.map { "\($0.name) (\($0.label))" })
        }
        self.chip = chip
        name = "\(chosen.name) (\(chosen.label))"
        for part in PanelLines.Part.allCases {
            guard let line = lines[part] else { continue }
            if let number = chosen.number(of: line) {
                waiting.append(Wire(part: part, number: number, line: line))
            } else if part != .trigger || !lines.hasOwnTrigger {
                troubles[part] = "there is no line \(line) (\(part.title)) on \(name)"
            }
        }
        leaveOutDoubles(lines)
    }

    /// Leaves out a part whose line another part has already: the first part keeps it.
    private func leaveOutDoubles(_ lines: PanelLines) {
        var owners: [Int: PanelLines.Part] = [:]
        waiting.removeAll { wire in
            guard let owner = owners[wire.number] else {
                owners[wire.number] = wire.part
                return false
            }
            // The trigger's own line may have been given to another part before there was a trigger.
            if wire.part == .trigger, lines.hasOwnTrigger { return true }
            troubles[wire.part] = "line \(wire.line) (\(wire.part.title)) is \(owner.title)'s already; give it another in settings.toml"
            return true
        }
    }

    // MARK: Taking lines

    /// True if some lines aren't taken yet but may become free.
    var isWaitingForLines: Bool { !waiting.isEmpty }

    /// Takes the lines that aren't taken yet.
    /// - Throws: if no line works at all.
    func takeLines() throws(PanelError) -> Outcome {
        let isFirst = circuits.isEmpty
        let before = isFirst ? [:] : troubles
        var outcome = Outcome()
        for group in Group.allCases {
            let wires = waiting.filter { Group($0.part) == group }
            guard !wires.isEmpty else { continue }
            switch group {
            case .mark, .buttons, .indicators: takeTogetherOrAlone(wires, group)
            case .trigger:
                takeTogetherOrAlone(wires, group)
                isTriggerClosedAtFirst = isActive(.trigger)
                outcome.hasNewTrigger = isTriggerClosedAtFirst != nil
            case .knob: outcome.hasNewKnob = takeKnob(wires)
            }
        }
        guard !circuits.isEmpty else {
            throw .noLines(path: chip.path, reasons: PanelLines.Part.allCases.compactMap { troubles[$0] })
        }
        for part in PanelLines.Part.allCases where before[part] != troubles[part] {
            outcome.messages.append(troubles[part].map { "\($0); the rest of the panel works" } ?? "\(part.title) works now")
        }
        return outcome
    }

    private func takeTogetherOrAlone(_ wires: [Wire], _ group: Group) {
        if (try? take(wires, group)) != nil { return }
        for wire in wires {
            do throws(GPIOFault) {
                try take([wire], group)
            } catch {
                troubles[wire.part] = trouble(wire, error)
            }
        }
    }

    private func takeKnob(_ wires: [Wire]) -> Bool {
        guard wires.count == 2 else {
            if let wire = wires.first, troubles[.knobA] == nil, troubles[.knobB] == nil {
                troubles[wire.part] = "line \(wire.line) (\(wire.part.title)) is one of two; the knob needs both"
            }
            return false
        }
        do throws(GPIOFault) {
            try take(wires, .knob)
            knobAtFirst = (isActive(.knobA), isActive(.knobB))
            return true
        } catch {
            for wire in wires { troubles[wire.part] = nil }
            let culprits = error.isBusy ? wires.filter { (try? chip.line($0.number))?.isUsed ?? true } : wires
            for wire in culprits { troubles[wire.part] = trouble(wire, error) + " and the knob doesn't turn" }
            return false
        }
    }

    private func take(_ wires: [Wire], _ group: Group) throws(GPIOFault) {
        let numbers = wires.map(\.number)
        let request: LineRequest
        var lateness = Duration.zero
        switch group {
        case .indicators:
            request = try chip.request(numbers, as: .indicators)
        case .mark:
            // MARK means the picture on the TV when the finger went down, not a debounce later. `ButtonFilter` alone makes one press of the
            // bounces.
            request = try chip.request(numbers, as: .contacts(debounceMicroseconds: 0))
        case .trigger:
            // A trigger is dated by its first edge, and a sound gate may close for a millisecond only.
            request = try chip.request(numbers, as: .contacts(debounceMicroseconds: 0))
        case .knob:
            // The decoder tolerates bounces, and a debounce would swallow a quick turn.
            request = try chip.request(numbers, as: .contacts(debounceMicroseconds: 0))
        case .buttons:
            do {
                request = try chip.request(numbers, as: .contacts(debounceMicroseconds: UInt(Self.debounce.nanoseconds / 1000)))
                lateness = Self.debounce
            } catch {
                guard error.isUnsupported else { throw error }
                request = try chip.request(numbers, as: .contacts(debounceMicroseconds: 0))
            }
        }
        circuits.append(Circuit(request: request, wires: wires, lateness: lateness))
        waiting.removeAll { numbers.contains($0.number) }
        for wire in wires { troubles[wire.part] = nil }
    }

    private func trouble(_ wire: Wire, _ fault: GPIOFault) -> String {
        let subject = "line \(wire.line) (\(wire.part.title))"
        if fault.isBusy, let user = (try? chip.line(wire.number))?.user { return "\(subject) is in use by \"\(user)\"" }
        return "\(subject) \(fault.reason)"
    }

    // MARK: Edges and indicators

    /// The descriptors of the requests, in an order that lasts until lines are taken.
    var descriptors: [Int32] { circuits.map(\.request.descriptor) }

    /// Reads edges of the request at this index in `descriptors`, in the order in which the kernel saw them.
    ///
    /// The times are those at which the contact moved: the kernel stamps a debounced edge later, when the contact has been still.
    /// - Parameter each: receives the part, its edge, and true if edges before it were lost.
    func readEdges(of index: Int, _ each: (PanelLines.Part, LineEdge, Bool) -> Void) throws(GPIOFault) {
        let request = circuits[index].request
        let lateness = circuits[index].lateness
        try request.readEdges { edge in
            guard let place = circuits[index].wires.firstIndex(where: { $0.number == edge.number }) else { return }
            let wire = circuits[index].wires[place]
            circuits[index].wires[place].sequence = edge.sequence
            var edge = edge
            edge.timestamp = edge.timestamp - lateness
            each(wire.part, edge, edge.sequence != wire.sequence + 1)
        }
    }

    private func isActive(_ part: PanelLines.Part) -> Bool? {
        guard let (request, number) = line(of: part) else { return nil }
        return request.isActive(number)
    }

    /// Sets an indicator; does nothing if its line isn't taken.
    func set(_ part: PanelLines.Part, isActive: Bool) throws(GPIOFault) {
        guard let (request, number) = line(of: part) else { return }
        try request.set(number, isActive: isActive)
    }

    private func line(of part: PanelLines.Part) -> (LineRequest, Int)? {
        for circuit in circuits {
            for wire in circuit.wires where wire.part == part { return (circuit.request, wire.number) }
        }
        return nil
    }
}
