// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What happened: everything the interface hears of. What a service tells is its own news, as it told it.
public enum Event: Hashable, Sendable {
    /// Something a person did. `shown` is the delayed picture that was on the TV at the event's own time (`nil`: none was),
    /// `live` the newest captured frame then.
    case panel(PanelEvent, shown: FrameStamp?, live: FrameStamp?)
    /// A key of a keyboard, presenter, pedal or remote; what it stands for is a setting. The two pictures are as above.
    case key(KeyPress, shown: FrameStamp?, live: FrameStamp?)
    /// An instant that `Appliance.nextChange` named has come.
    case tick
    case card(CardNews)
    case stream(StreamNews)
    case player(PlayerNews)
    case stills(StillNews)
    case export(ExportNews)
    case box(BoxNews)
}
