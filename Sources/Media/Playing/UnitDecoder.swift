// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A reader and a decoder that go together: what comes out of the one as pictures, and what doesn't.
///
/// Thread-bound: the player's thread owns it.
final class UnitDecoder {
    enum Step {
        case pictures, end
        /// The reader was overtaken.
        case gap
    }

    let reader: any UnitReader
    let decoder: any Decoder
    /// The newest access unit that was read, or the keyframe that comes next.
    private(set) var head = Timestamp.zero
    /// Pictures that came out of the decoder and weren't taken yet, oldest first.
    private(set) var ready: [VideoFrame] = []
    /// Access units that the decoder could make nothing of, and frames that were evicted before they were read.
    private(set) var losses = Player.Losses()
    private var waiting = UnitsInside()
    private var hasDecodedAny = false

    init(reader: any UnitReader, decoder: any Decoder) {
        self.reader = reader
        self.decoder = decoder
    }

    /// Goes to the keyframe that the picture at this place needs.
    /// - Returns: where that is; `nil`, and nothing has changed, if there is nothing to read.
    func begin(at place: Timestamp) throws(ClipError) -> Timestamp? {
        guard let keyframe = try reader.seek(to: place)?.timestamp else { return nil }
        decoder.flush()
        waiting.removeAll()
        head = keyframe
        return keyframe
    }

    /// Reads and decodes one access unit. What comes of it is `ready`.
    /// - Parameter isEnd: an access unit that isn't decoded any more, if nothing is inside the decoder.
    func step(until isEnd: (AccessUnit) -> Bool = { _ in false }) throws(ClipError) -> Step {
        var hasEnded = false
        let outcome = try reader.read { unit in
            if waiting.isEmpty, isEnd(unit) {
                hasEnded = true
                return
            }
            head = unit.stamp.timestamp
            waiting.noteIn(unit.stamp.timestamp)
            // One that can't be decoded is counted when a later picture overtakes it.
            if let frame = try? decoder.decode(unit) { take(frame) }
        }
        switch outcome {
        case .unit where hasEnded:
            return .end
        case .unit:
            // A hardware decoder gives a picture out some access units later, and may then have several.
            if !ready.isEmpty { takeMore() }
            return .pictures
        case .broken:
            losses.failedUnits += 1
            return .pictures
        case .overtaken(let missed):
            decoder.flush()
            waiting.removeAll()
            losses.overtaken += missed
            return .gap
        case .atEnd:
            takeMore()
            if reader.isFinite { try drain() }
            return .end
        }
    }

    func removeReady() {
        ready.removeAll(keepingCapacity: true)
    }

    private func drain() throws(ClipError) {
        for _ in 0..<waiting.count { if let frame = try? decoder.drain() { take(frame) } }
        // Drained, a decoder has to begin with a keyframe again.
        decoder.flush()
        waiting.removeAll()
        guard hasDecodedAny else {
            throw .unreadable(clip: reader.name, operation: "decode", reason: .noPicture)
        }
    }

    private func takeMore() {
        while let frame = try? decoder.next() { take(frame) }
    }

    private func take(_ frame: VideoFrame) {
        hasDecodedAny = true
        losses.failedUnits += Int64(waiting.noteOut(frame.stamp.timestamp))
        ready.append(frame)
    }
}

/// The access units that a decoder has and no picture of which came out, by their places. One that a later picture overtakes
/// couldn't be decoded: pictures come out in the order in which they are shown.
struct UnitsInside {
    /// More than any decoder holds.
    private static let most = 512
    private var places: [Timestamp] = []

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    mutating func noteIn(_ place: Timestamp) {
        if places.count >= Self.most { places.removeFirst() }
        places.append(place)
    }

    /// - Returns: how many that are shown before this one never came out.
    mutating func noteOut(_ place: Timestamp) -> Int {
        let before = places.count
        places.removeAll { $0 <= place }
        return max(0, before - places.count - 1)
    }

    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
    }
}
