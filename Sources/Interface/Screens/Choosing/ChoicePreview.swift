// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The choice shown large: its face, its whole name and the facts about it.
struct ChoicePreview {
    private let item: ChoiceList.Item
    private let rect: Rect
    private let look: Theme
    private let settings: Settings

    private static let padding = 36.0
    private static let smallestFace = 140.0

    init(_ item: ChoiceList.Item, in rect: Rect, _ look: Theme, _ settings: Settings) {
        self.item = item
        self.rect = rect
        self.look = look
        self.settings = settings
    }

    func draw(on sketch: inout DrawingBuilder) {
        sketch.add([.fill(rect, cornerRadius: 24, Palette.panel)])
        let width = rect.width - 2 * Self.padding
        let nameSize = 24 + 24 * look.scale
        let nameLines = min(3, TextMetrics.lines(name, size: nameSize, within: width))
        let nameHeight = Double(nameLines) * look.lineHeight(nameSize)
        let noteLines = note.map { min(3, TextMetrics.lines($0.words, size: look.small, within: width - noteIndent)) } ?? 0
        let noteHeight = noteLines > 0 ? Double(noteLines) * look.lineHeight(look.small) + 16 : 0
        let step = look.lineHeight(look.small) + 12 / look.scale
        var facts = facts
        func side() -> Double { rect.height - 88 - nameHeight - noteHeight - Double(facts.count) * step }
        // People choose by the face. To make room for it, the less important facts go first.
        while side() < Self.smallestFace, facts.count > 1 { facts.removeLast() }
        let face = min(480, max(0, side()))
        drawFaces(side: face, on: &sketch)
        var y = rect.y + 32 + face + 16
        sketch.text(
            name, at: Point(rect.center.x, y), size: nameSize, weight: .bold, alignment: .center, width: width, lines: nameLines)
        y += nameHeight + 16
        for (label, value) in facts {
            let labelWidth = min(TextMetrics.width(label, size: look.small), width * 0.45)
            let middle = y + look.lineHeight(look.small) / 2
            sketch.line(label, x: rect.x + Self.padding, middle: middle, size: look.small, color: look.caption, width: labelWidth + 1)
            sketch.line(
                value, x: rect.maxX - Self.padding, middle: middle, size: look.small, weight: .semibold, alignment: .trailing,
                width: width - labelWidth - 16)
            y += step
        }
        guard let note else { return }
        let top = rect.maxY - noteHeight - 8
        if note.isRight { drawTick(at: Point(rect.x + Self.padding, top + look.lineHeight(look.small) / 2), on: &sketch) }
        let x = rect.x + Self.padding + noteIndent
        sketch.text(note.words, at: Point(x, top), size: look.small, width: width - noteIndent, lines: noteLines)
    }

    private func drawFaces(side: Double, on sketch: inout DrawingBuilder) {
        let faces = item.faces(settings)
        guard !faces.isEmpty, side > 0 else { return }
        let width = (rect.width - 2 * Self.padding - Double(faces.count - 1) * 24) / Double(faces.count)
        for (index, face) in faces.enumerated() {
            let box = Rect(x: rect.x + Self.padding + Double(index) * (width + 24), y: rect.y + 32, width: width, height: side)
            sketch.add(face.picture(in: box))
        }
    }

    private func drawTick(at point: Point, on sketch: inout DrawingBuilder) {
        let unit = look.small / 28
        sketch.add([
            .line(
                [
                    Point(point.x + 2, point.y), Point(point.x + 2 + 8 * unit, point.y + 9 * unit),
                    Point(point.x + 2 + 24 * unit, point.y - 10 * unit),
                ], width: 4 * unit, Palette.done)
        ])
    }

    private var noteIndent: Double { note?.isRight == true ? look.small * 1.5 : 0 }

    // MARK: Words

    private var name: String { item.name }

    private var facts: [(label: String, value: String)] {
        switch item {
        case .face(let face): Self.facts(of: face, settings)
        case .round(let round): Self.facts(of: round)
        case .practice: [(Strings.chooseFace, settings.targetFace.name)]
        case .everybodys: settings.taking(ownRound: nil).chosenRound.map(Self.facts) ?? [(Strings.chooseFace, settings.targetFace.name)]
        }
    }

    private static func facts(of face: Face, _ settings: Settings) -> [(String, String)] {
        let labels = face.rings.map(\.label)
        let counted = labels.dropFirst(face.hasInnerTen ? 1 : 0)
        let span = counted.count > 1 ? Strings.ringSpan(counted.first ?? "", counted.last ?? "") : counted.first ?? ""
        let stages = RoundCatalog.all.flatMap(\.stages).filter { $0.face == face.id }
        return [
            (Strings.rings, face.hasInnerTen ? "\(labels[0]), \(span)" : span),
            (Strings.shotAt, distances(of: stages, most: 3)), (Strings.spots, "\(face.spots.count)"),
            (Strings.shaftWord, Strings.shaft(min(settings.shaft, face.thickestShaft))),
        ].filter { !$0.1.isEmpty }
    }

    private static func facts(of round: Round) -> [(String, String)] {
        var ends: [(count: Int, arrows: Int)] = []
        for stage in round.stages {
            if let index = ends.firstIndex(where: { $0.arrows == stage.arrowsPerEnd }) {
                ends[index].count += stage.ends
            } else {
                ends.append((stage.ends, stage.arrowsPerEnd))
            }
        }
        return [
            (Strings.distances, distances(of: round.stages, most: 6)),
            (Strings.endsWord, ends.map { Strings.endsOf($0.count, $0.arrows) }.joined(separator: ", ")),
            (Strings.arrowsWord, "\(round.arrows)"), (Strings.mostPoints, "\(round.maximum)"),
        ]
    }

    /// Returns each distance once, with a unit after the last distance in that unit: "70, 60 m, 20 yd".
    private static func distances(of stages: [Round.Stage], most: Int) -> String {
        var words: [String] = []
        for stage in stages where !words.contains("\(stage.distance)") && words.count < most { words.append("\(stage.distance)") }
        func unit(_ word: String) -> Substring { word.drop { $0 != " " } }
        return words.enumerated().map { index, word in
            let isLast = index + 1 == words.count || unit(words[index + 1]) != unit(word)
            return isLast ? word : String(word.prefix { $0 != " " })
        }
        .joined(separator: ", ")
    }

    /// The remark on the item: how the face fits the round, or which faces the round is shot at.
    private var note: (words: String, isRight: Bool)? {
        switch item {
        case .face(let face):
            guard let round = settings.chosenRound, let needed = settings.neededFace else {
                return face.id == settings.targetFace.id ? (Strings.isChosen, true) : nil
            }
            let isOfRound = round.stages.contains { $0.face == face.id }
            return isOfRound ? (Strings.faceOf(round.name), true) : (Strings.needsOther(round.name, needed.name), false)
        case .round(let round):
            if round.id == settings.chosenRound?.id { return (Strings.isChosen, true) }
            return (item.faces(settings).map(\.name).joined(separator: "; "), false)
        case .practice: return (Strings.practiceHelp, false)
        case .everybodys: return (Strings.everybodysRoundHelp(settings.taking(ownRound: nil).chosenRound?.name), false)
        }
    }
}
