// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Media
import Storage
import Synchronization

/// Exports clips while the box goes on: onto a USB stick, or into the card's folder `EXPORT`.
///
/// Thread-bound: the exporter's thread, or the driver of a virtual run. `post` may be called from anywhere, and never waits. The stick is
/// wanted only while somebody considers an export or one runs, so that it may be pulled at any other time.
final class ExportService: @unchecked Sendable {
    // `commands`, `bell`, `isCancelled`, `isFetchStopped` and `isEnding` are thread-safe; everything else belongs to the exporter's thread.

    /// The time between two checks of the stick while it is wanted.
    static let lookInterval: Duration = .milliseconds(500)
    /// The longest time that an export which was begun waits for its stick: a stick that is checked first takes a while.
    static let stickPatience: Duration = .seconds(60)
    /// The time between two checks while an export waits, because the card has clips to write or frames are late.
    private static let breath: Duration = .milliseconds(20)
    /// The names of the folders, by which both are found on a laptop.
    static let stickFolder = "VIR"
    static let cardFolder = "EXPORT"
    /// The share of the card that stays free for what is shot next.
    private static let cardReserve = 0.05

    /// An export that was ordered.
    private struct Order {
        var subject: ExportSubject
        var form: ExportForm
        var place: ExportDestination
        /// The time until which its stick may come.
        var deadline: Timestamp
    }

    /// An export that is running.
    private struct Running {
        var order: Order
        var job: ExportJob
        var label: String?
        var begin: Timestamp
        /// The bytes of files that were there already: nothing was written for them.
        var skippedBytes: Int64 = 0
    }

    private let card: Card
    private let files: any FileSystem
    let stick: (any Stick)?
    private let timebase: any Timebase
    private let isCardBusy: () -> Bool
    private let tell: @Sendable (ExportNews) -> Void
    private var losses: LossWatch
    /// The time at which progress was last told.
    private var toldAt = Timestamp.zero
    private let commands: Mailbox<ExportCommand>
    private let bell = Doorbell()
    private let isCancelled = Atomic(false)
    private let isFetchStopped = Atomic(false)
    private let isEnding = Atomic(false)
    /// The clips that somebody considers exporting.
    private var subject: ExportSubject?
    private var order: Order?
    private var running: Running?
    private var told = StickState.none
    private var nextLook: Timestamp

    /// - Parameters:
    ///   - files: the file system of the card.
    ///   - stick: `nil` if there can't be one.
    ///   - isCardBusy: true while clips of the session wait for the card and the card takes them.
    ///   - lateFrames: returns how many frames were late or lost between the camera and the TV since the run began. While the number rises,
    ///     nothing is made.
    ///   - tell: receives the exporter's news, on the exporter's thread.
    init(
        card: Card, files: any FileSystem, stick: (any Stick)?, timebase: any Timebase, isCardBusy: @escaping @Sendable () -> Bool = { false },
        lateFrames: @escaping @Sendable () -> Int64 = { 0 }, tell: @escaping @Sendable (ExportNews) -> Void
    ) {
        (self.card, self.files, self.stick, self.timebase) = (card, files, stick, timebase)
        (self.isCardBusy, self.tell, losses) = (isCardBusy, tell, LossWatch(lateFrames))
        commands = Mailbox(bell: bell)
        nextLook = timebase.now()
    }

    // MARK: From any thread

    func post(_ command: ExportCommand) {
        switch command {
        case .begin: isCancelled.store(false, ordering: .relaxed)
        case .cancel: isCancelled.store(true, ordering: .relaxed)
        case .fetchFilms: isFetchStopped.store(false, ordering: .relaxed)
        case .stopFetching: isFetchStopped.store(true, ordering: .relaxed)
        case .prepare, .close: break
        }
        commands.post(command)
    }

    /// Ends the service, because the program ends: what is being written is given up, and `runOnce` begins nothing more.
    func end() {
        isEnding.store(true, ordering: .relaxed)
        bell.ring()
    }

    /// Sleeps until there may be something to do, or until `deadline`.
    func wait(until deadline: Timestamp) { bell.wait(until: deadline) }

    // MARK: The exporter's thread

    /// The films that are copied from the stick.
    private lazy var fetch = FilmFetch(
        card: card, stick: stick, timebase: timebase, tell: { [weak self] in self?.tell(.fetch($0)) },
        goesOn: { [weak self] in self?.goesOn { $0.isFetchStopped.load(ordering: .relaxed) } ?? false })

    private var wantsStick: Bool { fetch.isWanted || subject != nil || order?.place == .stick || running?.order.place == .stick }

    /// The time at which `runOnce` has something to do although nothing was posted.
    var nextStep: Timestamp { wantsStick ? nextLook : timebase.now() + .seconds(3600) }

    /// Does one thing: a command, or one file of an export.
    /// - Returns: true if there was anything to do.
    func runOnce() -> Bool {
        guard !isEnding.load(ordering: .relaxed) else { return false }
        if let command = commands.take() {
            perform(command)
            return true
        }
        lookIfDue()
        if running != nil {
            step()
            return true
        }
        if let order, begin(order) { return true }
        let wasFetching = fetch.isWanted
        defer { if wasFetching, !fetch.isWanted { look() } }
        return fetch.runOnce()
    }

    /// Releases the stick; to be called when the program ends.
    func close() { stick?.release() }

    private func perform(_ command: ExportCommand) {
        switch command {
        case .prepare(let subject):
            self.subject = subject
            prepare(subject)
            look()
        case .begin(let subject, let form, let place):
            guard running == nil, order == nil else { return }
            order = Order(subject: subject, form: form, place: place, deadline: timebase.now() + Self.stickPatience)
            look()
        case .cancel: cancel()
        case .close: finish()
        case .fetchFilms:
            fetch.begin()
            losses.begin(at: timebase.now())
            look()
        case .stopFetching:
            fetch.cancel()
            look()
        }
    }

    private func cancel() {
        guard let order = running?.order ?? order else { return }
        stop(.exportCancelled, order)
    }

    // MARK: Preparing

    private func prepare(_ subject: ExportSubject) {
        LibAVLog.quiet()
        do throws(CardError) {
            let clips = try ExportPlan(subject, as: .anybody, of: card, files)
            let folder = subject.clips.isEmpty ? try ExportPlan(subject, as: .file, of: card, files) : clips
            let best = try ExportPlan(subject, as: .bestOf, of: card, files)
            let drawn = (try? ExportPlan(subject, as: .drawings(freeze: 0), of: card, files))?.clips.count ?? 0
            // Clips that are encoded anew can be joined to any other.
            let isCopied = !best.items.contains(where: \.work.isMadeAnew)
            let odd = isCopied ? ClipRemuxer.odd(among: best.items.flatMap(\.sources)).map { best.clips[$0] } : []
            tell(
                .prepared(
                    subject,
                    ExportSize(
                        clips: clips.items.count, clipBytes: clips.bytes, folderBytes: folder.bytes, best: best.clips.count,
                        bestSeconds: best.seconds, unjoinable: odd, drawn: drawn)))
        } catch {
            tell(.notPrepared(subject, reason: error.message))
        }
    }

    // MARK: The stick

    private func lookIfDue() { if wantsStick, timebase.now() >= nextLook { look() } }

    private func look() {
        nextLook = timebase.now() + Self.lookInterval
        guard let stick else { return }
        if wantsStick { stick.want() } else { stick.release() }
        let state = wantsStick ? stick.state : .none
        guard state != told else { return }
        told = state
        tell(.stick(state))
    }

    // MARK: Exporting

    /// - Returns: false if the export waits for its stick, true if it began or was refused.
    private func begin(_ order: Order) -> Bool {
        var label: String?
        if order.place == .stick {
            guard let stick, case .ready(let name, _) = stick.state else {
                guard stick == nil || timebase.now() >= order.deadline else { return false }
                stop(.stickMissing, order)
                return true
            }
            label = name
        }
        do throws(CardError) {
            let plan = try ExportPlan(order.subject, as: order.form, of: card, files)
            let folder = try folder(of: order.place)
            let job = ExportJob(plan, to: folder)
            try requireRoom(for: job, in: folder, order.place)
            running = Running(order: order, job: job, label: label, begin: timebase.now())
            self.order = nil
            losses.begin(at: timebase.now())
            tellProgress(0)
        } catch {
            stop(reason(error, order.place), order)
        }
        return true
    }

    private func folder(of place: ExportDestination) throws(CardError) -> ExportFolder {
        let goesOn: () -> Bool = { [weak self] in self?.goesOn { $0.isCancelled.load(ordering: .relaxed) } ?? false }
        switch place {
        case .card: return try ExportFolder("\(card.path)/\(Self.cardFolder)", files: files, sources: files, goesOn: goesOn)
        case .stick:
            guard let stick else { throw .absent }
            let path = "\(stick.path)/\(Self.stickFolder)"
            // Exports aren't mixed with somebody's copy of a card.
            let isCard = ExportFolder.isCard(path, files: stick.files)
            return try ExportFolder(isCard ? "\(path)/\(Self.cardFolder)" : path, files: stick.files, sources: files, goesOn: goesOn)
        }
    }

    private func requireRoom(for job: ExportJob, in folder: ExportFolder, _ place: ExportDestination) throws(CardError) {
        let needed = try job.neededBytes()
        let space = try folder.space()
        let reserve = place == .card ? Int64(Double(space.totalBytes) * Self.cardReserve) : 0
        let free = max(0, space.freeBytes - reserve)
        guard needed <= free else { throw .failed(operation: "export", subject: folder.path, reason: .noRoom(needed: needed, free: free)) }
    }

    private func step() {
        guard var current = running else { return }
        if isCancelled.load(ordering: .relaxed) { return stop(.exportCancelled, current.order) }
        let before = current.job.doneBytes
        do throws(CardError) {
            let step = try current.job.step { self.tellProgress($0, isMade: current.job.isMadeAnew) }
            if case .isThere? = step { current.skippedBytes += current.job.doneBytes - before }
            running = current
            guard current.job.isOver else { return }
            running = nil
            tell(.ended(result(of: current)))
            finish()
        } catch {
            stop(isCancelled.load(ordering: .relaxed) ? .exportCancelled : reason(error, current.order.place), current.order)
        }
    }

    /// Waits while the session's own clips need the card or frames are late on their way to the TV, and returns whether the export goes on.
    /// Asked before each piece and each picture.
    private func goesOn(unless isStopped: (ExportService) -> Bool) -> Bool {
        lookIfDue()
        while isCardBusy() || !losses.mayRun(at: timebase.now()), !isStopped(self), !isEnding.load(ordering: .relaxed) {
            timebase.wait(until: timebase.now() + Self.breath)
            lookIfDue()
        }
        return !isStopped(self) && !isEnding.load(ordering: .relaxed)
    }

    /// - Parameter isMade: true if the file is made anew: then this is called after each picture, and told less often.
    private func tellProgress(_ done: Int64, isMade: Bool = false) {
        guard let running else { return }
        let now = timebase.now()
        guard !isMade || now >= toldAt + Self.lookInterval || done >= running.job.bytes else { return }
        toldAt = now
        let elapsed = running.begin.duration(to: timebase.now()).inSeconds
        let written = Double(done - running.skippedBytes)
        let left = elapsed >= 1 && written > 0 ? Double(running.job.bytes - done) * elapsed / written : nil
        tell(
            .progress(
                ExportProgress(
                    place: running.order.place, label: running.label, file: running.job.file, files: running.job.files, doneBytes: done,
                    bytes: running.job.bytes, secondsLeft: left, isMadeAnew: running.job.isMadeAnew)))
    }

    private func stop(_ reason: Message, _ order: Order) {
        let result = running.map { self.result(of: $0) } ?? ExportResult(place: order.place)
        (running, self.order) = (nil, nil)
        tell(.stopped(reason: reason, result))
        finish()
    }

    private func result(of running: Running) -> ExportResult {
        ExportResult(
            place: running.order.place, label: running.label, written: running.job.written, replaced: running.job.replaced, kept: running.job.kept,
            problems: running.job.problems)
    }

    /// Lets the stick go: whoever wants another export has to ask for it.
    private func finish() {
        subject = nil
        look()
    }
}

extension ExportService {
    var worker: Worker {
        Worker(
            thread: .export, runOnce: { self.runOnce() }, wait: { self.wait(until: $0) }, end: { self.end() }, close: { self.close() },
            nextStep: { self.nextStep })
    }
}
