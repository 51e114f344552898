// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    package static var pausedWord: String { text("clip.paused-word") }
    package static var clipNotWritten: String { text("clip.not-written") }

    package static func clip(_ number: Int) -> String { text("clip.numbered", ["number": number]) }
    /// A clip's name on the TV, by its number within the session.
    package static func clip(_ number: Int, _ kind: ClipPlan.Kind) -> String {
        switch kind {
        case .mark: clip(number)
        case .tail: text("clip.not-marked")
        case .buffer: text("clip.buffer", ["number": kind.shown(number)])
        }
    }
    package static func clipTime(_ position: Double, of length: Double) -> String {
        text("clip.time", ["position": tenths(position), "length": tenths(length)])
    }
    package static func speed(_ speed: Double) -> String { text("clip.speed", ["speed": plainNumber(speed)]) }
    package static func cantPlay(_ reason: Message) -> String { text("clip.cant-play", ["reason": reason.text]) }
    package static func cantRead(_ session: String) -> String { text("clip.cant-read", ["session": session]) }
    package static var goOn: String { text("session.go-on") }
    package static var newSession: String { text("session.new") }
    package static var sessionEnded: String { text("session.ended") }
    package static func roundLeft(_ name: String, end: Int, of ends: Int) -> String {
        text("session.round-left", ["round": name, "end": end, "ends": ends])
    }
    /// - Parameter moment: when it began, in words.
    package static func practiceLeft(_ moment: String?, marks: Int) -> String {
        moment.map { text("session.practice-left-since", ["moment": $0, "marks": Strings.marks(marks)]) }
            ?? text("session.practice-left", ["marks": Strings.marks(marks)])
    }
    package static func nextEnd(_ number: Int) -> String { text("clip.end", ["number": number]) }
}
