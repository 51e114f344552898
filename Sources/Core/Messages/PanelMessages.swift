// SPDX-License-Identifier: GPL-3.0-or-later

/// What the panel is to do.
public enum PanelCommand: Hashable, Sendable {
    case signal(PanelSignal)
    /// The LED stays on from now on, because the camera is recorded, or goes out. A signal's rhythm is then in the dark.
    case recordingLight(Bool)
}

/// What the panel's LED and buzzer say.
public indirect enum PanelSignal: Hashable, Sendable {
    case marked, saved, refused
    /// An arrow is placed, a clip skipped; what was done last is taken back.
    case placed, undone
    /// What was decided about a clip.
    case liked, deleted
    /// The LED alone says it.
    case silent(PanelSignal)
    /// The box goes off.
    case ending
}
