// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Decides what the log says about a box that can't keep up: when that begins, when it is over, and what was offered.
struct OverloadNotes {
    private var wasOverloaded = false
    private var lastOffer: SmallerStream?

    /// - Returns: the new lines, and for each whether it is bad news.
    mutating func news(isOverloaded: Bool, offered: SmallerStream?) -> [(line: String, isBad: Bool)] {
        var lines: [(String, Bool)] = []
        if isOverloaded, !wasOverloaded { lines.append(("overload: more than 1 % of the frames of the last 10 s are lost", true)) }
        if !isOverloaded, wasOverloaded { lines.append(("overload over", false)) }
        if let offered, offered != lastOffer { lines.append(("offered: \(offered.size) at \(offered.framesPerSecond) fps", false)) }
        wasOverloaded = isOverloaded
        lastOffer = offered
        return lines
    }
}
