// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct ExportSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export clips of a card as files that any player takes.",
        discussion: """
            The card stays as it is. Clips are named by number, or by their files' names. A file that is there already is kept, one of the same clips that differs is replaced, and one of another \
            session is never touched: the new one gets another name. A file that can't be finished isn't left half-written, also after Ctrl-C \
            (exit status 130). What has drawings or titles is made anew, and encoded.

              vir export CARD --to DIR                     all sessions, with everything in their folders that isn't deleted
              vir export CARD S07 2 3 --as anybody --to .  two clips for somebody's phone
              vir export CARD S07 --as best-of --to .      a session's clips in one film; with --titles a name before each
              vir export CARD S07 --as drawings --to .     films with what was drawn; also still and strip
              vir export CARD S07 2 5 --as compare --to .  two clips side by side, aligned at their moments
            """
    )

    /// A form by its word.
    struct Form: ExpressibleByArgument {
        let form: Exporter.Form

        init(_ form: Exporter.Form) { self.form = form }
        init?(argument: String) {
            guard let form = Exporter.Form.named.first(where: { $0.row.key == argument }) else { return nil }
            self.form = form
        }

        var defaultValueDescription: String { form.row.key }
        static var allValueStrings: [String] { Exporter.Form.named.map(\.row.key) }
        static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    }

    @Argument(help: "The card's folder.")
    var card: String
    @Argument(help: "A session's folder, or its number: S07. Without it, all sessions.")
    var session: String?
    @Argument(help: "Clips of the session: 2, or unmarked_01. Without them, all that aren't deleted.")
    var clips: [String] = []
    @Option(help: "Only the sessions of this archer: the name as it was given at the box.")
    var archer: String?
    @Option(help: "The folder to export to.")
    var to: String
    @Option(name: .customLong("as"), help: ArgumentHelp(Exporter.Form.help))
    var word = Form(.file)
    @Option(help: "How many times as long slow motion lasts: 2, 4 or 8. (default: 2)")
    var slowness: Int?
    @Option(help: "How many seconds a film with drawings stands still where one begins: 0 to 10. (default: 2)")
    var freeze: Double?
    @Option(help: "From one picture of a strip to the next, in seconds: 0.01 to 0.5. (default: \(Exporter.usualStripStep))")
    var step: Double?
    @Flag(help: "best-of with each clip's name for a second before it.")
    var titles = false
    @Option(help: "In a comparison, the second clip comes so many seconds before its moment says: -10 to 10. (default: 0)")
    var shift: Double?
    @Option(help: "A comparison's view: beside, ghost (the second over the first) or wipe (the second right of a line in the middle).")
    var view: Exporter.ViewMode?
    @Option(help: "What stays in the middle of a strip's or a comparison's pictures, 0 (left) to 1 (right). Without it, what moves.")
    var center: Double?
    @Flag(help: "JSON in place of the lines: the files, and what couldn't be exported.")
    var json = false
    @Flag(help: "No progress on the terminal.")
    var quiet = false

    private var exportForm: Exporter.Form {
        let form = titles ? .titledBestOf : word.form
        return form.with(Exporter.Form.Values(slowness: slowness, freeze: freeze, step: step, shift: shift, view: view, center: center))
    }

    func run() throws {
        try CardFolder.check(card)
        try refuseUseless()
        if let slowness, ![2, 4, 8].contains(slowness) { throw Failure(.usage, "--slowness: \(slowness) isn't one of 2, 4, 8") }
        try refuse("freeze", freeze, outside: 0...10)
        try refuse("step", step, outside: 0.01...0.5)
        try refuse("shift", shift, outside: -10...10)
        try refuse("center", center, outside: 0...1)
        guard word.form.row.clips != .two || clips.count == 2 else {
            throw Failure(.usage, "--as \(word.form.row.key) takes a session and two clips")
        }
        var exporter = try Exporter(card, session: session, clips: clips, archer: archer, as: exportForm, to: to)
        let progress = ProgressLine("exported", isQuiet: quiet)
        defer { progress.end() }
        let end = Result { () throws(Failure) in try exporter.run { progress.show($0, of: $1) } }
        progress.end()
        let outcome = exporter.outcome
        let result = WorkResult(
            lines: outcome.lines, problems: outcome.problems, signal: exporter.signal,
            stopped: "stopped; what was exported stays, and nothing is left half-written", end: end)
        try result.report(json: json ? try outcome.json() : nil)
    }

    /// Refuses an option that would change nothing in this form.
    private func refuseUseless() throws(Failure) {
        let given = [
            ("slowness", slowness != nil), ("freeze", freeze != nil), ("step", step != nil), ("titles", titles), ("shift", shift != nil),
            ("view", view != nil), ("center", center != nil),
        ]
        for (name, isGiven) in given where isGiven {
            if let objection = word.form.objection(toOption: name) { throw Failure(.usage, objection) }
        }
    }

    private func refuse(_ name: String, _ value: Double?, outside range: ClosedRange<Double>) throws(Failure) {
        guard let value, !range.contains(value) else { return }
        func word(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
        throw Failure(.usage, "--\(name): \(value) isn't between \(word(range.lowerBound)) and \(word(range.upperBound))")
    }
}

extension Exporter.ViewMode: ExpressibleByArgument {}
