// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// An arrow that is held as a finger: the ring that fills round its picture in the footer.
struct HeldArrowRing: Hashable, Sendable {
    let control: Control
    /// 0…1.
    let filling: Double

    /// - Returns: `nil` if it isn't an arrow that drags, or it has only just begun.
    init?(_ finger: SwipeFinger, at now: Timestamp) {
        guard let arrow = finger.arrow, let filling = finger.filling(at: now), filling > 0 else { return nil }
        (control, self.filling) = (arrow.control, min(1, filling))
    }

    /// One drawing for as long as it fills: only how much of it is seen changes.
    func layer(_ look: Look) -> Layer? {
        let layout = FooterLayout(look)
        guard let slot = layout.slot(of: .press(control)) else { return nil }
        let center = Point(slot.x + FooterLayout.padding + layout.icon / 2, slot.center.y)
        return Layer(.drawing(Drawing([.circle(center: center, radius: layout.icon * 0.58, width: 4, Palette.text)])), sweep: filling)
    }
}
