// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Synchronization

/// Says what the interface asks for: makes sound of words, and hands it to the sound player.
///
/// The library is opened on the voice's thread when the voice is first wanted. New words cut off those under way. `follow` and `perform`
/// belong to the box's thread and never wait, `spoken` to any thread, the rest to the voice's thread. In a virtual run the driver steps it.
final class VoiceService: @unchecked Sendable {
    // `state` and `bell` are thread-safe; `voice` and `isRefused` belong to the voice's thread.

    /// Words that were said, with the time at which they began.
    struct Line: Equatable {
        var timestamp: Timestamp
        var words: String
    }

    private struct Request {
        var words: String
        var language: String
        var number: Int
        /// True or false if these words turn the voice on or off; `nil` if they say something else.
        var turnsOn: Bool?
    }

    private struct State {
        var isWanted: Bool
        /// True if the voice was wanted at any time.
        var wasWanted: Bool
        /// The words that wait to be said.
        var request: Request?
        /// The number of the newest words.
        var newest = 0
        var lines: [Line] = []

        mutating func ask(_ words: String, language: String, turnsOn: Bool? = nil) {
            newest += 1
            request = Request(words: words, language: language, number: newest, turnsOn: turnsOn)
        }

        /// Notes if the voice is wanted.
        /// - Returns: true if it was wanted until now and isn't any more.
        mutating func want(_ isNeeded: Bool) -> Bool {
            defer { (isWanted, wasWanted) = (isNeeded, wasWanted || isNeeded) }
            return isWanted && !isNeeded
        }
    }

    /// The most lines that the report names, the first ones.
    private static let capacity = 10_000

    private let state: Mutex<State>
    private let bell = Doorbell()
    private let timebase: any Timebase
    private let open: () throws -> any Voice
    private let play: (_ samples: [Int16], _ sampleRate: Int) -> Void
    private let refuse: (_ reason: String, _ isMissing: Bool) -> Void
    private var voice: (any Voice)?
    private var isRefused = false

    /// - Parameters:
    ///   - play: receives the sound of words, which replaces the sound before it; no samples: what is heard ends.
    ///   - refuse: receives the reason if the voice is missing, once each time that it is wanted, or if it can't say something.
    init(
        _ settings: Settings, timebase: any Timebase, open: @escaping () throws -> any Voice,
        play: @escaping (_ samples: [Int16], _ sampleRate: Int) -> Void, refuse: @escaping (_ reason: String, _ isMissing: Bool) -> Void
    ) {
        let isWanted = settings.voice != .off
        state = Mutex(State(isWanted: isWanted, wasWanted: isWanted))
        self.timebase = timebase
        self.open = open
        self.play = play
        self.refuse = refuse
    }

    // MARK: The box's thread

    func follow(_ settings: Settings) {
        let isWanted = settings.voice != .off
        // If it was turned off by a command, it knows that already, and its last words go on.
        let isTurnedOff = state.withLock { state in
            guard state.want(isWanted) else { return false }
            (state.request, state.newest) = (nil, state.newest + 1)
            return true
        }
        if isTurnedOff { play([], 1) }
        bell.ring()
    }

    func perform(_ command: VoiceCommand) {
        switch command {
        case .say(let words, let language):
            state.withLock { $0.ask(words, language: language) }
        case .turn(let isOn, let words, let language):
            state.withLock { state in
                _ = state.want(isOn)
                state.ask(words, language: language, turnsOn: isOn)
            }
        }
        // The words under way are out of date.
        play([], 1)
        bell.ring()
    }

    /// Everything that was said; `nil` if the voice was never wanted.
    var spoken: [Line]? { state.withLock { $0.wasWanted ? $0.lines : nil } }

    // MARK: The voice's thread

    /// Says the newest words.
    /// - Returns: true if there were any.
    func runOnce() -> Bool {
        let (isWanted, request) = state.withLock { state in
            defer { state.request = nil }
            return (state.isWanted, state.request)
        }
        defer { if !isWanted { (voice, isRefused) = (nil, false) } }
        // "Voice off" is said although the voice is off by now.
        guard isWanted || request?.turnsOn == false else { return false }
        openVoice()
        guard let request else { return false }
        guard let voice else {
            giveTones(for: request)
            return true
        }
        let isNewest = { self.state.withLock { $0.newest == request.number } }
        do {
            guard let samples = try voice.say(request.words, language: request.language, goesOn: isNewest) else { return true }
            let line = Line(timestamp: timebase.now(), words: request.words)
            state.withLock { state in
                // New words raise the number first, and then end what is heard. Under the lock, nothing out of date is played after that.
                guard state.newest == request.number else { return }
                if state.lines.count < Self.capacity { state.lines.append(line) }
                play(samples, voice.sampleRate)
            }
        } catch {
            refuse("\(error)", false)
            giveTones(for: request)
        }
        return true
    }

    /// Plays the tones in place of words that couldn't be said, if they are those with which the voice was turned on or off.
    private func giveTones(for request: Request) {
        guard let turnsOn = request.turnsOn else { return }
        let samples = SwitchTones.samples(isOn: turnsOn)
        state.withLock { state in
            if state.newest == request.number { play(samples, SwitchTones.sampleRate) }
        }
    }

    private func openVoice() {
        guard voice == nil, !isRefused else { return }
        do {
            voice = try open()
        } catch {
            isRefused = true
            refuse("\(error)", true)
        }
    }

    func close() { voice = nil }

    var worker: Worker {
        Worker(
            thread: .voice, runOnce: { self.runOnce() }, wait: { self.bell.wait(until: $0) }, end: { self.bell.ring() }, close: { self.close() })
    }
}
