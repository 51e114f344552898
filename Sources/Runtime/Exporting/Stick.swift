// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Storage

/// The USB stick, as a seam: on the box the one that root's helper mounts, elsewhere a folder.
///
/// It is there only while somebody wants it, so that it may be pulled at any other time, and at that one too. Thread-safe.
protocol Stick: AnyObject, Sendable {
    /// Somebody exports, or thinks of it. Said again every few seconds for as long as that holds; returns at once.
    func want()
    /// Nobody does any more.
    func release()
    /// As it stands now, of one that is wanted.
    var state: StickState { get }
    /// Where it lies while it is ready, and what it is written with. Once it is pulled, everything there says that it is absent.
    var path: String { get }
    var files: any FileSystem { get }
}

/// A folder that stands for a stick; a script's `stick unplug` pulls it.
final class FolderStick: Stick, Pluggable {
    let path: String
    private let plug: CardPlug
    private let label: String?

    init(_ path: String) {
        self.path = path
        plug = CardPlug(POSIXFileSystem(root: path))
        label = path.split(separator: "/").last.map(String.init)
    }

    func want() {}
    func release() {}

    var files: any FileSystem { plug }

    var state: StickState {
        do throws(CardError) {
            let space = try plug.space(at: path)
            return space.isWritable ? .ready(label: label, freeBytes: space.freeBytes) : .refused(label: label, reason: .stickReadOnly)
        } catch {
            return .none
        }
    }

    func setPlugged(_ isPlugged: Bool) { plug.setPlugged(isPlugged) }
}
