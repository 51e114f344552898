// SPDX-License-Identifier: GPL-3.0-or-later

/// What the box as a whole is to do.
public enum BoxCommand: Hashable, Sendable {
    /// End the program when everything is on the card, and have the box go off. The interface takes nothing any more. If a loss is
    /// accepted, the person knows that what waits for a card won't be written.
    case switchOff(isLossAccepted: Bool)
}

/// What the program and the machine around it tell.
public enum BoxNews: Hashable, Sendable {
    /// The run before ended by itself within this session. This run's first session is to go on with it, so its marks count from
    /// there; `CardNews.continued` says later whether the card has it.
    case leftOpen(OpenSession)
    /// The run before ended by itself too often: the camera gives the safe profile, whatever is set, until the plug is pulled.
    case safeMode
    /// A line of a settings file that isn't taken; the last good setting holds.
    case settingsFault(SettingsFault)
    /// How it stands with the power supply and the heat; once a second is often enough.
    case power(PowerState)
    /// What the system around the program has to tell, in the order in which it is shown; these stand until others come.
    case notices([BoxNotice])
    /// The cameras that are there, in their order.
    case cameras([CameraOption])
    /// The TV is gone, or refuses pictures.
    case displayLost
    case displayBack
    /// The program ends: by SIGTERM, by its time, by the window's close button.
    case endRequested
}
