// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Player {
    /// Decodes what follows the picture that is due. If the due picture lies before the window's run, the gap up to the run is decoded
    /// first: going to the run's end instead would give up the due picture.
    /// - Returns: true if there was an access unit.
    func decodeOn(_ turn: Turn) throws(ClipError) -> Bool {
        if !isInRun(turn), try decodeEarlier(turn) { return true }
        return isInRun(turn) ? try decodeRun(turn) : false
    }

    /// True if the due picture lies in the run. That always holds for a window that only follows: it never goes back for pictures that it
    /// dropped.
    func isInRun(_ turn: Turn) -> Bool { window { !$0.keepsPassed || $0.knownFrom.map { $0 <= turn.needed.lowerBound } ?? true } }

    /// Decodes what follows the window's last picture.
    private func decodeRun(_ turn: Turn) throws(ClipError) -> Bool {
        if reader.isFinite, window({ $0.isAtEnd }) { return false }
        if cursor != .run, try !resume() { return false }
        switch try units.step() {
        case .pictures:
            take(makingWay: { $0.window.makeWay(for: $1.buffer.pixelBytes, needed: turn.needed) }) { shared, frame in
                shared.window.append(frame, needed: turn.needed)
            }
            return true
        case .end:
            take(makingWay: { $0.window.makeWay(for: $1.buffer.pixelBytes, needed: turn.needed) }) { shared, frame in
                shared.window.append(frame, needed: turn.needed)
            }
            change { $0.noteEnd() }
            return false
        case .gap:
            shared.withLock { $0.losses = units.losses }
            return true
        }
    }

    /// Goes back to the keyframe needed by the picture after the window's last one.
    private func resume() throws(ClipError) -> Bool {
        guard let last = window({ $0.last }), try units.begin(at: last) != nil else { return false }
        begin(.run)
        skipThrough = last
        return true
    }

    /// Decodes a picture of the GOP before the window's first picture.
    /// - Returns: true if there may be more of that GOP.
    func decodeEarlier(_ turn: Turn) throws(ClipError) -> Bool {
        guard let first = window({ $0.first }), let known = window({ $0.knownFrom }) else { return false }
        if cursor != .earlier || turn.needed.lowerBound < known && !window({ $0.isEarlier(turn.needed.lowerBound) }) {
            if let begin = reader.begin, known <= begin { return false }
            guard let keyframe = reader.keyframe(notAfter: known - .nanoseconds(1)), keyframe < known,
                let start = try units.begin(at: known - .nanoseconds(1))
            else { return false }
            guard start < known else {
                begin(.nowhere)
                return false
            }
            begin(.earlier)
            change { $0.beginEarlier(at: start) }
        }
        // The last picture before the window may still be inside the decoder. If it isn't, nothing more is decoded.
        let step = try units.step { $0.isKeyframe && $0.stamp.timestamp >= first }
        var isThere = step == .end
        take(makingWay: { shared, frame in
            guard frame.stamp.timestamp < first else { return }
            shared.window.makeWayEarlier(for: frame.buffer.pixelBytes, needed: turn.needed)
        }) { shared, frame in
            if frame.stamp.timestamp >= first { isThere = true } else { shared.window.appendEarlier(frame, needed: turn.needed) }
        }
        if step == .gap {
            begin(.nowhere)
            return false
        }
        guard isThere else { return true }
        change { $0.joinEarlier() }
        cursor = .nowhere
        return false
    }

    /// Puts the ready pictures into the window. They are copied if the decoder's own memory has too few buffers for the window.
    /// - Parameter makeWay: drops pictures before one is copied, so that the copy reuses the memory of a dropped one.
    func take(makingWay makeWay: (inout Shared, VideoFrame) -> Void, _ put: (inout Shared, VideoFrame) -> Void) {
        let losses = units.losses
        guard !units.ready.isEmpty || losses != lastLosses else { return }
        lastLosses = losses
        for frame in units.ready {
            let place = frame.stamp.timestamp
            let isShown = reader.begin.map { place >= $0 } ?? true
            let isNew = skipThrough.map { place > $0 } ?? true
            if isShown, isNew { shared.withLock { makeWay(&$0, frame) } }
            var picture = isShown && isNew && mustCopy(frame) ? copies.copy(frame) : frame
            picture.orientation = reader.orientation
            shared.withLock { shared in
                shared.decoded += 1
                if isShown, isNew { put(&shared, picture) }
                shared.balance()
            }
        }
        units.removeReady()
        shared.withLock { $0.losses = losses }
    }

    private func mustCopy(_ frame: VideoFrame) -> Bool {
        guard let held = units.decoder.heldPictures else { return false }
        return window { $0.keepsPassed && $0.capacityBytes / max(1, frame.buffer.pixelBytes) > held }
    }

    // MARK: Fetching ahead

    func fetchAhead(_ turn: Turn) throws(ClipError) -> Bool {
        guard !turn.isPrimed else {
            while isCurrent(turn), window({ $0.ahead(of: turn.needed.upperBound) }) < Self.framesPrimed, try decodeOn(turn) {}
            return false
        }
        guard goesBack, window({ $0.keepsPassed }) else {
            while isCurrent(turn), window({ $0.ahead(of: turn.needed.upperBound) }) < Self.framesAhead, !hasReachedSeam(turn),
                try decodeOn(turn)
            {}
            return try fetchSeam(turn)
        }
        for _ in 0..<Self.fetchedInOneTurn {
            guard isCurrent(turn), wantsEarlier(turn), try decodeEarlier(turn) else { return try fetchSeam(turn) }
        }
        return wantsEarlier(turn)
    }

    private func wantsEarlier(_ turn: Turn) -> Bool {
        guard !hasReachedSeam(turn) else { return false }
        let behind = window { $0.behind(turn.needed.lowerBound) }
        let wanted = turn.rate < 0 ? Self.framesBehind.playing : Self.framesBehind.paused
        // An earlier GOP that was begun is completed, because only a complete one is of use.
        guard behind < wanted || (cursor == .earlier && window { $0.hasEarlier }) else { return false }
        return window { $0.hasRoomForEarlier(needed: turn.needed, mayShorten: behind < wanted) }
    }
}
