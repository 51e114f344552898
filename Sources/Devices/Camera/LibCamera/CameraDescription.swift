// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A camera of this machine, as a person chooses it and `vir devices` shows it.
public struct CameraDescription: Hashable, Sendable {
    public enum Location: String, Hashable, Sendable, CaseIterable {
        case front, back, external
        case unknown = ""
    }

    /// A size that the camera offers.
    public struct Mode: Hashable, Sendable, CustomStringConvertible {
        public var size: VideoSize
        /// The highest rate at this size; `nil` if it wasn't asked for or the camera doesn't say.
        public var rate: FrameRate?

        public var description: String {
            guard let rate else { return "\(size)" }
            let hundredths = Int((rate.hertz * 100).rounded())
            return hundredths % 100 == 0 ? "\(size) at \(hundredths / 100)" : "\(size) at \(Double(hundredths) / 100)"
        }
    }

    /// libcamera's name of the camera, which stays the same for the same camera in the same socket.
    public var id: String
    /// The name of the sensor or the product, such as `imx708`; may be empty.
    public var model: String
    public var location: Location
    /// The camera's sizes, largest first; empty if they weren't asked for, and while another program has the camera.
    public var modes: [Mode] = []

    /// The name that a person reads.
    public var name: String { model.isEmpty ? id : model }

    /// True if the camera is on a USB cable instead of the board's camera connector: libcamera ends such an id with the product's numbers.
    var isUSB: Bool {
        let product = id.suffix(10)
        guard product.count == 10, product.first == "-" else { return false }
        let numbers = product.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        return numbers.count == 2 && numbers.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isHexDigit) }
    }

    /// The socket of a USB camera, as the kernel counts along the hubs: `1.2` of `…usb@0,0-1.2:1.0-046d:0825`.
    var usbPort: String? {
        guard isUSB, let chain = id.dropLast(10).split(separator: "-").last?.split(separator: ":").first else { return nil }
        let numbers = chain.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } } ? String(chain) : nil
    }

    /// The camera as an option that a person chooses.
    var option: CameraOption {
        CameraOption(word: "libcamera:\(id)", name: name, place: isUSB ? .usb(port: usbPort) : .board)
    }

    /// Returns the camera that a word means: its id, the direction in which it points (`front`, `back`, `external`), or part of its model's
    /// name. Without a word, the board's own camera comes before one on USB, in libcamera's order.
    static func choice(_ word: String?, among cameras: [CameraDescription]) -> CameraDescription? {
        guard let word else { return cameras.first { !$0.isUSB } ?? cameras.first }
        if let exact = cameras.first(where: { $0.id == word }) { return exact }
        if let location = Location(rawValue: word.lowercased()), location != .unknown,
            let there = cameras.first(where: { $0.location == location })
        {
            return there
        }
        guard !word.isEmpty else { return nil }
        return cameras.first { $0.model.lowercased().contains(word.lowercased()) }
    }
}
