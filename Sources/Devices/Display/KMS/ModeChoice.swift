// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The order in which a TV's modes are tried, best first (docs/decisions.md, TV modes): 1080p even on a TV that has more, and of its
/// refresh rates the one fitting the camera's rate.
struct ModeChoice: Sendable {
    /// A mode that a TV offers.
    struct Offer: Hashable, Sendable {
        var mode: DisplayMode
        var isInterlaced = false
        /// True if the TV itself prefers this mode.
        var isPreferred = false
    }

    /// The camera's rate; `nil` if it isn't known yet.
    var cameraRate: FrameRate?
    /// The mode chosen by hand, which is tried first.
    var wanted: DisplayMode?
    /// The mode that worked with this TV before.
    var lastGood: DisplayMode?

    /// Returns the indices of the offers, best first; all of them, since a TV may lie.
    func ranking(_ offers: [Offer]) -> [Int] {
        offers.indices.sorted { one, other in
            let (a, b) = (rank(offers[one]), rank(offers[other]))
            return a == b ? one < other : a.lexicographicallyPrecedes(b)
        }
    }

    /// Returns the numbers that rank an offer: lower is better, and the first difference decides.
    private func rank(_ offer: Offer) -> [Double] {
        let (size, refresh) = (offer.mode.size, offer.mode.refresh)
        let isWanted = wanted.map { $0.size == size && abs($0.refresh.hertz - refresh.hertz) < 0.5 } ?? false
        let isWantedSize = wanted?.size == size
        // 720x480 isn't among the modes of a monitor, but 640x480 is.
        let isWantedHeight = wanted?.size.height == size.height
        let isWrongSize = size != .hd1080
        let pixels = Double(size.width * size.height)
        let distance = abs(pixels - Double(VideoSize.hd1080.width * VideoSize.hd1080.height))
        return [
            isWanted ? 0 : isWantedSize ? 1 : isWantedHeight ? 2 : 3,
            offer.isInterlaced ? 1 : 0,
            offer.mode == lastGood ? 0 : 1,
            isWrongSize ? 1 : 0,
            isWrongSize ? distance : 0,
            misfit(refresh),
            abs(refresh.hertz - 60),
            offer.isPreferred ? 0 : 1,
        ]
    }

    /// Returns 0 if every camera picture stays on for exactly the same number of refreshes, and more the worse the rates fit.
    private func misfit(_ refresh: FrameRate) -> Double {
        // More than 60 Hz costs the box twice the work, and nobody sees more.
        let isTooFast = refresh.hertz > 60.5
        guard let cameraRate else { return isTooFast ? 3 : refresh.hertz < 49 ? 2 : 0 }
        let ratio = refresh.hertz / cameraRate.hertz
        let isFit = ratio > 0.99 && abs(ratio - ratio.rounded()) < 0.0002 * ratio
        return (isTooFast ? 3 : 0) + (isFit ? 0 : 1) + (refresh.hertz < 49 ? 0.5 : 0)
    }
}
