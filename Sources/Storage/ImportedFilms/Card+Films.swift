// SPDX-License-Identifier: GPL-3.0-or-later

extension Card {
    /// Returns a session that another program is recording; `nil` if no program does.
    public func recordedElsewhere() throws(CardError) -> String? {
        for name in try sessionNames() where (try? isRecordedElsewhere(name)) == true { return name }
        return nil
    }

    /// The folder on the card that people fill with films from elsewhere.
    public var filmFolder: String { "\(path)/\(CardLayout.films)" }

    /// Returns the paths of the files in `filmFolder`, by name, without those that other systems leave; empty if there is no such folder. A
    /// link in its place is no folder.
    public func films() throws(CardError) -> [String] {
        try attempt { () throws(CardError) in
            guard try files.isFolder(filmFolder) else { return [] }
            var found: [String] = []
            for name in try files.list(filmFolder) where !CardLayout.isLeftover(name) && !name.hasPrefix(".") {
                if try files.kind(of: "\(filmFolder)/\(name)") != .folder { found.append("\(filmFolder)/\(name)") }
            }
            return found
        }
    }
}
