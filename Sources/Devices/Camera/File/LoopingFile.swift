// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// A video file that begins anew at its end, and gives the picture at any time since the start. Time only goes forwards. Thread-bound.
final class LoopingFile {
    let reader: VideoFileReader
    /// The damage of the file, as one line; known once it has been met.
    var note: String? { (damage ?? reader.damage).map { "\(reader.path): \($0)" } }
    /// The damage as it was known at the end of a whole pass.
    private var damage: String?
    private var timeline: PictureTimeline
    /// The picture on show, and the next one, which says how long the first one lasts.
    private var current: UnsafeMutablePointer<AVFrame>
    private var upcoming: UnsafeMutablePointer<AVFrame>
    /// The time of the next picture; `nil` for a file of one picture, which lasts for ever.
    private var upcomingTime: Duration?
    private var picturesInPass = 1
    /// True if the last pass is over and the file couldn't be begun anew.
    private var isAway = false
    /// The time by which a picture may begin early: timestamps are rounded, so a picture may seem to begin a little after its instant.
    private let tolerance: Duration
    /// The number of the picture on show, so that no picture is converted twice.
    private(set) var pictureNumber: Int64 = 0
    /// The time since the start at which the pass of the picture on show began.
    private(set) var passStart: Duration = .zero
    /// The same for the next picture.
    private var upcomingPass: Duration = .zero

    /// Decodes the first picture, so that a file that can't be played is refused at once.
    init(path: String) throws(CameraError) {
        reader = try VideoFileReader(path: path)
        guard let first = av_frame_alloc(), let second = av_frame_alloc() else {
            throw .unreadable(path, reason: "there is no memory for its pictures")
        }
        current = first
        upcoming = second
        timeline = PictureTimeline(rate: reader.rate, tick: reader.tick)
        tolerance = min(reader.tick + .nanoseconds(2), reader.rate.interval / 2)
        guard reader.readPicture(into: current) else {
            throw .unreadable(path, reason: "no picture in it can be decoded; is the file whole?")
        }
        _ = timeline.place(reader.time(of: current))
    }

    deinit {
        var frames: [UnsafeMutablePointer<AVFrame>?] = [current, upcoming]
        for index in frames.indices { av_frame_free(&frames[index]) }
    }

    /// Returns the newest picture that has begun by this time since the start.
    func picture(at time: Duration) throws(CameraError) -> UnsafePointer<AVFrame> {
        if pictureNumber == 0 {
            try readUpcoming()
            pictureNumber = 1
        }
        while let next = upcomingTime, next <= time + tolerance {
            swap(&current, &upcoming)
            passStart = upcomingPass
            pictureNumber += 1
            try readUpcoming()
        }
        return UnsafePointer(current)
    }

    /// Begins the file anew if that failed before.
    /// - Throws: `gone` as long as the file can't be read.
    func resume() throws(CameraError) {
        if isAway { try readUpcoming() }
    }

    private func readUpcoming() throws(CameraError) {
        upcomingTime = nil
        if !isAway, reader.readPicture(into: upcoming) {
            picturesInPass += 1
        } else {
            if !isAway {
                damage = damage ?? reader.damage
                timeline.endPass()
                guard picturesInPass > 1 else { return }
            }
            isAway = true
            try reader.readFirstPicture(into: upcoming)
            (isAway, picturesInPass) = (false, 1)
        }
        upcomingTime = timeline.place(reader.time(of: upcoming))
        upcomingPass = timeline.passStart
    }
}
