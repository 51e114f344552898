// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Synchronization

/// Has the sound of what is looked at again heard: of the track that is meant to be heard, while that runs at exactly 1.
///
/// The timeline is the master, as it is for the pictures: at each visit so many samples are queued that the next few milliseconds are
/// covered, each the one that belongs to the place where the timeline will be when it is heard (`SoundRenderer`).
///
/// `perform` and `follow` belong to the box's thread and wait for nothing; `runOnce`, `nextStep` and `close` to the speaker's thread, the sole
/// owner of speaker, file and decoder. In a virtual run the driver steps them.
final class SoundPlayer: @unchecked Sendable {
    // Everything but `state` and `bell`, which are thread-safe, is the speaker thread's own; it is handed over when that thread starts.

    /// Where sound comes from, and where it goes.
    struct Sources {
        /// The file of a clip.
        var file: (ClipKey) -> String?
        /// The delay line's sound, where there is any.
        var line: () -> SoundLine?
        /// The track's pictures are there: nothing is heard before it is seen.
        var isShown: (Track) -> Bool
        /// For a word of the settings.
        var openSpeaker: (String) throws -> any Speaker

        /// Nothing can be heard.
        static var none: Sources {
            Sources(file: { _ in nil }, line: { nil }, isShown: { _ in false }, openSpeaker: { _ in throw SpeakerError("there is no speaker") })
        }
    }

    /// So much is queued ahead of what is heard. More would be heard after a pause; with less, a busy machine runs dry.
    static let ahead = Duration.milliseconds(50)
    /// How often it comes by while something plays.
    static let visit = Duration.milliseconds(10)
    /// Whoever jumps once jumps again: so long after a jump there is silence.
    static let jumpSilence = Duration.milliseconds(150)
    /// A speaker that is needed again soon isn't let go: a TV takes a moment until it hears.
    static let linger = Duration.seconds(3)
    static let retryInterval = Duration.seconds(2)

    /// What is wanted of it.
    private struct Wish {
        var track: Track?
        /// After a jump.
        var quietUntil = Timestamp.zero
        var volume: Double
        var output: String
        /// It is another one than was looked at last.
        var isNew = true
        /// Something is heard now.
        var isSounding = false
    }

    /// One footage whose sound is played.
    private struct Voice {
        let track: TrackID
        let footage: FootageID
        /// `nil`: there is none that could be heard.
        var sound: SoundFootage?

        func isOf(_ other: Track) -> Bool { track == other.id && footage == other.footage }
    }

    private struct Output {
        let speaker: any Speaker
        let choice: String
        let sampleRate: Int
        var renderer: SoundRenderer
        /// How many samples were taken, and those that weren't.
        var written = 0
        var left: ArraySlice<Int16> = []
        var silentSince: Timestamp?
    }

    private let state: Mutex<Wish>
    private let bell = Doorbell()
    private let sources: Sources
    private let timebase: any Timebase
    private let tell: (String) -> Void
    private var voice: Voice?
    private var output: Output?
    /// After a refusal of what was chosen then.
    private var retryAt: Timestamp?
    private var triedChoice: String?
    private var newestVisit = Timestamp.zero
    /// What was said last, so that each turn is said once.
    private var word: String?

    /// - Parameter tell: hears, once each time, what sound is heard through, and why none is.
    init(_ settings: Settings, sources: Sources, timebase: any Timebase, tell: @escaping (String) -> Void) {
        state = Mutex(Wish(volume: settings.volumePercent / 100, output: settings.soundOutput))
        self.sources = sources
        self.timebase = timebase
        self.tell = tell
    }

    // MARK: The box's thread

    func perform(_ command: PlayerCommand) {
        switch command {
        case .show(let tracks):
            let now = timebase.now()
            let heard = tracks.first { $0.isHeard && !$0.isPrimed }
            change { wish in
                if wish.isSounding || wish.quietUntil > now, let old = wish.track, let heard, old.isAudible, heard.isAudible,
                    heard.footage == old.footage,
                    abs((heard.timeline.position(at: now) - old.timeline.position(at: now)).nanoseconds) > SoundRenderer.tolerance.nanoseconds
                {
                    wish.quietUntil = now + Self.jumpSilence
                }
                wish.track = heard
            }
        }
    }

    func follow(_ settings: Settings) {
        change { wish in
            wish.volume = settings.volumePercent / 100
            wish.output = settings.soundOutput
        }
    }

    private func change(_ body: (inout Wish) -> Void) {
        state.withLock { wish in
            body(&wish)
            wish.isNew = true
        }
        bell.ring()
    }

    // MARK: The speaker's thread

    /// Sleeps until there is something to do, or until `deadline`.
    func wait(until deadline: Timestamp) { bell.wait(until: deadline) }

    /// Ends a `wait`.
    func wake() { bell.ring() }

    /// When `runOnce` is next worth calling; `nil`: once something else is wanted.
    var nextStep: Timestamp? {
        let wish = state.withLock { $0 }
        if wish.isNew { return timebase.now() }
        if output != nil { return newestVisit + Self.visit }
        guard let track = audible(wish) else { return nil }
        if let voice, voice.isOf(track), voice.sound == nil { return nil }
        return max(retryAt ?? .zero, newestVisit + Self.visit)
    }

    /// Queues what will be heard next. Never waits.
    func runOnce() {
        let now = timebase.now()
        newestVisit = now
        let wish = state.withLock { wish in
            defer { wish.isNew = false }
            return wish
        }
        let track = audible(wish).flatMap { sources.isShown($0) ? $0 : nil }
        takeVoice(for: track, of: wish)
        do {
            try openSpeaker(for: track, wish, at: now)
            try feed(track, wish, at: now)
        } catch {
            say("no sound: \(error)")
            drop()
            retryAt = now + Self.retryInterval
        }
        let isSounding = output.map { !$0.renderer.isSilent } ?? false
        state.withLock { $0.isSounding = isSounding }
    }

    func close() {
        drop()
        voice = nil
    }

    private func audible(_ wish: Wish) -> Track? { wish.volume > 0 ? wish.track.flatMap { $0.isAudible ? $0 : nil } : nil }

    /// Opens the footage that is to be heard, once what was heard before has faded.
    private func takeVoice(for track: Track?, of wish: Wish) {
        guard output?.renderer.isSilent ?? true else { return }
        if let voice, wish.track.map({ !voice.isOf($0) }) ?? true { self.voice = nil }
        guard let track, voice == nil || voice?.sound == nil && wish.isNew && track.footage == .line else { return }
        voice = Voice(track: track.id, footage: track.footage, sound: sound(of: track.footage))
    }

    /// A clip whose sound is broken, or that has none, is looked at in silence.
    private func sound(of footage: FootageID) -> SoundFootage? {
        switch footage {
        case .line: sources.line().flatMap { try? SoundFootage(LineSoundReader($0)) }
        case .clip(let key): sources.file(key).flatMap { try? ClipSoundReader($0) }.flatMap { try? SoundFootage($0) }
        }
    }

    // MARK: The speaker

    private func openSpeaker(for track: Track?, _ wish: Wish, at now: Timestamp) throws {
        if let output, output.choice != wish.output, output.renderer.isSilent { drop() }
        guard track != nil, let sound = voice?.sound else { return }
        if let output, output.sampleRate == sound.sampleRate || !output.renderer.isSilent { return }
        if let retryAt, now < retryAt, wish.output == triedChoice { return }
        (retryAt, triedChoice) = (nil, wish.output)
        let speaker = try output?.speaker ?? sources.openSpeaker(wish.output)
        output = nil
        try speaker.start(sampleRate: sound.sampleRate, channels: SoundFootage.channels)
        output = Output(speaker: speaker, choice: wish.output, sampleRate: sound.sampleRate, renderer: SoundRenderer(sampleRate: sound.sampleRate))
        say("sound is heard through \(speaker.name)")
    }

    private func feed(_ track: Track?, _ wish: Wish, at now: Timestamp) throws {
        guard var output else { return }
        defer { if self.output != nil { self.output = output } }
        let rate = FrameRate(Int64(output.sampleRate))
        let queued = output.written - (try output.speaker.position())
        try send(&output)
        guard output.left.isEmpty else { return }
        let count = Int(Self.ahead.inSeconds * rate.hertz) - queued
        guard count > 0 else { return }
        let first = now + rate.offset(of: Int64(queued))
        let isMeant = track.map { voice?.isOf($0) ?? false } ?? false
        let timeline = isMeant && first >= wish.quietUntil ? track?.timeline : nil
        var failure: (any Error)?
        output.left =
            output.renderer.render(count, heardAt: first, timeline: timeline, volume: wish.volume) { from, count in
                do {
                    return try voice?.sound?.samples(from: from, count: count) ?? []
                } catch {
                    failure = error
                    return []
                }
            }[...]
        try send(&output)
        // A file that can't be read on is silent from here on.
        if failure != nil { voice?.sound = nil }
        try letGo(&output, at: now)
    }

    private func send(_ output: inout Output) throws {
        guard !output.left.isEmpty else { return }
        let taken = try output.speaker.play(output.left)
        output.written += taken
        output.left = output.left.dropFirst(taken * SoundFootage.channels)
    }

    /// After some silence the speaker is others' again.
    private func letGo(_ output: inout Output, at now: Timestamp) throws {
        guard output.renderer.isSilent else { return output.silentSince = nil }
        let since = output.silentSince ?? now
        output.silentSince = since
        if since + Self.linger <= now { drop() }
    }

    private func drop() {
        output?.speaker.stop()
        output = nil
    }

    private func say(_ words: String) {
        guard words != word else { return }
        word = words
        tell(words)
    }
}
