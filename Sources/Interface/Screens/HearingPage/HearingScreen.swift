// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The page about hearing: how loud it is, from where on a sound can be a shot, and what became of the last shots.
struct HearingScreen: Screen {
    var place: ScreenKind { .hearing }

    /// A level, and when it was heard.
    struct Peak: Hashable {
        var level: Double
        var time: Timestamp
    }

    /// The loudest sound of the last moment, in dB of full scale; `nil` before the first.
    private(set) var level: Double?
    /// The loudest sound of the last two seconds.
    private(set) var loudest: Peak?
    /// The number of the last shot that was heard before the page came up.
    private let before: Int

    /// The time for which the loudest sound stays visible.
    private static let hold = Duration.seconds(2)

    init(_ context: Context) { before = context.heardShots.all.last?.id ?? 0 }

    func bindings(in context: Context) -> Bindings<Self> {
        [.press(.mark): .back, .press(.stop): .back, .press(.knob): .back]
    }

    mutating func hear(_ event: Event, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        if let loudest, loudest.time + Self.hold <= now { self.loudest = nil }
        guard case .hearing(.level(let level), _) = event else { return [] }
        self.level = level
        if loudest.map({ $0.level <= level }) ?? true { loudest = Peak(level: level, time: now) }
        return []
    }

    /// Returns the number of shots that were heard since the page came up.
    func heard(in context: Context) -> Int { context.heardShots.all.count { $0.id > before } }

    func wishes(in context: Context, at now: Timestamp) -> Wishes { Wishes(hearsLevel: true) }

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let words = HearingLayout.words(self, context)
        let fate = context.hearingDots(at: now).last.map { Strings.Hearing.name(of: $0.fate) }
        return Spoken(Strings.Hearing.title, words.first ?? "", state: words.dropFirst().map(Optional.some) + [fate])
    }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        var sketch = DrawingBuilder(Theme(context.settings))
        HearingLayout(self, context, at: now).draw(on: &sketch)
        return [Layer(.drawing(sketch.drawing))]
    }

    func nextChange(after seen: Timestamp) -> Timestamp? { loudest.map { $0.time + Self.hold }.flatMap { $0 > seen ? $0 : nil } }
}

/// A shot on the page about hearing, or a mark for which no shot was heard.
struct HearingDot: Hashable {
    var time: Timestamp
    /// In dB of full scale; `nil` if nothing was heard.
    var level: Double?
    var fate: Strings.Hearing.Fate
}

extension Context {
    /// The last shots and the marks without one, at most ten, the newest last.
    func hearingDots(at now: Timestamp) -> [HearingDot] {
        let (taken, open) = (takenShots, Set(suggestions(at: now).map(\.timestamp)))
        var dots = heardShots.all.map { shot in
            let time = shot.timestamp
            return HearingDot(time: time, level: shot.level, fate: taken.contains(time) ? .taken : open.contains(time) ? .suggested : .letGo)
        }
        // Marks that only taught the ear aren't missed shots: nothing can be heard before the first is.
        if let first = dots.first?.time {
            let marks = sessions.all.flatMap(\.marksOfThisRun).filter { $0.shot == nil && !$0.isAutomatic }
            dots += marks.compactMap(\.pressed).filter { $0 > first }.map { HearingDot(time: $0, level: nil, fate: .missed) }
        }
        return Array(dots.sorted { $0.time < $1.time }.suffix(10))
    }
}
