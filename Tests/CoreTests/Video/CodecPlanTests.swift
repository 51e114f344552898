// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Core

@Suite struct CodecPlanTests {
    @Test(arguments: [
        ("Raspberry Pi 4 Model B Rev 1.4\0", Board.pi4), ("Raspberry Pi 400 Rev 1.0", .pi4), ("Raspberry Pi Compute Module 4 Rev 1.1", .pi4),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", .pi3), ("Raspberry Pi Compute Module 3 Plus Rev 1.0", .pi3),
        ("Raspberry Pi Zero 2 W Rev 1.0", .zero2W), ("Raspberry Pi Zero W Rev 1.1", .other),
        ("Raspberry Pi 5 Model B Rev 1.0", .pi5), ("Raspberry Pi 500 Rev 1.0", .pi5), ("Raspberry Pi Compute Module 5 Rev 1.0", .pi5),
        ("", .other), ("LENOVO 20XW", .other), ("Radxa ROCK 5B", .other),
    ])
    func theKernelsNameSaysWhichBoardItIs(_ model: String, _ board: Board) {
        #expect(Board(model: model) == board)
    }

    private struct Row: Sendable, CustomTestStringConvertible {
        var board: Board, size: VideoSize, rate: Int64, encoder: CodecPlan.Side, decoder: CodecPlan.Side, holds: Bool?
        var testDescription: String { "\(board) \(size) at \(rate)" }

        init(_ board: Board, _ size: VideoSize, _ rate: Int64, _ encoder: CodecPlan.Side, _ decoder: CodecPlan.Side, _ holds: Bool?) {
            (self.board, self.size, self.rate, self.encoder, self.decoder, self.holds) = (board, size, rate, encoder, decoder, holds)
        }
    }

    private static let rows = [
        Row(.pi4, .hd1080, 30, .hardware, .hardware, true), Row(.pi4, .hd720, 60, .hardware, .hardware, true),
        Row(.pi4, .hd1080, 50, .software, .software, false), Row(.pi4, .hd1080, 60, .software, .software, false),
        Row(.pi4, .vga, 60, .hardware, .hardware, true),
        Row(.pi3, .hd720, 30, .hardware, .hardware, true), Row(.pi3, .hd720, 60, .hardware, .hardware, false),
        Row(.pi3, .hd1080, 30, .hardware, .software, false),
        Row(.zero2W, .hd720, 30, .hardware, .hardware, true), Row(.zero2W, .hd1080, 30, .hardware, .software, false),
        Row(.pi5, .hd1080, 60, .software, .software, true), Row(.pi5, .hd720, 30, .software, .software, true),
        Row(.other, .hd1080, 60, .hardware, .hardware, nil),
    ]

    @Test(arguments: rows)
    private func whatTheBlockHoldsGoesToTheTrackThatAlwaysRuns(_ row: Row) {
        let plan = CodecPlan(board: row.board, stream: StreamParameters(size: row.size, rate: FrameRate(row.rate)))
        #expect(plan.encoder == row.encoder)
        #expect(plan.decoder == row.decoder)
        #expect(plan.holds == row.holds)
        #expect(plan.otherDecoders == .software)
        #expect(!plan.reason.isEmpty && !plan.reason.hasSuffix("."))
    }

    @Test(arguments: Board.allCases)
    func everyProfileThatABoardIsSaidToHoldHolds(_ board: Board) {
        for profile in CodecPlan.figures(of: board)?.profiles ?? [] {
            #expect(CodecPlan(board: board, stream: profile).holds == true)
        }
    }

    /// If a stream goes to the hardware, every stream that is no more work goes there too.
    @Test(arguments: Board.allCases)
    func aSmallerOrSlowerStreamNeverLosesTheHardware(_ board: Board) {
        let sizes = [VideoSize.vga, VideoSize(width: 854, height: 480), .hd720, VideoSize(width: 1456, height: 1088), .hd1080]
        let streams = sizes.flatMap { size in [24, 25, 30, 48, 50, 60].map { StreamParameters(size: size, rate: FrameRate($0)) } }
        for stream in streams {
            let plan = CodecPlan(board: board, stream: stream)
            for other in streams where other.isWithin(stream) && other.size.height <= stream.size.height {
                let lesser = CodecPlan(board: board, stream: other)
                if plan.encoder == .hardware { #expect(lesser.encoder == board.encodes) }
                if plan.decoder == .hardware { #expect(lesser.decoder == .hardware) }
            }
        }
    }
}

extension Board {
    fileprivate var encodes: CodecPlan.Side { self == .pi5 ? .software : .hardware }
}
