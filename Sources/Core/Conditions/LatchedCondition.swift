// SPDX-License-Identifier: GPL-3.0-or-later

/// A condition that comes and goes, and that is shown as long as it lasts and half a minute more. So a person who looks up at the TV a
/// little later still learns of it, and a flickering condition is one sign.
public struct LatchedCondition: Hashable, Sendable {
    public static let linger: Duration = .seconds(30)

    private var isOn = false
    /// The time at which the sign ends by itself; `nil` while the condition lasts, and before the first one.
    public private(set) var end: Timestamp?

    public init() {}

    /// Notes the condition's present state; `nil` means that it isn't known, which counts as off.
    public mutating func note(_ isOn: Bool?, at now: Timestamp) {
        if isOn ?? false {
            self.isOn = true
            end = nil
        } else if self.isOn {
            self.isOn = false
            end = now + Self.linger
        }
    }

    public func isUp(at now: Timestamp) -> Bool {
        isOn || end.map { now < $0 } ?? false
    }
}
