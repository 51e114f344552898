// SPDX-License-Identifier: GPL-3.0-or-later

/// The threads of a running box, by their names. Each is the sole owner of what it touches: ARCHITECTURE.md says of what.
enum BoxThread: String, CaseIterable, Sendable {
    case display = "vir-display"
    case camera = "vir-camera"
    case sound = "vir-sound"
    case decoder = "vir-decoder"
    case player = "vir-player"
    case speaker = "vir-speaker"
    case voice = "vir-voice"
    case box = "vir-box"
    case card = "vir-card"
    case stills = "vir-stills"
    case peek = "vir-peek"
    case extract = "vir-extract"
    case movement = "vir-movement"
    case ear = "vir-ear"
    case export = "vir-export"
    case importer = "vir-import"
    case pictures = "vir-pictures"
    case monitor = "vir-monitor"
    case snapshot = "vir-snapshot"

    /// The way in which the kernel schedules a thread.
    enum Priority: Equatable, Sendable {
        /// The frame path: SCHED_FIFO with this priority.
        case realTime(Int32)
        case normal
        /// Behind everything else: nice 10.
        case background
        /// Only with the time that nobody else wants: nice 19.
        case idle
    }

    var priority: Priority {
        switch self {
        case .display: .realTime(50)
        case .camera: .realTime(40)
        case .sound: .realTime(35)
        case .decoder: .realTime(30)
        case .player: .realTime(25)
        case .speaker: .realTime(20)
        case .box, .stills, .peek, .movement: .normal
        case .voice, .card, .extract, .ear, .pictures, .monitor, .snapshot: .background
        case .export, .importer: .idle
        }
    }
}

extension NamedThread {
    /// Starts one of the box's threads.
    /// - Parameter onRefusal: receives the reason if the frame path's priority isn't permitted.
    convenience init(_ thread: BoxThread, onRefusal: @escaping @Sendable (String) -> Void, _ body: @escaping @Sendable () -> Void) {
        let scheduling: Scheduling =
            switch thread.priority {
            case .realTime(let priority): .realTime(priority: priority, onRefusal: onRefusal)
            case .normal: .normal
            case .background: .background
            case .idle: .idle
            }
        self.init(thread.rawValue, scheduling, body)
    }
}
