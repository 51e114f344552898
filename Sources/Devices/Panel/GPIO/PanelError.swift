// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The reason that there is no panel on GPIO lines. Each description is one line that says what to do.
public enum PanelError: Error, Hashable, CustomStringConvertible {
    /// No chip of this machine has the panel's lines.
    case noChip(wanted: String, found: [String])
    /// A chip can't be opened, and no other chip has the panel's lines.
    case refused(path: String, reason: String)
    /// The chip is there, but none of the panel's lines works.
    case noLines(path: String, reasons: [String])

    public var description: String {
        switch self {
        case .noChip(_, found: []):
            "this machine has no GPIO chip"
        case .noChip(PanelLines.automatic, let found):
            "no chip has the panel's lines; set gpio-chip to one of \(found.joined(separator: ", "))"
        case .noChip(let wanted, let found):
            "there is no GPIO chip \(wanted); set gpio-chip to one of \(found.joined(separator: ", ")), or to auto"
        case .refused(let path, let reason):
            "\(path) \(reason)"
        case .noLines(let path, let reasons):
            "none of the panel's lines on \(path) works: \(reasons.joined(separator: "; "))"
        }
    }
}
