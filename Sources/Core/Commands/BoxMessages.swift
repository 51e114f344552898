// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the box as a whole.
public enum BoxCommand: Hashable, Sendable {
    /// End the program when everything is on the card, then switch the box off. The interface accepts no more input. If a loss is accepted,
    /// the person knows that changes which wait for a card won't be written.
    case switchOff(isLossAccepted: Bool)
    /// A person says that this is the time now, in seconds since 1970 (UTC), and the difference of the local time from UTC, in minutes. The
    /// sessions of this run without a date get theirs.
    case setClock(utc: Int64, offset: Int)
}

/// A report of the program and of the machine around it.
public enum BoxNews: Hashable, Sendable {
    /// The previous run crashed during this session. This run's first session is meant to continue it, so its marks count on from there.
    /// `CardNews.continued` says later whether the card has it.
    case leftOpen(OpenSession)
    /// The previous runs crashed too often: the camera gives the safe profile, whatever the settings say, until the plug is pulled.
    case safeMode
    /// The previous run crashed while nothing was kept. That still holds.
    case keptNothing
    /// A line of a settings file is invalid; the last valid setting stays.
    case settingsFault(SettingsFault)
    /// The state of the power supply and the temperature; once a second is often enough.
    case power(PowerState)
    /// All notices of the system around the program, in the order in which they are shown. They stay until new ones come.
    case notices([BoxNotice])
    /// The cameras that are connected, in their order.
    case cameras([CameraOption])
    /// True: a device that can record sound is plugged in. False: it is gone. Nothing was opened to know it.
    case microphone(isThere: Bool)
    /// True: the trigger's line has been closed for longer than any trigger closes it. False: it is open again.
    case triggerHeld(Bool)
    /// The voice is wanted, and its library isn't there.
    case noVoice
    /// The TV is gone or refuses pictures.
    case displayLost
    case displayBack
    /// The program has to end: because of SIGTERM, its time limit, or the window's close button.
    case endRequested
}
