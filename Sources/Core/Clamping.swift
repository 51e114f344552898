// SPDX-License-Identifier: GPL-3.0-or-later

extension Comparable {
    package func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
