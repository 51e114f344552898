// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// One line of a script, parsed.
struct ScriptLine {
    /// The fault of a line, without its position.
    struct Fault: Error {
        let reason: String
    }

    /// The inputs of the line; empty for a comment.
    let inputs: [TimedInput]
    /// The contacts of the trigger's line.
    let contacts: [TriggerContact]

    /// A week: a longer run must be a mistake in the script.
    private static let longestSeconds = 604_800.0
    private static let mostDetents = 1000
    private static let controls = "mark, stop, left, right, up, down, knob, touch, camera, tv, card, stick, microphone or trigger"

    init(_ line: String) throws(Fault) {
        let text = line.hasPrefix("\u{FEFF}") ? line.dropFirst() : Substring(line)
        let code = text.prefix { $0 != "#" }
        let words = code.split { $0.isWhitespace }.map(String.init)
        guard let first = words.first else {
            (inputs, contacts) = ([], [])
            return
        }
        let time = try Self.seconds(first, meaning: "a time in seconds since the start")
        guard words.count > 1 else { throw Fault(reason: "nothing follows '\(Self.shown(first))'; expected \(Self.controls)") }
        let arguments = Array(words.dropFirst(2))
        contacts = try words[1] == "trigger" ? Self.trigger(arguments, at: time) : []
        inputs =
            switch words[1] {
            case "touch": try Self.touch(arguments, at: time)
            case "trigger": []
            case "microphone" where arguments.first == "late": try Self.late(arguments, at: time)
            case "camera", "tv", "card", "stick", "microphone": try Self.plug(words[1], arguments, at: time)
            default: try Self.press(words[1], arguments, at: time)
            }
    }

    private static func press(_ name: String, _ words: [String], at time: Duration) throws(Fault) -> [TimedInput] {
        guard let control = Control(rawValue: name) else {
            throw Fault(reason: "'\(shown(name))' is no control; expected \(controls)")
        }
        let expected = control == .knob ? "tap, hold SECONDS, push or turn ±N" : "tap or hold SECONDS"
        switch words.first {
        case "tap":
            try expectCount(1, words, "tap")
            return pressed(control, at: time, for: Script.tapDuration)
        case "push" where control == .knob:
            try expectCount(1, words, "push")
            return pressed(control, at: time, for: Script.tapDuration)
        case "hold":
            try expectCount(2, words, "hold SECONDS")
            return pressed(control, at: time, for: try seconds(words[1], meaning: "how many seconds to hold"))
        case "turn" where control == .knob:
            try expectCount(2, words, "turn ±N")
            return [TimedInput(time: time, content: .action(.turned(try detents(words[1]))))]
        case "turn", "push":
            throw Fault(reason: "'\(words[0])' is for the knob; expected \(expected) for '\(name)'")
        case let word?:
            throw Fault(reason: "'\(shown(word))' is no action of '\(name)'; expected \(expected)")
        case nil:
            throw Fault(reason: "nothing follows '\(name)'; expected \(expected)")
        }
    }

    private static func trigger(_ words: [String], at time: Duration) throws(Fault) -> [TriggerContact] {
        let duration: Duration
        switch words.first {
        case "tap":
            try expectCount(1, words, "tap")
            duration = Script.tapDuration
        case "hold":
            try expectCount(2, words, "hold SECONDS")
            duration = try seconds(words[1], meaning: "how many seconds to hold")
        case let word?: throw Fault(reason: "'\(shown(word))' is no action of 'trigger'; expected tap or hold SECONDS")
        case nil: throw Fault(reason: "nothing follows 'trigger'; expected tap or hold SECONDS")
        }
        return [TriggerContact(time: time, isClosed: true), TriggerContact(time: time + duration, isClosed: false)]
    }

    private static func touch(_ words: [String], at time: Duration) throws(Fault) -> [TimedInput] {
        let expected = "down X Y, move X Y or up"
        let action: PanelEvent.Action
        switch words.first {
        case "down":
            try expectCount(3, words, "down X Y")
            action = .touchDown(try point(words[1], words[2]))
        case "move":
            try expectCount(3, words, "move X Y")
            action = .touchMoved(try point(words[1], words[2]))
        case "up":
            try expectCount(1, words, "up")
            action = .touchUp
        case let word?: throw Fault(reason: "'\(shown(word))' is no action of 'touch'; expected \(expected)")
        case nil: throw Fault(reason: "nothing follows 'touch'; expected \(expected)")
        }
        return [TimedInput(time: time, content: .action(action))]
    }

    private static func plug(_ name: String, _ words: [String], at time: Duration) throws(Fault) -> [TimedInput] {
        guard let plug = SimulatedPlug(rawValue: name) else {
            throw Fault(reason: "'\(shown(name))' has no plug; expected camera, tv, card, stick or microphone")
        }
        let expected = plug == .microphone ? "unplug, plug or late SECONDS" : "unplug or plug"
        guard let word = words.first else { throw Fault(reason: "nothing follows '\(name)'; expected \(expected)") }
        guard word == "plug" || word == "unplug" else {
            throw Fault(reason: "'\(shown(word))' is no action of '\(name)'; expected \(expected)")
        }
        try expectCount(1, words, word)
        return [TimedInput(time: time, content: .plug(plug, isPlugged: word == "plug"))]
    }

    private static func late(_ words: [String], at time: Duration) throws(Fault) -> [TimedInput] {
        try expectCount(2, words, "late SECONDS")
        return [TimedInput(time: time, content: .lateSound(try seconds(words[1], meaning: "how many seconds late the sound comes")))]
    }

    private static func pressed(_ control: Control, at time: Duration, for duration: Duration) -> [TimedInput] {
        [
            TimedInput(time: time, content: .action(.pressed(control))),
            TimedInput(time: time + duration, content: .action(.released(control))),
        ]
    }

    private static func expectCount(_ count: Int, _ words: [String], _ form: String) throws(Fault) {
        guard words.count >= count else { throw Fault(reason: "'\(words[0])' is not complete; expected \(form)") }
        guard words.count == count else { throw Fault(reason: "'\(shown(words[count]))' is too much; expected \(form)") }
    }

    private static func seconds(_ word: String, meaning: String) throws(Fault) -> Duration {
        guard let value = number(word), value >= 0, value <= longestSeconds else {
            throw Fault(reason: "'\(shown(word))' is no number of seconds from 0 to \(Int(longestSeconds)); expected \(meaning)")
        }
        return .nanoseconds(Int64((value * 1e9).rounded()))
    }

    private static func detents(_ word: String) throws(Fault) -> Int {
        // `Int` reads a sign and digits, and nothing else.
        guard let count = Int(word), count != 0, (-mostDetents...mostDetents).contains(count) else {
            throw Fault(reason: "'\(shown(word))' is no turn; expected a number of detents such as +3 or -1, at most \(mostDetents)")
        }
        return count
    }

    private static func point(_ x: String, _ y: String) throws(Fault) -> Point {
        // The shape of the canvas isn't known here, so each direction may be the longer one.
        Point(try coordinate(x, CanvasShape.wide.width, "X"), try coordinate(y, CanvasShape.upright.height, "Y"))
    }

    private static func coordinate(_ word: String, _ limit: Double, _ axis: String) throws(Fault) -> Double {
        guard let value = number(word), value >= 0, value <= limit else {
            throw Fault(reason: "'\(shown(word))' is no place on the canvas; expected \(axis) from 0 to \(Int(limit))")
        }
        return value
    }

    /// Parses a plain decimal number: no exponent, no hexadecimal, no words for infinity.
    private static func number(_ word: String) -> Double? {
        let allowed: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".") }
        let digits = word.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
        guard word.utf8.count - digits.count <= 1, !digits.isEmpty, digits.allSatisfy(allowed), let value = Double(word),
            value.isFinite
        else { return nil }
        return value
    }

    /// Returns a word as an error shows it: short, and on one line.
    private static func shown(_ word: String) -> String {
        let scalars = word.unicodeScalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : $0 }
        let plain = String(String.UnicodeScalarView(scalars))
        return word.unicodeScalars.count > 40 ? plain + "…" : plain
    }
}
