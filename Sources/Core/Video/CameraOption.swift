// SPDX-License-Identifier: GPL-3.0-or-later

/// A connected camera that a person can choose.
public struct CameraOption: Hashable, Sendable {
    /// The connector that a camera is plugged into.
    public enum Place: Hashable, Sendable {
        /// A camera connector on the board.
        case board
        /// A USB socket, as the kernel numbers them along the hubs: `1.2`; `nil`: the socket isn't known.
        case usb(port: String?)
    }

    /// The value of the setting for this camera: `libcamera:ID` or `usb:ID`.
    public var word: String
    /// The name of the product or of the sensor.
    public var name: String
    public var place: Place

    public init(word: String, name: String, place: Place) {
        self.word = word
        self.name = name
        self.place = place
    }
}
