// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Media
import Synchronization

/// Plays the sound of a replay: of the track that is meant to be heard, while that runs at one of the heard rates. In slow motion the sound is
/// stretched (`SlowedSound`), from the moment on at which the speed is chosen.
///
/// The timeline is the master, as it is for the pictures: at each visit enough samples are queued to cover the next few milliseconds. Each
/// sample belongs to the position at which the timeline will be when the sample is heard (`SoundRenderer`). The horn and the voice are
/// added to it (`AddedSounds`).
///
/// `perform` and `follow` belong to the box's thread and never wait; `runOnce`, `nextStep` and `close` belong to the speaker's thread, the
/// sole owner of speaker, file and decoder. In a virtual run the driver steps them.
final class SoundPlayer: @unchecked Sendable {
    // Everything but `state` and `bell`, which are thread-safe, belongs to the speaker thread, and is handed over when that thread starts.

    /// The length of sound that is queued ahead of what is heard. More would be heard after a pause; with less, a busy machine runs dry.
    static let ahead = Duration.milliseconds(50)
    /// The time between two visits while something plays.
    static let visit = Duration.milliseconds(10)
    /// The silence after a jump, because whoever jumps once jumps again.
    static let jumpSilence = Duration.milliseconds(150)
    /// The time for which an idle speaker stays open, in case it is needed again: a TV takes a moment until it hears.
    static let linger = Duration.seconds(3)
    static let retryInterval = Duration.seconds(2)
    /// The time by which a TV's loudspeakers may be late.
    private static let outputDelay = Duration.milliseconds(300)

    /// The sound that is wanted.
    private struct Wish {
        var track: Track?
        /// The end of the silence after a jump.
        var quietUntil = Timestamp.zero
        var volume: Double
        var output: String
        var hornVolume: Double
        /// The horn that shall sound, and the latest time at which it may begin; `nil` once it was taken.
        var horn: (sound: HornSound, latest: Timestamp)?
        var voiceVolume: Double
        /// The words that shall be heard; `nil` once they were taken.
        var words: SpokenSound?
        /// True if the wish has changed since it was last read.
        var isNew = true
        /// True if something is heard now.
        var isSounding = false
    }

    /// A footage whose sound is played.
    private struct Voice {
        let track: TrackID
        let footage: FootageID
        /// `nil` if there is no sound that could be heard.
        var sound: SlowedSound?

        func isOf(_ other: Track) -> Bool { track == other.id && footage == other.footage }
    }

    private struct Output {
        let speaker: any Speaker
        let choice: String
        let sampleRate: Int
        var renderer: SoundRenderer
        /// The number of samples that the speaker took, and below it those that it hasn't taken yet.
        var written = 0
        var left: ArraySlice<Int16> = []
        var silentSince: Timestamp?
    }

    private let state: Mutex<Wish>
    private let bell = Doorbell()
    private let sources: Sources
    private let timebase: any Timebase
    /// Receives the time at which something will be heard, for the ear.
    private let sounds: (ClosedRange<Timestamp>) -> Void
    private let tell: (String) -> Void
    private var voice: Voice?
    private var output: Output?
    private var added = AddedSounds()
    /// The time of the next try after a refusal, and below it the choice that was last tried.
    private var retryAt: Timestamp?
    private var triedChoice: String?
    private var newestVisit = Timestamp.zero
    /// The last line that was told, so that each change is told once.
    private var word: String?

    /// - Parameter tell: receives, once each time, what sound is heard through, or why none is.
    init(
        _ settings: Settings, sources: Sources, timebase: any Timebase, sounds: @escaping (ClosedRange<Timestamp>) -> Void = { _ in },
        tell: @escaping (String) -> Void
    ) {
        state = Mutex(
            Wish(
                volume: settings.volumePercent / 100, output: settings.soundOutput, hornVolume: settings.hornVolumePercent / 100,
                voiceVolume: settings.voiceVolumePercent / 100))
        self.sources = sources
        self.timebase = timebase
        self.sounds = sounds
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
            wish.hornVolume = settings.hornVolumePercent / 100
            wish.voiceVolume = settings.voiceVolumePercent / 100
        }
    }

    /// Sounds a horn over whatever is heard. It replaces a horn under way.
    func sound(_ horn: HornSound) {
        let latest = timebase.now() + HornVoice.patience
        change { $0.horn = (horn, latest) }
    }

    /// Lets words be heard over whatever is heard, which is ducked meanwhile. They cut off words under way, also if they are empty.
    /// Thread-safe.
    func speak(_ samples: [Int16], sampleRate: Int) {
        let words = SpokenSound(samples, sampleRate: sampleRate, latest: timebase.now() + HornVoice.patience)
        change { $0.words = words }
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

    /// The time at which `runOnce` is next worth calling; `nil`: not before something else is wanted.
    var nextStep: Timestamp? {
        let wish = state.withLock { $0 }
        if wish.isNew { return timebase.now() }
        if output != nil { return newestVisit + Self.visit }
        if added.isEmpty {
            guard let track = audible(wish) else { return nil }
            if let voice, voice.isOf(track), voice.sound == nil { return nil }
        }
        return max(retryAt ?? .zero, newestVisit + Self.visit)
    }

    /// Queues what will be heard next. Never waits.
    func runOnce() {
        let now = timebase.now()
        newestVisit = now
        let wish = state.withLock { wish in
            defer { (wish.isNew, wish.horn, wish.words) = (false, nil, nil) }
            return wish
        }
        if let new = wish.horn { added.take(HornVoice(new.sound, latest: new.latest)) }
        if let new = wish.words { added.take(new) }
        added.drop(overAt: now)
        let track = audible(wish).flatMap { sources.isShown($0) ? $0 : nil }
        takeVoice(for: track, of: wish)
        do {
            try openSpeaker(for: track, wish, at: now)
            try feed(track, wish, at: now)
        } catch {
            say("no sound: \(error)")
            drop()
            added.dropAll()
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

    /// Opens the sound of a footage; `nil` if the footage has no sound or its sound is broken: then the footage plays in silence.
    private func sound(of footage: FootageID) -> SlowedSound? {
        let sound: SoundFootage? =
            switch footage {
            case .line: sources.line().flatMap { try? SoundFootage(LineSoundReader($0)) }
            case .clip(let key): sources.file(key).flatMap { try? ClipSoundReader($0) }.flatMap { try? SoundFootage($0) }
            }
        return sound.map(SlowedSound.init)
    }

    // MARK: The speaker

    private func openSpeaker(for track: Track?, _ wish: Wish, at now: Timestamp) throws {
        if let output, output.choice != wish.output, output.renderer.isSilent { drop() }
        // Horn and voice are heard through whatever is open.
        let own = track == nil ? nil : voice?.sound?.sampleRate
        guard let rate = own ?? (added.isEmpty ? nil : output?.sampleRate ?? HornVoice.sampleRate) else { return }
        if let output, output.sampleRate == rate || !output.renderer.isSilent { return }
        if let retryAt, now < retryAt, wish.output == triedChoice { return }
        (retryAt, triedChoice) = (nil, wish.output)
        let speaker = try output?.speaker ?? sources.openSpeaker(wish.output)
        output = nil
        try speaker.start(sampleRate: rate, channels: SoundFootage.channels)
        output = Output(speaker: speaker, choice: wish.output, sampleRate: rate, renderer: SoundRenderer(sampleRate: rate))
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
        var rendered =
            output.renderer.render(count, heardAt: first, timeline: timeline, volume: wish.volume) { from, count, speed in
                do {
                    return try voice?.sound?.samples(from: from, count: count, speed: speed) ?? []
                } catch {
                    failure = error
                    return []
                }
            }
        added.add(to: &rendered, sampleRate: output.sampleRate, hornVolume: wish.hornVolume, voiceVolume: wish.voiceVolume)
        output.left = rendered[...]
        if timeline != nil && wish.volume > 0 || !added.isEmpty { sounds(now...first + rate.offset(of: Int64(count)) + Self.outputDelay) }
        try send(&output)
        // A file that can't be read any further is silent from here on.
        if failure != nil { voice?.sound = nil }
        try letGo(&output, at: now)
    }

    private func send(_ output: inout Output) throws {
        guard !output.left.isEmpty else { return }
        let taken = try output.speaker.play(output.left)
        output.written += taken
        output.left = output.left.dropFirst(taken * SoundFootage.channels)
    }

    /// Gives the speaker back to other programs after some silence.
    private func letGo(_ output: inout Output, at now: Timestamp) throws {
        guard output.renderer.isSilent, added.isEmpty else { return output.silentSince = nil }
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
