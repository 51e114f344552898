// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The date and the time, which a person sets field by field. What was shot since the start without a date gets one too.
struct ClockScreen: Screen {
    var place: ScreenKind { .clock }

    enum Field: Hashable, CaseIterable {
        case year, month, day, hour, minute, zone
    }

    /// The local time as the fields show it.
    private(set) var time: CivilTime
    /// The difference of the local time from UTC, in minutes.
    private(set) var offset: Int
    private(set) var field = Field.year
    private var touch: Touch<Field?>?

    private static let years = 2026...2099
    /// The first time that is shown if nothing is known.
    private static let usual = CivilTime(year: 2026, month: 1, day: 1, hour: 12)
    /// Zones differ from UTC by whole quarters of an hour.
    private static let zoneStep = 15

    init(_ context: Context, at now: Timestamp) {
        time = context.clock?.localTime(at: now) ?? Self.usual
        time.year = time.year.clamped(to: Self.years)
        time.second = 0
        offset = (context.clock?.offset ?? context.settings.zone ?? 0).clamped(to: SessionDate.offsets)
        keepDay()
    }

    func bindings(in context: Context) -> Bindings<Self> {
        [
            .press(.mark): Binding(.clockSet) { $0.set(in: &$1, at: $2) },
            .press(.stop): Binding(.cancel, .back),
            .press(.left): Binding(.clockBefore) { $0.go(by: -1) }.repeated,
            .press(.right): Binding(.clockAfter) { $0.go(by: 1) }.repeated,
            .press(.up): Binding(.clockMore) { $0.change(by: 1) }.repeated,
            .press(.down): Binding(.clockLess) { $0.change(by: -1) }.repeated,
            .turn: .turning(.clockValue) { $0.change(by: $3.steps) },
            .press(.knob): Binding(.clockAfter) { $0.go(by: 1) },
        ]
    }

    mutating func handle(_ input: ScreenInput, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        switch input {
        case .touchDown(let point): touch = Touch(ClockLayout(self, Theme(context.settings)).field(at: point), at: point, at: now)
        case .touchMoved(let point): touch?.move(to: point, at: now)
        case .touchUp: if let tapped = touch.lift()?.tapped, let tapped { field = tapped }
        default: return perform(input, in: &context, at: now)
        }
        return []
    }

    private mutating func go(by steps: Int) {
        let fields = Field.allCases
        let index = (fields.firstIndex(of: field) ?? 0) + steps
        field = fields[((index % fields.count) + fields.count) % fields.count]
    }

    /// Changes the field. All but the year and the zone go round, and carry nothing.
    private mutating func change(by steps: Int) {
        func around(_ value: Int, _ range: ClosedRange<Int>) -> Int {
            let count = range.count
            return range.lowerBound + (((value - range.lowerBound + steps % count) % count) + count) % count
        }
        switch field {
        case .year: time.year = (time.year + steps.clamped(to: -1000...1000)).clamped(to: Self.years)
        case .month: time.month = around(time.month, 1...12)
        case .day: time.day = around(time.day, 1...CivilTime.days(in: time.month, of: time.year))
        case .hour: time.hour = around(time.hour, 0...23)
        case .minute: time.minute = around(time.minute, 0...59)
        case .zone: offset = (offset + steps.clamped(to: -1000...1000) * Self.zoneStep).clamped(to: SessionDate.offsets)
        }
        keepDay()
    }

    /// 31 January, turned to February, is its last day.
    private mutating func keepDay() { time.day = min(time.day, CivilTime.days(in: time.month, of: time.year)) }

    private func set(in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        var effects: [Effect] = []
        // A zone that the machine knows by itself needs no setting.
        if offset != context.clock?.offset {
            var changed = context.settings
            changed.zone = offset
            effects += context.change(to: changed, at: now)
        }
        effects.append(.box(.setClock(utc: time.seconds - Int64(offset) * 60, offset: offset)))
        return .effects(effects) + [.back, .toast(Strings.clockIsSet)]
    }

    // MARK: Rendering

    func spoken(in context: Context, at now: Timestamp) -> Spoken {
        let words = ClockLayout(self, Theme(context.settings)).words(of: field)
        let fields = Field.allCases
        return Spoken(
            Strings.clockTitle, intro: [Strings.clockHelp], Spoken.of(words.name, fields.firstIndex(of: field) ?? 0, of: fields.count),
            state: [words.value], guide: [.turn])
    }

    func nextChange(after seen: Timestamp) -> Timestamp? { nil }

    func layers(in context: Context, at now: Timestamp) -> [Layer] {
        var sketch = DrawingBuilder(Theme(context.settings))
        ClockLayout(self, Theme(context.settings)).draw(on: &sketch)
        return [Layer(.drawing(sketch.drawing))]
    }
}
