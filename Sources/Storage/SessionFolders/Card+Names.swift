// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Finds the sessions among the card's folders. VIR gives them names by which they are known at once; a person may have given another name.
extension Card {
    /// True if a folder of the card is a session: it has a session's name, or a session's record or journal that can be read.
    func isSession(_ name: String) throws(CardError) -> Bool {
        guard CardLayout.mayBeSession(name) else { return false }
        if CardLayout.sessionNumber(inName: name) != nil { return true }
        return try headerOfRenamed(name) != nil
    }

    /// Returns the folders of sessions, sorted. A file with a session's name is no session.
    func sessionNames() throws(CardError) -> [String] {
        var names: [String] = []
        for name in try files.list(path) where (try? files.isFolder("\(path)/\(name)")) != false {
            if try isSession(name) { names.append(name) }
        }
        return names
    }

    /// Returns the folders of sessions with their numbers: from the name, or from the record if a person has renamed the folder.
    func numberedNames() throws(CardError) -> [(name: String, number: Int)] {
        var names: [(name: String, number: Int)] = []
        for name in try files.list(path) where CardLayout.mayBeSession(name) {
            if let number = CardLayout.sessionNumber(inName: name) {
                names.append((name, number))
            } else if let header = try headerOfRenamed(name) {
                names.append((name, header.number))
            }
        }
        return names
    }

    /// Returns the folders that have a record or a journal, but aren't taken as sessions because neither can be read.
    func foreignNames() throws(CardError) -> [String] {
        var names: [String] = []
        for name in try files.list(path) where CardLayout.mayBeSession(name) && (try? files.isFolder("\(path)/\(name)")) == true {
            let hasOurs = (try? files.isFile("\(path)/\(name)/\(CardLayout.record)")) == true || (try? files.isFile(journalPath(of: name))) == true
            if hasOurs, try !isSession(name) { names.append(name) }
        }
        return names
    }

    /// Returns a number that no session on the card has, or ever had: one more than the highest, and 1 on an empty card.
    public func nextSessionNumber() throws(CardError) -> Int {
        try attempt { () throws(CardError) in
            let taken = Set(try numberedNames().map(\.number))
            // Only a card without a stored number is searched, because a session's first line waits for this.
            let highest = max(taken.max() ?? 0, highestGiven > 0 ? highestGiven : try highestRecorded())
            guard highest >= CardLayout.highestNumber else { return highest + 1 }
            // Somebody's folder has the last number there is, so the lowest free number is taken.
            return (1...).first { !taken.contains($0) } ?? 1
        }
    }

    /// Returns the header of a session whose folder hasn't a session's name; `nil` if the folder is no session.
    private func headerOfRenamed(_ name: String) throws(CardError) -> SessionHeader? {
        let folder = "\(path)/\(name)"
        do throws(CardError) {
            if try files.isFile(journalPath(of: name)),
                case .opened(let header)? = try Journal.read(journalPath(of: name), files: files).entries.first
            {
                return header
            }
            guard case .record(let record)? = try content(of: folder) else { return nil }
            return record.header
        } catch {
            guard isOfOneFile(error) else { throw error }
            return nil
        }
    }
}
