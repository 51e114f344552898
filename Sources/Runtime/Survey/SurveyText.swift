// SPDX-License-Identifier: GPL-3.0-or-later

/// A survey as a table to read, 96 columns wide: the version, a section for each part, a line for each thing, and last what `auto` takes.
struct SurveyText {
    /// The width of the longest line, and below it the column where the second field begins.
    static let width = 96
    static let column = 15

    private(set) var lines: [String] = []

    init(_ survey: Survey) {
        lines = ["VIR \(survey.version)"]
        addCameras(survey)
        addVideo(survey.video)
        addCodecs("Encoders", survey.encoders)
        addCodecs("Decoders", survey.decoders)
        addDisplays(survey)
        addPanel(survey)
        addSound(survey.sound)
        addMachine(survey.machine)
        addCard(survey.card)
    }

    private mutating func addCameras(_ survey: Survey) {
        section("Cameras")
        for camera in survey.cameras { add(camera, "libcamera") }
        if survey.cameras.isEmpty { row("libcamera", survey.libcamera.objection ?? "no camera") }
        for camera in survey.usbCameras { add(camera, "usb") }
        row("synthetic", "the archery range, 1920x1080 and any even size below, 30 or 60 fps")
        row("file:PATH", "any video file")
        auto(survey.auto.camera)
    }

    private mutating func add(_ camera: Survey.Camera, _ word: String) {
        let words = [camera.model, camera.location, camera.modes.joined(separator: ", ")]
        row(word, words.filter { !$0.isEmpty }.joined(separator: ", "))
        row("", camera.id)
    }

    private mutating func addCodecs(_ title: String, _ codecs: [Survey.Codec]) {
        section(title)
        for codec in codecs {
            row(
                codec.name,
                (codec.works ? "works" : "no") + (codec.detail.isEmpty ? "" : ": \(codec.detail)")
                    + (codec.isChosen ? " (auto)" : ""))
        }
    }

    private mutating func addVideo(_ video: Survey.Video) {
        section("Video hardware")
        row("board", video.model ?? "not a board that VIR knows")
        row("holds", video.profiles.isEmpty ? "not known: try it" : video.profiles.joined(separator: " or ") + ", by published figures")
        row("codecs", "at 1080p30: \(video.reason)")
    }

    private mutating func addDisplays(_ survey: Survey) {
        section("Displays")
        for card in survey.displays {
            row("kms", "\(card.path), \(card.driver)" + (card.objection.map { ": can't be used: \($0)" } ?? ""))
            for connector in card.connectors {
                let monitor = connector.monitor.map { monitor in
                    monitor + (connector.mode.map { ", \($0) of \(connector.modes) modes" } ?? "")
                }
                row("", "\(connector.name): \(monitor ?? "nothing plugged in")")
            }
            for planes in card.planes { row("", planes) }
        }
        if survey.displays.isEmpty { row("kms", "no display card") }
        row("window", survey.drawing.hasDesktop ? "a desktop is there" : "no desktop")
        row("headless", "always; --snapshots DIR shows what a TV would")
        row("composing", survey.drawing.renderer.map { "GLES, \($0)" } ?? "none: \(survey.drawing.rendererProblem ?? "no GLES")")
        row("font", survey.drawing.hasInter ? "Inter" : "Inter is missing (Debian: fonts-inter); another one stands in")
        for adapter in survey.cec { row("CEC", adapter.path + (adapter.isUsable ? "" : ": no right to use it")) }
        auto(survey.auto.display)
    }

    private mutating func addPanel(_ survey: Survey) {
        section("Panel")
        for chip in survey.chips {
            row("gpio", "\(chip.path), \(chip.label), \(chip.lineCount) lines" + (chip.isChosen ? ": the panel's" : ""))
            let free = chip.lines.filter { $0.user == nil }.map { "\($0.part) \($0.name ?? "\($0.number)")" }
            if !free.isEmpty { row("", free.joined(separator: ", ")) }
            for line in chip.lines {
                if let user = line.user { row("", "\(line.part) \(line.name ?? "\(line.number)"): in use by \(user)") }
            }
        }
        if survey.chips.isEmpty { row("gpio", "no GPIO chip that can be opened") }
        for input in survey.inputs {
            row("input", "\(input.name), \(input.kinds.joined(separator: ", "))" + (input.isReadable ? "" : ": no right to read \(input.path)"))
        }
        row("keys", "in the window")
        row("script:PATH", "a file of presses")
        auto(survey.auto.panel)
    }

    private mutating func addSound(_ sound: Survey.Sound) {
        section("Sound")
        row("in", sound.microphones.isEmpty ? "none found" : sound.microphones.joined(separator: ", "))
        row("out", sound.speakers.isEmpty ? "none found" : sound.speakers.joined(separator: ", "))
    }

    private mutating func addMachine(_ machine: Survey.Machine) {
        section("Machine")
        row("processors", "\(machine.processors)")
        if machine.memoryBytes > 0 {
            row("memory", "\(machine.memoryBytes >> 20) MiB, \(machine.availableBytes >> 20) MiB available")
            row("delay line", "\(machine.lineBytes >> 20) MiB, \(decimals(machine.lineMinutes, 1)) min at 1080p30")
        }
        row("scheduling", machine.mayRunInRealTime ? "real-time priority is permitted" : "no real-time priority for this user")
    }

    private mutating func addCard(_ card: CardTrial) {
        section("Card")
        row("folder", card.path + (card.freeBytes.map { ", \($0 >> 20) MiB free" } ?? ""))
        if let objection = card.objection {
            row("writing", "not tried: \(objection)")
        } else if let speed = card.bytesPerSecond, let ratio = card.ratio {
            let verdict = ratio >= CardTrial.comfortableRatio ? "enough" : "too slow: clips will come late"
            row(
                "writing",
                "\(decimals(speed / 1e6, 1)) MB/s, \(decimals(ratio, 1)) times the stream's \(decimals(card.streamBytesPerSecond / 1e6, 1)) MB/s: \(verdict)"
            )
        }
    }

    // MARK: The table

    private mutating func section(_ title: String) {
        if !lines.isEmpty { lines.append("") }
        lines.append(title)
    }

    private mutating func auto(_ choice: Survey.Choice) {
        row("auto", "\(choice.word): \(choice.reason)")
    }

    /// Adds a line, broken at spaces if it gets too long; a word longer than a line is left whole.
    private mutating func row(_ name: String, _ text: String) {
        var line = "  " + name
        line += String(repeating: " ", count: max(1, Self.column - line.count))
        var isEmpty = true
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !isEmpty, line.count + 1 + word.count > Self.width {
                lines.append(line)
                line = String(repeating: " ", count: Self.column)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        lines.append(line)
    }
}
