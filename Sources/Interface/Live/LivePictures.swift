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
        return [picture(.live, within: leftHalf)] + (isDelayedUp ? [picture(.delayed, within: rightHalf)] : [])
    }

    /// The two pictures of a split screen, whether or not the delayed one is up.
    var halves: (live: Rect, delayed: Rect) {
        (picture(.live, within: leftHalf).place, picture(.delayed, within: rightHalf).place)
    }

    /// How far left and right the HUD reaches: it lies on the picture as long as that is wide enough for all of it.
    /// - Parameter right: what lies over Live begins here.
    func hudSpan(_ look: Look, right: Double) -> ClosedRange<Double> {
        let place = picture(.delayed, within: Canvas.bounds).place
        let left = place.x + Look.padding
        guard !settings.isSplit, place.width - 2 * Look.padding >= Self.hudWidth(look) else { return Areas.left...right }
        return max(Areas.left, left)...min(right, max(Areas.left, place.maxX - Look.padding), Areas.right)
    }

    /// What the HUD needs at most beside long names: when, status and chip.
    private static func hudWidth(_ look: Look) -> Double {
        let status = StatusLine(LiveStatus(end: 88, marks: 8, arrows: 8)).width(look.status) + 2 * Look.padding
        let when = WhenSign.width(.ago(Settings.delayRange.upperBound), size: look.when)
        return when + status + ChipLayout.mostWidth(look) + 2 * Look.margin
    }

    private var leftHalf: Rect { Rect(x: 0, y: 0, width: Canvas.bounds.width / 2, height: Canvas.bounds.height) }
    private var rightHalf: Rect { Rect(x: Canvas.bounds.center.x, y: 0, width: Canvas.bounds.width / 2, height: Canvas.bounds.height) }

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
