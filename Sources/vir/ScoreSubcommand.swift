// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Runtime

struct ScoreSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "score",
        abstract: "Score arrows on a face: places in, points out, row for row.",
        discussion: """
            Each row is x_mm,y_mm: the arrow's middle from the sheet's centre, x to the right, y up; the nearest spot is meant. \
            With a third column, the spot's number, x and y are from that spot's centre. A first line of names is allowed. Out \
            comes label,points,ring: the label as on a scorecard (X, 10 … 1, M; 11 for the inner ring of Lancaster's faces), its points, and the ring's code (0 to 10, 11 for \
            the inner ten).
            """
    )

    @Option(help: "The face; 'vir faces' lists them.")
    var face: String

    @Option(help: "The shaft's diameter in millimetres.")
    var arrow: String

    @Option(help: ArgumentHelp("A settings.toml with faces of your own.", valueName: "file"))
    var settings: String?

    @Argument(help: "A file of rows; without one, or with -, standard input.")
    var file: String?

    @Flag(help: "JSON in place of the table: an object for each row, with its line's number.")
    var json = false

    func run() throws {
        let scores = try ArrowTable(face: face, arrowMillimetres: arrow, settings: settings).score(path: file) { line in
            StandardStreams.complain(line)
        }
        try StandardStreams.print(json ? try scores.json() + "\n" : scores.text, terminator: "")
        let badRows = scores.badRows
        if badRows > 0 { throw Failure(.usage, "\(badRows) bad row\(badRows == 1 ? "" : "s"); the others are scored") }
    }
}

struct FacesSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces", abstract: "List the target faces with their rings."
    )

    @Flag(help: "As JSON: rings, spots, colours and the shafts that are allowed.")
    var json = false

    @Option(help: ArgumentHelp("A settings.toml with faces of your own.", valueName: "file"))
    var settings: String?

    func run() throws {
        try StandardStreams.print(json ? try FaceList.json(settings: settings) : try FaceList.text(settings: settings))
    }
}
