// SPDX-License-Identifier: GPL-3.0-or-later

extension Settings {
    /// These settings, with everything in which `wanted` differs from `base`: what somebody changed beside other settings than they were
    /// changed in. What can't hold among them stays as it is here.
    public func withChanges(from base: Settings, to wanted: Settings) -> Settings {
        var settings = self
        for setting in Setting.inTurn {
            let value = setting.value(in: wanted)
            if value != setting.value(in: base) { try? setting.apply(value, to: &settings, from: .owner) }
        }
        return settings
    }
}
