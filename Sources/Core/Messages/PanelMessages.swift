// SPDX-License-Identifier: GPL-3.0-or-later

/// What the panel is to do.
public enum PanelCommand: Hashable, Sendable {
    case signal(PanelSignal)
}

/// What the panel's LED and buzzer say.
public enum PanelSignal: Hashable, Sendable {
    case marked, saved, refused
    /// The box goes off.
    case ending
}
