// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static var clipNotWritten: String { text("clip.not-written") }

    package static func clip(_ number: Int) -> String { clip(number, ClipPlan.Kind(ofNumber: number)) }
    /// A clip's name on the TV, by its number within the session.
    package static func clip(_ number: Int, _ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: text("clip.numbered", ["number": number])
        case .tail: text("clip.not-marked")
        case .buffer: text("clip.buffer", ["number": kind.shown(number)])
        case .part: text("clip.part", ["number": kind.shown(number)])
        }
    }
    /// The time from the moment, with its sign and without its unit: "−0.433".
    package static func offsetThousandths(_ seconds: Double) -> String { signed(thousandths(seconds), seconds) }
    /// The time from the moment, with its sign: "−0.433 s".
    package static func offsetMilliseconds(_ seconds: Double) -> String { text("replay.seconds", ["seconds": signed(thousandths(seconds), seconds)]) }
    /// The time from a clip's beginning: "1.233 s".
    package static func clockMilliseconds(_ seconds: Double) -> String { text("replay.seconds", ["seconds": thousandths(seconds)]) }
    /// The time at an end of the bar: "+1.2 s".
    package static func offset(_ seconds: Double) -> String { text("replay.seconds", ["seconds": signed(tenths(abs(seconds)), seconds)]) }
    package static func frames(_ count: Int) -> String { text("replay.frames", count: count) }
    package static func frame(_ number: Int64) -> String { text("replay.frame", ["number": "\(number)"]) }
    package static func mark(_ number: Int) -> String { text("replay.mark", ["number": number]) }
    /// The age of a picture: "42 s ago", "3 min ago".
    package static func age(_ seconds: Double) -> String { text("replay.age", ["span": span(seconds)]) }
    /// The time at the beginning of the bar, back from now: "−14:07".
    package static func ago(clock seconds: Double) -> String {
        let whole = Int(seconds.clamped(to: 0...86_400).rounded())
        return "−\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
    /// The number of a moment, counted back from now: "−1 of 7".
    package static func lookedBack(_ number: Int, of count: Int) -> String { text("replay.looked-back", ["number": number, "count": count]) }
    package static func zoom(_ factor: Double) -> String { text("replay.zoom", ["factor": plainNumber(factor)]) }
    package static var now: String { text("replay.now") }
    package static var delayLine: String { text("replay.line") }
    package static var stillRecording: String { text("replay.still-recording") }
    package static var picturesPerSecond: String { text("replay.pictures-per-second") }
    package static var nothingToLookAt: String { text("replay.nothing") }

    // MARK: A part of a clip

    /// The end of the part that is held.
    package static var partFirst: String { text("trim.first") }
    package static var partLast: String { text("trim.last") }
    /// - Parameter seconds: from the moment, or from the clip's beginning.
    package static func partEnds(_ seconds: Double) -> String { text("trim.ends", ["time": offsetMilliseconds(seconds)]) }
    package static var partIsMade: String { text("trim.is-made") }
    /// - Parameter clip: the new clip's name.
    package static func partMade(_ clip: String) -> String { text("trim.made", ["clip": clip]) }
    package static var partNotMade: String { text("trim.not-made") }

    // MARK: Clips side by side

    /// Shown beyond an end of the row.
    package static var firstClip: String { text("carousel.first") }
    package static var lastClip: String { text("carousel.last") }
    package static func place(_ place: Int, of count: Int) -> String { text("carousel.place", ["place": place, "count": count]) }
    package static var noClips: String { text("carousel.none") }
    package static var noClipsYet: String { text("carousel.none-yet") }

    // MARK: Two clips

    /// The clip that lies over another, and the other clip.
    package static func mix(_ other: String, over this: String) -> String { text("compare.mix", ["other": other, "this": this]) }
    /// - Parameter share: 0…1.
    package static func percent(_ share: Double) -> String { text("compare.percent", ["percent": Int((share * 100).clamped(to: 0...100).rounded())]) }
    /// The fastest speed at which two clips are decoded here.
    package static func bothHold(_ speed: Double) -> String { text("compare.both-hold", ["speed": self.speed(speed)]) }
    package static var pictureKept: String { text("pictures.kept") }
    package static var pictureNotKept: String { text("pictures.not-kept") }
    package static var liked: String { text("clip.liked") }
    package static var shift: String { text("compare.shift") }
    /// A shift with its sign: "+2 frames".
    package static func shifted(_ pictures: Int) -> String { (pictures < 0 ? "−" : "+") + frames(abs(pictures)) }
    package static func compareDelayed(_ seconds: Double) -> String { text("compare.delayed", ["seconds": plainNumber(seconds)]) }

    private static func thousandths(_ seconds: Double) -> String {
        let whole = Int((abs(seconds) * 1000).clamped(to: 0...1e12).rounded())
        let rest = "\(whole % 1000)"
        return "\(whole / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    private static func signed(_ figure: String, _ value: Double) -> String { (value < -0.0005 ? "−" : "+") + figure }

    package static func speed(_ speed: Double) -> String { text("clip.speed", ["speed": (speed < 0 ? "−" : "") + fraction(abs(speed))]) }
    /// Speeds one after the other: "1×, ½×".
    package static func speeds(_ speeds: [Double]) -> String { speeds.map(speed).joined(separator: ", ") }
    /// A speed as people write it: ½, not 0.5.
    private static func fraction(_ speed: Double) -> String {
        [0.125: "⅛", 0.25: "¼", 0.5: "½", 0.75: "¾"][speed] ?? plainNumber(speed)
    }
    package static func cantPlay(_ reason: Message) -> String { text("clip.cant-play", ["reason": reason.text]) }
    package static func cantRead(_ session: String) -> String { text("clip.cant-read", ["session": session]) }
    package static var goOn: String { text("session.go-on") }
    package static var newSession: String { text("session.new") }
    package static var sessionEnded: String { text("session.ended") }
    package static func roundLeft(_ name: String, end: Int, of ends: Int) -> String {
        text("session.round-left", ["round": name, "end": end, "ends": ends])
    }
    /// - Parameter moment: the time of its beginning, in words.
    package static func practiceLeft(_ moment: String?, marks: Int) -> String {
        moment.map { text("session.practice-left-since", ["moment": $0, "marks": Strings.marks(marks)]) }
            ?? text("session.practice-left", ["marks": Strings.marks(marks)])
    }
    package static func practiceEnd(_ number: Int) -> String { text("clip.practice-end", ["number": number]) }
    package static func nextEnd(_ number: Int) -> String { text("clip.end", ["number": number]) }
}
