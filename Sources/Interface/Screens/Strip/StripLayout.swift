// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The layout of a strip: the pictures, their rectangles, and the visible part of each.
struct StripLayout {
    struct Picture {
        var rect: Rect
        /// The number of steps after the moment.
        var offset: Int
        /// The picture; `nil`: the clip has none there.
        var extract: Extract?
    }

    struct Shot {
        var rect: Rect
        var clip: ScoreBook.Clip
        var extract: Extract?
    }

    let pictures: [Picture]
    /// The other clip's pictures of the same times, under the first ones.
    let others: [Picture]
    let shots: [Shot]
    /// The middle of the visible part of each picture, 0…1 of the width of the picture as it is displayed.
    let center: Double
    /// The visible share of each picture's width in the row above.
    let share: Double
    private let aspect: Double
    /// The baselines of both headings, and of the line at the foot.
    let headings: (first: Double, second: Double, foot: Double?)
    let titleSize: Double
    let lineSize: Double
    let timeSize: Double

    init(_ mode: StripMode, _ context: Context) {
        let look = Theme(context.settings)
        let isLarge = look.scale > 1
        let (least, fewest) = look.scale >= 2 || Areas.isUpright ? (4, 3) : isLarge ? (6, 4) : (8, 6)
        titleSize = look.scale >= 2 ? 60 : 48
        lineSize = min(44, 28 * look.scale)
        timeSize = min(44, 28 * look.scale)
        let gap = 10.0
        let bottom = FooterLayout(look).rect.y - Theme.margin
        let all = mode.shots(in: context)
        let hasShots = all.count > 1
        let hasRows = hasShots || mode.other != nil

        // From the top: a heading, the pictures with their times, a heading, the shots, and a line if there is room.
        let head = Areas.top + titleSize * 1.02
        let top = head + titleSize * 0.6
        let timeHeight = timeSize * 1.5
        let second = titleSize * 1.5
        let foot = isLarge ? 0 : 56.0
        let room = bottom - top - timeHeight - foot
        let wide = Areas.right - Areas.left
        func widest(_ count: Int) -> Double { (wide - gap * Double(count - 1)) / Double(count) }
        /// Returns the number of pictures that fit. In large text the rows are low, so more pictures fit side by side.
        func fitting(_ width: Double, _ least: Int, _ most: Int) -> Int { Int((wide + gap) / (width + gap)).clamped(to: least...most) }
        let height = hasRows ? (room - second) / 2 : min(room, widest(least) * 1.6)
        let many = hasRows ? fitting(height, least, 8) : least
        let width = min(widest(many), height)
        let pitch = (wide - width) / Double(max(1, many - 1))

        let zero = mode.zero(in: context)
        let shown = StripRow(many, around: zero, step: mode.stepTime, within: mode.bounds(in: context), showing: mode.offset).offsets
        func row(_ footage: FootageID, _ zero: Duration, within bounds: ClosedRange<Duration>, y: Double) -> [Picture] {
            let row = StripRow(many, around: zero, step: mode.stepTime, within: bounds)
            return shown.enumerated().map { index, offset in
                Picture(
                    rect: Rect(x: Areas.left + pitch * Double(index), y: y, width: width, height: height), offset: offset,
                    extract: row.place(offset).map { Extract(footage, at: $0) })
            }
        }
        let shotTop = top + height + timeHeight + second
        pictures = row(mode.footage, zero, within: mode.bounds(in: context), y: top)
        others = mode.other.map { row(.clip($0.key), $0.zero, within: .zero...max(.zero, $0.length - $0.interval / 2), y: shotTop) } ?? []

        let few = fitting(height * 1.2, fewest, 6)
        let shotWidth = min(widest(few), height * 1.2)
        let chosen = all.firstIndex { $0.number == mode.key?.number } ?? 0
        let from = max(0, min(chosen - few / 2, all.count - few))
        shots =
            !hasShots
            ? []
            : all[from..<min(all.count, from + few)].enumerated().map { index, clip in
                let place = mode.zero(of: clip).map { $0 + mode.offsetTime }
                let isThere = place.map { $0 >= .zero - .milliseconds(1) && $0.inSeconds < clip.seconds } ?? false
                let key = mode.key.flatMap(context.desk.book(of:))?.key(ofClip: clip.number)
                return Shot(
                    rect: Rect(
                        x: Areas.left + (shotWidth + gap) * Double(index), y: shotTop, width: shotWidth, height: bottom - foot - shotTop),
                    clip: clip, extract: isThere ? key.flatMap { key in place.map { Extract(.clip(key), at: max(.zero, $0)) } } : nil)
            }
        headings = (head, shotTop - titleSize * 0.5, foot > 0 ? bottom - 18 : nil)

        let orientation = mode.orientation(in: context)
        let seen = orientation.size(of: mode.facts.size)
        aspect = Double(max(1, seen.width)) / Double(max(1, seen.height))
        share = min(1, width / height / aspect)
        center = mode.center ?? context.person(in: mode.searched(in: context), orientation)?.x ?? 0.5
    }

    /// All pictures to extract, the row above first.
    var extracts: [Extract] { (pictures + others).compactMap(\.extract) + shots.compactMap(\.extract) }

    /// Returns the part of a picture that is visible in a tile. Upright pictures are visible in full.
    func crop(in rect: Rect) -> Rect {
        let share = min(1, rect.width / rect.height / aspect)
        return Rect(x: (center - share / 2).clamped(to: 0...(1 - share)), y: 0, width: share, height: 1)
    }
}
