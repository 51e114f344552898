// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Recordings for the scenes, by kind: the kind is the name of a file up to its first hyphen ("talk-coach.ogg").
struct SoundLibrary {
    /// The sample rate of all recordings.
    static let rate = 48_000.0

    struct Recording {
        var name: String
        /// Samples of one channel; the loudest is 1.
        var samples: [Float]
        /// The sample at which it begins for an ear: between 2 and 10 kHz it is a quarter as loud as at its loudest.
        var date: Int
        /// Its loudest millisecond between 2 and 10 kHz, in dB beside its loudest sample: about −10 for a bow, −30 for a dull thud.
        var brightness: Double

        init(name: String, samples: [Float]) {
            let peak = max(1e-6, samples.reduce(0) { max($0, abs($1)) })
            self.name = name
            self.samples = samples.map { $0 / peak }
            let rise = Self.rise(of: self.samples)
            (date, brightness) = (max(0, Int(rise.sample)), Double(rise.level))
        }

        private static func rise(of samples: [Float]) -> SoundEnvelope.Rise {
            // The envelope looks 35 ms back and 30 ms ahead of a sample, and remembers a third of a second.
            let quiet = [Float](repeating: 0, count: 4096)
            let heard = quiet + samples + quiet
            var envelope = SoundEnvelope(rate: SoundLibrary.rate)
            var loudest = SoundEnvelope.Rise(sample: 0, level: -.infinity)
            heard.withUnsafeBufferPointer { heard in
                guard let base = heard.baseAddress else { return }
                for first in stride(from: 0, to: heard.count - 511, by: 512) {
                    envelope.take(base + first, count: 512)
                    let rise = envelope.rise(around: Int64(first - 1024))
                    if rise.level > loudest.level { loudest = rise }
                }
            }
            loudest.sample -= Int64(quiet.count)
            return loudest
        }
    }

    private var kinds: [String: [Recording]] = [:]

    init(_ recordings: [Recording]) {
        for recording in recordings.sorted(by: { $0.name < $1.name }) {
            kinds[Self.kind(of: recording.name), default: []].append(recording)
        }
    }

    private static func kind(of name: String) -> String {
        if name.hasPrefix("release-dull-") { return "release-dull" }
        return String(name.prefix { $0 != "-" })
    }

    /// Returns the recordings of these kinds; none if the library has none of them.
    func recordings(_ kinds: [String]) -> [Recording] { kinds.flatMap { self.kinds[$0] ?? [] } }

    /// The number of recordings of each kind, in words.
    var words: String { kinds.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }.joined(separator: ", ") }
}
