// SPDX-License-Identifier: GPL-3.0-or-later

import Core
import Devices
import Storage

/// The USB stick, as a seam: on the box it is mounted by root's helper, elsewhere it is a folder.
///
/// It is there only while somebody wants it, so that it may be pulled at any other time. It may even be pulled while it is wanted.
/// Thread-safe.
protocol Stick: AnyObject, Sendable {
    /// Says that somebody exports or considers an export. Repeated for as long as that holds; returns at once.
    func want()
    /// Says that nobody wants the stick any more.
    func release()
    /// The present state of a stick that is wanted.
    var state: StickState { get }
    /// The stick's folder while it is ready, and the file system for it. Once it is pulled, every operation there says that it is absent.
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
