// SPDX-License-Identifier: GPL-3.0-or-later

/// A camera that is there, as somebody chooses it.
public struct CameraOption: Hashable, Sendable {
    public enum Place: Hashable, Sendable {
        /// A connector of the board's own.
        case board
        /// The socket, as the kernel counts them along the hubs: `1.2`; `nil`: it isn't known which.
        case usb(port: String?)
    }

    /// What the setting says for it: `libcamera:ID`.
    public var word: String
    /// The product or the sensor.
    public var name: String
    public var place: Place

    public init(word: String, name: String, place: Place) {
        self.word = word
        self.name = name
        self.place = place
    }
}
