// SPDX-License-Identifier: GPL-3.0-or-later

/// The rules of `auto`: what it takes, and why. The one place for `vir run` and for `vir devices`. Pure: it decides by what was found.
enum AutoChoice {
    enum Display: String, Encodable { case kms, window, headless }

    /// The panels that operate the box beside a script: the box's buttons, the kernel's input devices, the window's own keys.
    struct Panels: OptionSet {
        let rawValue: Int
        static let buttons = Panels(rawValue: 1)
        static let inputs = Panels(rawValue: 2)
        static let windowKeys = Panels(rawValue: 4)
    }

    /// A display card with KMS, as far as the choice needs to know it.
    struct Card {
        var name: String
        /// Why it can't be used; `nil` if it can.
        var objection: String?
        var hasTV: Bool
    }

    /// Chooses the display: the TV at the box if nobody sits at a desktop; at a desktop a window, since the display card is the desktop's.
    static func display(cards: [Card], hasDesktop: Bool) -> (kind: Display, reason: String) {
        if hasDesktop { return (.window, "on the desktop that is there") }
        let usable = cards.filter { $0.objection == nil }
        if let card = usable.first(where: \.hasTV) ?? usable.first {
            return (
                .kms,
                card.hasTV
                    ? "the TV at \(card.name), since there is no desktop"
                    : "\(card.name), since there is no desktop; no TV is plugged in yet"
            )
        }
        let objections = cards.compactMap { card in card.objection.map { "\(card.name): \($0)" } }
        let why = objections.isEmpty ? "no display card" : "no display card that can be used (\(objections.joined(separator: "; ")))"
        return (.headless, "nothing to look at: no desktop, and \(why)")
    }

    /// Chooses the camera: the first that libcamera has. If libcamera can't be reached, it is the first USB camera, unless a camera module is
    /// on the board. Without a camera, a box waits for one, and a laptop shows the synthetic range.
    /// - Parameters:
    ///   - cameras: the names of libcamera's cameras, in its order.
    ///   - usb: the names of the USB cameras that can be read without libcamera.
    ///   - hasModule: true if a camera module is on the board, which only libcamera can read.
    ///   - objection: why libcamera's cameras can't be reached; `nil` if they can.
    ///   - isBox: true if the picture goes to a TV by KMS.
    static func camera(
        cameras: [String], usb: [String] = [], hasModule: Bool = false, objection: String? = nil, isBox: Bool
    ) -> (kind: RunPlan.CameraChoice, reason: String) {
        if let first = cameras.first {
            let others = cameras.count > 1 ? ", the first of \(cameras.count)" : ""
            return (.libcamera(nil), "libcamera's \(first)\(others)")
        }
        if let objection, !hasModule {
            if let first = usb.first {
                let others = usb.count > 1 ? ", the first of \(usb.count)" : ""
                return (.usb(nil), "the USB camera \(first)\(others), since libcamera can't be reached (\(objection))")
            }
            if isBox { return (.usb(nil), "a USB camera as soon as one is plugged in; libcamera can't be reached (\(objection))") }
        }
        if isBox {
            return (.libcamera(nil), "libcamera's, " + (objection.map { "once it can be reached (\($0))" } ?? "as soon as one is plugged in"))
        }
        return (.synthetic, "the archery range, since libcamera " + (objection.map { "can't be reached (\($0))" } ?? "has no camera"))
    }

    /// Chooses the panels: the box's buttons if its lines are there; with a TV every keyboard, pedal and presenter; with a window its own
    /// keys.
    /// - Parameter buttonsObjection: why there are no buttons; `nil` if the lines are there.
    static func panel(buttonsObjection: String?, display: Display) -> (panels: Panels, reason: String) {
        var panels: Panels = buttonsObjection == nil ? .buttons : []
        var words = buttonsObjection.map { "no buttons (\($0))" } ?? "the buttons"
        switch display {
        case .kms:
            panels.insert(.inputs)
            words += ", and every keyboard, pedal, presenter and remote"
        case .window:
            panels.insert(.windowKeys)
            words += ", and the window's own keys"
        case .headless:
            if panels.isEmpty { words += ", and nothing else without a display: use --panel script:PATH" }
        }
        return (panels, words)
    }
}
