// SPDX-License-Identifier: GPL-3.0-or-later

import Synchronization
import Testing

@testable import Storage

/// A machine with one folder, on which a card may be mounted.
private final class Folder: Sendable {
    /// The number of the file system in the folder; the one around it is 1.
    private let inside: Mutex<UInt64?>

    init(on device: UInt64?) { inside = Mutex(device) }

    func holds(_ device: UInt64?) { inside.withLock { $0 = device } }

    func mountPoint(isDeclared: Bool = false) -> MountPoint {
        MountPoint(path: "/media/VIR", isDeclared: isDeclared) { path in
            path.hasSuffix("/..") ? (self.inside.withLock { $0 } == nil ? nil : 1) : self.inside.withLock { $0 }
        }
    }
}

@Suite struct MountPointTests {
    @Test func aFolderThatNeverWasAMountPointIsACard() {
        #expect(Folder(on: 1).mountPoint().isCard)
    }

    @Test func theBareFolderOfAPulledCardIsNone() {
        let folder = Folder(on: 7)
        let mount = folder.mountPoint()
        #expect(mount.isCard)
        folder.holds(1)
        #expect(!mount.isCard)
        #expect(!mount.isCard)
    }

    @Test func theNextCardIsOneWhateverItsNumber() {
        let folder = Folder(on: 7)
        let mount = folder.mountPoint()
        folder.holds(1)
        #expect(!mount.isCard)
        folder.holds(9)
        #expect(mount.isCard)
    }

    @Test func aCardThatCameAfterTheStartIsKnownToo() {
        let folder = Folder(on: 1)
        let mount = folder.mountPoint()
        #expect(mount.isCard)
        folder.holds(7)
        #expect(mount.isCard)
        folder.holds(1)
        #expect(!mount.isCard)
    }

    @Test func aDeclaredMountPointIsACardOnlyWhileOneIsMounted() {
        let folder = Folder(on: 1)
        let mount = folder.mountPoint(isDeclared: true)
        #expect(!mount.isCard)
        folder.holds(7)
        #expect(mount.isCard)
        folder.holds(1)
        #expect(!mount.isCard)
    }

    @Test func onlyTheBoxsOwnPlaceIsDeclared() {
        for path in ["/media/VIR", "/media/VIR/", "//media//VIR"] { #expect(MountPoint.isDeclared(path), "\(path)") }
        for path in ["/media", "/media/anna/VIR", "media/VIR", "/mnt/VIR", "/media/..", "/media/.", "/", "", "/home/media/VIR"] {
            #expect(!MountPoint.isDeclared(path), "\(path)")
        }
    }

    @Test func aFolderThatIsGoneIsForTheFileSystemToSay() {
        let folder = Folder(on: 7)
        let mount = folder.mountPoint()
        folder.holds(nil)
        #expect(mount.isCard)
    }
}
