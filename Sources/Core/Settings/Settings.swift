// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that can be set, with its default. `settings.toml` and the command line use the names of `SettingKey`.
///
/// The values are stored in groups, a file each in `Table/`, together with their rows of the table; they are read and set as if they were
/// stored here (`settings.delaySeconds`). A setting's row (`Setting`) defines the values it takes, and how they are written and shown.
@dynamicMemberLookup
public struct Settings: Hashable, Sendable {
    var devices = DeviceSettings()
    var clips = ClipSettings()
    var sounding = SoundSettings()
    var hearing = HearingSettings()
    var replaying = ReplaySettings()
    var drawing = DrawingSettings()
    var reviewing = ReviewSettings()
    var picture = PictureSettings()
    var camerawork = CameraSettings()
    var tvs = TVSettings()
    var shooting = ScoringSettings()
    var timing = TimerSettings()
    var wiring = PanelSettings()

    /// The groups in the order of a new `settings.toml`.
    static let groups: [any SettingGroup.Type] = [
        DeviceSettings.self, ClipSettings.self, SoundSettings.self, HearingSettings.self, ReplaySettings.self, DrawingSettings.self,
        ReviewSettings.self, PictureSettings.self,
        CameraSettings.self, TVSettings.self,
        ScoringSettings.self, TimerSettings.self, PanelSettings.self,
    ]

    public init() {}

    public subscript<Value>(dynamicMember path: WritableKeyPath<DeviceSettings, Value>) -> Value {
        get { devices[keyPath: path] }
        set { devices[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ClipSettings, Value>) -> Value {
        get { clips[keyPath: path] }
        set { clips[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<SoundSettings, Value>) -> Value {
        get { sounding[keyPath: path] }
        set { sounding[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<HearingSettings, Value>) -> Value {
        get { hearing[keyPath: path] }
        set { hearing[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ReplaySettings, Value>) -> Value {
        get { replaying[keyPath: path] }
        set { replaying[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<DrawingSettings, Value>) -> Value {
        get { drawing[keyPath: path] }
        set { drawing[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ReviewSettings, Value>) -> Value {
        get { reviewing[keyPath: path] }
        set { reviewing[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<PictureSettings, Value>) -> Value {
        get { picture[keyPath: path] }
        set { picture[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<CameraSettings, Value>) -> Value {
        get { camerawork[keyPath: path] }
        set { camerawork[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<TVSettings, Value>) -> Value {
        get { tvs[keyPath: path] }
        set { tvs[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ScoringSettings, Value>) -> Value {
        get { shooting[keyPath: path] }
        set { shooting[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<TimerSettings, Value>) -> Value {
        get { timing[keyPath: path] }
        set { timing[keyPath: path] = newValue }
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<PanelSettings, Value>) -> Value {
        get { wiring[keyPath: path] }
        set { wiring[keyPath: path] = newValue }
    }
}
