// SPDX-License-Identifier: GPL-3.0-or-later

/// The board that the box runs on. Boards with the same video hardware share a case.
public enum Board: String, Sendable, Codable, CaseIterable {
    /// Pi 4, Pi 400, Compute Module 4.
    case pi4
    /// Pi 3 and Compute Module 3, the Plus models too.
    case pi3
    case zero2W
    /// Pi 5, Pi 500, Compute Module 5: no H.264 in hardware.
    case pi5
    /// A laptop, a virtual machine, or a board that VIR doesn't know.
    case other

    /// Reads the name that the kernel gives in `/proc/device-tree/model`, such as `Raspberry Pi 4 Model B Rev 1.4`.
    public init(model: some StringProtocol) {
        let boards: [(prefix: String, board: Board)] = [
            ("Raspberry Pi 4", .pi4), ("Raspberry Pi Compute Module 4", .pi4),
            ("Raspberry Pi 5", .pi5), ("Raspberry Pi Compute Module 5", .pi5),
            ("Raspberry Pi 3", .pi3), ("Raspberry Pi Compute Module 3", .pi3),
            ("Raspberry Pi Zero 2", .zero2W),
        ]
        self = boards.first { model.hasPrefix($0.prefix) }?.board ?? .other
    }
}
