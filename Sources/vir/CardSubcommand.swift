// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct CardSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card",
        abstract: "Look after a card: check it, rebuild its index, list its sessions, merge cards, import films.",
        subcommands: [Check.self, Rebuild.self, List.self, Merge.self, Import.self]
    )

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that every acknowledged mark and every finished clip is there and whole, and called what its arrow scored.",
            discussion: """
                Exit status 0 when all is well, 1 when something is wrong; each fault is named on a line of its own. A line that begins with \
                "note:" is no fault.
                """
        )

        @Argument(help: "The card's folder.")
        var dir: String
        @Flag(help: "JSON in place of the lines.")
        var json = false
        @Flag(help: "No progress on the terminal.")
        var quiet = false

        func run() throws {
            try CardFolder.checkIsCard(dir)
            let progress = ProgressLine("checked", isQuiet: quiet)
            defer { progress.end() }
            let result = try CardTools.check(dir) { progress.show($0, of: $1) }
            progress.end()
            try StandardStreams.print(json ? try result.json() : result.text)
            if !result.isSound { throw ExitCode(1) }
        }
    }

    struct Rebuild: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make good what a pulled plug left, and make the pages and the index anew from the sessions themselves.",
            discussion: """
                What can't be made good is named on standard error, a line each. Exit status 74 if a page or the index can't be written, or \
                while another program records onto the card.
                """
        )

        @Argument(help: "The card's folder.")
        var dir: String
        @Flag(help: "Make a card of a folder that is none yet.")
        var new = false
        @Flag(help: "No progress on the terminal.")
        var quiet = false

        func run() throws {
            try new ? CardFolder.check(dir) : CardFolder.checkIsCard(dir)
            let progress = ProgressLine("rebuilt", isQuiet: quiet)
            defer { progress.end() }
            let result = try CardTools.rebuild(dir) { progress.show($0, of: $1) }
            progress.end()
            for line in result.complaints { StandardStreams.complain(line) }
            for line in result.deeds { try StandardStreams.print(line) }
            guard result.isWhole else {
                throw Failure(.cannotWrite, "\(dir): its pages and its index aren't all rebuilt; the lines above say why")
            }
            try StandardStreams.print("the index is rebuilt")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the sessions with their archers, clips and scores.")

        @Argument(help: "The card's folder.")
        var dir: String
        @Option(help: "Only the sessions of this archer: the name as it was given at the box.")
        var archer: String?
        @Flag(help: "JSON in place of the table: also the archer, the round, notes, and the clips with their numbers and files.")
        var json = false

        func run() throws {
            try CardFolder.checkIsCard(dir)
            try StandardStreams.print(json ? try CardTools.json(dir, archer: archer) : try CardTools.list(dir, archer: archer))
        }
    }

    struct Merge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Merge several cards into one book: a folder with the sessions of all, their clips, pages and one index.",
            discussion: """
                The cards stay as they are. Of two copies of a session the one that was changed later is taken; copies that have gone different \
                ways are both kept, and named. The sessions get new numbers, which they keep in later merges: each card's own order stays, and \
                cards interleave by date where dates are known, otherwise as they are named. No deletion takes away a clip that another copy \
                still has. A merge that was cut off goes on when it is run again.

                Exit status 1 if something can't be read, or a session is still open; it is left, and named on standard error. 64 if OUT is one \
                of the cards or lies in one, 74 if OUT can't be written.

                  vir card merge /media/anna/VIR november december season
                """
        )

        @Argument(help: "The cards' folders, and last OUT, the book's: a new or empty folder, or a book that was merged before.")
        var folders: [String]
        @Flag(help: "JSON in place of the lines: each session with its number in the book and its number on its card, and what was left.")
        var json = false
        @Flag(help: "No progress on the terminal.")
        var quiet = false

        func run() throws {
            let cards = Array(folders.dropLast())
            guard let out = folders.last, !cards.isEmpty else {
                throw Failure(.usage, "name the cards, and last the folder of the book; 'vir card merge --help' says more")
            }
            for card in cards { try CardFolder.checkIsCard(card) }
            try CardFolder.checkMayBeBook(out, of: cards)
            let (progress, rebuilding) = (ProgressLine("merged", isQuiet: quiet), ProgressLine("rebuilt", isQuiet: quiet))
            defer {
                progress.end()
                rebuilding.end()
            }
            let result = try CardTools.merge(cards, into: out) {
                progress.show($0, of: $1)
            } rebuilding: {
                progress.end()
                rebuilding.show($0, of: $1)
            }
            progress.end()
            rebuilding.end()
            for line in result.complaints { StandardStreams.complain(line) }
            try StandardStreams.print(json ? try result.json() : result.text)
            guard result.isWhole else {
                throw Failure(.cannotWrite, "\(out): its pages and its index aren't all rebuilt; the lines above say why")
            }
            if !result.isComplete { throw ExitCode(1) }
        }
    }
}
