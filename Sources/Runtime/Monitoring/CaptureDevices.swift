// SPDX-License-Identifier: GPL-3.0-or-later

/// The sound devices that could record, as the kernel's part of ALSA lists them. Only the list is read: nobody has agreed yet that a microphone
/// is opened.
struct CaptureDevices {
    /// The kernel's list, or a file that stands for it in a test.
    var list = "/proc/asound/pcm"

    /// True if there is at least one. A machine without ALSA has no list.
    ///
    /// Each device has a line, `01-00: USB Audio : USB Audio : playback 1 : capture 1`.
    var isAnyThere: Bool {
        guard let text = readSmallFile(list) else { return false }
        return text.split(separator: "\n").contains { line in
            line.split(separator: ":").dropFirst(3).contains { $0.drop(while: \.isWhitespace).hasPrefix("capture ") }
        }
    }
}
