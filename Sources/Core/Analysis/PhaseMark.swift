// SPDX-License-Identifier: GPL-3.0-or-later

/// The picture with which a phase of a shot begins, set by hand: raise, draw, anchor, release.
public struct PhaseMark: Hashable, Sendable {
    /// What begins there.
    public var name: String
    /// After the clip's first picture, by timestamps.
    public var seconds: Double

    public init(_ name: String, at seconds: Double) {
        self.name = name
        self.seconds = seconds
    }

    /// A clip has so many at most.
    public static let most = 12
    /// No name is longer, in letters.
    public static let longestName = 24
}

/// As `session.json` and the journal have it. Anybody may have edited those: what can't be is an error.
extension PhaseMark: Codable {
    private enum Key: String, CodingKey { case name, seconds }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let seconds = try fields.decode(Double.self, forKey: .seconds)
        let name = String(try fields.decode(String.self, forKey: .name).prefix(Self.longestName))
        guard seconds.isFinite, (0...1_000_000).contains(seconds), !name.isEmpty, !name.contains(where: \.isNewline) else {
            throw DecodingError.dataCorruptedError(forKey: .seconds, in: fields, debugDescription: "no time of a phase")
        }
        self.init(name, at: seconds)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(name, forKey: .name)
        try fields.encode((seconds * 1_000_000).rounded() / 1_000_000, forKey: .seconds)
    }
}

/// Marks of a file that anybody may have edited: one that can't be read is left out, and the others stay.
struct TolerantPhaseMarks: Decodable {
    let all: [PhaseMark]

    private struct Either: Decodable {
        let mark: PhaseMark?

        init(from decoder: any Decoder) throws { mark = try? PhaseMark(from: decoder) }
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var found: [PhaseMark] = []
        while !list.isAtEnd, found.count < PhaseMark.most {
            if let mark = try list.decode(Either.self).mark { found = found.setting(mark) }
        }
        all = found
    }
}

extension [PhaseMark] {
    /// With this one in the place of the one of its name, in the order of time.
    public func setting(_ mark: PhaseMark) -> [PhaseMark] {
        (filter { $0.name != mark.name } + [mark]).sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
    }

    /// The same on a clip that begins so many seconds later and is so long.
    public func moved(by seconds: Double, within length: Double) -> [PhaseMark] {
        compactMap { mark in
            let place = mark.seconds - seconds
            return place >= 0 && place <= length ? PhaseMark(mark.name, at: place) : nil
        }
    }

    /// How long each phase lasted: from its mark to the next; the last mark ends the one before and has no length of its own.
    public var lengths: [PhaseLength] {
        zip(self, dropFirst()).map { PhaseLength(name: $0.name, seconds: $1.seconds - $0.seconds) }
    }

    /// From the first mark to the last; `nil` with less than two.
    public var total: Double? { count > 1 ? self[count - 1].seconds - self[0].seconds : nil }
}

/// How long a phase lasted.
public struct PhaseLength: Hashable, Sendable {
    public var name: String
    public var seconds: Double

    public init(name: String, seconds: Double) {
        self.name = name
        self.seconds = seconds
    }
}

/// A phase over several shots: how long it lasts, and how evenly.
public struct PhaseStatistics: Hashable, Sendable {
    public var name: String
    public var count: Int
    /// In seconds.
    public var mean: Double
    /// The standard deviation of the shots, in seconds; `nil` with less than two.
    public var spread: Double?

    /// Each phase that any of these shots has, in the order in which it comes first; `total` is named like this.
    public static func of(_ shots: [[PhaseMark]], total: String? = nil) -> [PhaseStatistics] {
        var names: [String] = []
        var values: [String: [Double]] = [:]
        func note(_ name: String, _ seconds: Double) {
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(seconds)
        }
        for shot in shots {
            for length in shot.lengths { note(length.name, length.seconds) }
        }
        if let total {
            for seconds in shots.compactMap(\.total) { note(total, seconds) }
        }
        return names.compactMap { name in values[name].map { PhaseStatistics(name: name, of: $0) } }
    }

    /// - Parameter values: at least one.
    private init(name: String, of values: [Double]) {
        self.name = name
        count = values.count
        let mean = values.reduce(0, +) / Double(values.count)
        self.mean = mean
        spread = values.count > 1 ? (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot() : nil
    }
}
