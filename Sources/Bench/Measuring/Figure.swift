// SPDX-License-Identifier: GPL-3.0-or-later

/// One line of a benchmark's result.
struct Figure {
    var name: String
    var value: String
    /// The bar, in words.
    var bar: String
}
