// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Foundation
import Testing

@testable import Runtime

@Suite struct AutoChoiceTests {
    private let tv = AutoChoice.Card(name: "card1 (vc4)", objection: nil, hasTV: true)
    private let socket = AutoChoice.Card(name: "card0 (vc4)", objection: nil, hasTV: false)
    private let render = AutoChoice.Card(name: "card2 (v3d)", objection: "it has no socket for a TV", hasTV: false)

    @Test func atADesktopItIsAWindow() {
        #expect(AutoChoice.display(cards: [tv], hasDesktop: true).kind == .window)
        #expect(AutoChoice.display(cards: [], hasDesktop: true).kind == .window)
    }

    @Test func withoutADesktopItIsTheTVWhetherPluggedInOrNot() {
        let plugged = AutoChoice.display(cards: [render, socket, tv], hasDesktop: false)
        #expect(plugged.kind == .kms && plugged.reason.contains("card1"))
        let unplugged = AutoChoice.display(cards: [render, socket], hasDesktop: false)
        #expect(unplugged.kind == .kms && unplugged.reason.contains("no TV is plugged in yet"))
    }

    @Test func withNothingElseItIsHeadlessAndTheReasonNamesTheCard() {
        #expect(AutoChoice.display(cards: [], hasDesktop: false) == (.headless, "nothing to look at: no desktop, and no display card"))
        let refused = AutoChoice.display(cards: [render], hasDesktop: false)
        #expect(refused.kind == .headless && refused.reason.contains("card2 (v3d): it has no socket"))
    }

    @Test func aBoxWaitsForItsCameraAndALaptopShowsTheRange() {
        #expect(AutoChoice.camera(cameras: ["imx708", "C920"], isBox: false).kind == .libcamera(nil))
        #expect(AutoChoice.camera(cameras: ["imx708", "C920"], isBox: true).reason.contains("imx708, the first of 2"))
        #expect(AutoChoice.camera(cameras: [], isBox: true).kind == .libcamera(nil))
        #expect(AutoChoice.camera(cameras: [], isBox: false).kind == .synthetic)
        for isBox in [false, true] {
            #expect(AutoChoice.camera(cameras: [], objection: "libcamera has changed", isBox: isBox).reason.contains("(libcamera has changed)"))
        }
    }

    @Test func withoutLibcameraAUSBCameraIsTakenUnlessACameraModuleIsThere() {
        let objection = "libcamera has changed"
        for isBox in [false, true] {
            let (kind, reason) = AutoChoice.camera(cameras: [], usb: ["C920", "C270"], objection: objection, isBox: isBox)
            #expect(kind == .usb(nil) && reason.contains("C920, the first of 2") && reason.contains("(libcamera has changed)"))
            #expect(AutoChoice.camera(cameras: ["imx708"], usb: ["C920"], isBox: isBox).kind == .libcamera(nil))
        }
        let (kind, reason) = AutoChoice.camera(cameras: [], usb: ["C920"], hasModule: true, objection: objection, isBox: true)
        #expect(kind == .libcamera(nil) && reason.contains("once it can be reached"))
        #expect(AutoChoice.camera(cameras: [], usb: ["C920"], hasModule: true, objection: objection, isBox: false).kind == .synthetic)
        #expect(AutoChoice.camera(cameras: [], objection: objection, isBox: true).kind == .usb(nil), "one may be plugged in later")
        #expect(AutoChoice.camera(cameras: [], objection: objection, isBox: false).kind == .synthetic)
    }

    @Test func thePanelIsWhateverIsThere() {
        #expect(AutoChoice.panel(buttonsObjection: nil, display: .kms).panels == [.buttons, .inputs])
        #expect(AutoChoice.panel(buttonsObjection: nil, display: .window).panels == [.buttons, .windowKeys])
        #expect(AutoChoice.panel(buttonsObjection: nil, display: .headless).panels == .buttons)
        #expect(AutoChoice.panel(buttonsObjection: "no chip", display: .kms).panels == .inputs)
        let none = AutoChoice.panel(buttonsObjection: "no chip", display: .headless)
        #expect(none.panels.isEmpty && none.reason.contains("no chip") && none.reason.contains("script"))
    }
}

@Suite struct SurveyTests {
    /// Returns the survey of a typical Raspberry Pi.
    private func box() -> Survey {
        let displays = [
            Survey.DisplayCard(
                path: "/dev/dri/card1", driver: "vc4", objection: nil,
                connectors: [
                    .init(name: "HDMI-A-1", monitor: "SAMSUNG", mode: "1920x1080 at 60.00 Hz", modes: 31),
                    .init(name: "HDMI-A-2", monitor: nil, mode: nil, modes: 0),
                ],
                planes: [
                    "2 × primary: NV12 YU12 AR24 XR24 with turns depth alpha BT.709",
                    "16 × overlay: NV12 YU12 AR24 XR24 with turns depth alpha BT.709",
                ])
        ]
        let cameras = [
            Survey.Camera(
                id: "/base/soc/i2c0mux/i2c@1/imx708@1a", model: "imx708", location: "back",
                modes: ["4608x2592 at 14", "2304x1296 at 56", "1536x864 at 120", "1920x1080 at 56", "1280x720 at 60"])
        ]
        let chips = [
            Survey.Chip(
                path: "/dev/gpiochip0", label: "pinctrl-bcm2711", lineCount: 58, isChosen: true,
                lines: [
                    .init(number: 17, name: "GPIO17", part: "MARK", user: nil), .init(number: 27, name: "GPIO27", part: "STOP", user: "foo"),
                ])
        ]
        return Survey(
            cameras: cameras,
            encoders: Survey.Codec.tried([("h264_v4l2m2m", false, "no such device"), ("libx264", true, ""), ("other", true, "")]),
            decoders: [],
            video: .init(
                model: "Raspberry Pi 4 Model B Rev 1.4", plan: CodecPlan(board: .pi4, stream: StreamParameters(size: .hd1080, rate: FrameRate(30)))),
            displays: displays,
            drawing: .init(renderer: "V3D 4.2", rendererProblem: nil, hasInter: true, hasDesktop: false), chips: chips,
            inputs: [.init(name: "Presenter", path: "/dev/input/event3", kinds: ["keyboard"], isReadable: false)],
            sound: .init(microphones: [], speakers: ["default", "hw:CARD=vc4hdmi0"]), cec: [.init(path: "/dev/cec0", isUsable: true)],
            machine: .init(
                processors: 4, memoryBytes: 4 << 30, availableBytes: 3 << 30, lineBytes: 1 << 30, lineMinutes: 14.3,
                mayRunInRealTime: true),
            card: CardTrial(path: "/media/VIR", freeBytes: 30 << 30, objection: nil, bytesPerSecond: 21.5e6, streamBytesPerSecond: 1.25e6),
            auto: Survey.Choices(cameras: cameras, displays: displays, hasDesktop: false, chips: chips))
    }

    @Test func theTableNamesEverythingWithin96Columns() {
        let text = box().text
        for word in [
            "imx708", "4608x2592 at 14", "h264_v4l2m2m no: no such device", "libx264      works (auto)", "SAMSUNG", "HDMI-A-2: nothing plugged in",
            "16 × overlay", "V3D 4.2", "pinctrl-bcm2711", "MARK GPIO17", "STOP GPIO27: in use by foo", "no right to read /dev/input/event3",
            "hw:CARD=vc4hdmi0", "/dev/cec0", "14.3 min", "17.2 times", "enough", "kms: the TV at /dev/dri/card1 (vc4)", "gpio: the buttons",
        ] {
            #expect(text.contains(word), "\(word) is missing in\n\(text)")
        }
        for line in text.split(separator: "\n") { #expect(line.count <= SurveyText.width, "\(line)") }
        #expect(!text.contains("other        works (auto)"))
    }

    @Test func theJSONHasTheSameValues() throws {
        let object = try #require(try JSONSerialization.jsonObject(with: Data(box().json().utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "cameras", "encoders", "decoders", "video", "displays", "drawing", "chips", "inputs", "sound", "cec", "machine", "card", "auto",
                "version", "libcamera", "usbCameras",
            ])
        let auto = try #require(object["auto"] as? [String: [String: String]])
        #expect(auto["display"]?["word"] == "kms" && auto["camera"]?["word"] == "libcamera" && auto["panel"]?["word"] == "gpio")
        let card = try #require(object["card"] as? [String: Any])
        #expect(card["isFastEnough"] as? Bool == true && card["bytesPerSecond"] as? Double == 21.5e6)
    }

    @Test func aUSBCameraIsListedThoughLibcameraIsNotReached() {
        var survey = box()
        survey.cameras = []
        survey.libcamera.objection = "libcamera has changed: sudo vir setup"
        survey.usbCameras = [
            Survey.Camera(id: "xhci-hcd.0-1.2:1.0", model: "HD Webcam", location: "external", modes: ["1920x1080 at 30", "640x480 at 30"])
        ]
        for line in [
            "  libcamera    libcamera has changed: sudo vir setup", "  usb          HD Webcam, external, 1920x1080 at 30, 640x480 at 30",
            "               xhci-hcd.0-1.2:1.0",
        ] {
            #expect(survey.text.contains(line + "\n"), "\(line) is missing in\n\(survey.text)")
        }
    }

    @Test func aSlowCardIsSaidToBeTooSlow() {
        var survey = box()
        survey.card.bytesPerSecond = 2e6
        #expect(survey.text.contains("too slow"))
        survey.card = CardTrial(path: "/media/VIR", freeBytes: nil, objection: "the card is not there", bytesPerSecond: nil, streamBytesPerSecond: 1)
        #expect(survey.text.contains("not tried: the card is not there"))
    }
}

@Suite struct InputListTests {
    @Test func theKernelsListIsReadAsAPersonSeesIt() {
        let inputs = Survey.Input.listed(
            in: """
                I: Bus=0019 Vendor=0000 Product=0001 Version=0000
                N: Name="Power Button"
                H: Handlers=kbd event0
                B: PROP=0
                B: EV=3

                I: Bus=0003 Vendor=046d Product=c540 Version=0111
                N: Name="Logitech R400"
                H: Handlers=sysrq kbd mouse0 event3 leds
                B: PROP=0

                I: Bus=0003 Vendor=0eef Product=0001 Version=0110
                N: Name="eGalax \\"Touch\\""
                H: Handlers=mouse1 event4
                B: PROP=2

                I: Bus=0010 Vendor=001f Product=0001 Version=0100
                N: Name="PC Speaker"
                H: Handlers=event5
                B: EV=40001

                """)
        #expect(inputs.map(\.kinds) == [["keys"], ["keys", "pointer"], ["touch"]])
        #expect(inputs.map(\.path) == ["/dev/input/event0", "/dev/input/event3", "/dev/input/event4"])
        #expect(inputs[1].name == "Logitech R400")
    }

    @Test(arguments: ["", "\n\n", "N: Name=", "H: Handlers=kbd", "nonsense\n\nB: PROP=zz\nH: Handlers=event1 mouse0"])
    func whatIsNoListHarmsNothing(text: String) {
        #expect(Survey.Input.listed(in: text).count <= 1)
    }
}

@Suite struct CardTrialTests {
    private let stream = StreamParameters(size: .hd1080, rate: FrameRate(30))

    @Test func theCardIsTriedAndLeftAsItWas() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("mine", "words")
        let trial = CardTrial(folder: folder.path, stream: stream, timebase: MonotonicClock())
        #expect(trial.objection == nil)
        #expect((trial.bytesPerSecond ?? 0) > 0 && (trial.freeBytes ?? 0) > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine"])
    }

    @Test func aCardThatIsNotThereIsNotMade() throws {
        let folder = try TemporaryFolder()
        let trial = CardTrial(folder: "\(folder.path)/nowhere", stream: stream, timebase: MonotonicClock())
        #expect(trial.objection?.contains("not there") == true && trial.bytesPerSecond == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// A file is no card, and the kernel's own file system takes no file.
    @Test(arguments: ["/proc", "/dev/null"]) func whatCantBeWrittenIsNotTried(path: String) {
        let trial = CardTrial(folder: path, stream: stream, timebase: MonotonicClock())
        #expect(trial.objection != nil && trial.bytesPerSecond == nil)
    }
}
