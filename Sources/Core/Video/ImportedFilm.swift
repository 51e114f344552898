// SPDX-License-Identifier: GPL-3.0-or-later

/// A film from elsewhere, such as a phone, as it was before it was imported.
///
/// Films are told apart by their bytes: by the size and the SHA-256 checksum, never by the name, which phones give again.
public struct ImportedFilm: Hashable, Sendable, Codable {
    /// The largest file that is taken, in bytes: far above any film of a shot.
    public static let mostBytes: Int64 = 4 << 30

    /// The file's name, for people.
    public var name: String
    /// The file's size.
    public var bytes: Int64
    /// The SHA-256 checksum of the file: 64 hexadecimal digits.
    public var sha256: String

    public init(name: String, bytes: Int64, sha256: String) {
        self.name = name
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// True if both are the same film, whatever they are called.
    public func isSame(as other: ImportedFilm) -> Bool { bytes == other.bytes && sha256 == other.sha256 }
}
