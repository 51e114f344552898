// SPDX-License-Identifier: GPL-3.0-or-later

/// The phases of one shot, by a person's marks and by ear.
package struct ShotPhases: Hashable, Sendable {
    /// The origin of a time.
    package enum Source: String, Hashable, Sendable {
        /// Somebody set a mark on the picture.
        case hand
        /// The shot was heard.
        case sound
    }

    /// The number of the clip that shows it.
    package let clip: Int
    /// The number of its end; `nil` if the clip belongs to no end.
    package let end: Int?
    /// The source of the release; `nil` if nobody marked it and it wasn't heard.
    package let source: Source?
    /// The time from the anchor to the release, in seconds; `nil` if one of them is unknown.
    package let hold: Double?
    /// The time from the release to the impact, in seconds, if the impact was heard and can be believed. If the distance is known, the sound's
    /// way back is taken off.
    package let flight: Double?
    /// The arrow's speed, if the flight and the distance are known.
    package let speed: ArrowSpeed?

    /// The words for who timed its release, a person or the ear; `nil` without a hold.
    package var releaseWords: String? { hold == nil ? nil : source.map { $0 == .hand ? Strings.phaseByHand : Strings.phaseByEar } }

    /// True if something is known of it.
    package var isKnown: Bool { hold != nil || flight != nil }
}

/// The phases of all shots of a session.
package struct SessionPhases: Hashable, Sendable {
    /// The shots of which something is known, in the order of shooting, and those between them.
    package let shots: [ShotPhases]

    /// A hand-made mark within this time of the heard shot is that shot's release, in seconds: a person sees the string leave within a few
    /// pictures.
    private static let near = 0.25

    /// - Returns: `nil` if nothing is known: nobody timed a hold, and no impact can be believed.
    package init?(_ book: ScoreBook) {
        let ends = book.ends.reduce(into: [Int: EndRecord]()) { ends, end in
            for number in end.clips where ends[number] == nil { ends[number] = end }
        }
        // An arrow may be linked to another end's clip.
        let owners = book.ends.reduce(into: ends) { owners, end in for arrow in end.arrows { arrow.clip.map { owners[$0] = end } } }
        let shown = book.inTime(book.clips.filter { !$0.isDeleted && !$0.isUnconfirmed && ($0.kind.hasMark || owners[$0.number] != nil) })
        let heard = shown.reduce(into: [String?: [Double]]()) { heard, clip in
            clip.impact.map { heard[owners[clip.number]?.distance, default: []].append($0) }
        }
        let rules = heard.compactMapValues { FlightRule($0) }
        shots = shown.map { clip in
            let end = owners[clip.number]
            return ShotPhases(clip, end: end, rules[end?.distance])
        }
        guard shots.contains(where: \.isKnown) else { return nil }
    }

    /// Returns the shots of an end, in the order of shooting.
    package func shots(ofEnd number: Int) -> [ShotPhases] { shots.filter { $0.end == number } }

    /// Returns the statistics of the hold times over these ends; `nil` if none is known.
    package func holds(ofEnds numbers: [Int]) -> SeriesStatistics? { SeriesStatistics(shots(ofEnds: numbers).map(\.hold)) }

    /// Returns the mean speed of the arrows of these ends; `nil` if none is known.
    package func speed(ofEnds numbers: [Int]) -> ArrowSpeed? { ArrowSpeed.mean(shots(ofEnds: numbers).compactMap(\.speed)) }

    private func shots(ofEnds numbers: [Int]) -> [ShotPhases] { shots.filter { $0.end.map(numbers.contains) ?? false } }

    /// Returns the release of a shot. A person's mark counts more than the ear: the mark that is named so; else, if the shot was heard, the
    /// mark nearest to it; else the last mark, because that ends the last phase.
    /// - Parameters:
    ///   - marks: the marks on the shot's clip, in the order of time.
    ///   - heard: the time of the heard shot, counted as the marks are.
    static func release(_ marks: [PhaseMark], heard: Double?) -> (seconds: Double, source: ShotPhases.Source)? {
        if let named = marks.last(where: { $0.name == Strings.phaseNames.last }) { return (named.seconds, .hand) }
        guard let heard else { return marks.count > 1 ? marks.last.map { ($0.seconds, .hand) } : nil }
        let nearest = marks.min { abs($0.seconds - heard) < abs($1.seconds - heard) }
        return nearest.flatMap { abs($0.seconds - heard) <= near ? ($0.seconds, .hand) : nil } ?? (heard, .sound)
    }

    /// Returns the time from the anchor to the release, in seconds. The anchor is the mark that is named so, else the last one before the
    /// release, unless its name is that of an earlier phase.
    static func hold(_ marks: [PhaseMark], until release: Double) -> Double? {
        let before = marks.filter { $0.seconds < release }
        let names = Strings.phaseNames
        guard let anchor = before.last(where: { $0.name == names[2] }) ?? before.last, !names.prefix(2).contains(anchor.name) else { return nil }
        return release - anchor.seconds
    }
}

extension ShotPhases {
    /// - Parameter rule: the times that can be believed over the end's distance; `nil` if none can.
    fileprivate init(_ clip: ScoreBook.Clip, end: EndRecord?, _ rule: FlightRule?) {
        let marks = clip.judgement.phases
        let release = SessionPhases.release(marks, heard: clip.heardShot)
        self.clip = clip.number
        self.end = end?.number
        source = release?.source
        hold = release.flatMap { SessionPhases.hold(marks, until: $0.seconds) }
        let impact = clip.impact.flatMap { impact in rule?.believes(impact) == true ? impact : nil }
        let distance = end?.distance.flatMap(Round.metres(ofDistance:))
        if let impact, let distance, let rule {
            speed = ArrowSpeed(over: distance, impact: impact, uncertainty: rule.uncertainty)
            // A time in which no arrow flies that far says that the distance isn't that of the archer.
            flight = speed == nil ? nil : ArrowSpeed.flight(over: distance, impact: impact)
        } else {
            (flight, speed) = (impact, nil)
        }
    }
}
