// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// A script of inputs for a simulated panel: one event a line, `SECONDS CONTROL ACTION`, `#` starts a comment.
///
/// Lines may come in any order of time. A press is two inputs, the release a little later.
public struct Script: Hashable, Sendable {
    /// The inputs in order of time; inputs of the same instant keep the order of their lines.
    public let inputs: [TimedInput]

    /// The time for which a `tap` or a `push` holds its control.
    public static let tapDuration: Duration = .milliseconds(80)

    /// Reads a script.
    /// - Parameters:
    ///   - path: the path of the script, for the error.
    ///   - lines: have the times of the trigger's line.
    public init(text: String, path: String, lines: PanelLines = PanelLines()) throws(ScriptError) {
        var inputs: [TimedInput] = []
        var contacts: [TriggerContact] = []
        // Split bytes and not characters: a carriage return before the end of a line would make one character with it.
        for (index, bytes) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            do {
                let line = try ScriptLine(String(Substring(bytes)))
                inputs += line.inputs
                contacts += line.contacts
            } catch {
                throw ScriptError("\(path):\(index + 1): \(error.reason)")
            }
        }
        inputs += Self.inputs(of: contacts, TriggerRule(lines))
        // `sorted` doesn't promise to be stable; the position in the script decides between equals.
        self.inputs = inputs.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    /// Reads a script from a file.
    public init(path: String, lines: PanelLines = PanelLines()) throws(ScriptError) {
        try self.init(text: try ScriptFile.text(of: path), path: path, lines: lines)
    }

    /// Returns what the panel would report of these contacts of the trigger's line.
    private static func inputs(of contacts: [TriggerContact], _ rule: TriggerRule) -> [TimedInput] {
        var (rule, inputs) = (rule, [TimedInput]())
        func take(_ outcome: TriggerRule.Outcome, at instant: Timestamp) {
            let content: TimedInput.Content =
                switch outcome {
                case .moment: .detected
                case .held(let isHeld): .triggerHeld(isHeld)
                }
            inputs.append(TimedInput(time: Timestamp.zero.duration(to: instant), content: content))
        }
        func pass(to end: Timestamp?) {
            while let due = rule.nextChange, end.map({ due <= $0 }) ?? true { rule.pass(to: due) { take($0, at: due) } }
        }
        for contact in contacts.sorted(by: { $0.time < $1.time }) {
            let instant = Timestamp.zero + contact.time
            pass(to: instant)
            rule.edge(isClosed: contact.isClosed, at: instant) { take($0, at: instant) }
        }
        pass(to: nil)
        return inputs
    }
}

/// A contact of the trigger's line in a script.
struct TriggerContact: Hashable {
    /// The time since the start of the run.
    var time: Duration
    var isClosed: Bool
}

/// One input of a script, at its time in the run.
public struct TimedInput: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case action(PanelEvent.Action)
        case plug(SimulatedPlug, isPlugged: Bool)
        /// The sound of a simulated microphone comes this late.
        case lateSound(Duration)
        /// The trigger's line closed, at this time.
        case detected
        case triggerHeld(Bool)
    }

    /// The time since the start of the run.
    public var time: Duration
    public var content: Content

    public init(time: Duration, content: Content) {
        self.time = time
        self.content = content
    }

    /// Returns the input as a panel delivers it in a run that began at `start`.
    public func input(inRunFrom start: Timestamp) -> PanelInput {
        switch content {
        case .action(let action): .event(PanelEvent(action, at: start.advanced(by: time), source: .script))
        case .plug(let plug, let isPlugged): .plug(plug, isPlugged: isPlugged)
        case .lateSound(let lateness): .lateSound(lateness)
        case .detected: .detected(Detection(at: start.advanced(by: time), source: .trigger))
        case .triggerHeld(let isHeld): .triggerHeld(isHeld)
        }
    }
}

/// The reason that a script can't be played: `PATH:LINE: what is wrong, what is expected`.
public struct ScriptError: Error, Hashable, CustomStringConvertible {
    public var description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// Reads the text of a script file.
enum ScriptFile {
    private static let longest = 16 << 20

    static func text(of path: String) throws(ScriptError) -> String {
        guard let file = fopen(path, "re") else { throw ScriptError("\(path): \(String(cString: strerror(errno)))") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes += piece[..<count]
            guard bytes.count <= longest else { throw ScriptError("\(path): is too long for a script") }
        }
        guard ferror(file) == 0 else { throw ScriptError("\(path): \(String(cString: strerror(errno)))") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
