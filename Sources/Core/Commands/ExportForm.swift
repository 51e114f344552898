// SPDX-License-Identifier: GPL-3.0-or-later

/// The form in which clips are exported. The forms up to slow motion and the plain best-of are copies, for which no picture is decoded. The
/// others are made anew, picture by picture.
///
/// An exported file's mark is computed from a text that contains the form as Swift describes it: `drawings(freeze: 2.0)`. So if a case gets
/// another name or another parameter, files that were exported before are made again.
public enum ExportForm: Hashable, Sendable {
    /// The files as they are; for a whole session, everything in its folder except deleted clips.
    case file
    /// Clips that any player plays: they begin at a keyframe and have no hidden pictures.
    case anybody
    /// The same in slow motion, lasting this many times as long.
    case slow(Int)
    /// All clips in one file, one after the other.
    case bestOf
    /// With the drawings, at their times. When a drawing begins, the film stands still for `freeze` seconds, 0…10.
    case drawings(freeze: Double)
    /// One still of each clip, at its moment. A clip with drawings gives one still, with the drawings, for each instant at which a drawing
    /// begins.
    case still
    /// Eight pictures round each clip's moment in one image, `step` seconds apart. All show the same upright part of the picture, centred
    /// at `center`, 0…1 of the width, or where the person is. If a clip's moment isn't known, `place` is used, in seconds after its first
    /// picture, or else the clip's middle.
    case strip(step: Double, center: Double?, place: Double? = nil)
    /// All clips in one film, each after a second with its name.
    case titledBestOf
    /// Two clips on one clock, laid out as in this view and aligned at their moments; the second runs `shift` seconds ahead of that.
    case compare(shift: Double, ComparisonView)
}

/// The table of forms.
///
/// A new form needs a case, a row and an entry in `offered`, words in `english.txt`, and code in `FilmMaker` that makes its pictures. The
/// sheet, the command line, the names of the files and the estimate of their size come from this table.
extension ExportForm {
    /// All forms with the usual values of their parameters, in the order in which the sheet offers them. Any player plays the
    /// first; the exact copy, which some play wrongly, is the last.
    package static let offered: [ExportForm] = [
        .anybody, .slow(2), .slow(4), .drawings(freeze: 2), .bestOf, .titledBestOf, .still, .strip(step: StripRow.usualStep, center: nil),
        .compare(shift: 0, ComparisonView()), .file,
    ]

    package var row: Row {
        switch self {
        case .file: Row("file", help: "as it is", files: .each(""))
        case .anybody: Row("anybody", help: "begins at a keyframe, no edit list", files: .each("_copy"))
        case .slow(let times): Row("slow", help: "slow motion", files: .each("_slow-\(times)x"), slowness: times)
        case .drawings(let freeze):
            Row(
                "drawings", help: "with what was drawn", files: .each("_drawings"), clips: .drawnOn,
                making: .film(perClip: 0, perDrawing: freeze))
        case .bestOf: Row("best-of", help: "all in one film", files: .one("_best-of"), title: "best of", clips: .best)
        case .titledBestOf:
            Row(
                "titled-best-of", help: nil, files: .one("_best-of", "_titles"), title: "best of", clips: .best,
                making: .film(perClip: 1, perDrawing: 0))
        case .still: Row("still", help: "a picture of the moment, or of each drawing", files: .eachDrawing("_still"), title: "", making: .picture(1))
        case .strip: Row("strip", help: "eight pictures round the moment", files: .each("_strip"), title: "", making: .picture(2))
        case .compare(_, let view):
            Row(
                "compare", help: "two clips on one clock", files: .one("_compare\(view.suffix)"), clips: .two,
                making: .filmOfLength(ComparisonView.longest.inSeconds))
        }
    }

    /// Everything about a form except the making of its pictures.
    package struct Row: Sendable {
        /// The key of its words, after `export.`, and its word at the command line.
        package let key: String
        /// The meaning of the word at the command line; `nil` for a form that has no word there but a flag.
        package let help: String?
        package let files: Files
        /// The title of a file, after the session's name; `nil`: the titles of the clips in it.
        package let title: String?
        package let clips: Clips
        /// A file lasts this many times as long as its clips.
        package let slowness: Int
        package let making: Making

        fileprivate init(
            _ key: String, help: String?, files: Files, title: String? = nil, clips: Clips = .all, slowness: Int = 1, making: Making = .copied
        ) {
            (self.key, self.help, self.files, self.title) = (key, help, files, title)
            (self.clips, self.slowness, self.making) = (clips, slowness, making)
        }

        /// True if pictures are decoded and drawn for it.
        package var isMadeAnew: Bool { making != .copied }
        /// True if its file consists of the streams of several clips, which therefore have to be alike.
        package var isJoined: Bool { making == .copied && files.isOne }
        /// The end of a file's name.
        package var ending: String { if case .picture = making { ".png" } else { ".mp4" } }
    }

    /// The files that are made of clips, and the parts of their names before the ending.
    package enum Files: Hashable, Sendable {
        /// A file of each clip: the clip's name and this.
        case each(String)
        /// A file of each instant at which a drawing on a clip begins, numbered; otherwise of the clip's moment.
        case eachDrawing(String)
        /// One file of all clips: the session's name, and the numbers of the clips between these two.
        case one(String, String = "")

        package var isOne: Bool { if case .one = self { true } else { false } }
    }

    /// The clips that a form takes.
    package enum Clips: Hashable, Sendable {
        case all
        /// Clips with drawings.
        case drawnOn
        /// Of a whole session the liked clips, if there are any.
        case best
        /// Two clips, no more and no fewer.
        case two

        /// Returns whether the sheet offers the form for this subject.
        /// - Parameter size: `nil` as long as the exporter hasn't examined the subject.
        package func suit(_ subject: ExportSubject, _ size: ExportSize?) -> Bool {
            switch self {
            case .all: true
            case .drawnOn: size.map { $0.drawn > 0 } ?? false
            case .best: size.map { $0.best > 1 } ?? (subject.clips.count != 1)
            case .two: subject.clips.count == 2
            }
        }
    }

    /// The way in which a file is made, with what is needed to estimate its bytes.
    package enum Making: Hashable, Sendable {
        /// A copy: as many bytes as the clips have.
        case copied
        /// A film of the clips, longer by these numbers of seconds.
        case film(perClip: Double, perDrawing: Double)
        /// A film of about this many seconds, however long its clips are.
        case filmOfLength(Double)
        /// A picture with as many bytes as this many stills.
        case picture(Int64)
    }
}

// MARK: Parameters

extension ExportForm {
    /// The values that a person may choose for a form's parameters; `nil` stands for the form's own value.
    package struct Values: Sendable {
        package var slowness: Int?
        package var freeze: Double?
        package var step: Double?
        package var shift: Double?
        package var view: ComparisonView.Mode?
        /// Used by a form that has no centre of its own.
        package var center: Double?

        package init(
            slowness: Int? = nil, freeze: Double? = nil, step: Double? = nil, shift: Double? = nil, view: ComparisonView.Mode? = nil,
            center: Double? = nil
        ) {
            (self.slowness, self.freeze, self.step, self.shift, self.view, self.center) = (slowness, freeze, step, shift, view, center)
        }
    }

    /// The names of the parameters that it has.
    package var parameters: Set<String> {
        switch self {
        case .slow: ["slowness"]
        case .drawings: ["freeze"]
        case .strip: ["step", "center"]
        case .compare: ["shift", "view", "center"]
        case .bestOf: ["titles"]
        case .file, .anybody, .titledBestOf, .still: []
        }
    }

    /// Returns the form with these values. A value for which it has no parameter changes nothing.
    package func with(_ values: Values) -> ExportForm {
        switch self {
        case .slow(let slowness): return .slow(values.slowness ?? slowness)
        case .drawings(let freeze): return .drawings(freeze: values.freeze ?? freeze)
        case .strip(let step, let center, let place): return .strip(step: values.step ?? step, center: center ?? values.center, place: place)
        case .compare(let shift, var view):
            view.mode = values.view ?? view.mode
            return .compare(shift: values.shift ?? shift, view.around(values.center))
        case .file, .anybody, .bestOf, .titledBestOf, .still: return self
        }
    }
}

// MARK: The command line

extension ExportForm {
    /// The forms that have a word at the command line: the exact copy, which is meant if none is named, and those that make a file of each
    /// clip come first.
    package static let named: [ExportForm] = {
        var forms: [ExportForm] = []
        for form in [.file] + offered where form.row.help != nil && !forms.contains(where: { $0.row.key == form.row.key }) { forms.append(form) }
        return forms.filter { !$0.row.files.isOne } + forms.filter(\.row.files.isOne)
    }()

    /// Returns what is wrong with an option that this form doesn't have, in words for the command line; `nil` if it has it.
    package func objection(toOption name: String) -> String? {
        guard !parameters.contains(name) else { return nil }
        return "--\(name): only --as \(Self.named.filter { $0.parameters.contains(name) }.map(\.row.key).joined(separator: " or ")) takes it"
    }

    /// The meaning of each word at the command line.
    package static var help: String { named.map { "\($0.row.key): \($0.row.help ?? "")" }.joined(separator: "; ") + "." }
}
