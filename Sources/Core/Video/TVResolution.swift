// SPDX-License-Identifier: GPL-3.0-or-later

/// A mode of the TV that a person may choose.
public enum TVResolution: String, Sendable, CaseIterable {
    /// The mode that suits the TV and the camera best.
    case auto
    case hd1080 = "1080p"
    case hd720 = "720p"
    case sd480 = "480p"

    /// The size of its picture; `nil` if the TV decides.
    public var size: VideoSize? {
        switch self {
        case .auto: nil
        case .hd1080: .hd1080
        case .hd720: .hd720
        case .sd480: VideoSize(width: 720, height: 480)
        }
    }

    /// The modes that are tried on a TV that stays dark, in this order: every TV takes one of them.
    package static let tried: [TVResolution] = [.hd1080, .hd720, .sd480]
}
