// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// Which of the card's folders are sessions. VIR gives them names by which they are known at once; a person may have given another name.
extension Card {
    /// Whether a folder of the card is a session: it is called like one, or has a record or a journal of one that can be read.
    func isSession(_ name: String) throws(CardError) -> Bool {
        guard CardLayout.mayBeSession(name) else { return false }
        if CardLayout.sessionNumber(inName: name) != nil { return true }
        return try headerOfRenamed(name) != nil
    }

    /// The folders of sessions, sorted. What has a session's name and is no folder is none.
    func sessionNames() throws(CardError) -> [String] {
        var names: [String] = []
        for name in try files.list(path) where (try? files.isFolder("\(path)/\(name)")) != false {
            if try isSession(name) { names.append(name) }
        }
        return names
    }

    /// The folders of sessions with their numbers: those in the names, and of one that a person has renamed the one in its record.
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

    /// The folders that have a record or a journal, and aren't taken as sessions, since neither can be read.
    func foreignNames() throws(CardError) -> [String] {
        var names: [String] = []
        for name in try files.list(path) where CardLayout.mayBeSession(name) && (try? files.isFolder("\(path)/\(name)")) == true {
            let hasOurs = (try? files.isFile("\(path)/\(name)/\(CardLayout.record)")) == true || (try? files.isFile(journalPath(of: name))) == true
            if hasOurs, try !isSession(name) { names.append(name) }
        }
        return names
    }

    /// A number that no session on the card has, or ever had: one more than the highest, and 1 on an empty one.
    public func nextSessionNumber() throws(CardError) -> Int {
        try attempt { () throws(CardError) in
            let taken = Set(try numberedNames().map(\.number))
            // Only a card that was never counted on has to be looked through: the first line waits for that.
            let highest = max(taken.max() ?? 0, highestGiven > 0 ? highestGiven : try highestRecorded())
            guard highest >= CardLayout.highestNumber else { return highest + 1 }
            // Somebody's folder has the last number there is: the lowest that is free.
            return (1...).first { !taken.contains($0) } ?? 1
        }
    }

    /// The header of a session whose folder isn't called like one; `nil` if the folder is none.
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
