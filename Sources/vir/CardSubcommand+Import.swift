// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

extension CardSubcommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Import films from a phone: they become clips of the card's session \"Imported\".",
            discussion: """
                Films in MP4 or MOV, in H.264 or HEVC, at any rate, up to 4 GB and 20 minutes. Each is encoded anew, so that every box plays it: \
                upright, without what its edit list hides, each picture at its own time, with its sound. One in 4K, or at so many pictures a \
                second that a box isn't quick enough, gets smaller and keeps all its pictures. The films themselves stay as they are. A film \
                that the card has already isn't imported again, whatever it is called.

                Exit status 1 if a film was refused; each is named on standard error with what to do, and the others are imported. 66 if one \
                isn't there, 74 if the card can't be written. Ctrl-C leaves nothing half-imported (exit status 130).

                  vir card import IMG_0412.MOV PXL_1301.mp4 --card /media/anna/VIR
                  vir card import --card /media/anna/VIR
                """
        )

        @Argument(help: "The films. Without any, those in the card's folder IMPORT.")
        var films: [String] = []
        @Option(help: "The card's folder.")
        var card: String
        @Flag(help: "JSON in place of the lines: each film with its clip, or with the reason why it was refused.")
        var json = false
        @Flag(help: "No progress on the terminal.")
        var quiet = false

        func run() throws {
            try CardFolder.checkIsCard(card)
            var work = CardImport(card)
            let progress = ProgressLine("imported", isQuiet: quiet)
            defer { progress.end() }
            let end = Result { () throws(Failure) in try work.run(films) { progress.show($1, of: 1000) } }
            progress.end()
            let result = WorkResult(
                lines: work.lines, problems: work.problems, signal: work.signal,
                stopped: "stopped; what was imported stays, and nothing is left half-imported", end: end)
            try result.report(json: json ? try work.json() : nil)
        }
    }
}
