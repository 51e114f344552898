// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The session's last clips, below the picture on an upright canvas: the newest first, each with its number and its arrow's score.
struct ClipShelf {
    private struct Tile {
        var clip: ScoreBook.Clip
        var rect: Rect
    }

    private let book: ScoreBook
    private let tiles: [Tile]

    private static let columns = 2
    private static let mostRows = 2
    private static let gap = 16.0
    private static let inset = 10.0

    /// - Returns: `nil` if there are no clips, or no room for them.
    init?(_ context: Context) {
        guard Areas.isUpright, context.cover.place == .live, !context.settings.isSplit, !context.settings.showsDiagnostics else { return nil }
        let session = context.sessions.session
        book = ScoreBook(session, key: context.sessions.key(of: session.ref))
        let look = Theme(context.settings)
        let width = (Areas.right - Areas.left - Double(Self.columns - 1) * Self.gap) / Double(Self.columns)
        let natural = width * 9 / 16
        // A toast, or the line that asks, lies above the footer.
        let bottom = min(OfferLine.place(look).y, ToastPlace.top(look)) - Theme.padding
        let room = bottom - Areas.belowFilm + Self.gap
        // A row that nearly fits is shown: stills may lose a little above and below.
        let rows = min(Self.mostRows, Int(room / (natural * 0.86 + Self.gap)))
        guard rows > 0 else { return nil }
        let clips = book.present.suffix(rows * Self.columns).reversed()
        guard !clips.isEmpty else { return nil }
        let height = min(natural, room / Double(rows) - Self.gap)
        tiles = clips.enumerated().map { index, clip in
            let (row, column) = (Double(index / Self.columns), Double(index % Self.columns))
            let place = Rect(
                x: Areas.left + column * (width + Self.gap), y: Areas.belowFilm + row * (height + Self.gap), width: width, height: height)
            return Tile(clip: clip, rect: place)
        }
    }

    /// The clips whose stills are drawn.
    var stills: [ClipKey] { tiles.compactMap { book.key(ofClip: $0.clip.number) } }

    func draw(on sketch: inout DrawingBuilder) {
        for tile in tiles { draw(tile, on: &sketch) }
    }

    private func draw(_ tile: Tile, on sketch: inout DrawingBuilder) {
        let (look, rect) = (sketch.look, tile.rect)
        SummaryParts.still(ofClip: tile.clip.number, in: book, rect, radius: Theme.cornerRadius, on: &sketch)
        sketch.edge(rect, width: look.edgeWidth, look.edge)
        let (size, height) = (look.small, look.lineHeight(look.small) + 8)
        let words = tile.clip.kind == .mark ? "\(tile.clip.number)" : tile.clip.title
        let width = min(max(height, TextMetrics.width(words, size: size) + 24), rect.width - 2 * Self.inset)
        let number = Rect(x: rect.x + Self.inset, y: rect.maxY - Self.inset - height, width: width, height: height)
        sketch.scrim(number)
        if tile.clip.isUnconfirmed { sketch.dashedEdge(number, dash: 10, width: 4, Palette.text) }
        sketch.line(words, x: number.center.x, middle: number.center.y, size: size, weight: .semibold, alignment: .center, width: width - 16)
        guard let score = book.score(ofClip: tile.clip.number) else { return }
        let side = SummaryParts.scoreWidth(score.arrow.label, size: size)
        let chip = Rect(x: rect.maxX - Self.inset - side, y: number.y, width: side, height: height)
        if chip.x > number.maxX { ScoreChip(score.arrow, on: score.face).draw(in: chip, size: size, on: &sketch) }
    }
}
