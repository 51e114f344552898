// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The moving pictures of Live: the delayed one, the live one while that isn't there yet, or both side by side.
struct LivePictures {
    private let settings: Settings
    private let stream: StreamParameters
    private let isDelayedUp: Bool

    init(_ context: Context, at now: Timestamp) {
        settings = context.settings
        stream = context.stream
        isDelayedUp = context.isDelayedUp(at: now)
    }

    var layers: [Layer] {
        guard settings.isSplit else { return [picture(isDelayedUp ? .delayed : .live, within: Canvas.bounds)] }
        let half = Canvas.bounds.width / 2
        let right = Rect(x: half, y: 0, width: half, height: Canvas.bounds.height)
        return [picture(.live, within: leftHalf)] + (isDelayedUp ? [picture(.delayed, within: right)] : [])
    }

    /// Where the pictures of a split screen end.
    var splitBottom: Double { picture(.live, within: leftHalf).place.maxY }

    private var leftHalf: Rect { Rect(x: 0, y: 0, width: Canvas.bounds.width / 2, height: Canvas.bounds.height) }

    /// A picture as large as it fits, turned and mirrored as it is set.
    private func picture(_ source: VideoSource, within area: Rect) -> Layer {
        let width = Double(stream.size.width)
        let height = Double(stream.size.height)
        let aspect = settings.orientation.isOnItsSide ? height / width : width / height
        return Layer(
            .video(source), place: area.fitted(aspect: aspect),
            placement: Placement().placing(settings.orientation))
    }
}
