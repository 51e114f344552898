// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Player {
    /// Decodes what follows the picture that is due. If that lies before the run, the way to the run comes first: whoever goes to the
    /// run's end instead gives up what is due.
    /// - Returns: whether there was an access unit.
    func decodeOn(_ turn: Turn) throws(ClipError) -> Bool {
        if !isInRun(turn), try decodeEarlier(turn) { return true }
        return isInRun(turn) ? try decodeRun(turn) : false
    }

    /// Whether what is due lies in the run. A window that only follows has nothing else: it never goes back for what it let go of.
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

    /// Goes back to the keyframe that the picture after the window's last one needs.
    private func resume() throws(ClipError) -> Bool {
        guard let last = window({ $0.last }), try units.begin(at: last) != nil else { return false }
        begin(.run)
        skipThrough = last
        return true
    }

    /// Decodes a picture of the GOP before the window's first.
    /// - Returns: whether there may be more of it.
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
        // The last picture before the window may be inside the decoder still; if not, nothing more is to be decoded.
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

    /// Puts what is ready into the window, copied if the decoder's own memory is too small for it.
    /// - Parameter makeWay: lets go of pictures before one is copied, so that the copy goes where one of them was.
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

    // MARK: Ahead of what is due

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
        // What was begun is brought to its end: only then it is of use.
        guard behind < wanted || (cursor == .earlier && window { $0.hasEarlier }) else { return false }
        return window { $0.hasRoomForEarlier(needed: turn.needed, mayShorten: behind < wanted) }
    }
}
