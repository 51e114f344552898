// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A command to one of the services. Effects are performed in order, each at once.
public enum Effect: Hashable, Sendable {
    case card(CardCommand)
    case line(LineCommand)
    case stream(StreamCommand)
    case hearing(HearingCommand)
    case player(PlayerCommand)
    case stills(StillCommand)
    case panel(PanelCommand)
    case voice(VoiceCommand)
    case picture(PictureCommand)
    case export(ExportCommand)
    case films(FilmCommand)
    case box(BoxCommand)
}
