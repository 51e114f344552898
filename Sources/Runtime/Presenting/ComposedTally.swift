// SPDX-License-Identifier: GPL-3.0-or-later

import Graphics

/// The cost of composing in a run.
struct ComposedTally {
    /// The number of pictures that were composed.
    private(set) var frames: Int64 = 0
    private(set) var quads: Int64 = 0
    private(set) var texels: Int64 = 0
    private(set) var uploads: Int64 = 0
    /// The most of each that one picture took.
    private(set) var most = CompositionCost()

    mutating func note(_ cost: CompositionCost) {
        frames += 1
        quads += Int64(cost.quads)
        texels += Int64(cost.texels)
        uploads += Int64(cost.uploads)
        most.quads = max(most.quads, cost.quads)
        most.texels = max(most.texels, cost.texels)
        most.uploads = max(most.uploads, cost.uploads)
    }

    mutating func add(_ other: ComposedTally) {
        frames += other.frames
        quads += other.quads
        texels += other.texels
        uploads += other.uploads
        most.quads = max(most.quads, other.most.quads)
        most.texels = max(most.texels, other.most.texels)
        most.uploads = max(most.uploads, other.most.uploads)
    }
}
