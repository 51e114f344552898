// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The ALSA outputs that a word of the settings stands for.
///
/// 1. `alsa:NAME` is that device and no other.
/// 2. `hdmi` is the HDMI outputs, the Pi's own connectors first. A connector without a TV refuses, so the sound goes to the TV.
/// 3. `headphones` is the headphone socket of a Pi that has one.
/// 4. `auto` is the Pi's HDMI outputs, if there are any, and then ALSA's `default`.
///
/// An HDMI output of the Pi takes only IEC 958 frames. The name `hdmi:` makes such frames; `hw:` and `plughw:` don't
/// (raspberrypi/linux#4662).
public enum SpeakerOutput {
    /// Returns the device names to try, the best first.
    /// - Parameter names: this machine's devices, as `ALSASpeaker.list()` returns them.
    public static func devices(for choice: String, among names: [String]) -> [String] {
        let named = "alsa:"
        if choice.hasPrefix(named) { return [String(choice.dropFirst(named.count))] }
        let hdmi = names.filter { $0.hasPrefix("hdmi:") }
        let boards = hdmi.filter { $0.hasPrefix("hdmi:CARD=vc4hdmi") }
        switch choice {
        case "hdmi": return boards + hdmi.filter { !boards.contains($0) }
        case "headphones": return names.filter { $0.hasPrefix("plughw:CARD=Headphones") }
        default: return boards + ["default"]
        }
    }
}
