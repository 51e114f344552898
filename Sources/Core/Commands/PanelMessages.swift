// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the panel.
public enum PanelCommand: Hashable, Sendable {
    case signal(PanelSignal)
    /// Keep the LED on from now on because the camera is being recorded, or off. While it is on, a signal's rhythm is shown by dark phases.
    case recordingLight(Bool)
    /// Sound the horn of the shooting line's clock. It replaces a horn under way.
    case horn(HornSound, by: Settings.HornOutput)
}

/// A signal of the panel's LED and buzzer.
public indirect enum PanelSignal: Hashable, Sendable {
    case marked, saved, refused
    /// An arrow is placed or a clip skipped; the last action is undone.
    case placed, undone
    /// The decision about a clip.
    case liked, deleted
    /// The signal is given by the LED alone.
    case silent(PanelSignal)
    /// The box switches off.
    case ending
    /// The horn of the shooting line's clock. No other signal cuts it off.
    case horn(HornSound)
}
