// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The sound of a scene, mixed from recordings by a seed: nine shots that are marked, and then the time that counts.
struct SceneSound {
    /// The shots that are marked at the beginning (docs/hearing.md, rule 3).
    static let taught = 9
    /// The seconds from what a person heard or saw to the press (REPLAY 3.3), and the TV's delay.
    private static let (reaction, delay) = (0.3...1.5, 5.0)
    /// The changes from shot to shot of one bow: in dB, and in the speed of the recording.
    private static let (loudness, speed) = (-1.5...1.5, 0.98...1.02)
    /// Another archer's bow sounds like a recording at another speed.
    private static let otherSpeed = 0.8...1.25
    /// The impact of an arrow: seconds after its shot, and its level in dB.
    private static let (flight, impact) = (0.25...0.9, -14.0 ... -8.0)
    /// The clicker's level, the seconds from its fall to the shot (nobody reacts to a sound within 0.12 s), and from the draw's rustle to it.
    private static let (clicker, clickerAhead, drawAhead) = (-14.0 ... -8.0, 0.12...0.35, 1.0...2.0)
    /// A clicker is one click of this many seconds; recordings of latches go on with other parts.
    private static let click = 0.1
    /// The release's peak beside full scale, in dB: with a good microphone, and with a hot one, which clips.
    private static let (goodLevel, hotLevel) = (-16.0 ... -8.0, 10.0)

    struct Shot {
        /// Seconds from the first sample.
        var time: Double
        var flight: Double
        /// The times of the mark's press and of what was on the TV, if the shot is taught.
        var mark: (pressed: Double, shown: Double)?
    }

    let sampleRate: Int
    private(set) var samples: [Int16] = []
    private(set) var shots: [Shot] = []
    /// Shots and false marks count from this second on.
    let counted: Double

    private let scene: HearingScene
    private let library: SoundLibrary
    private var random: SceneSeed
    /// The direct sound, and what the room answers to.
    private var dry: [Float]
    private var wet: [Float]

    /// Mixes a scene; `nil` if the library has no release.
    /// - Parameter minutes: the length of what counts, without the taught shots.
    init?(_ scene: HearingScene, _ library: SoundLibrary, seed: UInt64, minutes: Double) {
        let bows = library.recordings(["release"])
        guard !bows.isEmpty else { return nil }
        self.scene = scene
        self.library = library
        random = SceneSeed(seed: seed)
        sampleRate = scene.microphone == .cheap ? 44_100 : 48_000
        var times: [Double] = [4]
        while times.count < Self.taught { times.append((times.last ?? 0) + Double.random(in: scene.pause, using: &random)) }
        let counted = (times.last ?? 0) + Self.delay + Self.reaction.upperBound + 0.5
        self.counted = counted
        let length = counted + minutes * 60
        times.append(counted + 2)
        while let last = times.last, last + scene.pause.upperBound < length - 4 {
            times.append(last + Double.random(in: scene.pause, using: &random))
        }
        dry = [Float](repeating: 0, count: Int(length * SoundLibrary.rate))
        wet = dry
        addNoise()
        for layer in scene.layers { add(layer, from: bows[Int(seed) % bows.count]) }
        shoot(bows[Int(seed) % bows.count], at: times, pressesAfterTV: seed % 2 == 1)
        answer()
        record()
    }

    // MARK: The range

    /// Adds noise that falls by some 3 dB an octave, as in a room.
    private mutating func addNoise() {
        let gain = Self.gain(scene.noise)
        var slow: (Float, Float, Float) = (0, 0, 0)
        for index in dry.indices {
            let white = Float(Int32(truncatingIfNeeded: random.next())) / 2_147_483_648
            slow.0 = 0.99 * slow.0 + 0.1 * white
            slow.1 = 0.9 * slow.1 + 0.3 * white
            dry[index] += gain * (slow.0 + slow.1 + 0.4 * white)
        }
    }

    /// - Parameter own: the archer's bow, which no neighbour has.
    private mutating func add(_ layer: HearingScene.Layer, from own: SoundLibrary.Recording) {
        let recordings = library.recordings(layer.kinds).filter { $0.name != own.name }
        guard !recordings.isEmpty else { return }
        let areBows = layer.kinds.contains("release")
        var time = 0.0
        while time * SoundLibrary.rate < Double(dry.count) {
            let recording = recordings[Int.random(in: recordings.indices, using: &random)]
            let speed = areBows ? Double.random(in: Self.otherSpeed, using: &random) : 1
            let level = Double.random(in: layer.level, using: &random) + (areBows ? own.brightness - recording.brightness : 0)
            add(recording, at: Int(time * SoundLibrary.rate), level: level, speed: speed, room: scene.room.far)
            let length = Double(recording.samples.count) / SoundLibrary.rate / speed
            switch layer.pattern {
            // A twentieth of a second is faded in and out by hand-over to the next.
            case .constant: time += max(0.2, length - 0.05)
            case .every(let pauses): time += length + Double.random(in: pauses, using: &random)
            }
        }
    }

    private mutating func shoot(_ bow: SoundLibrary.Recording, at times: [Double], pressesAfterTV: Bool) {
        let flight = Double.random(in: Self.flight, using: &random)
        let impacts = library.recordings(["impact"])
        for (number, time) in times.enumerated() {
            let speed = Double.random(in: Self.speed, using: &random)
            let first = Int(time * SoundLibrary.rate)
            let level = Double.random(in: Self.loudness, using: &random)
            add(bow, at: first, level: level, speed: speed, room: scene.room.near)
            if scene.hasClicker { addClicker(before: first, of: bow) }
            let date = time + Double(bow.date) / speed / SoundLibrary.rate
            var shot = Shot(time: date, flight: flight + Double.random(in: -0.003...0.003, using: &random))
            if !impacts.isEmpty {
                let impact = impacts[Int.random(in: impacts.indices, using: &random)]
                let level = Double.random(in: Self.impact, using: &random)
                add(impact, at: Int((date + shot.flight) * SoundLibrary.rate) - impact.date, level: level, speed: 1, room: scene.room.far)
            }
            if number < Self.taught {
                let pressed = date + Double.random(in: Self.reaction, using: &random) + (pressesAfterTV ? Self.delay : 0)
                shot.mark = (pressed, pressed - Self.delay)
            }
            shots.append(shot)
        }
    }

    private mutating func addClicker(before first: Int, of bow: SoundLibrary.Recording) {
        for (kinds, ahead, level) in [(["click"], Self.clickerAhead, Self.clicker), (["step"], Self.drawAhead, -26.0 ... -18.0)] {
            let recordings = library.recordings(kinds)
            guard !recordings.isEmpty else { continue }
            let recording = recordings[Int.random(in: recordings.indices, using: &random)]
            let start = first - Int(Double.random(in: ahead, using: &random) * SoundLibrary.rate) - recording.date
            let level = Double.random(in: level, using: &random) + bow.brightness - recording.brightness
            add(recording, at: start, level: level, speed: 1, room: scene.room.near, longest: ahead == Self.clickerAhead ? Self.click : nil)
        }
    }

    /// Adds a recording to the direct sound, and to what the room answers to.
    private mutating func add(
        _ recording: SoundLibrary.Recording, at first: Int, level: Double, speed: Double, room: Double, longest: Double? = nil
    ) {
        let (gain, share) = (Self.gain(level), Self.gain(room))
        // A cut recording begins and ends without a click.
        let fade: Float = 480
        let whole = Int(Double(recording.samples.count - 1) / speed)
        let count = longest.map { min(whole, recording.date + Int($0 * SoundLibrary.rate)) } ?? whole
        for index in 0..<max(0, count) where first + index >= 0 && first + index < dry.count {
            let place = Double(index) * speed
            let low = Int(place)
            let part = Float(place - Double(low))
            let edge = min(1, Float(index + 24) / 48, Float(count - index) / fade)
            let value = (recording.samples[low] * (1 - part) + recording.samples[low + 1] * part) * gain * edge
            dry[first + index] += value
            wet[first + index] += value * share
        }
    }

    private static func gain(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

    // MARK: The room and the microphone

    /// Adds three early reflections, from the floor and two walls, and the late echo.
    private mutating func answer() {
        let reflections = [(0.002...0.006, 6.0), (0.008...0.016, 2.0), (0.016...0.03, 0.0)].map { range, level in
            (Int(Double.random(in: range, using: &random) * SoundLibrary.rate), Self.gain(level))
        }
        var room = RoomEcho(decay: scene.room.decay)
        let late = room.echo(wet)
        for index in dry.indices {
            var sum = dry[index] + late[index]
            for (behind, gain) in reflections where index >= behind { sum += wet[index - behind] * gain }
            dry[index] = sum
        }
        wet = []
    }

    private mutating func record() {
        switch scene.microphone {
        case .good: samples = Self.clipped(dry, gain: Self.gain(Double.random(in: Self.goodLevel, using: &random)))
        case .hot: samples = Self.clipped(dry, gain: Self.gain(Self.hotLevel))
        case .cheap:
            let step = SoundLibrary.rate / Double(sampleRate)
            let count = Int(Double(dry.count - 2) / step)
            let slow = (0..<count).map { index in
                let place = Double(index) * step
                let low = Int(place)
                let part = Float(place - Double(low))
                return dry[low] * (1 - part) + dry[low + 1] * part
            }
            samples = Self.clipped(Self.levelled(slow, rate: Double(sampleRate)), gain: 1)
        }
        dry = []
    }

    /// Follows the loudness as a cheap microphone does: quickly down, slowly up, at most 24 dB.
    private static func levelled(_ samples: [Float], rate: Double) -> [Float] {
        let (down, up) = (Float(1 / (0.01 * rate)), Float(1 / (1.5 * rate)))
        var loudness: Float = 0.1
        return samples.map { sample in
            let size = abs(sample)
            loudness += (size - loudness) * (size > loudness ? down : up)
            return sample * min(16, 0.25 / max(loudness, 1e-4))
        }
    }

    private static func clipped(_ samples: [Float], gain: Float) -> [Int16] {
        samples.map { Int16(min(max($0 * gain * 32_768, -32_768), 32_767).rounded()) }
    }
}

/// Repeatable random numbers (SplitMix64): a scene that fails is mixed again by its seed.
struct SceneSeed: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
