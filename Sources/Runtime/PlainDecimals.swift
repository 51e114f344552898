// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns a number with this many decimals, in the digits that files and programs read.
package func decimals(_ value: Double, _ places: Int = 2) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    let whole = scaled / Int64(scale)
    let rest = String(scaled % Int64(scale))
    let sign = value < 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole)." + String(repeating: "0", count: places - rest.count) + rest
}
