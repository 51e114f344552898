import Core

/// The words of a new `settings.toml`.
enum SettingsTemplate {
    static let text = """
        # The settings of VIR. To change one, take the # from the front of its line and put your own value.
        # What the box itself sets, it writes here too. A line it doesn't understand is reported on the TV.

        """ + SettingKey.allCases.map { key in
            """

            # \(explanation(of: key))
            # \(key.rawValue) = \(TOMLWord.text(of: SettingKey.value(of: key, in: Settings())))

            """
        }.joined()

    private static func explanation(of key: SettingKey) -> String {
        switch key {
        case .delay: "How far the TV lags life, in seconds: \(span(Settings.delayRange))."
        case .size: "The camera's picture: \"1280x720\", \"1920x1080\" or another; \"auto\" leaves it to the camera."
        case .fps: "Pictures a second: \(list(VideoLimits.frameRates)); \"auto\" leaves it to the camera."
        case .camera: "One of \(quoted(Settings.cardsCameras))."
        case .display: "One of \(quoted(Settings.cardsDisplays))."
        case .panel: "One of \(quoted(Settings.cardsPanels))."
        case .mark: "Which picture MARK means: the one \"shown\" on the TV, or the \"live\" one."
        case .clip: "\"segment\": from mark to mark. \"window\": so many seconds before and after each mark."
        case .before: "Seconds before the mark in a \"window\" clip: \(span(Settings.beforeRange))."
        case .after: "Seconds after the mark that still belong to its clip: \(span(Settings.postRollRange))."
        case .longest: "No clip begins longer than this before its mark, in seconds: \(span(Settings.longestRange)); 0 is no limit."
        case .tail: "true: what comes after the last mark is a clip too."
        case .sound: "true: the clips have sound, where there is a microphone."
        case .flip: "true: mirrored left to right, as in a dance studio's mirror."
        case .rotation: "How the picture is turned on the TV, in degrees clockwise: \(list(Settings.rotations))."
        case .split: "true: live beside delayed."
        case .textScale: "The size of the words on the TV, in percent: \(list(Settings.textScales))."
        case .contrast: "\"normal\" or \"high\"."
        case .reducedMotion: "true: sheets and cards fade instead of moving."
        case .diagnostics: "true: frame rates, losses and the measured delay are on the TV."
        case .buffer: "The longest the TV's past may get, in minutes: \(span(Settings.bufferRange)); memory may make it shorter."
        case .exposure: "\"auto\", or \"locked\": exposure, gain and white balance stay as they are then."
        case .shutter: "No exposure is longer than 1/N second, N from \(Settings.shutterRange.lowerBound) to \(Settings.shutterRange.upperBound); 0 is automatic."
        case .flicker: "Against bands under lamps: \"auto\", \"off\", or what the mains have: 50, 60."
        case .focus: "\"continuous\"; \"once\": now, and then it stays; \"locked\": it stays where it is."
        case .tvPower: "true: the TV is switched on with VIR and shows VIR's picture, where it understands HDMI-CEC."
        case .tvStandby: "With tv-power: minutes without use after which the TV goes to standby: \(span(Settings.tvStandbyRange)); 0 is never."
        case .scoring: "true: the target face comes up after STOP, to put the arrows on it."
        case .face: "What is shot at: an id that 'vir faces' lists, or that of a custom face below."
        case .arrow: "The shaft's diameter in millimetres, 3.1 to 9.9; up to 10.7 where the face's rules allow it."
        case .round: "The round that is shot, such as \"wa_70\" or \"vegas_300\"; \"none\" is free practice."
        case .customFace1: "A face of your own: id; name; rings from the middle out, each with label, points, diameter in mm, colour and its "
            + "line's colour; then, if need be, the spots' centres in mm: \"club_3d; Club 3D; X 11 50 red, 8 8 150 white black; spots 0 120, 0 -120\"."
        case .customFace2, .customFace3, .customFace4, .customFace5, .customFace6: "Another one."
        case .keys: "Keys, pedals and remotes that were learned: \"KEY_B=mark, KEY_F5=stop\"."
        case .gpioChip: "The chip of the panel's lines: its path, name or label; \"auto\" finds the Raspberry Pi's header."
        case .lineMark, .lineStop, .lineLeft, .lineRight, .lineUp, .lineDown, .lineKnobA, .lineKnobB, .linePush, .lineLED, .lineBuzzer:
            "The line of \(key.panelPart?.title ?? key.rawValue): a BCM number, a line's name such as \"GPIO17\", or \"none\"."
        }
    }

    private static func span(_ range: ClosedRange<Double>) -> String {
        "\(SettingValue.double(range.lowerBound)) to \(SettingValue.double(range.upperBound))"
    }

    private static func quoted(_ words: [String]) -> String { words.map { "\"\($0)\"" }.joined(separator: ", ") }

    private static func list(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ", ") }
}
