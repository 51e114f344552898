// SPDX-License-Identifier: GPL-3.0-or-later

@testable import Core
@testable import Interface

/// A summary with its book, operated in virtual time.
struct SummaryPractice {
    private var desk: Desk
    private var edits = SessionEdits()
    var book: ScoreBook {
        get { desk.book ?? ScoreBook(ref: .run(1)) }
        set { desk.book = newValue }
    }
    var screen: SummaryScreen
    var settings = Settings()
    var now = Timestamp.zero
    private(set) var outcomes: [ScreenOutcome] = []

    static let name = "2026-11-20_1403_S07"

    /// - Parameter isAsOpened: false: the knob goes to the end's first arrow, from where the tests count.
    init(_ book: ScoreBook, end: Int? = nil, beginsWithGrid: Bool = false, isAsOpened: Bool = false, scale: Int = 100) {
        desk = Desk(book)
        settings.textScalePercent = scale
        screen = SummaryScreen(end: end, of: book, beginsWithGrid: beginsWithGrid, settings: settings, at: .zero)
        if !isAsOpened, let end = screen.stop.flatMap({ book[end: $0.end] }) { screen.stop = ScoreBook.stops(of: end).first }
    }

    /// Returns a book with ends of this many arrows, each arrow linked to a clip. The first hits the centre, each next one 20 mm further
    /// up.
    static func book(
        ends: Int = 1, arrows: Int = 3, face: Face = FaceCatalog.all[0], ref: SessionRef = .run(1), round: String? = nil,
        extraClips: Int = 0
    ) -> ScoreBook {
        var book = ScoreBook(ref: ref, key: SessionKey(folder: name), started: "2026-11-20T14:03:00")
        book.clips = (0..<ends * arrows + extraClips).map {
            ScoreBook.Clip(number: $0 + 1, file: "\(name)/clips/\($0 + 1).mp4", seconds: 5, offset: Double($0) * 31)
        }
        for number in 1..<(ends + 1) {
            let clips = (0..<arrows).map { (number - 1) * arrows + $0 + 1 }
            let placed = clips.enumerated().map { index, clip in
                PlacedArrow(number: index + 1, spot: index % face.spots.count, place: FacePoint(0, Double(index) * 20), clip: clip)
            }
            book[end: number] = EndRecord(
                number: number, face: face, shaft: Length(millimetres: 5.5), round: round, clips: clips, arrows: placed,
                isDone: true)
        }
        book.journalled = book.ends
        return book
    }

    // MARK: Hands

    @discardableResult
    mutating func send(_ inputs: ScreenInput...) -> [ScreenOutcome] {
        var context = context
        let new = inputs.flatMap { follow(screen.handle($0, in: &context, at: now), &context) }
        (desk, edits) = (context.desk, context.edits)
        outcomes += new
        return new
    }

    /// Follows the outcomes as the routes do, as far as the desk is concerned.
    private func follow(_ outcomes: [ScreenOutcome], _ context: inout Context) -> [ScreenOutcome] {
        outcomes.flatMap { outcome -> [ScreenOutcome] in
            switch outcome {
            case .edited(let edit):
                context.note(edit)
                return []
            case .judge(let clips, let decision): return context.judge(clips, decision)
            default: return [outcome]
            }
        }
    }

    @discardableResult
    mutating func touch(_ rect: Rect?) -> [ScreenOutcome] {
        rect.map { send(.touchDown($0.center), .touchUp) } ?? []
    }

    // MARK: State and rendering

    var context: Context {
        var context = Context(settings, book)
        (context.desk, context.edits) = (desk, edits)
        return context
    }
    var layout: SummaryLayout { SummaryLayout(Theme(settings), screen, book) }
    var scene: Scene { Scene(layers: screen.layers(in: context, at: now)) }
    var texts: [String] { scene.texts.map(\.run.text) }

    var strip: [ArrowStrip.Cell] { if case .arrows(_, let arrows) = layout.body { arrows.strip.cells } else { [] } }
    var film: [LinkLayout.Cell] { if case .linking(_, let link) = layout.body { link.cells } else { [] } }
    var grid: [ClipGridLayout.Cell] { if case .clips(let grid) = layout.body { grid.cells } else { [] } }
    var face: FaceColumn? {
        switch layout.body {
        case .arrows(let face, _), .linking(let face, _): face
        case .clips, .phases: nil
        }
    }

    /// The chosen arrow and its end, or `nil`.
    var chosen: ArrowPlace? { screen.stop(in: book)?.arrow }
    var recorded: [EndRecord] { outcomes.compactMap { if case .effect(.card(.journal(_, .end(let end)))) = $0 { end } else { nil } } }
    var filings: Int { outcomes.count { if case .effect(.card(.file)) = $0 { true } else { false } } }
    var links: [Int?] { book.arrowPlaces.map { book[arrow: $0]?.clip } }
}
