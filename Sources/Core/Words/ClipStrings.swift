// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The time from the moment, with its sign and without its unit: "−0.433".
    package static func offsetThousandths(_ seconds: Double) -> String { signed(thousandths(seconds), seconds) }
    /// The time from the moment, with its sign: "−0.433 s".
    package static func offsetMilliseconds(_ seconds: Double) -> String { Phrases.Replay.seconds(signed(thousandths(seconds), seconds)) }
    /// The time from a clip's beginning: "1.233 s".
    package static func clockMilliseconds(_ seconds: Double) -> String { Phrases.Replay.seconds(thousandths(seconds)) }
    /// The time at an end of the bar: "+1.2 s".
    package static func offset(_ seconds: Double) -> String { Phrases.Replay.seconds(signed(tenths(abs(seconds)), seconds)) }
    package static func frames(_ count: Int) -> String { Phrases.Replay.frames(count) }
    /// The age of a picture: "42 s ago", "3 min ago".
    package static func age(_ seconds: Double) -> String { Phrases.Replay.age(span(seconds)) }
    /// The time at the beginning of the bar, back from now: "−14:07".
    package static func ago(clock seconds: Double) -> String {
        let whole = Int(seconds.clamped(to: 0...86_400).rounded())
        return "−\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
    /// A moment of the line: "Shot 7 of 7".
    package static func shot(_ number: Int, of all: Int) -> String { Phrases.Replay.shot(number, all: all) }
    /// - Parameter age: "42 s ago".
    package static func lastShot(_ age: String) -> String { Phrases.Replay.lastShot(age) }
    /// A shot of the line that was heard and that no mark has taken.
    package static var heardMoment: String { Phrases.Replay.heard }
    package static var anyControlEndsIt: String { Phrases.Replay.anyControl }
    /// The arrow that a clip shows: "Arrow 3 · 8".
    package static func arrow(_ number: Int, scored label: String) -> String { Phrases.Replay.arrow(number, score: label) }
    package static func zoom(_ factor: Double) -> String { Phrases.Replay.zoom(plain(factor)) }

    // MARK: A part of a clip

    /// - Parameter seconds: from the moment, or from the clip's beginning.
    package static func partEnds(_ seconds: Double) -> String { Phrases.Trim.ends(offsetMilliseconds(seconds)) }

    // MARK: Clips side by side

    package static func place(_ place: Int, of count: Int) -> String { Phrases.Carousel.place(place, count: count) }

    // MARK: Two clips

    /// The clip that lies over another, and the other clip.
    package static func mix(_ other: String, over this: String) -> String { Phrases.Compare.mix(other, this: this) }
    /// - Parameter share: 0…1.
    package static func percent(_ share: Double) -> String { Phrases.Compare.percent(Int((share * 100).clamped(to: 0...100).rounded())) }
    /// The fastest speed at which two clips are decoded here.
    package static func bothHold(_ speed: Double) -> String { Phrases.Compare.bothHold(self.speed(speed)) }
    /// A shift with its sign: "+2 frames".
    package static func shifted(_ pictures: Int) -> String { (pictures < 0 ? "−" : "+") + frames(abs(pictures)) }
    package static func compareDelayed(_ seconds: Double) -> String { Phrases.Compare.delayed(plain(seconds)) }

    private static func thousandths(_ seconds: Double) -> String { decimal(abs(seconds), places: 3) }

    private static func signed(_ figure: String, _ value: Double) -> String { (value < -0.0005 ? "−" : "+") + figure }

    package static func speed(_ speed: Double) -> String { Phrases.Clip.speed((speed < 0 ? "−" : "") + fraction(abs(speed))) }
    /// Speeds one after the other: "1×, ½×".
    package static func speeds(_ speeds: [Double]) -> String { speeds.map(speed).joined(separator: ", ") }
    /// A speed as people write it: ½, not 0.5.
    private static func fraction(_ speed: Double) -> String {
        [0.125: "⅛", 0.25: "¼", 0.5: "½", 0.75: "¾"][speed] ?? plain(speed)
    }
    /// `WA 70 m, end 2`.
    package static func roundGoesOn(_ name: String, end: Int) -> String { Phrases.Session.roundGoesOn(name, end: end) }

    package static func roundLeft(_ name: String, end: Int, of ends: Int) -> String {
        Phrases.Session.roundLeft(name, end: end, ends: ends)
    }
    /// - Parameter moment: the time of its beginning, in words.
    package static func practiceLeft(_ moment: String?, marks: Int) -> String {
        moment.map { Phrases.Session.practiceLeftSince($0, marks: Strings.marks(marks)) }
            ?? Phrases.Session.practiceLeft(Strings.marks(marks))
    }
}
