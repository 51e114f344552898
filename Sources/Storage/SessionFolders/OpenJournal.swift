// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The journal of a session that is being recorded: open for its next line, and locked.
///
/// While it is locked, no other program makes a record of the session; otherwise the lines that this program still writes would go into a file
/// without a name. The lock ends with the program, however that ends. Thread-bound: the card thread.
final class OpenJournal {
    private let path: String
    private let files: any FileSystem
    /// `nil` if the journal is closed.
    private var file: OpenFile?
    /// The journal's entries.
    private(set) var entries: [JournalEntry]
    /// The lines that the card lost.
    let broken: BrokenLines
    /// The number of lines that a later version wrote.
    let foreign: Int
    /// The position of the next line. A line that failed half-way is overwritten.
    private var end: Int64

    /// Makes a journal with its first lines. When it returns, they are acknowledged.
    init(creating path: String, on card: Card, entries: [JournalEntry]) throws(CardError) {
        var lines: [UInt8] = []
        for entry in entries { lines += try Journal.line(for: entry) }
        // All or none of it is written: a journal that exists is complete.
        try card.makeWay(for: path)
        try card.files.replace(path, with: lines)
        self.path = path
        files = card.files
        self.entries = entries
        (broken, foreign) = (BrokenLines(), 0)
        end = Int64(lines.count)
        file = try Self.hold(path, files)
    }

    /// Opens an existing journal. It changes nothing in it.
    /// - Throws: `CardError.failed` with `Message.isRecordedElsewhere` while another program has it.
    init(opening path: String, files: any FileSystem) throws(CardError) {
        // The journal is held first, so that nobody appends to what is read then.
        let file = try Self.hold(path, files)
        let reading: Journal.Reading
        do throws(CardError) {
            reading = try Journal.read(path, files: files)
        } catch {
            files.close(file)
            throw error
        }
        self.path = path
        self.files = files
        self.file = file
        entries = reading.entries
        (broken, foreign) = (reading.broken, reading.foreign)
        end = Int64(reading.end)
    }

    deinit { close() }

    private static func hold(_ path: String, _ files: any FileSystem) throws(CardError) -> OpenFile {
        let file = try files.open(path, .existing)
        do throws(CardError) {
            guard try files.hold(file) else { throw .failed(operation: "write", subject: path, reason: .isRecordedElsewhere) }
            return file
        } catch {
            files.close(file)
            throw error
        }
    }

    var isOpen: Bool { file != nil }

    /// Removes everything behind the last whole line.
    func dropTorn() throws(CardError) {
        if let file { try files.truncate(file, to: end) }
    }

    /// Writes a line and syncs it. An entry that is the last line already is only synced.
    func append(_ entry: JournalEntry) throws(CardError) {
        guard let file else { throw .failed(operation: "write", subject: path, reason: .sessionClosed) }
        guard entry != entries.last else { return try files.sync(file) }
        let line = try Journal.line(for: entry)
        do throws(CardError) {
            try files.write(line, to: file, at: end)
            try files.sync(file)
        } catch {
            try? files.truncate(file, to: end)
            throw error
        }
        end += Int64(line.count)
        entries.append(entry)
    }

    /// Closes the journal and releases it.
    func close() {
        if let file { files.close(file) }
        file = nil
    }
}
