// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the footage in memory and for the camera's controls: `buffer = 12`, `frame-window = 106`, `exposure = "locked"`,
/// `shutter = 1000`, `flicker = 50`.
public struct CameraSettings: SettingGroup {
    /// The greatest length of the delay line, in minutes, 1…20; memory may make it shorter.
    public var bufferMinutes: Double = 20
    /// The decoded pictures that each clip that plays may keep, in megabytes, 20…1000; memory may make it less.
    public var windowMegabytes = Double(FrameWindow.ordinaryBytes) / 1e6
    /// True if exposure time, gain and white balance stay as they are.
    public var isExposureLocked = false
    /// The longest exposure is 1/N s, with N 500…10 000; 0 leaves it to the camera.
    public var shutter = 0
    public var flicker = CameraControls.Flicker.automatic
    public var focus = CameraControls.Focus.continuous

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.camerawork }

    private static let bufferRange = 1.0...20
    private static let windowRange = 20.0...1000
    fileprivate static let shutterRange = 500...10_000

    static let table = [
        Setting(
            "buffer", \Self.bufferMinutes, .number(bufferRange, .minutes, show: Strings.minutes), at: .delay(9).behind, for: .stream,
            "The longest the TV's past may get, in minutes: \(plainSpan(bufferRange)); memory may make it shorter."),
        Setting(
            "frame-window", \Self.windowMegabytes, .number(windowRange, .megabytes, step: 20, show: Strings.megabytesSet), at: .delay(10).behind,
            "What a clip that plays may keep of decoded pictures, in megabytes: \(plainSpan(windowRange)); from the next start on."),
        Setting(
            "exposure", \Self.isExposureLocked,
            .words(off: "auto", on: "locked") { $0 ? Strings.locked : Strings.automatic }, at: .picture(9).behind, for: .camera,
            "\"auto\", or \"locked\": exposure, gain and white balance stay as they are then."),
        Setting(
            "shutter", \Self.shutter, .shutter, at: .picture(10).behind, for: .camera,
            "No exposure is longer than 1/N second, N from \(shutterRange.lowerBound) to \(shutterRange.upperBound); 0 is automatic."),
        Setting(
            "flicker", \Self.flicker, .flicker, at: .picture(11).behind, for: .camera,
            "Against bands under lamps: \"auto\", \"off\", or what the mains have: 50, 60."),
        Setting(
            "focus", \Self.focus, .choice(show: Strings.focus), at: .picture(12).behind, for: .camera,
            "\"continuous\"; \"once\": now, and then it stays; \"locked\": it stays where it is."),
    ]
}

extension SettingForm where Value == Int {
    /// The shutters that the sheet offers; a shutter that was written into `settings.toml` is offered too.
    private static var offeredShutters: [Int] { [0, 500, 1000, 2000, 4000] }

    /// The shutter as the number under the fraction of a second; 0 leaves it to the camera.
    fileprivate static var shutter: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                let number: Int? =
                    switch value {
                    case .integer(let integer): integer
                    case .double(let double): Int(exactly: double)
                    case .string, .bool: nil
                    }
                let range = CameraSettings.shutterRange
                guard let number, number == 0 || range.contains(number) else {
                    throw SettingProblem(key, .noShutter(value, range))
                }
                return number
            }, write: { .integer($0) },
            move: { shutter, steps, _ in
                shutter.moved(by: steps, in: offeredShutters.contains(shutter) ? offeredShutters : (offeredShutters + [shutter]).sorted())
            },
            show: { shutter, _ in shutter == 0 ? Strings.automatic : Strings.shutter(shutter) })
    }
}

extension SettingForm where Value == CameraControls.Flicker {
    /// The flicker setting. A mains frequency is taken as a number and as a word.
    fileprivate static var flicker: SettingForm {
        var form = SettingForm.choice(show: Strings.flicker)
        form.read = { value, key, _ throws(SettingProblem) in
            guard let flicker = CameraControls.Flicker(rawValue: value.description) else {
                throw SettingProblem(key, .notOneOf(CameraControls.Flicker.allCases.map(\.rawValue), value))
            }
            return flicker
        }
        form.write = { flicker in flicker.mainsHertz.map { .integer($0) } ?? .string(flicker.rawValue) }
        return form
    }
}
