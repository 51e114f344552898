// SPDX-License-Identifier: GPL-3.0-or-later

import CLibAV
import Core

/// One attempt to copy a clip's access units from the delay line into a file, in order.
///
/// Sound is interleaved, half a second at a time, so that a player finds pictures and sound close together in the file.
struct ClipCopy {
    /// The reason that an attempt ended without a clip.
    enum Interruption: Error {
        /// The index needs more room.
        case indexTooLarge
        /// The line evicted the footage before its first picture was copied.
        case footageLost
        case clip(ClipError)
    }

    struct Result {
        var first: FrameStamp
        var last: FrameStamp
        var frames: Int
        /// The position of the file's end, in bytes.
        var end: Int64
    }

    private var footage: ClipFootage
    private let indexBytes: Int
    private let encoderName: String
    private let metadata: [String: String]
    private let sink: ClipSink
    private var muxer: ClipMuxer?
    /// The parameter sets in the file's head, in Annex B form.
    private var headSets: [UInt8] = []
    private var first: FrameStamp?
    private var last: FrameStamp?
    private var frames = 0
    /// Pictures that aren't written yet, each with the position of its end in the file.
    private var loans: [(loan: DelayReader.Loan, end: Int64)] = []
    private var lastVideoTime = Int64.min
    private var lastSoundTime = Int64.min
    /// Sound up to this instant is written.
    private var soundThrough: Timestamp?

    init(_ footage: ClipFootage, indexBytes: Int, encoderName: String, metadata: [String: String], sink: ClipSink) {
        self.footage = footage
        self.indexBytes = indexBytes
        self.encoderName = encoderName
        self.metadata = metadata
        self.sink = sink
    }

    mutating func run() throws(Interruption) -> Result {
        let reader = footage.line.makeReader()
        guard let keyframe = reader.seek(to: footage.first) else { throw .footageLost }
        // The beginning may have been evicted since the clip was planned. The clip then begins with the oldest footage that is left.
        if keyframe.timestamp > footage.first { footage.first = keyframe.timestamp }

        defer {
            sink.drop()
            for (loan, _) in loans { reader.giveBack(loan) }
            loans = []
        }
        reading: while true {
            switch reader.borrow() {
            case .unit(let loan):
                loans.append((loan, .max))
                switch copy(loan.unit) {
                case .success(true): try giveBackWritten(to: reader, isReused: loan.isReused)
                case .success(false): break reading
                case .failure(let reason): throw .clip(reason)
                }
            case .atEnd: break reading
            case .overtaken: if first == nil { throw .footageLost }
            }
        }
        return try finish()
    }

    /// - Parameter isReused: true if the newest picture lies in memory that the next picture will overwrite.
    private mutating func giveBackWritten(to reader: DelayReader, isReused: Bool) throws(Interruption) {
        if isReused, !sink.flush() { throw .clip(.output(sink.failure ?? "no reason given")) }
        loans[loans.count - 1].end = sink.end
        var count = 0
        while count < loans.count, loans[count].end <= sink.written {
            reader.giveBack(loans[count].loan)
            count += 1
        }
        loans.removeFirst(count)
    }

    private mutating func finish() throws(Interruption) -> Result {
        guard let muxer, let first, let last else { throw .footageLost }
        do throws(ClipError) {
            try copySound(until: last.timestamp.advanced(by: footage.parameters.rate.interval), muxer)
        } catch {
            throw .clip(error)
        }
        do throws(ClipMuxer.Failure) {
            return Result(first: first, last: last, frames: frames, end: try muxer.finish())
        } catch {
            switch error {
            case .indexTooLarge: throw .indexTooLarge
            case .clip(let reason): throw .clip(reason)
            }
        }
    }

    /// - Returns: false if the unit lies after the clip's end.
    private mutating func copy(_ unit: AccessUnit) -> Swift.Result<Bool, ClipError> {
        guard unit.stamp.timestamp <= footage.through else { return .success(false) }
        do throws(ClipError) {
            let muxer = if let muxer { muxer } else { try open(at: unit) }
            if unit.isKeyframe { try copySound(until: unit.stamp.timestamp, muxer) }
            try copyPicture(unit, muxer)
            return .success(true)
        } catch {
            return .failure(error)
        }
    }

    private mutating func open(at keyframe: AccessUnit) throws(ClipError) -> ClipMuxer {
        guard let sets = AnnexB.preamble(of: keyframe.bytes).parameterSets,
            let description = ClipSample.description(of: UnsafeRawBufferPointer(rebasing: keyframe.bytes[sets]))
        else { throw .container(operation: "write the head", reason: .noParameterSets) }
        let streams = ClipMuxer.Streams(
            video: footage.parameters, orientation: footage.orientation, description: description,
            encoderName: encoderName, sound: footage.sound?.format, metadata: metadata)
        headSets = Array(keyframe.bytes[sets])
        let made = try ClipMuxer(streams, indexBytes: indexBytes, to: sink)
        muxer = made
        return made
    }

    private mutating func copyPicture(_ unit: AccessUnit, _ muxer: ClipMuxer) throws(ClipError) {
        let sinceFirst = footage.first.duration(to: unit.stamp.timestamp).nanoseconds
        let time = max(av_rescale(sinceFirst, Int64(ClipMuxer.timescale), 1_000_000_000), lastVideoTime &+ 1)
        lastVideoTime = time
        try muxer.writeVideo(try pieces(of: unit), at: time, isKeyframe: unit.isKeyframe)
        guard unit.stamp.timestamp >= footage.first else { return }
        if first == nil { first = unit.stamp }
        last = unit.stamp
        frames += 1
    }

    /// Returns an access unit in the file's form. If the scratch memory is full, everything that is pending is written first.
    private func pieces(of unit: AccessUnit) throws(ClipError) -> [UnsafeRawBufferPointer] {
        let keepsSets = unit.isKeyframe && hasOtherSets(unit.bytes)
        if let pieces = ClipSample.pieces(of: unit.bytes, keepsSets: keepsSets, lengthsIn: sink.scratch) { return pieces }
        guard sink.flush() else { throw .output(sink.failure ?? "no reason given") }
        guard let pieces = ClipSample.pieces(of: unit.bytes, keepsSets: keepsSets, lengthsIn: sink.scratch) else {
            throw .container(operation: "add footage", reason: .muxerCopies)
        }
        return pieces
    }

    /// True if another encoder has taken over since the clip began: its pictures can't be decoded with the head's parameter sets.
    private func hasOtherSets(_ keyframe: UnsafeRawBufferPointer) -> Bool {
        guard let sets = AnnexB.preamble(of: keyframe).parameterSets else { return false }
        return !keyframe[sets].elementsEqual(headSets)
    }

    /// Copies the units of sound that end by `end`, from one unit before the first audible one, because decoders need that unit.
    private mutating func copySound(until end: Timestamp, _ muxer: ClipMuxer) throws(ClipError) {
        guard let sound = footage.sound, end > footage.first else { return }
        let unitDuration = sound.format.unitDuration
        let begin = soundThrough ?? footage.first.advanced(by: .zero - unitDuration)
        for unit in sound.units(from: begin, through: end.advanced(by: .zero - unitDuration)) {
            let sinceFirst = footage.first.duration(to: unit.timestamp).nanoseconds
            let time = av_rescale(sinceFirst, Int64(sound.format.sampleRate), 1_000_000_000)
            guard time > lastSoundTime else { continue }
            lastSoundTime = time
            try unit.bytes.withUnsafeBufferPointer { bytes throws(ClipError) in
                try muxer.writeSound(UnsafeRawBufferPointer(bytes), at: time)
            }
        }
        soundThrough = end.advanced(by: .zero - unitDuration)
    }
}
