// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ring of an arrow that is held as a finger. It fills round the arrow's icon in the footer.
struct ArrowButtonHoldRing: Hashable, Sendable {
    let control: Control
    /// The filled share of the ring, 0…1.
    let filling: Double

    /// - Returns: `nil` if no arrow drags, or if the hold has only just begun.
    init?(_ finger: SwipeFinger, at now: Timestamp) {
        guard let arrow = finger.arrow, let filling = finger.filling(at: now), filling > 0 else { return nil }
        (control, self.filling) = (arrow.control, min(1, filling))
    }

    /// Returns one drawing for the whole time: only its visible part changes.
    func layer(_ look: Theme) -> Layer? {
        let layout = FooterLayout(look)
        guard let slot = layout.slot(of: .press(control)) else { return nil }
        let center = Point(slot.x + FooterLayout.padding + layout.icon / 2, slot.center.y)
        return Layer(.drawing(Drawing([.circle(center: center, radius: layout.icon * 0.58, width: 4, Palette.text)])), sweep: filling)
    }
}
