// SPDX-License-Identifier: GPL-3.0-or-later

extension Strings {
    /// The words of the page about the box: what each condition means, and what to do.
    package enum Fault {}
}
