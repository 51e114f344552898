// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes a page's links to files on the card: they always lead below the page's own folder, whatever a record says.
enum PageLink {
    /// Returns the percent-encoded path; `nil` if it is no plain path below a folder.
    static func path(_ path: String) -> String? {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !path.utf8.contains(0),
            parts.allSatisfy({ part in
                !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
            })
        else { return nil }
        return path.utf8.reduce(into: "") { $0 += encoded($1) }
    }

    private static func encoded(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"):
            return String(UnicodeScalar(byte))
        default:
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
    }
}
