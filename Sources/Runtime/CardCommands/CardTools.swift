// SPDX-License-Identifier: GPL-3.0-or-later

import Storage

/// `vir card`: checking, rebuilding, listing and merging cards from a laptop.
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

    /// The result of a merge, to print.
    public struct Merging {
        fileprivate let report: MergeReport

        public var text: String { report.lines.joined(separator: "\n") }
        /// A line for each thing that isn't in the book, and for each page that couldn't be written.
        public var complaints: [String] { report.complaints }
        /// True if everything of the cards is in the book.
        public var isComplete: Bool { report.left.isEmpty }
        /// True if all pages and the index were made anew.
        public var isWhole: Bool { report.hasPagesAndIndex }

        /// Returns the result for another program: one JSON object.
        public func json() throws -> String { try JSONText.of(MergeListing(report)) }
    }

    /// Merges cards into one book, a card with the sessions of all.
    /// - Parameters:
    ///   - progress: receives how many sessions are merged, and of how many.
    ///   - rebuilding: the same for the pages and the index, which are made at the end.
    public static func merge(
        _ cards: [String], into out: String, progress: (Int, Int) -> Void = { _, _ in },
        rebuilding: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(Failure) -> Merging {
        do throws(CardError) {
            FoundLanguages.offer()
            return Merging(report: try CardMerge.run(cards, into: out, progress: progress, rebuilding: rebuilding))
        } catch {
            throw Failure(.cannotWrite, "\(out): \(error); merge again to go on")
        }
    }

    /// Lists the sessions of a card as a table.
    /// - Parameter archer: the name of the archer whose sessions are listed; `nil`: everybody's.
    public static func list(_ path: String, archer: String? = nil) throws(Failure) -> String {
        let sessions = try sessions(path, of: archer)
        return SessionTable.lines(sessions).joined(separator: "\n")
    }

    /// Lists the sessions of a card for another program: a JSON array.
    /// - Parameter archer: as above.
    public static func json(_ path: String, archer: String? = nil) throws -> String {
        let sessions = try sessions(path, of: archer)
        return try JSONText.of(sessions.map(CardListing.init))
    }

    private static func sessions(_ path: String, of archer: String?) throws(Failure) -> [StoredSession] {
        let all = try reading(path) { () throws(CardError) in try CardCheck.list(path) }
        return try archer.map { name throws(Failure) in try of(name, all, in: path) } ?? all
    }

    /// Returns the sessions of an archer, by the name as it was given at the box.
    /// - Throws: `noInput`, with the names that there are, if there is no such session.
    static func of(_ archer: String, _ sessions: [StoredSession], in path: String) throws(Failure) -> [StoredSession] {
        let found = sessions.filter { $0.record?.target?.archer == archer }
        guard found.isEmpty else { return found }
        let names = Set(sessions.compactMap { $0.record?.target?.archer }).sorted()
        let known = names.isEmpty ? "no archer is named" : "named are \(names.joined(separator: ", "))"
        throw Failure(.noInput, "\(path): there is no session of \(archer); \(known)")
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
