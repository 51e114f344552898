// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Bench

/// The benchmark of a whole run works its tools as a hand does, so it has to know where they are in Live's row.
@Suite struct OverheadBenchmarkTests {
    @Test(arguments: ToolInUse.allCases) func theToolIsWhereTheBenchmarkTurnsTo(tool: ToolInUse) throws {
        let parameters = StreamParameters(size: VideoSize(width: 320, height: 180), rate: FrameRate(30))
        try OverheadBenchmark.runBox(on: RecordedStream(parameters, frames: 90, keepingPictures: true), with: tool)
    }
}
