// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Puts a picture into a session's folder, for its page: under the next free number, whole or not at all.
    /// - Parameter jpeg: the file's bytes.
    /// - Returns: its path, relative to the card.
    /// - Throws: the card's refusal, also if the session isn't there.
    public func keepPicture(_ jpeg: [UInt8], inSession name: String) throws(CardError) -> String {
        try attempt { () throws(CardError) in
            guard try isSession(name), try files.isFolder("\(path)/\(name)") else {
                throw .failed(operation: "write", subject: name, reason: .noSession)
            }
            let folder = "\(name)/\(CardLayout.pictures)"
            try requireRoom(for: Int64(jpeg.count))
            try requireFolder("\(path)/\(folder)")
            let numbers = try files.list("\(path)/\(folder)").compactMap(CardLayout.pictureNumber)
            let file = "\(name)/\(CardLayout.pictureFile(number: (numbers.max() ?? 0) + 1))"
            try files.replace("\(path)/\(file)", with: jpeg)
            return file
        }
    }

    /// Returns the pictures that were kept in a session, oldest first, by their paths in its folder.
    func pictures(ofSession name: String) throws(CardError) -> [String] {
        let folder = "\(path)/\(name)/\(CardLayout.pictures)"
        guard try files.isFolder(folder) else { return [] }
        let known = try files.list(folder).compactMap { name in CardLayout.pictureNumber(name).map { (number: $0, name: name) } }
        return known.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map { "\(CardLayout.pictures)/\($0.name)" }
    }
}
