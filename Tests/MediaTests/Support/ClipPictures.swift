// SPDX-License-Identifier: GPL-3.0-or-later

import Core

@testable import Media

/// A clip decoded picture by picture, as its reader delivers it: without a player's window and look-ahead.
final class ClipPictures {
    let reader: ClipReader
    private let decoder: LibAVDecoder
    private var inside = 0
    private var isAtEnd = false
    private(set) var failedUnits = 0

    init(_ path: String) throws {
        reader = try ClipReader(path)
        decoder = try DecoderChoice.openSoftware(reader.parameters)
    }

    func seek(to position: Duration) throws {
        decoder.flush()
        (inside, isAtEnd) = (0, false)
        _ = try reader.seek(to: .zero + position)
    }

    /// Returns the next visible picture; `nil` at the end.
    func next() throws -> VideoFrame? {
        while true {
            var frame: VideoFrame?
            if isAtEnd {
                guard inside > 0 else { return nil }
                inside -= 1
                frame = try decoder.drain()
            } else {
                let outcome = try reader.read { unit in
                    do {
                        frame = try decoder.decode(unit)
                        inside += frame == nil ? 1 : 0
                    } catch {
                        failedUnits += 1
                        inside = 0
                    }
                }
                if outcome == .broken { failedUnits += 1 }
                if outcome == .atEnd { isAtEnd = true }
            }
            if let frame, frame.stamp.timestamp >= .zero { return frame }
        }
    }
}
