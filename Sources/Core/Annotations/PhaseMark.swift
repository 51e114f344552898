// SPDX-License-Identifier: GPL-3.0-or-later

/// A mark that a person sets on the picture with which a phase of a shot begins: raise, draw, anchor or release.
public struct PhaseMark: Hashable, Sendable {
    /// The name of the phase that begins here.
    public var name: String
    /// The time after the clip's first picture, by timestamps.
    public var seconds: Double

    public init(_ name: String, at seconds: Double) {
        self.name = name
        self.seconds = seconds
    }

    /// The most marks on one clip.
    public static let most = 12
    /// The most letters in a name.
    public static let longestName = 24
}

/// The form in `session.json` and in the journal. A person may have edited those files: impossible values are an error.
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

/// The marks in a file that a person may have edited: an unreadable one is left out, and the others stay.
struct TolerantPhaseMarks: Decodable {
    let all: [PhaseMark]

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var found: [PhaseMark] = []
        while !list.isAtEnd, found.count < PhaseMark.most {
            if let mark = try list.readNext(PhaseMark.self) { found = found.setting(mark) }
        }
        all = found
    }
}

extension [PhaseMark] {
    /// Returns the marks with this one added, instead of the mark of the same name, in the order of time.
    public func setting(_ mark: PhaseMark) -> [PhaseMark] {
        (filter { $0.name != mark.name } + [mark]).sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
    }

    /// Returns the marks as they belong on a clip that begins `seconds` later and is `length` seconds long; marks outside that clip are
    /// left out.
    public func moved(by seconds: Double, within length: Double) -> [PhaseMark] {
        compactMap { mark in
            let place = mark.seconds - seconds
            return place >= 0 && place <= length ? PhaseMark(mark.name, at: place) : nil
        }
    }

    /// The length of each phase: from its mark to the next. The last mark ends the phase before it and has no length of its own.
    public var lengths: [PhaseLength] {
        zip(self, dropFirst()).map { PhaseLength(name: $0.name, seconds: $1.seconds - $0.seconds) }
    }

    /// The time from the first mark to the last, in seconds; `nil` with less than two marks.
    public var total: Double? { count > 1 ? self[count - 1].seconds - self[0].seconds : nil }
}

/// The length of one phase of a shot, in seconds.
public struct PhaseLength: Hashable, Sendable {
    public var name: String
    public var seconds: Double

    public init(name: String, seconds: Double) {
        self.name = name
        self.seconds = seconds
    }
}

/// The mean length of a phase over several shots, and its spread.
public struct PhaseStatistics: Hashable, Sendable {
    public var name: String
    public var count: Int
    /// In seconds.
    public var mean: Double
    /// The standard deviation over the shots, in seconds; `nil` with less than two shots.
    public var spread: Double?

    /// Returns the statistics of each phase in these shots, in the order in which the phases first occur; then those of the whole shot,
    /// under the name `total`, if one is given.
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

    /// - Parameter values: the lengths in seconds, at least one.
    private init(name: String, of values: [Double]) {
        self.name = name
        count = values.count
        let mean = values.reduce(0, +) / Double(values.count)
        self.mean = mean
        spread = values.count > 1 ? (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot() : nil
    }
}
