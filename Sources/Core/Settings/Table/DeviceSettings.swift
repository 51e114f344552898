// SPDX-License-Identifier: GPL-3.0-or-later

/// The delay, the stream and the devices: `delay = 5`, `size = "1280x720"`, `fps = 30`, `camera = "libcamera"`.
public struct DeviceSettings: SettingGroup {
    /// How far the TV lags life, in seconds, 1…60.
    public var delaySeconds: Double = 5
    /// `nil`: the camera's own size (1920×1080 for the box's cameras and the synthetic one).
    public var size: VideoSize?
    /// `nil`: the camera's own rate (30 for the synthetic one).
    public var framesPerSecond: Int?
    public var camera = Settings.automatic
    public var display = Settings.automatic
    public var panel = Settings.automatic

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.devices }

    static let table = [
        Setting(
            "delay", \Self.delaySeconds, .number(Settings.delayRange, .seconds, show: Strings.seconds), at: .delay(1),
            option: .init("seconds", "How far the TV lags life, in seconds, 1 to 60."),
            "How far the TV lags life, in seconds: \(plainSpan(Settings.delayRange))."),
        Setting(
            "size", \Self.size, .size, at: .picture(4), for: .stream,
            option: .init("WxH", "Picture size: 640x480, 1280x720, 1920x1080 or any even WxH the encoder takes."),
            "The camera's picture: \"1280x720\", \"1920x1080\" or another; \"auto\" leaves it to the camera."),
        Setting(
            "fps", \Self.framesPerSecond, .frameRate, at: .picture(5), for: .stream,
            option: .init("fps", "Pictures a second: 30 or 60 (24, 25, 48 and 50 where the camera has them)."),
            "Pictures a second: \(plainList(VideoLimits.frameRates)); \"auto\" leaves it to the camera."),
        Setting(
            "camera", \Self.camera,
            .word(
                Settings.cameras, offered: [Settings.automatic, "libcamera"],
                show: { $0 == Settings.automatic ? Strings.automatic : $0 }),
            at: .picture(6), for: .stream, ownersForms: ["file"],
            option: .init("camera", "Where the picture comes from: auto, libcamera[:ID], synthetic or file:PATH."),
            "One of \(quotedList(Settings.cardsCameras))."),
        Setting(
            "display", \Self.display, .display, ownersForms: ["headless"],
            option: .init("display", "Where it is shown: auto, kms[:CARD], window or headless[:WxH@HZ]."),
            "One of \(quotedList(Settings.cardsDisplays))."),
        Setting(
            "panel", \Self.panel, .word(Settings.panels), ownersForms: ["script"],
            option: .init("panel", "What it is worked with: auto, gpio, keys or script:PATH."),
            "One of \(quotedList(Settings.cardsPanels))."),
    ]
}

extension Settings {
    /// Leaves a device, a size or a rate to the box or its camera.
    static let automatic = "auto"

    /// In seconds.
    public static let delayRange: ClosedRange<Double> = 1...60

    // The forms of the words that choose a device. One that isn't there is another matter: whoever opens it says so.
    public static let cameras = ["auto", "libcamera", "libcamera:ID", "synthetic", "file:PATH"]
    public static let displays = ["auto", "kms", "kms:CARD", "window", "headless", "headless:WxH@HZ"]
    public static let panels = ["auto", "gpio", "keys", "script:PATH"]
    /// Those that a card may choose (`SettingOrigin`).
    public static let cardsCameras = ["auto", "libcamera", "libcamera:ID", "synthetic"]
    public static let cardsDisplays = ["auto", "kms", "kms:CARD", "window"]
    public static let cardsPanels = ["auto", "gpio", "keys"]
}

extension SettingForm where Value == VideoSize? {
    /// The sizes that the sheet offers; one that was written into `settings.toml` is offered too.
    private static var offered: [VideoSize?] { [nil, .vga, .hd720, .hd1080] }

    static var size: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noSize(value)) }
                if text == Settings.automatic { return nil }
                guard let size = VideoSize(text) else { throw SettingProblem(key, .noSize(value)) }
                if let objection = VideoLimits.objection(to: size) { throw SettingProblem(key, .of(size: size, objection)) }
                return size
            }, write: { .string($0?.description ?? Settings.automatic) },
            move: { size, steps, _ in size.moved(by: steps, in: offered.contains(size) ? offered : offered + [size]) },
            show: { size, _ in size.map { "\($0.width)×\($0.height)" } ?? Strings.camerasOwn })
    }
}

extension SettingForm where Value == Int? {
    static var frameRate: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                if value == .string(Settings.automatic) { return nil }
                return try value.oneOf(VideoLimits.frameRates, key, unit: .framesASecond)
            }, write: { $0.map { .integer($0) } ?? .string(Settings.automatic) },
            move: { rate, steps, _ in rate.moved(by: steps, in: [nil] + VideoLimits.frameRates) },
            show: { rate, _ in rate.map(Strings.framesASecond) ?? Strings.camerasOwn })
    }
}

extension SettingForm where Value == String {
    /// What follows `headless:` is a TV's mode.
    fileprivate static var display: SettingForm {
        var form = SettingForm.word(Settings.displays)
        form.read = { value, key, _ throws(SettingProblem) in
            let text = try value.word(key, like: Settings.displays)
            let headless = "headless:"
            guard !text.hasPrefix(headless) || TVMode(text.dropFirst(headless.count)) != nil else {
                throw SettingProblem(key, .noTVMode(text))
            }
            return text
        }
        return form
    }
}
