// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// What is to be done, by the service that does it. Effects are performed in order, each at once.
public enum Effect: Hashable, Sendable {
    case card(CardCommand)
    case line(LineCommand)
    case stream(StreamCommand)
    case player(PlayerCommand)
    case stills(StillCommand)
    case panel(PanelCommand)
    case picture(PictureCommand)
    case export(ExportCommand)
    case box(BoxCommand)
}
