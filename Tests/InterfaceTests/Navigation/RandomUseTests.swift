// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Interface

@Suite struct RandomUseTests {
    /// Anything in any order: people, cables, cards.
    @Test(arguments: UInt64(1)...60)
    func noMarkIsEverLostWhateverHappens(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var box = Rehearsal {
            $0.scores = seed % 2 == 1
            $0.round = seed % 5 == 0 ? "vegas_300" : nil
            $0.keepsTail = seed % 3 == 0
            $0.mark = seed % 2 == 0 ? .shown : .live
            $0.textScalePercent = [100, 150, 200][Int(seed % 3)]
            // Half of the runs with a review at STOP, some of them with the grid instead of the stack.
            $0.afterStop = seed % 4 < 2 ? .review : .score
            $0.review = seed % 8 == 1 ? .grid : .stack
            $0.soundMarks = seed % 3 == 0 ? .suggest : .off
        }
        box.hasCard = seed % 4 != 0
        var ledger = Ledger()
        for _ in 0..<300 {
            box.run(to: box.now.seconds + random.seconds(0...2))
            act(&box, &random)
            ledger.read(box.effects)
            if random.chance(0.2) { look(at: box) }
            // Sometimes a shot is heard, which was a moment ago.
            if random.chance(0.2) { hear(&box, random.seconds(0...0.3)) }
        }
        box.send(.box(.endRequested))
        ledger.read(box.effects)
        #expect(ledger.openMarks.isEmpty, "marks without a clip")
        #expect(ledger.faults.isEmpty)
        #expect(!box.offs.isEmpty || box.effects.contains { if case .card(.journal(_, .marked)) = $0 { true } else { false } })
    }

    @Test("while nothing is kept, no command that writes a clip or a still is ever given", arguments: UInt64(1)...30)
    func nothingIsWrittenWhileNothingIsKept(seed: UInt64) {
        var random = SeededGenerator(seed: seed &* 31)
        var box = Rehearsal {
            $0.keep = .nothing
            $0.scores = seed % 2 == 1
            $0.afterStop = seed % 4 < 2 ? .review : .score
            $0.clip = seed % 4 == 0 ? .rally : .segment
            $0.soundMarks = seed % 3 == 0 ? .mark : .off
        }
        for step in 0..<300 {
            let before = box
            box.run(to: box.now.seconds + random.seconds(0...2))
            act(&box, &random)
            if random.chance(0.2) { hear(&box, random.seconds(0...0.3)) }
            let new = box.effects.dropFirst(before.effects.count)
            // Somebody may choose otherwise in the menu; then the stream begins anew.
            let isChosen = new.contains { if case .stream(.restart) = $0 { true } else { false } }
            guard before.appliance.keepsNothing, box.appliance.keepsNothing, !isChosen else { continue }
            #expect(!new.contains { $0.writesFootage }, "seed \(seed), step \(step)")
        }
        #expect(!box.marks.isEmpty || !box.offs.isEmpty)
    }

    private func hear(_ box: inout Rehearsal, _ ago: Double) {
        let instant = Timestamp(seconds: max(0, box.now.seconds - ago))
        let shot = DetectedShot(id: Int(instant.nanoseconds / 1_000_000) + 1, timestamp: instant, level: -12)
        box.send(.hearing(.shot(shot), live: Rehearsal.newest(at: instant)))
    }

    private func act(_ box: inout Rehearsal, _ random: inout SeededGenerator) {
        let control = Control.allCases.randomElement(using: &random) ?? .mark
        let point = Point(random.seconds(0...1920), random.seconds(0...1080))
        switch Int.random(in: 0..<20, using: &random) {
        case 0...3: box.tap(.mark)
        case 4...6: box.tap(control)
        case 7: box.hold(control, seconds: random.seconds(0.5...2))
        case 8:
            box.panel(.pressed(control))
            // A longer hold would switch the box off, and the rest of the run would test nothing.
            if control == .stop, random.chance(0.9) {
                box.run(to: box.now.seconds + random.seconds(0...4.9))
                box.panel(.released(.stop))
            }
        case 9: box.panel(.released(control))
        case 10...11: box.panel(.turned(Int.random(in: -6...6, using: &random)))
        case 12 where random.chance(0.5):
            let offers = box.appliance.path.toolLayers(in: box.appliance.context).all.filter(\.isPossible)
            if let offer = offers.randomElement(using: &random) { box.use(offer.tool) }
        case 12: box.touch(point)
        case 13: box.panel(.touchDown(point), source: .touch)
        case 14: box.panel(random.chance(0.5) ? .touchUp : .touchMoved(point), source: .touch)
        case 15: box.loseCamera()
        case 16:
            box.hasCamera = true
            box.send(.stream(.cameraBack(StreamParameters(size: .hd720, rate: FrameRate(60)))))
        case 17:
            box.send(.card(.condition([.absent, .readOnly, .full(freeBytes: 0), .ready(freeBytes: 1)].randomElement(using: &random) ?? .absent)))
        case 18:
            box.send(.stream(random.chance(0.5) ? .encoderFailed("no") : .encoderBack("codec")))
            let (number, session) = (Int.random(in: 0...20, using: &random), Int.random(in: 0...3, using: &random))
            box.send(.card(.lost(.run(session), number: number, reason: "gone")))
        case 19 where random.chance(0.5):
            box.run(to: box.now.seconds + random.seconds(0...12), losing: Int64.random(in: 0...100, using: &random))
        default:
            box.send(.box(.settingsFault(SettingsFault(line: 3, message: "delay: what?"))))
            box.send(.card(.settingsNotSaved("the card took it back while it was being written")))
        }
    }

    private func look(at box: Rehearsal) {
        guard box.appliance.change.map({ $0.span.end <= box.now }) ?? true else { return }
        let scene = box.scene
        let isScreen = box.appliance.page.showsLive == false
        // A screen that the knob opens and STOP's card may cover the strip for a moment, and so may the footer in large text.
        let isFree = box.appliance.settings.textScalePercent == 100 && !box.appliance.switchingOff.isHoldSeen(at: box.now)
        // The strip moves with the picture, and each of two pictures has its own.
        let picture = LivePictures(box.appliance.context, at: box.now).area
        let share = picture.height / Canvas.bounds.height
        let strip = Rect(
            x: picture.x + Areas.strip.x * share, y: Areas.strip.y * share, width: Areas.strip.width * share, height: Areas.strip.height * share)
        let isAsked = box.appliance.settings.isSplit && share < 1
        for (run, bounds) in scene.texts {
            #expect(isScreen || !isFree || isAsked || !bounds.intersects(strip), "“\(run.text)”")
            // The menu's tiles slide in from below.
            let isComing = box.appliance.menu.slide.value(at: box.now) < 1
            #expect(bounds.y >= Canvas.safeArea.y && bounds.maxY <= Canvas.safeArea.maxY + 0.5 || isComing, "“\(run.text)”")
        }
        #expect(isScreen || scene.videos.count >= 1)
    }
}

extension Effect {
    fileprivate var writesFootage: Bool {
        switch self {
        case .card(.cut), .card(.trim), .card(.keepPicture), .picture(.keep), .export(.begin): true
        default: false
        }
    }
}

/// Tracks marks and clips from the effects alone.
private struct Ledger {
    /// Marks of the open session that have no clip yet.
    private(set) var openMarks: [Int: Mark] = [:]
    /// Marks whose clips were ordered.
    private var marksWithClips: [SessionRef: Set<Int>] = [:]
    private(set) var faults: [String] = []
    /// The last number of each kind in each session.
    private var newest: [SessionRef: [ClipPlan.Kind: Int]] = [:]
    /// The newest mark, if it was taken back and had no clip.
    private var withdrawn: [SessionRef: Int] = [:]
    private var readCount = 0
    private var pinned: Set<Int> = []
    /// The session that a clip was pinned for.
    private var owners: [Int: SessionRef] = [:]

    mutating func read(_ effects: [Effect]) {
        for effect in effects.dropFirst(readCount) { read(effect) }
        readCount = effects.count
    }

    private mutating func read(_ effect: Effect) {
        switch effect {
        case .card(.journal(let session, .marked(let mark))):
            take(mark.number, of: session)
            openMarks[mark.number] = mark
        case .card(.journal(let session, .withdrawn(let number))):
            if openMarks.removeValue(forKey: number) == nil, marksWithClips[session]?.remove(number) == nil {
                faults.append("mark \(number) withdrawn, and there was none")
            } else if marksWithClips[session]?.contains(number) != true, newest[session]?[ClipPlan.Kind(ofNumber: number)] == number {
                withdrawn[session] = number
            }
        case .line(.pin(let plan, let session)):
            pinned.insert(plan.number)
            owners[plan.number] = session
            if !plan.kind.hasMark { take(plan.number, of: session) }
            if plan.from > plan.through { faults.append("clip \(plan.number) ends before it begins") }
        case .line(.look): break
        case .line(.release(let number, _)):
            if pinned.remove(number) == nil { faults.append("clip \(number) dropped without a pin") }
        case .card(.cut(let plan, let session)):
            if pinned.remove(plan.number) == nil { faults.append("clip \(plan.number) cut without a pin") }
            if owners[plan.number] != session { faults.append("clip \(plan.number) cut for another session than it was pinned for") }
            guard plan.kind.hasMark else { return }
            guard let mark = openMarks.removeValue(forKey: plan.number) else {
                faults.append("clip \(plan.number) has no mark")
                return
            }
            marksWithClips[session, default: []].insert(plan.number)
            if plan.from > mark.stamp.timestamp || plan.through < mark.stamp.timestamp {
                faults.append("clip \(plan.number) doesn't hold its mark")
            }
        case .card(.end):
            if !openMarks.isEmpty || !pinned.isEmpty { faults.append("a session closed over an open mark") }
        case .card, .stream, .hearing, .player, .stills, .panel, .voice, .picture, .export, .films, .box: break
        }
    }

    private mutating func take(_ number: Int, of session: SessionRef) {
        // Each kind is numbered separately.
        let kind = ClipPlan.Kind(ofNumber: number)
        let before = newest[session]?[kind] ?? kind.base
        // A button that was held for a quick save has used up no number.
        let isAgain = kind.hasMark && withdrawn[session] == number && number == before
        if kind.hasMark { withdrawn[session] = nil }
        if number != before + 1, !isAgain { faults.append("number \(number) after \(before)") }
        newest[session, default: [:]][kind] = number
    }
}
