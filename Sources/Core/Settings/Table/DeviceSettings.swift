// SPDX-License-Identifier: GPL-3.0-or-later

/// The settings for the delay, the stream and the devices: `delay = 5`, `size = "1280x720"`, `fps = 30`, `camera = "libcamera"`.
public struct DeviceSettings: SettingGroup {
    /// The delay by which the TV lags life, in seconds, 1…60.
    public var delaySeconds: Double = 5
    /// The choice of the picture's size; `size` is the resulting size.
    public var sizeChoice = Settings.SizeChoice.cameras
    /// The width and height of the custom size, in pixels: 160…2048, even.
    public var width = 1600
    public var height = 900
    /// The frame rate; `nil`: the camera's own rate (30 for the synthetic camera).
    public var framesPerSecond: Int?
    public var camera = Settings.automatic
    public var display = Settings.automatic
    public var panel = Settings.automatic

    static var path: WritableKeyPath<Settings, Self> & Sendable { \.devices }

    /// The picture's size; `nil`: the camera's own size (1920×1080 for the box's cameras and the synthetic camera). If the encoder doesn't
    /// take a custom size, because only the width was changed, its height is reduced until it does.
    public var size: VideoSize? {
        get {
            switch sizeChoice {
            case .cameras: nil
            case .fixed(let size): size
            case .own: VideoSize(width: width, height: VideoLimits.height(height, besideWidth: width))
            }
        }
        set { sizeChoice = newValue.map(Settings.SizeChoice.fixed) ?? .cameras }
    }

    /// The shortest and the longest side that the encoder takes.
    fileprivate static let sides = VideoLimits.shortestSide...VideoLimits.longestSide

    static let table = [
        Setting(
            "delay", \Self.delaySeconds, .number(Settings.delayRange, .seconds, show: Strings.seconds), at: .delay(1),
            option: .init("seconds", "How far the TV lags life, in seconds, 1 to 60."),
            "How far the TV lags life, in seconds: \(plainSpan(Settings.delayRange))."),
        Setting(
            "size", \Self.sizeChoice, .size, at: .picture(4), for: .stream,
            option: .init("WxH", "Picture size: 640x480, 1280x720, 1920x1080, any even WxH the encoder takes, or custom: width and height."),
            "The camera's picture: \"1280x720\", \"1920x1080\" or another; \"auto\" leaves it to the camera; \"custom\" is width and height."),
        Setting(
            "width", \Self.width, .side(step: 16, beside: \.height), at: .picture(5).behind, for: .stream,
            option: .init("pixels", "With --size custom: the picture's width, \(sides.lowerBound) to \(sides.upperBound), even."),
            "With size = \"custom\": the picture's width in pixels, \(sides.lowerBound) to \(sides.upperBound), even."),
        Setting(
            "height", \Self.height, .side(step: 8, beside: \.width, checksWidth: true), at: .picture(6).behind, for: .stream,
            option: .init("pixels", "With --size custom: the picture's height, \(sides.lowerBound) to \(sides.upperBound), even."),
            "With size = \"custom\": the picture's height in pixels, \(sides.lowerBound) to \(sides.upperBound), even."),
        Setting(
            "fps", \Self.framesPerSecond, .frameRate, at: .picture(7).behind, for: .stream,
            option: .init("fps", "Pictures a second: 30 or 60 (24, 25, 48 and 50 where the camera has them)."),
            "Pictures a second: \(plainList(VideoLimits.frameRates)); \"auto\" leaves it to the camera."),
        Setting(
            "camera", \Self.camera,
            .word(
                Settings.cameras, offered: [Settings.automatic, "libcamera"],
                show: { $0 == Settings.automatic ? Strings.automatic : $0 }),
            at: .picture(8), for: .stream, ownersForms: ["file"],
            option: .init("camera", "Where the picture comes from: auto, libcamera[:ID], usb[:ID], synthetic or file:PATH."),
            "One of \(quotedList(Settings.cardsCameras))."),
        Setting(
            "display", \Self.display, .display, ownersForms: ["headless"],
            option: .init("display", "Where it is shown: auto, kms[:[CARD][@MODE]], window or headless[:WxH@HZ]."),
            "One of \(quotedList(Settings.cardsDisplays))."),
        Setting(
            "panel", \Self.panel, .word(Settings.panels), ownersForms: ["script"],
            option: .init("panel", "What it is worked with: auto, gpio, keys or script:PATH."),
            "One of \(quotedList(Settings.cardsPanels))."),
    ]
}

extension Settings {
    /// The word that leaves a device, a size or a rate to the box or its camera.
    package static let automatic = "auto"

    /// The word for the first of libcamera's cameras.
    package static let anyCamera = "libcamera"

    /// The delays that can be set, in seconds.
    public static let delayRange: ClosedRange<Double> = 1...60

    // The forms of the words that choose a device. They don't say if the device exists: the code that opens it reports that.
    public static let cameras = ["auto", "libcamera", "libcamera:ID", "usb", "usb:ID", "synthetic", "file:PATH"]
    public static let displays = ["auto", "kms", "kms:CARD", "window", "headless", "headless:WxH@HZ"]
    public static let panels = ["auto", "gpio", "keys", "script:PATH"]
    /// The forms that a card may choose (`SettingOrigin`).
    public static let cardsCameras = ["auto", "libcamera", "libcamera:ID", "usb", "usb:ID", "synthetic"]
    public static let cardsDisplays = ["auto", "kms", "kms:CARD", "window"]
    public static let cardsPanels = ["auto", "gpio", "keys"]
}

extension Settings {
    /// The choice of the picture's size.
    public enum SizeChoice: Hashable, Sendable {
        /// The camera's own.
        case cameras
        case fixed(VideoSize)
        /// The custom size of `width` and `height`.
        case own
    }

    static let ownSize = "custom"
}

extension SettingForm where Value == Settings.SizeChoice {
    /// The sizes that the sheet offers; a size that was written into `settings.toml` is offered too.
    private static var offered: [Value] { [.cameras, .fixed(.vga), .fixed(.hd720), .fixed(.hd1080), .own] }

    static var size: SettingForm {
        SettingForm(
            read: { value, key, _ throws(SettingProblem) in
                guard case .string(let text) = value else { throw SettingProblem(key, .noSize(value)) }
                if text == Settings.automatic { return .cameras }
                if text == Settings.ownSize { return .own }
                guard let size = VideoSize(text) else { throw SettingProblem(key, .noSize(value)) }
                if let objection = VideoLimits.objection(to: size) { throw SettingProblem(key, .of(size: size, objection)) }
                return .fixed(size)
            },
            write: { choice in
                switch choice {
                case .cameras: .string(Settings.automatic)
                case .fixed(let size): .string(size.description)
                case .own: .string(Settings.ownSize)
                }
            },
            move: { choice, steps, _ in choice.moved(by: steps, in: offered.contains(choice) ? offered : offered.dropLast() + [choice, .own]) },
            show: { choice, _ in
                switch choice {
                case .cameras: Strings.camerasOwn
                case .fixed(let size): Strings.size(size)
                case .own: Strings.customSize
                }
            })
    }
}

extension SettingForm where Value == Int {
    /// One side of the custom size. The file may have any side that the encoder takes beside some other side. The knob keeps to sides that
    /// the encoder takes beside the present other side.
    /// - Parameter checksWidth: true for the side that is read after the width: it is refused if the encoder doesn't take both.
    fileprivate static func side(
        step: Int, beside other: KeyPath<DeviceSettings, Int> & Sendable, checksWidth: Bool = false
    ) -> SettingForm {
        SettingForm(
            read: { value, key, settings throws(SettingProblem) in
                let sides = DeviceSettings.sides
                let range = Double(sides.lowerBound)...Double(sides.upperBound)
                let number = try value.number(key, within: range, unit: .pixels)
                guard let side = Int(exactly: number), side % 2 == 0 else { throw SettingProblem(key, .oddSide) }
                let size = VideoSize(width: settings.width, height: side)
                if checksWidth, settings.sizeChoice == .own, let objection = VideoLimits.objection(to: size) {
                    throw SettingProblem(key, .of(size: size, objection))
                }
                return side
            }, write: { .integer($0) },
            move: { side, steps, settings in
                let most = VideoLimits.side(beside: settings.devices[keyPath: other], step: step)
                let target = side / step * step + steps.clamped(to: -1000...1000) * step
                return target.clamped(to: DeviceSettings.sides.lowerBound...max(most, DeviceSettings.sides.lowerBound))
            }, show: { side, _ in "\(side)" })
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
    /// The word that chooses the display. After `headless:` a TV's mode follows.
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
