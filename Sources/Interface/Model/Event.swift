// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A report to the interface: an input, the time, or the news of a service in that service's own type.
public enum Event: Hashable, Sendable {
    /// Input from the panel. `shown` is the delayed frame that was on the TV at the event's own time (`nil` if no delayed frame was);
    /// `live` is the newest captured frame then.
    case panel(PanelEvent, shown: FrameStamp?, live: FrameStamp?)
    /// A key of a keyboard, presenter, pedal or remote; the settings say what it stands for. `shown` and `live` are as above.
    case key(KeyPress, shown: FrameStamp?, live: FrameStamp?)
    /// The box found a moment by itself. `live` is the camera's newest picture at that moment; `nil` if it had
    /// none.
    case detected(Detection, live: FrameStamp?)
    /// The instant that `Appliance.nextChange` returned has come.
    case tick
    case card(CardNews)
    case stream(StreamNews)
    /// The ear's news. `live` is the newest picture that was captured when the shot or the whistle was heard; `nil` without one.
    case hearing(HearingNews, live: FrameStamp?)
    case player(PlayerNews)
    case stills(StillNews)
    case export(ExportNews)
    case films(FilmNews)
    case box(BoxNews)
}
