// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Interface
import Media

/// A message to the box from one of the other parts.
enum BoxMessage: Sendable {
    case panel(PanelEvent)
    case key(KeyPress)
    case detected(Detection)
    case event(Event)
    /// The ear heard something.
    case heard(HearingNews)
    case still(ClipKey, PixelBuffer?)
    case peek(PeekKey, PeekLoader.Outcome)
    case extract(Extract, ExtractService.Pictures.Outcome)
    case shown(generation: Int, vblank: Timestamp)
}
