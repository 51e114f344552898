// SPDX-License-Identifier: GPL-3.0-or-later

/// Something that comes and goes, and is worth saying as long as it is there and half a minute more: who looks up at the TV then
/// still finds out, and what flickers is one sign.
public struct LastingSign: Hashable, Sendable {
    public static let linger: Duration = .seconds(30)

    private var isOn = false
    /// When it goes by itself; `nil` while it is there, and after it has gone.
    public private(set) var end: Timestamp?

    public init() {}

    /// How it is now. What isn't known any more isn't there any more.
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
