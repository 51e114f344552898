// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Testing

@testable import Storage

/// Pages, table and tags say how each arrow was placed, and no millimetre that nobody measured.
@Suite struct PagesPlacingTests {
    /// Returns the sample session with its first arrows placed like this.
    private func record(_ change: (inout [PlacedArrow]) -> Void) -> SessionRecord {
        var record = SamplePages.single
        change(&record.ends[0].arrows)
        return record
    }

    private func byHour(_ number: Int, _ place: FacePoint) -> PlacedArrow { PlacedArrow(number: number, place: place, isByHour: true, clip: number) }

    /// Returns a column of `scores.csv`, without its name.
    private func column(_ name: String, of record: SessionRecord) throws -> [String] {
        let lines = try PagesTests.text(record, "scores.csv").split(separator: "\r\n").map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        }
        let index = try #require(lines.first?.firstIndex(of: "\"\(name)\""))
        return lines.dropFirst().map { $0[index] }
    }

    @Test("in scores.csv only a measured place has millimetres; an hour is an hour")
    func theTable() throws {
        let record = record { arrows in
            arrows[0] = PlacedArrow(number: 1, ring: 3, clip: 1)
            arrows[1] = byHour(2, FacePoint(61, 0))
        }
        #expect(try column("placed_by", of: record) == ["ring", "hour", "point", "point", "point", ""])
        #expect(try column("x_mm", of: record) == ["", "", "15", "18", "120", ""])
        #expect(try column("from_centre_mm", of: record).map(\.isEmpty) == [true, true, false, false, false, true])
        #expect(try column("clock_hour", of: record) == ["", "3", "1", "1", "4", ""])
    }

    @Test("a page gives an hour as an hour, and a group of hours in whole centimetres, by the hour")
    func thePage() throws {
        let measured = try PagesTests.text(SamplePages.single, "index.html")
        #expect(!measured.contains("by the hour") && measured.contains("mm at "))
        let page = try PagesTests.text(
            record { arrows in for index in 0..<5 { arrows[index] = byHour(index + 1, FacePoint(Double(index) * 10, 0)) } }, "index.html")
        #expect(page.contains("3 o’clock, by the hour") && !page.contains("mm at "))
        #expect(page.contains("<dt>Extreme spread</dt><dd>4 cm, by the hour</dd>"))
        #expect(page.contains("<dt>Group centre</dt><dd>2 cm at 3 o’clock, by the hour</dd>"))
        #expect(page.contains("5 arrows were placed by their hours"))
        #expect(try !PagesTests.text(record { $0.removeLast(4) }, "index.html").contains("Extreme spread"), "two arrows are no group")
    }

    @Test("a clip's tags have no millimetres for an hour")
    func theTags() {
        let tags = ClipTags(ofClip: 1, in: record { $0[0] = byHour(1, FacePoint(61, 0)) }).values
        #expect(tags["x_mm"] == nil && tags["x"] == nil && tags["label"] == "10")
        #expect(tags["description"] == "Arrow 1: 10 towards 3 o'clock, by the hour, WA 122 cm")
    }
}
