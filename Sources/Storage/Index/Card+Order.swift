// SPDX-License-Identifier: GPL-3.0-or-later

import Core

extension Card {
    /// Returns the order of all sessions that have a record. An index that isn't there yet isn't made for this: it would have a session before
    /// the card's page has it.
    func recordedOrder() throws(CardError) -> SessionOrder {
        if hasIndex, try files.isFile(indexPath) {
            let order = try? withIndex { index throws(IndexFault) in
                index.isNew ? nil : SessionOrder(try index.find(SessionQuery(limit: .max), freeBytes: 0).sessions.lazy.map { ($0.number, $0.name) })
            }
            if let order = order ?? nil { return order }
        }
        var found: [(number: Int, name: String)] = []
        for name in try files.list(path) {
            if let bytes = try recordBytes(of: name), let number = SessionFile.number(bytes) { found.append((number, name)) }
        }
        return SessionOrder(found)
    }
}
