// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A reader and a decoder that work together: the pictures that come out, and a count of those that don't.
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
    /// The time of the newest access unit that was read, or of the keyframe that comes next.
    private(set) var head = Timestamp.zero
    /// Pictures that came out of the decoder and weren't taken yet, oldest first.
    private(set) var ready: [VideoFrame] = []
    /// The number of access units that the decoder failed on, and of frames that were evicted before they were read.
    private(set) var losses = Player.Losses()
    private var waiting = UnitsInside()
    private var hasDecodedAny = false

    init(reader: any UnitReader, decoder: any Decoder) {
        self.reader = reader
        self.decoder = decoder
    }

    /// Goes to the keyframe that the picture at this position needs.
    /// - Returns: the keyframe's position. If there is nothing to read: `nil`, and nothing has changed.
    func begin(at place: Timestamp) throws(ClipError) -> Timestamp? {
        guard let keyframe = try reader.seek(to: place)?.timestamp else { return nil }
        decoder.flush()
        waiting.removeAll()
        head = keyframe
        return keyframe
    }

    /// Reads and decodes one access unit. The pictures that come out are added to `ready`.
    /// - Parameter isEnd: returns true for an access unit before which decoding ends; asked only while the decoder is empty.
    func step(until isEnd: (AccessUnit) -> Bool = { _ in false }) throws(ClipError) -> Step {
        var hasEnded = false
        let outcome = try reader.read { unit in
            if waiting.isEmpty, isEnd(unit) {
                hasEnded = true
                return
            }
            head = unit.stamp.timestamp
            waiting.noteIn(unit.stamp.timestamp)
            // An access unit that can't be decoded is counted when a later picture overtakes it.
            if let frame = try? decoder.decode(unit) { take(frame) }
        }
        switch outcome {
        case .unit where hasEnded:
            return .end
        case .unit:
            // A hardware decoder returns a picture some access units later, and may then have several.
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
        // After a drain, a decoder must begin with a keyframe again.
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

/// The positions of the access units that went into a decoder and whose pictures haven't come out. A unit that a later picture overtakes
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

    /// - Returns: the number of units shown before this one whose pictures never came out.
    mutating func noteOut(_ place: Timestamp) -> Int {
        let before = places.count
        places.removeAll { $0 <= place }
        return max(0, before - places.count - 1)
    }

    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
    }
}
