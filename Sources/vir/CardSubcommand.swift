// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct CardSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card",
        abstract: "Look after a card: check it, rebuild its index, list its sessions.",
        subcommands: [Check.self, Rebuild.self, List.self]
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
        static let configuration = CommandConfiguration(abstract: "List the sessions with their clips and scores.")

        @Argument(help: "The card's folder.")
        var dir: String
        @Flag(help: "JSON in place of the table: also the archer, the round, notes, and the clips with their numbers and files.")
        var json = false

        func run() throws {
            try CardFolder.checkIsCard(dir)
            try StandardStreams.print(json ? try CardTools.json(dir) : try CardTools.list(dir))
        }
    }
}
