// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// Which of ALSA's outputs a word of the settings stands for.
///
/// 1. `alsa:NAME` is that name and nothing else.
/// 2. `hdmi` is the HDMI outputs, those of the Pi's own connectors first: sound goes where a TV is plugged in, and the others refuse.
/// 3. `headphones` is the socket of a Pi that has one.
/// 4. `auto` is the Pi's HDMI outputs where there are any, and then what ALSA itself takes first.
///
/// An HDMI output of the Pi takes only IEC 958 frames, and `hdmi:` is the name that makes such; `hw:` and `plughw:` don't
/// (raspberrypi/linux#4662).
public enum SpeakerOutput {
    /// The names to try, the best first.
    /// - Parameter names: those of this machine, as `ALSASpeaker.list()` has them.
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
