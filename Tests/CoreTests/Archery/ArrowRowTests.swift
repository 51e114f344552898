// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import TestSupport
import Testing

@Suite struct ArrowRowTests {
    static let triple = FaceCatalog.face("wa_40_triple_vert") ?? FaceCatalog.all[0]

    @Test func aRowIsFromTheSheetsCentreOrFromItsSpots() throws {
        let shaft = Length(millimetres: 5.5)
        #expect(try ArrowRow("0,220", on: Self.triple).score(on: Self.triple, shaft: shaft).label == "10")
        #expect(try ArrowRow("0,220,3", on: Self.triple).score(on: Self.triple, shaft: shaft) == .miss)
        #expect(try ArrowRow(" 0.0 , \"0\" , 1 ", on: Self.triple).score(on: Self.triple, shaft: shaft).label == "10")
    }

    @Test(arguments: ["", "1", "a,1", "1,b", "nan,0", "inf,0", "1e300,0", "1,2,0", "1,2,4", "1,2,x", "1,2,3,4", "1;2", "0x,1"])
    func whatIsNoArrowIsRefusedInWords(line: String) {
        #expect(throws: ArrowRowProblem.self) { try ArrowRow(Substring(line), on: Self.triple) }
    }

    @Test(arguments: [
        ("x_mm,y_mm", true), ("x,y,spot", true), ("\u{FEFF}\"x_mm\",\"y_mm\"", true), ("1,2", false), ("-0.5,2", false),
        ("nan,1", false), ("", false), ("1O.5,3", false),
    ])
    func aHeaderNamesColumns(line: String, isHeader: Bool) {
        #expect(ArrowRow.isHeader(Substring(line)) == isHeader)
    }

    /// Any bytes in a file give an arrow or a problem, and never trap.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func anyLineIsAnArrowOrAProblem(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("0123456789.,-+eE\" \tnaifxX;\u{FEFF}é")
        for _ in 0..<5000 {
            let line = String((0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
            _ = ArrowRow.isHeader(Substring(line))
            guard let row = try? ArrowRow(Substring(line), on: Self.triple) else { continue }
            _ = row.score(on: Self.triple, shaft: Face.thinnestShaft)
        }
    }
}
