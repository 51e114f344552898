// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

// The way from a clip that plays to the screens of its tools.
extension Station {
    /// Goes on from the chosen clip.
    func workOnClip(_ box: inout Rehearsal) {
        box.tap(.knob)
        box.run(to: box.now.seconds + 1)
        if [.drawing, .drawingWords, .drawn].contains(self) { draw(&box) }
        if self == .drawingFirst { box.use(.draw) }
        if self == .timingFirst { box.use(.stopwatch) }
        if self == .paused { box.tap(.knob) }
        if self == .trimming { box.use(.trim) }
        if self == .timing { Self.time(&box) }
        look(&box)
        if self == .export || self == .exporting { Self.openExport(&box, runs: self == .exporting) }
        guard [.compare, .compareStill, .shifting, .otherSessions, .otherClips, .stripTwo, .timingTwo].contains(self) else { return }
        box.use(.compare)
        if self == .stripTwo { box.use(.strip) }
        if self == .timingTwo { Self.timeBoth(&box) }
        if self == .compare { box.use(.ghost) }
        if self == .compareStill { box.tap(.knob) }
        if self == .shifting { box.use(.shift) }
        if self == .otherSessions || self == .otherClips { chooseOther(&box) }
    }

    /// Opens one of the screens that show motion.
    private func look(_ box: inout Rehearsal) {
        switch self {
        case .moving:
            box.use(.movement)
            box.tap(.knob)
        case .trail: box.use(.trail)
        case .strip, .stripShots, .stripPart:
            // Two shots have a moment.
            box.use(.moment)
            box.tap(.left)
            box.run(to: box.now.seconds + 1)
            box.use(.moment)
            box.use(.strip)
            if self == .stripShots { box.tap(.down) }
            if self == .stripPart { box.use(.cropPicture) }
        default: break
        }
    }

    /// Times two of four phases.
    private static func time(_ box: inout Rehearsal) {
        box.use(.stopwatch)
        for pictures in [0, 22, 40] {
            for _ in 0..<pictures { box.tap(.right) }
            box.tap(.knob)
        }
        box.tap(.left)
    }

    /// Times three phases of one clip and two of the other.
    private static func timeBoth(_ box: inout Rehearsal) {
        box.use(.stopwatch)
        for pictures in [0, 14, 20] {
            for _ in 0..<pictures { box.tap(.right) }
            box.tap(.knob)
        }
        box.use(.otherClip)
        for pictures in [20, 16] {
            for _ in 0..<pictures { box.tap(.left) }
            box.tap(.knob)
        }
    }

    /// Draws an angle; then the first half of a line, words, or goes back to the replay.
    private func draw(_ box: inout Rehearsal) {
        box.use(.draw)
        for point in [Point(820, 420), Point(600, 380), Point(560, 620)] { box.touch(point) }
        if self == .drawingWords {
            box.panel(.turned(6))
            box.use(.drawWords)
            box.panel(.turned(2))
        } else {
            // A line from here to the cross.
            box.panel(.turned(1))
            box.touch(Point(1200, 300))
            if self == .drawn { box.touch(Point(1500, 520)) }
        }
        if self == .drawn { box.tap(.mark) }
        guard self == .drawing else { return }
        for (arrow, time) in [(Control.right, 0.5), (.down, 0.4)] {
            box.panel(.pressed(arrow))
            box.run(to: box.now.seconds + time)
            box.panel(.released(arrow))
        }
    }

    /// Opens the export sheet with a stick in.
    private static func openExport(_ box: inout Rehearsal, runs: Bool) {
        box.use(.export)
        guard let screen = box.appliance.path.stack.last?.as(ExportScreen.self) else { return }
        box.send(.export(.prepared(screen.subject, ExportSize(clips: 6, clipBytes: 86_000_000, folderBytes: 90_000_000, best: 6, bestSeconds: 48))))
        box.send(.export(.stick(.ready(label: "KINGSTON", freeBytes: 14_200_000_000))))
        guard runs else { return }
        box.tap(.knob)
        let progress = ExportProgress(
            place: .stick, label: "KINGSTON", file: 3, files: 6, doneBytes: 41_000_000, bytes: 86_000_000, secondsLeft: 12)
        box.send(.export(.progress(progress)))
    }

    /// Goes to the sessions of three archers, and on to the clips of the second one.
    private func chooseOther(_ box: inout Rehearsal) {
        let records = Rehearsal.otherSessions
        box.use(.chooseOther)
        box.send(.card(.found(Rehearsal.list(records, SessionQuery(limit: SessionWindow.page)))))
        box.panel(.turned(1))
        guard self == .otherClips else { return }
        box.tap(.knob)
        let key = SessionKey(folder: records[1].name)
        box.send(.card(.read(key, FiledSession(key: key, record: records[1].record))))
        box.run(to: box.now.seconds + 0.5)
        box.panel(.turned(-1))
    }
}
