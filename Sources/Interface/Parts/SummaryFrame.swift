// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The frame of every view of the summary: a title, and the room for the content, down to the footer.
struct SummaryFrame {
    let look: Theme
    let title: Rect
    let content: Rect

    static let ground = Palette.page

    init(_ look: Theme) {
        self.look = look
        let width = Areas.right - Areas.left
        title = Rect(x: Areas.left, y: Areas.top, width: Areas.titleRight(look) - Areas.left, height: look.lineHeight(look.title))
        let top = max(title.maxY + 12, Areas.belowChip(look))
        content = Rect(x: Areas.left, y: top, width: width, height: Areas.pageBottom(look) - top)
    }
}
