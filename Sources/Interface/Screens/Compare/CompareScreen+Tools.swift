// SPDX-License-Identifier: GPL-3.0-or-later

import Core

// The tools that the held knob opens on two clips.
extension CompareScreen {
    func tools(in context: Context) -> [ToolOffer] {
        // The positions of the pictures aren't known before both files are open.
        let isOpen = side.isOpen && otherSide?.isOpen ?? true
        // Only clips of this session can be drawn on or timed.
        let isOwn = isOpen && [side.key, otherSide?.key].contains { $0.map(context.desk.owns) ?? false }
        let film = otherSide.map { context.modelOffer(context.desk.clip($0.key), of: context.desk.book(of: $0.key)) }
        return [
            ToolOffer(.draw, isPossible: isOwn), ToolOffer(.stopwatch, isPossible: isOwn), ToolOffer(.chooseOther),
            ToolOffer(.beside, state: mode == .beside ? Strings.onOff(true) : nil),
            ToolOffer(.ghost, state: mode == .ghost ? Strings.onOff(true) : nil),
            ToolOffer(.wipe, state: mode == .wipe ? Strings.onOff(true) : nil), ToolOffer(.shift, isPossible: otherSide != nil),
            ToolOffer(.swap, isPossible: otherSide != nil), film ?? ToolOffer(.model, isPossible: false), context.linesOffer, context.zoomOffer,
            context.movementOffer, ToolOffer(.trail, isPossible: isOpen), ToolOffer(.strip, isPossible: isOpen),
            ToolOffer(.zoomApart, isPossible: context.zoom.isOn || ownZoom != nil, state: ownZoom == nil ? nil : Strings.onOff(true)),
            ToolOffer(.export, isPossible: otherSide?.key.session == side.key.session),
        ]
    }
}
