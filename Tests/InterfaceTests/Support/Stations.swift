// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

/// Every screen in every state in which its controls act differently, as docs/panel.md lists them.
enum Station: String, CaseIterable, Sendable {
    case live = "Live"
    case liveAlone = "Live without scoring, where STOP leads to no clips"
    case offer = "Live, while a smaller picture is offered"
    case suggested = "Live, with a shot that was heard"
    case detected = "Live, after a mark of the box’s own"
    case tools = "The tools of Live"
    case otherTools = "The tools of another screen"
    case saving = "The question whether to save everything"
    case report = "What STOP reports without scoring"
    case menu = "The menu"
    case row = "A page of the menu"
    case allSettings = "All settings of a page of the menu"
    case switchOff = "A page of the menu, on what has to be held"
    case clockRows = "The page of the line clock, while it runs"
    case archers = "The archers"
    case archer = "The page of an archer"
    case naming = "An archer’s name"
    case faces = "The faces to choose from"
    case rounds = "The rounds to choose from"
    case editing = "A page of the menu, while a value is changed"
    case about = "The menu’s page about the box"
    case box = "The page that says what is wrong with the box"
    case hearing = "The page about hearing shots"
    case region = "The frame round the archer"
    case clock = "The date and the time"
    case listening = "The menu, while it waits for a key to learn"
    case score = "The target face"
    case hour = "The target face, while the knob holds the hour"
    case fine = "The target face, while the knob holds the fine radius"
    case spots = "A target face with several spots"
    case corrected = "The target face, back at an arrow before"
    case placed = "The target face, all arrows placed"
    case named = "The next archer’s name, before the face"
    case review = "An end’s clips, reviewed"
    case reviewHeld = "The same, while an arrow is held"
    case reviewHelp = "The picture that explains a review"
    case reviewed = "The end of a review"
    case summary = "The summary"
    case roundResult = "The end of a round"
    case wrongClip = "The summary, while an arrow’s clip is chosen"
    case again = "The summary, while it asks whether to score an old end again"
    case phases = "The summary’s phases"
    case notes = "The summary’s notes"
    case writing = "The summary’s notes, while one is written"
    case clips = "The clips of a session that is scored"
    case unscored = "A session that isn’t scored"
    case left = "A session that isn’t scored and may be gone on with"
    case sessions = "The sessions on the card"
    case filter = "The sessions, while they are filtered"
    case deletion = "The question whether to delete sessions"
    case deleting = "The same, on the answer that deletes"
    case emptying = "The question whether to remove deleted clips"
    case removing = "The same, on the answer that removes"
    case clip = "A clip that plays"
    case paused = "A clip that is paused"
    case trimming = "A part of a clip, being chosen"
    case drawingFirst = "A picture that is drawn on"
    case drawing = "The same, while something is drawn"
    case drawingWords = "The same, while words are chosen"
    case drawn = "A clip that is paused, with drawings"
    case timingFirst = "The phases of a shot, before one is timed"
    case timing = "The phases of a shot, being timed"
    case timingTwo = "The phases of two clips, side by side"
    case moving = "A clip with what moves in it"
    case trail = "What was where, of a clip"
    case strip = "Pictures of a clip in a row"
    case stripShots = "The same, among the clips below"
    case stripPart = "The same, while their part is chosen"
    case stripTwo = "Pictures of two clips, a row of each"
    case stripLine = "Pictures of the line in a row"
    case standing = "The delayed picture with the lines that stay"
    case lineClock = "Live, while the line clock runs"
    case compare = "Two clips, one over the other"
    case compareStill = "Two clips, paused"
    case shifting = "Two clips, one being shifted"
    case otherSessions = "The sessions, while another clip to compare is chosen"
    case otherClips = "A session’s clips, while one to compare is chosen"
    case export = "What is exported, and where to"
    case exporting = "The same, while it is exported"
    case carousel = "The clips so far, side by side"
    case lookAgain = "A moment of the line, looked at again"
    case frozen = "A picture that is frozen"
    case byItself = "A moment that comes again by itself"
    case zoom = "A picture that is zoomed"

    /// Returns a box in this state, with the choice in the middle of a list.
    var box: Rehearsal { box(isScored: isScored) }

    /// Returns the same state without scoring, with a card that has no scored session.
    var plainBox: Rehearsal {
        guard isOfAClip else { return box(isScored: false) }
        var box = Self.stored(arrows: 0)
        workOnClip(&box)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    private func box(isScored: Bool) -> Rehearsal {
        var box = Rehearsal {
            $0.scores = isScored
            if isReview || [.live, .suggested, .detected].contains(self) { $0.afterStop = .review }
            if self == .reviewHelp { $0.explainsReview = true }
            if self == .spots { $0.face = "wa_40_triple_vert" }
            if self == .roundResult { $0.round = "vegas_300" }
            if self == .byItself { $0.replaysByItself = true }
            if [.hearing, .suggested].contains(self) { $0.soundMarks = .suggest }
            if self == .detected { $0.soundMarks = .mark }
            // Amber from the start on: the sign has all its parts.
            if self == .lineClock || self == .clockRows { ($0.endTimerSeconds, $0.hasEndTimerGroups) = (30, true) }
            if [.archers, .archer, .naming, .named].contains(self) { $0.archers = [Archer(name: "Ana"), Archer(name: "Ben")] }
        }
        switch self {
        case .offer:
            box.run(to: 20, losing: 0)
            while box.appliance.offeredStream == nil, box.now.seconds < 80 { box.run(to: box.now.seconds + 0.5, losing: 10) }
            box.run(to: box.now.seconds + 1, losing: 10)
            return box
        case .otherTools:
            box = Station.paused.box
            box.hold(.knob, seconds: 0.6)
            box.panel(.turned(1))
            return box
        case .unscored:
            return Self.stored(arrows: 0)
        case .left:
            return Self.stored(arrows: 0, target: SessionTarget(face: FaceCatalog.all[0].id))
        case .again:
            box = Self.stored(arrows: 3)
            box.use(.score)
            box.tap(.right)
            return box
        case .phases:
            box = Self.stored(arrows: 3, phases: [PhaseMark("Anchor", at: 0.5), PhaseMark("Release", at: 1.5)])
            box.use(.phases)
            box.tap(.left)
            return box
        case .clips:
            box = Self.stored(arrows: 3)
            box.tap(.stop)
            box.panel(.turned(6))
            return box
        default: break
        }
        box.run(to: 10)
        if self != .saving { for second in 0..<(isScored ? 3 : 1) { box.run(to: 10 + Double(second) * 4); box.tap(.mark) } }
        box.run(to: 22)
        go(&box, isScored: self.isScored == isScored)
        box.run(to: box.now.seconds + 0.5)
        return box
    }

    private var isScored: Bool {
        [
            .live, .suggested, .detected, .faces, .rounds, .review, .reviewHeld, .reviewHelp, .reviewed, .score, .hour, .fine, .spots, .corrected,
            .placed, .named, .summary, .roundResult, .wrongClip, .notes, .writing,
        ].contains(self) || isOfAClip
    }

    /// True if a clip plays and is being worked on.
    private var isOfAClip: Bool {
        [
            .clip, .paused, .trimming, .drawingFirst, .drawing, .drawingWords, .drawn, .timingFirst, .timing, .moving, .trail, .strip, .stripShots,
            .stripPart, .stripTwo, .timingTwo, .compare, .compareStill, .shifting, .otherSessions, .otherClips, .export, .exporting,
        ].contains(self)
    }

    private var isReview: Bool { [.review, .reviewHeld, .reviewHelp, .reviewed].contains(self) }

    /// - Parameter isScored: true if the card's sessions are scored.
    private func go(_ box: inout Rehearsal, isScored: Bool) {
        switch self {
        case .live, .liveAlone: box.panel(.turned(1))
        case .suggested, .detected: HearingPractice.hear(&box, id: 1, at: box.now.seconds - 0.2)
        case .tools:
            box.hold(.knob, seconds: 0.6)
            box.panel(.turned(1))
        case .saving, .report: box.tap(.stop)
        case .menu: box.goToMenu(.delay)
        case .row: box.goToRow("mark")
        case .allSettings: box.goToRow("longest")
        case .switchOff: box.goToRow(.switchOff)
        case .lineClock, .clockRows:
            box.goToRow(.clockGo)
            box.tap(.mark)
            box.run(to: box.now.seconds + 12)
            if self == .clockRows { box.goToRow(.clockEnd) } else { box.panel(.turned(1)) }
        case .archers: box.goToRow(.archer("Ben"))
        case .archer: box.goToRow(.leftHanded)
        case .naming:
            box.goToRow(.addArcher)
            box.tap(.knob)
            box.tap(.knob)
            box.panel(.turned(12))
        case .faces:
            box.goToRow(.face)
            box.tap(.knob)
            box.panel(.turned(6))
        case .rounds:
            box.goToRow(.round)
            box.tap(.knob)
            box.panel(.turned(6))
        case .editing:
            box.goToRow("longest")
            box.tap(.knob)
        case .about:
            box.goToRow(.about)
            box.tap(.knob)
            box.panel(.turned(1))
        case .box:
            for line in 1...9 { box.send(.box(.settingsFault(SettingsFault(line: line, message: "delay: what?")))) }
            for number in 1...4 { box.send(.card(.lost(.run(1), number: number, reason: "gone"))) }
            box.goToMenu(.box)
            box.tap(.knob)
            box.panel(.turned(1))
        case .hearing:
            box.goToRow(.hearing)
            box.tap(.knob)
            HearingPractice.fill(&box)
        case .region:
            box.goToRow(.region)
            box.tap(.knob)
        case .clock:
            box.goToRow(.clock)
            box.tap(.knob)
        case .listening:
            box.goToRow(.learnKey)
            box.tap(.knob)
            box.tap(.knob)
        case .score, .hour, .fine, .spots:
            box.tap(.stop)
            box.tap(.mark)
            box.panel(.turned(5))
            if self == .hour || self == .fine { box.tap(.knob) }
            if self == .fine { box.tap(.knob) }
        case .corrected:
            box.tap(.stop)
            box.tap(.mark)
            box.panel(.turned(5))
            box.tap(.mark)
            box.tap(.left)
        case .placed, .summary, .wrongClip, .notes, .writing, .clip, .paused, .trimming, .drawingFirst, .drawing, .drawingWords, .drawn, .timingFirst,
            .timing, .moving, .trail, .strip, .stripShots, .stripPart, .stripTwo, .timingTwo, .compare, .compareStill, .shifting, .otherSessions,
            .otherClips, .export, .exporting:
            box.tap(.stop)
            for _ in 0..<3 { box.tap(.mark) }
            goOn(&box)
        case .named:
            box.choose("Ben")
            box.mark(1)
            box.tap(.stop)
            box.tap(.mark)
            box.tap(.mark)
            box.run(to: box.now.seconds + 0.4)
        case .roundResult:
            for end in 1...10 {
                box.tap(.stop)
                for _ in 0..<(end < 10 ? 5 : 4) { box.tap(.mark) }
            }
            box.run(to: box.now.seconds + 2)
        case .review, .reviewHeld, .reviewHelp, .reviewed:
            box.tap(.stop)
            if self == .review || self == .reviewHeld { box.tap(.up) }
            if self == .reviewHeld {
                box.run(to: box.now.seconds + 1)
                box.panel(.pressed(.right))
            }
            if self == .reviewed { for control in [Control.right, .left, .right] { box.tap(control) } }
        case .sessions, .filter, .deletion, .deleting, .emptying, .removing:
            Self.list(&box, isScored: isScored)
            if self == .filter { box.use(.filter) }
            if self == .deletion || self == .deleting { box.use(.delete) }
            if self == .emptying || self == .removing { box.use(.empty) }
            if self == .deleting || self == .removing { box.tap(.right) }
            if self == .filter { box.panel(.turned(1)) }
        case .lookAgain:
            // The older of two moments, so that there are others on both sides.
            box.tap(.mark)
            box.run(to: 26)
            box.tap(.left)
        case .carousel:
            // Five clips; the last but one is in the middle.
            for second in [24.0, 28, 32, 36] {
                box.run(to: second)
                box.tap(.mark)
            }
            box.run(to: 42)
            box.tap(.up)
            box.run(to: 43)
            box.tap(.left)
            box.run(to: 45)
        case .byItself:
            box.tap(.mark)
            box.run(to: 24)
        case .standing: box.use(.lines)
        case .frozen, .stripLine:
            box.tap(.down)
            if self == .stripLine { box.use(.strip) }
        case .zoom:
            box.use(.zoom)
            box.panel(.turned(2))
        case .offer, .otherTools, .clips, .unscored, .left, .again, .phases: break
        }
    }

    /// Goes on from a face with all arrows placed to the summary of the second of two ends.
    private func goOn(_ box: inout Rehearsal) {
        guard self != .placed else { return }
        box.tap(.mark)
        box.tap(.mark)
        box.run(to: 40)
        box.tap(.mark)
        box.run(to: 46)
        box.tap(.mark)
        box.run(to: 52)
        box.tap(.stop)
        for _ in 0..<3 { box.tap(.mark) }
        box.panel(.turned(1))
        box.run(to: box.now.seconds + 0.5)
        switch self {
        case .wrongClip: box.use(.wrongClip)
        case .notes, .writing:
            box.use(.notes)
            box.panel(.turned(self == .writing ? 40 : 2))
            guard self == .writing else { break }
            box.tap(.knob)
            box.panel(.turned(9))
            box.tap(.knob)
        default: if isOfAClip { workOnClip(&box) }
        }
    }

    private static func list(_ box: inout Rehearsal, isScored: Bool = true) {
        box.goToSessions()
        box.send(.card(.condition(.ready(freeBytes: 1))))
        let sessions = (1...30).map {
            SessionSummary(
                name: Rehearsal.name($0), number: $0, started: "2026-11-20T14:03:00", faceID: isScored ? "wa_122" : nil,
                faceName: isScored ? "WA 122 cm" : nil, total: isScored ? $0 : 0, arrows: isScored ? 6 : 0, ends: isScored ? 1 : 0, clips: 2)
        }
        let query = SessionQuery(date: nil, face: nil, offset: 0, limit: SessionWindow.page)
        box.send(
            .card(
                .found(
                    SessionList(
                        query: query, sessions: Array(sessions.prefix(SessionWindow.page)), matching: min(30, SessionWindow.page),
                        months: ["2026-11"],
                        faces: isScored ? [.init(id: "wa_122", name: "WA 122 cm")] : [], usedBytes: 1, freeBytes: 1, deletedClips: 3))))
        box.panel(.turned(4))
    }

    /// Returns a session of the card with twelve clips; the choice is one row and one column from the corner.
    /// - Parameter phases: the phases of each shot. With them there are two ends.
    private static func stored(arrows: Int, target: SessionTarget? = nil, phases: [PhaseMark] = []) -> Rehearsal {
        var box = Rehearsal()
        box.run(to: 10)
        list(&box, isScored: arrows > 0)
        box.tap(.knob)
        let clips = (1...12).map { number in
            var clip = ClipRecord(
                number: number, kind: .mark, file: "clips/\(number).mp4", firstFrame: Int64(number) * 100, lastFrame: Int64(number) * 100 + 50,
                seconds: 2, isCutShort: false)
            clip.judgement.phases = phases
            return clip
        }
        let ends = (0..<(arrows == 0 ? 0 : phases.isEmpty ? 1 : 2)).map { end in
            let placed = (0..<arrows).map { PlacedArrow(number: $0 + 1, place: FacePoint(0, Double($0) * 20), clip: 3 * end + $0 + 1) }
            return EndRecord(
                number: end + 1, face: FaceCatalog.all[0], shaft: Length(millimetres: 5.5), clips: Array(3 * end + 1...3 * end + 3), arrows: placed)
        }
        let marks = clips.map { Mark(number: $0.number, stamp: FrameStamp(frame: 1, timestamp: .zero), source: .gpio) }
        let record = SessionRecord(header: Rehearsal.header, marks: marks, clips: clips, ends: ends, ending: .stopped, target: target)
        box.send(.card(.resumable([ResumableSession(record, name: Rehearsal.name(5))].compactMap { $0 })))
        box.send(.card(.read(SessionKey(folder: Rehearsal.name(5)), FiledSession(name: Rehearsal.name(5), record: record))))
        if arrows == 0 { box.panel(.turned(6)) } else { box.use(.arrows) }
        return box
    }
}
