// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Glibc
import Graphics
import Storage

/// A checked order to `vir run`: every wrong word is refused here, before anything is opened.
struct RunPlan {
    enum ClockChoice { case real, virtual }

    enum CameraChoice: Equatable {
        case automatic, synthetic
        case file(String)
        /// The box's camera: the first, or the one with this id.
        case libcamera(String?)
        /// A USB camera without libcamera: the first, or the one with this id.
        case usb(String?)
    }

    enum DisplayChoice: Equatable {
        case automatic, window
        /// The TV at the box: on the first display card, or on this one.
        case kms(String?)
        case headless(DisplayMode)

        /// The mode of a headless display; the default mode if none was described.
        var headlessMode: DisplayMode {
            if case .headless(let mode) = self { mode } else { RunPlan.headlessMode }
        }
    }

    enum PanelChoice: Equatable {
        case automatic, gpio, keys
        case script(String)
    }

    var settings: Settings
    /// Wrong lines of the settings file; the run goes on without them.
    var settingsProblems: [SettingsProblem]
    /// A line for each file of a language that isn't offered.
    var languageProblems: [String] = []
    var settingsPath: String
    var camera: CameraChoice
    var display: DisplayChoice
    var panel: PanelChoice
    var clock: ClockChoice
    var duration: Duration?
    var cardPath: String
    /// Makes the file system with which the folder of the card is read and written.
    var makeFiles: @Sendable (String) -> any FileSystem = { POSIXFileSystem(root: $0) }
    /// Makes the speaker for the sound of clips, if it isn't the speaker that the settings name.
    var makeSpeaker: (@Sendable (any Timebase) -> any Speaker)?
    var reportPath: String?
    var snapshots: SnapshotPlan?
    /// A folder that stands for a USB stick.
    var stickPath: String?
    /// The folder with the kernel's files about power and heat, and below it the folder with the system's notices; `nil` in a virtual run,
    /// which depends on nothing that this machine does.
    var sys, notices: String?
    /// True if the runs before crashed too often: then the stream is that of the safe profile, and no device is insisted on.
    let isSafe: Bool
    /// The camera's name in the settings, as this run takes it.
    private let streamCamera: String
    /// The words of the command line, which also apply to settings that are read later.
    private let words: RunArguments
    /// The file of options, and below it the settings that this file or the command line decides and a card can't change.
    private let options: OptionsFile
    private let ownersKeys: [SettingKey]

    static let headlessMode = DisplayMode(size: .hd1080, refresh: FrameRate(60))
    /// The card's folder if nobody named one.
    static let cardFolder = "vir-card"
    /// The folder in which the system around the program leaves its notices.
    static let noticesFolder = "/run/vir-notices"
    /// The longest run. It is longer than anybody's practice, so a longer one is a slip of the finger.
    static let longestRunSeconds = 30.0 * 86_400

    init(_ words: RunArguments, isSafe: Bool = false) throws(Failure) {
        try Self.refuseEmpty(words)
        self.words = words
        self.isSafe = isSafe
        clock = try Self.clock(words.clock)
        duration = try words.duration.map { word throws(Failure) in
            .seconds(try Self.seconds(word, option: "--for", within: 0.001...Self.longestRunSeconds))
        }
        reportPath = words.report
        snapshots = try Self.snapshots(words)
        stickPath = try words.stick.map(Self.stick)
        cardPath = if let card = words.card { card } else { try Self.defaultCard(for: clock) }
        settingsPath = words.settings ?? "\(cardPath)/settings.toml"
        if let path = words.settings { try InputFile.check(path, option: "--settings") }
        (settings, settingsProblems) = try Self.readSettings(settingsPath, isAskedFor: words.settings != nil, card: cardPath)
        let options = words.options.map { OptionsFile($0) } ?? OptionsFile()
        self.options = options
        settingsProblems += options.problems + Self.unwritableNames(settings.archers)
        ownersKeys = SettingKey.ownersKeys.filter { options.values.keys.contains($0) || words.chosen[$0.rawValue] != nil }
        options.apply(to: &settings)
        var devices = isSafe ? settings.withSafeDevices : settings
        try Self.apply(words, to: &devices)
        try Self.apply(words, to: &settings)
        streamCamera = devices.camera
        camera = try Self.camera(devices.camera)
        display = try Self.display(devices.display)
        panel = try Self.panel(devices.panel)
        if clock == .virtual { try requireVirtual() } else { (sys, notices) = ("/sys", Self.noticesFolder) }
    }

    /// Returns the settings with which the stream is started when these are set.
    func stream(of settings: Settings) -> Settings {
        guard isSafe else { return settings }
        var safe = settings.withSafeStream
        safe.camera = streamCamera
        return safe
    }

    /// Returns the settings of a card that came after the start, as they would be if it had been there: the command line wins.
    func late(_ settings: Settings) -> Settings {
        var settings = settings
        options.apply(to: &settings)
        // The words were accepted at the start. Only a face of the card's own can make one of them wrong now.
        try? Self.apply(words, to: &settings)
        return settings
    }

    /// Returns the settings of a card that is back, or of another card. A card can't change the devices that the owner chose.
    /// - Parameter saved: the settings that hold now.
    func again(_ settings: Settings, after saved: Settings) -> Settings {
        var settings = settings
        for key in ownersKeys {
            // The value was accepted before.
            try? SettingKey.apply(SettingKey.value(of: key, in: saved), for: key, to: &settings)
        }
        return settings
    }

    /// The origin of the settings file: a card, unless somebody named the file.
    var settingsOrigin: SettingOrigin { words.settings == nil ? .card : .owner }

    /// The settings file's name if somebody gave one: what is wrong in the file is told under that name.
    var givenSettings: String? { words.settings }

    /// True if the machine's cameras may be chosen: a program that was started with another camera leaves them alone.
    var asksForCameras: Bool { (camera == .automatic || camera.isDevice) && clock == .real }

    /// True if the card is one to mount, which comes and goes: then the run begins without it. An unmounted mount point counts as "no
    /// card".
    var isCardMounted: Bool { MountPoint.isDeclared(cardPath) }

    /// Checks that everything is simulated, because a virtual run can't step anything else.
    private mutating func requireVirtual() throws(Failure) {
        if case .automatic = display { display = .headless(Self.headlessMode) }
        guard case .headless = display else {
            throw Failure(.usage, "--clock virtual runs faster than any display shows: use --display headless")
        }
        if camera.isDevice {
            throw Failure(.usage, "--clock virtual can't hurry a real camera: use --camera synthetic or file:PATH")
        }
        if panel == .keys || panel == .gpio {
            throw Failure(.usage, "--clock virtual leaves no time to press a key: use --panel script:PATH")
        }
        if duration == nil {
            guard case .script = panel else {
                throw Failure(.usage, "--clock virtual needs an end: use --for SECONDS, or a script")
            }
        }
    }

    // MARK: Parsing

    /// Refuses an option with an empty value, which is most often a variable of a script that wasn't set.
    private static func refuseEmpty(_ words: RunArguments) throws(Failure) {
        let given =
            RunArguments.settingOptions.map { ($0.name, words.chosen[$0.name]) } + [
                ("card", words.card), ("settings", words.settings), ("options", words.options), ("clock", words.clock), ("for", words.duration),
                ("report", words.report), ("snapshots", words.snapshots), ("snapshot-every", words.snapshotEvery),
                ("snapshot-at", words.snapshotAt), ("stick", words.stick),
            ]
        for (name, word) in given where word?.isEmpty == true {
            throw Failure(.usage, "--\(name): its value is empty; 'vir run --help' says what it takes")
        }
    }

    private static func clock(_ word: String) throws(Failure) -> ClockChoice {
        switch word {
        case "real": return .real
        case "virtual": return .virtual
        default: throw Failure(.usage, "--clock \(word): it is real or virtual")
        }
    }

    private static func snapshots(_ words: RunArguments) throws(Failure) -> SnapshotPlan? {
        guard let folder = words.snapshots else {
            for (name, word) in [("--snapshot-every", words.snapshotEvery), ("--snapshot-at", words.snapshotAt)] where word != nil {
                throw Failure(.usage, "\(name) goes with --snapshots DIR")
            }
            return nil
        }
        let every = try words.snapshotEvery.map { word throws(Failure) in
            try Self.seconds(word, option: "--snapshot-every", within: 0.001...86_400)
        }
        let interval = Duration.seconds(every ?? 1)
        guard let word = words.snapshotAt else { return SnapshotPlan(folder: folder, moments: SnapshotMoments(every: interval)) }
        do {
            return SnapshotPlan(folder: folder, moments: try SnapshotMoments(every: interval, at: word))
        } catch {
            throw Failure(.usage, "--snapshot-at \(word): '\(error.part)' is no time; write seconds and spans of seconds, such as 12.5,20-22")
        }
    }

    private static func stick(_ path: String) throws(Failure) -> String {
        guard (try? POSIXFileSystem().kind(of: path)) == .folder else {
            throw Failure(.noInput, "--stick \(path): there is no such folder; make it, or name one that is there")
        }
        return path
    }

    static func camera(_ word: String) throws(Failure) -> CameraChoice {
        switch word {
        case "auto": return .automatic
        case "synthetic": return .synthetic
        case "libcamera": return .libcamera(nil)
        case _ where word.hasPrefix("libcamera:") && word.count > 10: return .libcamera(String(word.dropFirst(10)))
        case "usb": return .usb(nil)
        case _ where word.hasPrefix("usb:") && word.count > 4: return .usb(String(word.dropFirst(4)))
        case _ where word.hasPrefix("file:") && word.count > 5: return .file(String(word.dropFirst(5)))
        default: throw Failure(.usage, "camera \(word): it is auto, synthetic, libcamera[:ID], usb[:ID] or file:PATH")
        }
    }

    private static func display(_ word: String) throws(Failure) -> DisplayChoice {
        switch word {
        case "auto": return .automatic
        case "window": return .window
        case "headless": return .headless(headlessMode)
        case "kms": return .kms(nil)
        case _ where word.hasPrefix("kms:") && word.count > 4: return .kms(String(word.dropFirst(4)))
        case _ where word.hasPrefix("headless:"):
            guard let mode = HeadlessDisplay.mode(String(word.dropFirst("headless:".count))) else { fallthrough }
            return .headless(mode)
        default:
            throw Failure(.usage, "display \(word): it is auto, kms[:[CARD][@MODE]], window, headless or headless:WxH@HZ")
        }
    }

    private static func panel(_ word: String) throws(Failure) -> PanelChoice {
        switch word {
        case "auto": return .automatic
        case "gpio": return .gpio
        case "keys": return .keys
        case _ where word.hasPrefix("script:") && word.count > 7: return .script(String(word.dropFirst(7)))
        default: throw Failure(.usage, "panel \(word): it is auto, gpio, keys or script:PATH")
        }
    }

    private static func seconds(_ word: String, option: String, within range: ClosedRange<Double>) throws(Failure) -> Double {
        guard let value = decimal(word), range.contains(value) else {
            throw Failure(
                .usage,
                "\(option) \(word): it takes seconds, \(SettingValue.double(range.lowerBound)) to "
                    + "\(SettingValue.double(range.upperBound))")
        }
        return value
    }

    /// Returns the folder for sessions if no card was named: one in the working directory, or in a virtual run, which
    /// is to give the same every time, a new folder.
    private static func defaultCard(for clock: ClockChoice) throws(Failure) -> String {
        clock == .virtual ? try ScratchFolder.make("card") : cardFolder
    }

    /// Returns a problem for each name with letters that no font has, which would be boxes on the TV.
    static func unwritableNames(_ archers: [Archer]) -> [SettingsProblem] {
        archers.compactMap { archer in
            let letters = String(Fonts.missingLetters(in: archer.name))
            return letters.isEmpty ? nil : SettingsProblem(line: 0, message: .missing(letters: letters, ofName: archer.name))
        }
    }

    // MARK: Settings

    private static func readSettings(_ path: String, isAskedFor: Bool, card: String) throws(Failure) -> (Settings, [SettingsProblem]) {
        // A link that a person names is followed; a link on a card isn't.
        guard isAskedFor else { return SettingsFile.load(path, from: .card, files: POSIXFileSystem(root: card)) }
        do {
            return try SettingsFile.read(path, from: .owner)
        } catch {
            throw Failure(.noInput, "\(error)")
        }
    }

    private static func apply(_ words: RunArguments, to settings: inout Settings) throws(Failure) {
        for setting in Setting.inTurn {
            guard let word = words.chosen[setting.key.rawValue] else { continue }
            do {
                try setting.apply(SettingValue(word: word), to: &settings)
            } catch {
                throw Failure(.usage, "--\(error)")
            }
        }
    }
}
