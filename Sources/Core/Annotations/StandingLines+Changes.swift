// SPDX-License-Identifier: GPL-3.0-or-later

extension StandingLines {
    /// Returns these lines with the changes that a person made to other lines. A card that is inserted late may hold lines that the box
    /// didn't know, or may be another card.
    /// - Parameters:
    ///   - before: the lines that the person changed.
    ///   - after: the result of the changes. If these lines aren't empty, the box's own suggestion (`templates`) isn't added.
    public func withChanges(from before: StandingLines, to after: StandingLines) -> StandingLines {
        guard !isSame(as: before) else { return after }
        var merged = self
        if after.isOn != before.isOn { merged.isOn = after.isOn }
        let isOffer = before.lines.isEmpty && after.lines == Self.templates
        if isOffer, !lines.isEmpty { return merged }
        for line in before.lines where !after.has(line) { merged.lines.removeAll { $0.isDrawn(as: line) } }
        for line in after.lines where !before.has(line) { merged.add(line) }
        return merged
    }

    private func has(_ line: Annotation) -> Bool { lines.contains { $0.isDrawn(as: line) } }

    private func isSame(as other: StandingLines) -> Bool {
        isOn == other.isOn && lines.count == other.lines.count && zip(lines, other.lines).allSatisfy { $0.isDrawn(as: $1) }
    }

    /// Adds a line if there is room for it. The line keeps its id unless another line has the same one.
    private mutating func add(_ line: Annotation) {
        guard lines.count < Self.most else { return }
        var line = line
        if lines.contains(where: { $0.id == line.id }) { line.id = lines.nextID }
        lines.append(line)
    }
}

extension Annotation {
    /// True if it is the same line, even if a file gave it another id or rounded its points.
    fileprivate func isDrawn(as other: Annotation) -> Bool {
        guard points.count == other.points.count else { return false }
        var same = other
        (same.id, same.points) = (id, points)
        return self == same && zip(points, other.points).allSatisfy { abs($0.x - $1.x) <= 1e-5 && abs($0.y - $1.y) <= 1e-5 }
    }
}
