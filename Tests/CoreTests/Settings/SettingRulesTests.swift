// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core

@Suite struct SettingRulesTests {
    @Test func theNamesAreThoseOfTheFileAndTheCommandLine() {
        #expect(
            SettingKey.allCases.map(\.rawValue) == [
                "delay", "size", "width", "height", "fps", "camera", "display", "panel", "mark", "clip", "before", "after", "longest",
                "rally-shortest", "rally-longest", "rally-movement", "rally-whistle", "keep", "tail",
                "sound", "delete-oldest", "sound-output", "volume", "voice", "voice-volume", "sound-marks", "microphone-distance", "sound-witness",
                "motion-marks", "hearing-offers", "again", "auto-replay",
                "auto-replay-pause", "auto-replay-movement", "auto-replay-end", "eighth-speed", "export-freeze",
                "drawing-time", "phases",
                "drawing-words", "left-handed", "after-stop", "review", "peek", "review-help",
                "review-tones", "back-to-live", "flip", "rotation", "tv-rotation", "region", "split", "text-scale", "contrast",
                "reduced-motion",
                "diagnostics", "language", "zone", "buffer",
                "frame-window",
                "exposure", "shutter", "flicker", "focus", "tv-mode", "tv-power", "tv-standby", "scoring", "face", "arrow", "round",
                "archers", "archer", "score-order", "score-tones", "recent-faces", "recent-rounds", "phrases",
                "custom-face-1", "custom-face-2", "custom-face-3", "custom-face-4", "custom-face-5", "custom-face-6",
                "end-timer", "end-timer-preparation", "end-timer-warning", "end-timer-groups", "horn", "horn-seconds", "horn-volume",
                "keys", "recording-light",
                "gpio-chip", "knob-steps", "trigger-debounce", "trigger-lockout", "line-mark", "line-stop", "line-left", "line-right", "line-up",
                "line-down", "line-knob-a", "line-knob-b",
                "line-push", "line-led", "line-buzzer", "line-trigger",
            ])
    }

    @Test(arguments: SettingKey.allCases)
    func whatIsReadBackIsWhatWasWritten(key: SettingKey) throws {
        var settings = Settings()
        settings.delaySeconds = 7.5
        settings.size = .hd720
        settings.framesPerSecond = 60
        settings.rotation = 270
        settings.tvRotation = 90
        settings.textScalePercent = 150
        settings.hasHighContrast = true
        settings.clip = .window
        settings.region = PictureRegion(left: 10, top: 12, width: 80, height: 33)
        for settings in [settings, Settings()] {
            var copy = Settings()
            copy.camera = "other"
            let written = SettingKey.value(of: key, in: settings)
            try SettingKey.apply(written, for: key, to: &copy)
            #expect(SettingKey.value(of: key, in: copy) == written)
        }
    }

    @Test(arguments: [
        ("delay" as SettingKey, SettingValue.integer(61), "delay: 61 is out of range; take 1 to 60 seconds"),
        ("delay", .double(.nan), "delay: nan is out of range; take 1 to 60 seconds"),
        ("delay", .double(.infinity), "delay: inf is out of range; take 1 to 60 seconds"),
        ("delay", .string("five"), "delay: five is no number; take 1 to 60 seconds"),
        ("delay", .bool(true), "delay: true is no number; take 1 to 60 seconds"),
        ("delay", .integer(.min), "delay: -9223372036854775808 is out of range; take 1 to 60 seconds"),
        ("size", .string("big"), "size: big is no size; write it as 1280x720"),
        ("size", .string("1281x720"), "size: 1281x720: H.264 needs an even width and height"),
        ("size", .integer(720), "size: 720 is no size; write it as 1280x720"),
        ("size", .string("Custom"), "size: Custom is no size; write it as 1280x720"),
        ("width", .integer(1281), "width: H.264 needs an even width and height"),
        ("width", .integer(4096), "width: 4096 is out of range; take 160 to 2048 pixels"),
        ("height", .string("tall"), "height: tall is no number; take 160 to 2048 pixels"),
        ("fps", .integer(29), "fps: 29 isn't one of 24, 25, 30, 48, 50, 60 frames a second"),
        ("rotation", .integer(45), "rotation: 45 isn't one of 0, 90, 180, 270 degrees"),
        ("tv-rotation", .integer(45), "tv-rotation: 45 isn't one of 0, 90, 180, 270 degrees"),
        ("rotation", .double(.nan), "rotation: nan isn't one of 0, 90, 180, 270 degrees"),
        ("text-scale", .integer(125), "text-scale: 125 isn't one of 100, 150, 200 percent"),
        ("mark", .string("both"), "mark: both isn't one of shown, live"),
        ("clip", .bool(true), "clip: true isn't one of segment, window, rally"),
        ("region", .string("0 0 50"), "region: 0 0 50 is no region; take left, top, width and height in percent, such as 10 20 80 70"),
        (
            "region", .string("60 0 50 100"),
            "region: 60 0 50 100 is no region; take left, top, width and height in percent, such as 10 20 80 70"
        ),
        (
            "region", .string("0 0 nan 100"),
            "region: 0 0 nan 100 is no region; take left, top, width and height in percent, such as 10 20 80 70"
        ),
        ("rally-shortest", .integer(0), "rally-shortest: 0 is out of range; take 1 to 30 seconds"),
        ("rally-longest", .integer(9), "rally-longest: 9 is out of range; take 10 to 600 seconds"),
        ("sound", .string("yes"), "sound: yes is neither true nor false"),
        ("contrast", .integer(1), "contrast: 1 isn't one of normal, high"),
        ("camera", .integer(1), "camera: 1 isn't one of auto, libcamera, libcamera:ID, usb, usb:ID, synthetic, file:PATH"),
        ("camera", .string(""), "camera: it is empty; take auto, libcamera, libcamera:ID, usb, usb:ID, synthetic, file:PATH"),
        ("camera", .string("polaroid"), "camera: polaroid isn't one of auto, libcamera, libcamera:ID, usb, usb:ID, synthetic, file:PATH"),
        ("camera", .string("file:"), "camera: file: isn't one of auto, libcamera, libcamera:ID, usb, usb:ID, synthetic, file:PATH"),
        ("panel", .string("keys:"), "panel: keys: isn't one of auto, gpio, keys, script:PATH"),
        ("after", .double(30.5), "after: 30.5 is out of range; take 0 to 30 seconds"),
        ("exposure", .bool(true), "exposure: true isn't one of auto, locked"),
        ("shutter", .integer(499), "shutter: 499 is no shutter; take 500 to 10000 for 1/N s, or 0 for automatic"),
        ("shutter", .double(999.5), "shutter: 999.5 is no shutter; take 500 to 10000 for 1/N s, or 0 for automatic"),
        ("shutter", .string("fast"), "shutter: fast is no shutter; take 500 to 10000 for 1/N s, or 0 for automatic"),
        ("flicker", .integer(55), "flicker: 55 isn't one of auto, off, 50, 60"),
        ("focus", .string("far"), "focus: far isn't one of continuous, once, locked"),
        ("tv-power", .integer(1), "tv-power: 1 is neither true nor false"),
        ("tv-standby", .integer(241), "tv-standby: 241 is out of range; take 0 to 240 minutes"),
        ("tv-standby", .integer(-1), "tv-standby: -1 is out of range; take 0 to 240 minutes"),
        ("again", .string("fast"), "again: fast are no speeds; take one to eight from 0.125 to 2 with a space between them, such as 1 0.5"),
        ("again", .string("1 3"), "again: 1 3 are no speeds; take one to eight from 0.125 to 2 with a space between them, such as 1 0.5"),
        ("again", .double(1), "again: 1 are no speeds; take one to eight from 0.125 to 2 with a space between them, such as 1 0.5"),
        ("buffer", .integer(0), "buffer: 0 is out of range; take 1 to 20 minutes"),
        ("scoring", .string("on"), "scoring: on is neither true nor false"),
        ("face", .integer(40), "face: 40 is no face; 'vir faces' lists them"),
        ("face", .string("worcester"), "face: there is no face worcester; there are agb_worcester_16in; 'vir faces' lists them all"),
        ("arrow", .double(10.75), "arrow: 10.75 is out of range; take 3.1 to 10.7 mm"),
        ("arrow", .string("thin"), "arrow: thin is no number; take 3.1 to 10.7 mm"),
    ])
    func whatIsNotTakenIsSaidInOneLineAndChangesNothing(key: SettingKey, value: SettingValue, line: String) {
        var settings = Settings()
        let problem = #expect(throws: SettingProblem.self) { try SettingKey.apply(value, for: key, to: &settings) }
        #expect(problem?.description == line)
        #expect(settings == Settings())
    }

    @Test(arguments: [
        ("camera" as SettingKey, "libcamera:imx708"), ("camera", "usb:xhci-hcd.0-1.2:1.0"), ("camera", "file:/home/a b/shot:1.mp4"),
        ("display", "kms:card1"), ("display", "headless:1280x720@50"), ("panel", "script:three shots.script"),
    ])
    func aDeviceIsChosenByItsFormAndName(key: SettingKey, word: String) throws {
        var settings = Settings()
        try SettingKey.apply(.string(word), for: key, to: &settings)
        #expect(SettingKey.value(of: key, in: settings) == .string(word))
    }

    @Test(arguments: [
        ("5", SettingValue.integer(5)), ("2.5", .double(2.5)), ("true", .bool(true)),
        ("1280x720", .string("1280x720")), ("auto", .string("auto")), ("", .string("")),
    ])
    func aWordOfTheCommandLineIsWhatItLooksLike(word: String, value: SettingValue) {
        #expect(SettingValue(word: word) == value)
    }

    @Test(arguments: [
        ("exposure" as SettingKey, SettingValue.string("locked")), ("shutter", .integer(1000)), ("shutter", .integer(0)),
        ("flicker", .integer(50)), ("flicker", .string("60")), ("flicker", .string("off")), ("focus", .string("once")),
    ])
    func theCamerasControlsAreTakenAndReadBack(key: SettingKey, value: SettingValue) throws {
        var settings = Settings()
        try SettingKey.apply(value, for: key, to: &settings)
        #expect(SettingKey.value(of: key, in: settings).description == value.description)
    }

    @Test func theShutterIsTheLongestExposure() {
        var settings = Settings()
        #expect(CameraControls(settings) == CameraControls())
        settings.shutter = 500
        #expect(CameraControls(settings).longestExposure == .milliseconds(2))
        settings.isExposureLocked = true
        settings.flicker = .hertz50
        settings.focus = .once
        let controls = CameraControls(settings)
        #expect(controls.isExposureLocked && controls.flicker == .hertz50 && controls.focus == .once)
    }

    @Test func autoLeavesSizeAndRateToTheCamera() throws {
        var settings = Settings()
        settings.size = .hd720
        settings.framesPerSecond = 60
        try SettingKey.apply(.string("auto"), for: "size", to: &settings)
        try SettingKey.apply(.string("auto"), for: "fps", to: &settings)
        #expect(settings == Settings())
    }

    @Test("V-07 an own size is always one that the encoder takes", arguments: 0..<50 as Range<UInt64>)
    func anOwnSizeIsAlwaysTaken(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var settings = Settings()
        try SettingKey.apply(.string("custom"), for: "size", to: &settings)
        #expect(settings.size == VideoSize(width: 1600, height: 900))
        #expect {
            var wide = settings
            try SettingKey.apply(.integer(2048), for: "width", to: &wide)
            try SettingKey.apply(.integer(2048), for: "height", to: &wide)
        } throws: { "\($0)".hasPrefix("height: 2048x2048: ") }
        for _ in 0..<40 {
            let key: SettingKey = random.chance(0.5) ? "width" : "height"
            if random.chance(0.5) {
                try? SettingKey.apply(.integer(Int.random(in: 80...1024, using: &random) * 2), for: key, to: &settings)
            } else {
                settings = SettingRow.setting(key).adjusted(settings, by: Int.random(in: -300...300, using: &random))
            }
            let size = try #require(settings.size)
            #expect(VideoLimits.objection(to: size) == nil, "\(size), seed \(seed)")
        }
    }
}
