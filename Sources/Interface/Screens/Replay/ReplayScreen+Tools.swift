// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The tools that the held knob opens on a replay, and the drawings on its picture.
extension ReplayScreen {
    func tools(in context: Context) -> [ToolOffer] {
        let draw = ToolOffer(.draw, isPossible: key == nil || facts != nil)
        let slow = ToolOffer(.slow, state: isSlow ? Strings.onOff(true) : nil)
        guard let key else {
            return [
                draw, slow, ToolOffer(.strip), ToolOffer(.stopwatch), context.movementOffer, ToolOffer(.trail), context.linesOffer,
                context.zoomOffer,
            ]
        }
        let clip = context.desk.book?.clip(key.number)
        let (isThere, hasFile) = (clip?.isThere ?? false, clip?.file != nil)
        let orientation = orientation(in: context)
        let film = context.desk.book.flatMap { $0.isOfFilms ? context.modelOffer(clip, of: $0) : nil }
        return [film].compactMap { $0 } + [
            draw, slow, ToolOffer(.stopwatch, isPossible: isThere && facts != nil), ToolOffer(.compare, isPossible: isThere),
            ToolOffer(.trim, isPossible: hasFile && facts != nil), ToolOffer(.strip, isPossible: isThere && facts != nil), context.linesOffer,
            context.zoomOffer, context.movementOffer, ToolOffer(.trail, isPossible: isThere && facts != nil), ToolOffer(.moment, isPossible: isThere),
            ToolOffer(.mirror, isPossible: isThere, state: orientation.isMirrored ? Strings.onOff(true) : nil),
            ToolOffer(.turn, isPossible: isThere, state: orientation.turn == .none ? nil : Strings.rotation(orientation.turn.rawValue)),
            ToolOffer(.export, isPossible: hasFile), ToolOffer(.deleteClip, isPossible: isThere),
        ]
    }

    /// Returns how the clip's record turns and mirrors it, or `nil` if the orientation of its file is used.
    func decidedOrientation(in context: Context) -> PictureOrientation? {
        key.flatMap { context.desk.book?.clip($0.number)?.orientation }
    }

    /// Returns the clip's orientation: as somebody decided, otherwise as it was recorded.
    func orientation(in context: Context) -> PictureOrientation { decidedOrientation(in: context) ?? facts?.orientation ?? .upright }

    func sources(at now: Timestamp) -> [PlaybackSource] {
        let position = transport.position(at: now)
        let picture = transport.picture(at: position)
        return [
            PlaybackSource(
                track: .replay, footage: track.footage, position: position, picture: picture + (look?.known.frame ?? 0),
                start: transport.grid + transport.interval * Int(picture))
        ]
    }

    func facts(in context: Context) -> ClipFacts? {
        guard look != nil else { return facts }
        return ClipFacts(
            seconds: transport.bounds.upperBound.inSeconds, interval: transport.interval, size: context.stream.size,
            orientation: context.settings.orientation)
    }

    /// The width of the picture over its height, as it is displayed. Until it is known, it counts as 16:9.
    func aspect(in context: Context) -> Double {
        guard let facts = facts(in: context) else { return 16.0 / 9 }
        let size = (look == nil ? orientation(in: context) : context.settings.orientation).size(of: facts.size)
        return Double(max(1, size.width)) / Double(max(1, size.height))
    }

    /// The area into which a clip's picture is fitted.
    func place(in context: Context) -> Rect { Canvas.shape.place(ofPicture: aspect(in: context)) }

    /// Returns its picture, as the ground for drawings.
    func pictures(in context: Context, at now: Timestamp) -> [DrawnPicture] {
        let seconds = transport.position(at: now).inSeconds
        switch subject {
        case .clip(let key):
            let layer = Layer(.video(.replay), place: place(in: context), crop: context.zoom.crop)
            return [
                DrawnPicture(
                    .clip(key), layer, orientation: orientation(in: context), size: facts?.size ?? context.stream.size, seconds: seconds,
                    isLeftHanded: context.isBookLeftHanded)
            ]
        case .line:
            let layer = LivePictures.picture(.replay, context, within: Canvas.bounds)
            return [
                DrawnPicture(
                    .line, layer, orientation: context.settings.orientation, size: context.stream.size, seconds: seconds,
                    isLeftHanded: context.isShooterLeftHanded)
            ]
        }
    }

    mutating func use(_ tool: Tool, in context: inout Context, at now: Timestamp) -> [ScreenOutcome] {
        // The first four tools need a paused picture. In a sequence the other three do too, because the next clip would close the tool.
        let works: Set<Tool> = [.draw, .stopwatch, .trail, .strip]
        let opens = sequence != nil && [.compare, .trim, .export].contains(tool)
        if works.contains(tool) || opens, !transport.isPaused { transport.togglePause(at: now) }
        switch (tool, key) {
        case (.draw, _), (.trail, _), (.strip, _), (.stopwatch, _), (.trim, .some): return [.go(.tool(tool))]
        case (.slow, _):
            toggleSlow(at: now)
            return []
        case (.deleteClip, let key?): return [.judge(clips: [key.number], .deleted(true)), .back]
        case (.moment, let key?):
            let place = transport.position(at: now).inSeconds
            return [.judge(clips: [key.number], .moment((place * 1000).rounded() / 1000))]
        case (.compare, let key?): return [.go(.compare(key))]
        case (.model, let key?): return context.toggleModel(key)
        case (.export, let key?):
            let title = context.desk.book?.clip(key.number)?.title ?? Strings.clip(key.number)
            let subject = ExportSubject(session: key.session.folder, clips: [key.number])
            return [.go(.export(subject, title: Strings.export(title), line: context.desk.book?.archer))]
        case (.turn, let key?):
            let before = orientation(in: context)
            return [.judge(clips: [key.number], .turned(before.turned(), before: before))]
        case (.mirror, let key?):
            let before = orientation(in: context)
            return [.judge(clips: [key.number], .mirrored(before.mirrored(), before: before))]
        default: return []
        }
    }
}
