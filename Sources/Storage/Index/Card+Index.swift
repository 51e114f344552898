import Core

/// The index follows the sessions and never the other way round: what goes wrong with it is put right by the next
/// `reconcileIndex` and must not keep a session from being closed or the box from starting.
extension Card {
    private var indexPath: String { "\(path)/\(CardLayout.index)" }

    /// A session's record is on the card.
    func indexClosed(_ name: String, _ record: SessionRecord) {
        guard hasIndex else { return }
        try? indexing { (index) throws(CardError) in try index.put(record, name: name) }
    }

    /// A session's folder is gone.
    func indexRemoved(_ name: String) {
        guard hasIndex else { return }
        try? indexing { (index) throws(CardError) in try index.remove(name: name) }
    }

    /// Brings the index in line with the folders there are.
    func reconcileIndex() throws(CardError) {
        guard hasIndex else { return }
        try indexing { (index) throws(CardError) in
            let indexed = Set(try index.names())
            let closed = try sessions().compactMap { session in
                if case .closed(let record) = session.state { (name: session.name, record: record) } else { nil }
            }
            for session in closed where !indexed.contains(session.name) {
                try index.put(session.record, name: session.name)
            }
            for name in indexed.subtracting(closed.map(\.name)) { try index.remove(name: name) }
        }
    }

    /// Makes the index anew from the sessions' records.
    func rebuildIndex() throws(CardError) {
        for suffix in ["", "-journal"] { try files.removeIfThere(indexPath + suffix) }
        try reconcileIndex()
    }

    /// Opens the index for one piece of work: a file that stays open would be in the way of pulling the card.
    private func indexing(_ body: (SessionIndex) throws(CardError) -> Void) throws(CardError) {
        try body(try SessionIndex(path: indexPath, files: files))
    }
}
