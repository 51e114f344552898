// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The TV on the kernel's display interface: pictures lie on the hardware's planes, with one atomic commit a vblank.
///
/// There may be no TV, another program may have the display, or the card itself may be gone. The vblanks then go on by the box's clock, and
/// the picture is back as soon as possible. Thread-bound: the display thread.
public final class KMSDisplay: ReadableDisplay {
    let timebase: any Timebase
    let tell: (String) -> Void
    let openCard: () throws(DisplayError) -> DRMDevice
    let modes: ModeChoice
    /// The size that a person wants, while it isn't the one of the command line.
    let wish: ModeWish
    /// The wish by which the TV was lit last.
    var followedWish: VideoSize?
    let hotplug: Hotplug?
    /// The text console, which asks for the display when another console is to be shown.
    let console: (any ConsoleSwitching)?

    /// The card; `nil` while it is gone.
    var device: DRMDevice? {
        didSet { path = device?.path ?? path }
    }
    /// The TV's output; `nil` while there is no TV, or another program has the display.
    var tv: ActiveOutput?
    var isMaster = true
    /// True while another text console is shown: the display is left to it.
    var isAway = false
    /// The time at which a missing TV, a lost card or a display in use by others is next checked.
    var nextLook: Timestamp
    /// The mode that worked with each TV, by the TV's description of itself.
    var goodModes: [[UInt8]: DisplayMode] = [:]
    var lastTrouble: String?

    var scanout = Scanout<PlaneFrame>()
    var track: VblankTrack
    /// The time at which the queued commit was made.
    var queuedAt: Timestamp
    /// The time at which the kernel was asked for an event at the next vblank, until the event comes.
    var vblankRequest: Timestamp?
    /// True if the kernel gives such events. Otherwise the box's clock tells the vblanks while nothing is committed.
    var hasVblankEvents = true
    var readBack = ReadBack.idle
    var isOpen = true

    /// The state of a picture that is to be read back.
    enum ReadBack {
        case idle
        case asked
        case queued
        /// The picture came on the TV at this vblank. The hardware may still be reading from the planes, so the frame is kept.
        case shown(Vblank, PlaneFrame?)
    }

    /// The refresh by which the box runs while there is no TV.
    static let idleRate = FrameRate(60)
    /// The longest wait for a flip. A flip takes a vblank; after this time it never comes.
    static let flipLimit: Duration = .milliseconds(500)
    /// The longest wait for a picture to be read back.
    static let readBackLimit: Duration = .seconds(2)

    /// Opens a card; a TV may come later.
    ///
    /// - Parameters:
    ///   - card: "card1", "/dev/dri/card1" or a driver's name ("vkms"), and behind an @ a mode to be tried first ("vkms@1280x720"); `nil`
    ///     means the first card with a TV, or else the first that could have one.
    ///   - cameraRate: the rate of which the refresh should be a multiple, if it is known.
    ///   - wish: the size that a person wants now. It wins over the mode of `card`.
    ///   - console: the text console that VIR has taken; `nil` if it has taken no console.
    ///   - tell: takes one line when something changes that a person may want to know: the TV's name and mode, what lies on which plane,
    ///     the display lost and regained. Called on the display thread, never in steady state.
    public convenience init(
        card: String?, cameraRate: FrameRate?, wish: ModeWish = ModeWish(), console: (any ConsoleSwitching)? = nil,
        timebase: any Timebase, tell: @escaping (String) -> Void
    ) throws(DisplayError) {
        let choice = try CardChoice(card)
        let modes = ModeChoice(cameraRate: cameraRate, wanted: choice.mode)
        try self.init(
            openCard: { () throws(DisplayError) in try choice.open() }, hotplug: Hotplug(), console: console,
            modes: modes, wish: wish, timebase: timebase, tell: tell)
    }

    /// - Parameter openCard: called again after the card has gone.
    init(
        openCard: @escaping () throws(DisplayError) -> DRMDevice, hotplug: Hotplug?, console: (any ConsoleSwitching)?,
        modes: ModeChoice, wish: ModeWish = ModeWish(), timebase: any Timebase, tell: @escaping (String) -> Void
    ) throws(DisplayError) {
        self.openCard = openCard
        self.hotplug = hotplug
        self.console = console
        self.modes = modes
        self.wish = wish
        self.timebase = timebase
        self.tell = tell
        let now = timebase.now()
        nextLook = now
        queuedAt = now
        track = VblankTrack(start: now, rate: Self.idleRate)
        let device = try openCard()
        path = device.path
        guard device.becomeMaster() else {
            throw .notThere(device.path, reason: "another program has the display: end it, or let VIR have a terminal of its own")
        }
        self.device = device
        look(forced: true)
    }

    /// "kms", the card's driver, and the TV's connector and mode if there is a TV.
    public var name: String {
        guard let device else { return "kms" }
        guard let output = tv?.output else { return "kms \(device.driver)" }
        return "kms \(device.driver) \(output.connector.name) \(Self.text(output.mode))"
    }

    /// The card's device file, such as "/dev/dri/card0". While the card is gone, its last path.
    public private(set) var path: String

    public var mode: DisplayMode? { tv?.output.modeOnTV }

    public var nextVblank: Vblank { vblank(forCommitAt: timebase.now()) }

    public func vblank(forCommitAt instant: Timestamp) -> Vblank {
        // A queued commit has the next vblank already.
        let now = timebase.now()
        let next = track.upcoming(at: now, after: scanout.queued == nil ? 0 : 1)
        let wanted = track.upcoming(at: max(instant, now))
        return wanted.sequence > next.sequence ? wanted : next
    }

    public func accepts(_ pictures: [PlacedPicture]) -> Bool {
        guard let tv else { return false }
        do {
            return try tv.accepts(pictures)
        } catch {
            lose(after: error)
            return false
        }
    }

    public func commit(_ pictures: [PlacedPicture]) throws(DisplayError) {
        guard let tv else { throw .gone(name) }
        let frame: PlaneFrame?
        do {
            frame = try tv.frame(for: pictures)
        } catch {
            throw failure(after: error)
        }
        guard let frame else { throw .commitFailed("no plane shows it as it is; it has to be composed") }
        scanout.submit(frame)
        try push()
    }

    public func waitForVblank(until deadline: Timestamp) throws(DisplayError) -> Vblank? {
        guard isOpen else { throw .gone(name) }
        look(forced: false)
        while let tv, let device {
            do {
                if let vblank = try nextEvent(of: tv, on: device, until: deadline) { return vblank }
                if timebase.now() >= deadline { return nil }
            } catch {
                lose(after: error)
            }
        }
        return idleVblank(until: deadline)
    }

    public var onScreen: [PlacedPicture] { scanout.active?.pictures ?? [] }

    public func close() {
        guard isOpen else { return }
        isOpen = false
        if let tv { try? tv.output.extinguish() }
        forgetTV()
        device?.dropMaster()
        device = nil
    }

    deinit { close() }

    // MARK: Reading back

    public var abilities: DisplayAbilities { DisplayAbilities(readable: self, scanoutDevice: path) }

    public var canReadBack: Bool { tv?.output.writeback != nil }

    public func readBackNextCommit() {
        // There is memory for only one picture: while one is on its way, another has to wait.
        guard canReadBack else { return }
        switch readBack {
        case .shown(let vblank, _) where vblank.timestamp.duration(to: timebase.now()) < Self.readBackLimit: break
        case .asked, .queued: break
        case .idle, .shown: readBack = .asked
        }
    }

    public func takeReadBack() -> (picture: PixelBuffer, vblank: Vblank)? {
        guard case .shown(let vblank, _) = readBack, let picture = tv?.output.writeback?.picture() else { return nil }
        readBack = .idle
        return (picture, vblank)
    }

    static func text(_ mode: DisplayMode) -> String {
        let hundredths = Int((mode.refresh.hertz * 100).rounded())
        let fraction = hundredths % 100
        let decimals = fraction == 0 ? "" : ".\(fraction / 10)\(fraction % 10 == 0 ? "" : "\(fraction % 10)")"
        return "\(mode.size)@\(hundredths / 100)\(decimals)"
    }
}
