// SPDX-License-Identifier: GPL-3.0-or-later

extension Settings {
    /// Returns these settings with every change from `base` to `wanted`, which somebody made on top of other settings. A change that isn't
    /// valid beside these settings is left out.
    public func withChanges(from base: Settings, to wanted: Settings) -> Settings {
        var settings = self
        for setting in Setting.inTurn {
            let value = setting.value(in: wanted)
            if value != setting.value(in: base) { try? setting.apply(value, to: &settings, from: .owner) }
        }
        return settings
    }
}
