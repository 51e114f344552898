// SPDX-License-Identifier: GPL-3.0-or-later

import Storage

/// `vir card`: checking, rebuilding and listing a card from a laptop.
public enum CardTools {
    /// The result of a check, to print.
    public struct Check {
        fileprivate let report: CardReport

        public var text: String { report.lines.joined(separator: "\n") }
        public var isSound: Bool { report.isSound }

        /// Returns the result for another program: one JSON object.
        public func json() throws -> String { try JSONText.of(CheckListing(report)) }
    }

    /// The result of a rebuild: a line for each thing that it did, and a line for each thing that it couldn't do.
    public struct Rebuilding {
        public var deeds: [String]
        public var complaints: [String]
        /// True if all pages and the index were made anew.
        public var isWhole: Bool
    }

    /// Checks every session: marks, clips, files. Changes nothing.
    /// - Parameter progress: receives how much is done, and of how much.
    public static func check(_ path: String, progress: (Int, Int) -> Void = { _, _ in }) throws(Failure) -> Check {
        Check(report: try reading(path) { () throws(CardError) in try CardCheck.check(path, progress: progress) })
    }

    /// Makes session records from journals that were left open, removes half-written files, and makes the pages and the index anew.
    /// - Parameter progress: receives how much is done, and of how much.
    public static func rebuild(_ path: String, progress: @escaping (Int, Int) -> Void = { _, _ in }) throws(Failure) -> Rebuilding {
        do throws(CardError) {
            FoundLanguages.offer()
            let report = try CardCheck.rebuild(path, progress: progress)
            return Rebuilding(deeds: report.deeds, complaints: report.complaints, isWhole: report.hasPagesAndIndex)
        } catch {
            throw Failure(.cannotWrite, "\(path): \(error)")
        }
    }

    /// Lists the sessions of a card as a table.
    public static func list(_ path: String) throws(Failure) -> String {
        let sessions = try reading(path) { () throws(CardError) in try CardCheck.list(path) }
        return SessionTable.lines(sessions).joined(separator: "\n")
    }

    /// Lists the sessions of a card for another program: a JSON array.
    public static func json(_ path: String) throws -> String {
        let sessions = try reading(path) { () throws(CardError) in try CardCheck.list(path) }
        return try JSONText.of(sessions.map(CardListing.init))
    }

    /// Runs `body`, and throws `noInput` if the card can't be read.
    private static func reading<R>(_ path: String, _ body: () throws(CardError) -> R) throws(Failure) -> R {
        do throws(CardError) {
            return try body()
        } catch {
            throw Failure(.noInput, "\(path): \(error)")
        }
    }
}
