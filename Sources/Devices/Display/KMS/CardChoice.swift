// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Glibc

/// The choice of a card, by which the card is also found again: numbers change when cards come and go.
struct CardChoice: Sendable {
    /// A path, or a driver's name; `nil` means any card that has a TV.
    private var wanted: String?
    /// The mode that was asked for by hand.
    let mode: DisplayMode?

    /// Reads "card1", "/dev/dri/card1" or "vkms", and a mode behind an @.
    init(_ text: String?) throws(DisplayError) {
        guard let text, !text.isEmpty else {
            (wanted, mode) = (nil, nil)
            return
        }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard let mode = DisplayMode(String(parts[1])) else {
                throw .notThere(text, reason: "\"\(parts[1])\" is no mode; write one like 1280x720 or 1920x1080@50")
            }
            self.mode = mode
        } else {
            mode = nil
        }
        let card = String(parts[0])
        wanted = card.isEmpty ? nil : Self.isNumbered(card) ? "/dev/dri/\(card)" : card
    }

    /// Opens the card.
    func open() throws(DisplayError) -> DRMDevice {
        if let wanted, wanted.hasPrefix("/") { return try DRMDevice(path: wanted) }
        var first: DRMDevice?
        var refusal: DisplayError?
        for path in Self.paths() {
            let device: DRMDevice
            do throws(DisplayError) {
                device = try DRMDevice(path: path)
            } catch {
                refusal = refusal ?? error
                continue
            }
            if let wanted, device.driver != wanted { continue }
            let sockets = ((try? KMSConnector.all(on: device, probe: true)) ?? []).filter { !$0.isWriteback }
            if sockets.contains(where: \.isConnected) { return device }
            if first == nil, !sockets.isEmpty { first = device }
        }
        if let first { return first }
        if let wanted { throw refusal ?? .notThere(wanted, reason: "no card has this driver; `vir devices` lists them") }
        throw refusal ?? .notThere("/dev/dri", reason: "there is no card that a TV can be plugged into")
    }

    /// Returns every card's device file, by number.
    static func paths() -> [String] {
        let names = FolderNames.of("/dev/dri").filter(isNumbered)
        return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { "/dev/dri/\($0)" }
    }

    /// Returns true for a card's name, such as "card12".
    private static func isNumbered(_ name: String) -> Bool {
        name.hasPrefix("card") && name.utf8.count > 4 && name.dropFirst(4).allSatisfy { ("0"..."9").contains($0) }
    }
}
