// SPDX-License-Identifier: GPL-3.0-or-later

/// The result of merging cards into a book.
public struct MergeReport: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, Encodable {
        /// The book had it already, as it is now.
        case kept
        case added
        /// The book had an earlier copy of it, or lacked some of its files.
        case changed
    }

    public struct Session: Hashable, Sendable, Encodable {
        /// Its folder in the book.
        public var session: String
        public var number: Int
        public var state: State
        public var id: String?
        /// The folder that it was merged from.
        public var from: String
        /// Its number on that card.
        public var cardNumber: Int
        /// True if another copy of it has gone another way, and is in the book too.
        public var hasRival: Bool
    }

    /// Every session of the cards, in the order of their numbers in the book.
    public var sessions: [Session] = []
    /// The things that aren't in the book, each with the reason.
    public var left: [String] = []
    /// The pages and the index that couldn't be made anew, and why.
    public var problems: [String] = []
    public var hasPagesAndIndex = true

    /// A line for each session whose copies have gone different ways, then the counts.
    public var lines: [String] {
        var rivals: [String: [Session]] = [:]
        for session in sessions where session.hasRival { rivals[session.id ?? session.session, default: []].append(session) }
        let notes = rivals.values.map { $0.map { "\($0.from) is \($0.session)" }.joined(separator: ", ") }.sorted()
        func count(_ state: State) -> Int { sessions.count { $0.state == state } }
        let counts = "\(counted(sessions.count, "session")): \(count(.added)) added, \(count(.changed)) changed, \(count(.kept)) as before"
        return (notes.map { "note: two copies have gone different ways, both are kept: \($0)" } + [counts]).map(PageText.line)
    }

    /// The things that were left, and the problems, one line each.
    public var complaints: [String] { (left + problems).map(PageText.line) }
}
