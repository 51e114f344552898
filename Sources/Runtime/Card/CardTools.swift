// SPDX-License-Identifier: GPL-3.0-or-later

import Storage

/// `vir card`: checking, rebuilding and listing a card from a laptop.
public enum CardTools {
    /// What a check found, to print.
    public struct Check {
        public var text: String
        public var isSound: Bool
    }

    /// What a rebuilding did, a line each, and what it couldn't.
    public struct Rebuilding {
        public var deeds: [String]
        public var complaints: [String]
        /// Whether the pages and the index are made anew, all of them.
        public var isWhole: Bool
    }

    /// Looks at every session: marks, clips, files. Changes nothing.
    /// - Parameter progress: hears how much of how much is done.
    public static func check(_ path: String, progress: (Int, Int) -> Void = { _, _ in }) throws(Failure) -> Check {
        let report = try reading(path) { () throws(CardError) in try CardCheck.check(path, progress: progress) }
        return Check(text: report.lines.joined(separator: "\n"), isSound: report.isSound)
    }

    /// Makes session records of journals that were left open, removes what is half-written, and makes the pages and the index anew.
    /// - Parameter progress: hears how much of how much is done.
    public static func rebuild(_ path: String, progress: @escaping (Int, Int) -> Void = { _, _ in }) throws(Failure) -> Rebuilding {
        do throws(CardError) {
            let report = try CardCheck.rebuild(path, progress: progress)
            return Rebuilding(deeds: report.deeds, complaints: report.complaints, isWhole: report.hasPagesAndIndex)
        } catch {
            throw Failure(.cannotWrite, "\(path): \(error)")
        }
    }

    /// The sessions of a card as a table.
    public static func list(_ path: String) throws(Failure) -> String {
        let sessions = try reading(path) { () throws(CardError) in try CardCheck.list(path) }
        return SessionTable.lines(sessions).joined(separator: "\n")
    }

    /// A card that can't be read is no such input.
    private static func reading<R>(_ path: String, _ body: () throws(CardError) -> R) throws(Failure) -> R {
        do throws(CardError) {
            return try body()
        } catch {
            throw Failure(.noInput, "\(path): \(error)")
        }
    }
}
