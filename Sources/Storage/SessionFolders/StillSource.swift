// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// A file that a clip's still can be read from.
public enum StillSource: Hashable, Sendable {
    /// A picture that was made of the clip.
    case picture(path: String)
    /// The clip itself.
    case clip(path: String)
}

extension Card {
    /// Returns the files that a clip's still can be read from, best first; empty if the session or the clip isn't there.
    public func stillSources(of key: ClipKey) throws(CardError) -> [StillSource] {
        try attempt { () throws(CardError) in
            let key = present(key)
            let folder = "\(path)/\(key.session.folder)"
            guard mayHave(key), try files.isFolder(folder)
            else { return [] }
            var sources: [StillSource] = []
            let still = "\(folder)/\(CardLayout.stillFile(number: key.number))"
            if try files.isFile(still) { sources.append(.picture(path: still)) }
            if let file = try anyClipFile(of: key) { sources.append(.clip(path: file)) }
            return sources
        }
    }

    /// Returns the path of a clip's file, whatever it is called by now; `nil` if the session or the clip isn't there.
    public func file(ofClip key: ClipKey) throws(CardError) -> String? {
        try attempt { () throws(CardError) in
            let key = present(key)
            guard mayHave(key) else { return nil }
            return try anyClipFile(of: key)
        }
    }

    /// Returns the orientation for viewing a clip, from its record; `nil` if its file's own orientation holds.
    public func orientation(ofClip key: ClipKey) throws(CardError) -> PictureOrientation? {
        let key = present(key)
        return mayHave(key) ? try session(named: key.session.folder).record?.clips.first { $0.number == key.number }?.orientation : nil
    }

    private func present(_ key: ClipKey) -> ClipKey { ClipKey(session: present(key.session), number: key.number) }

    /// True if the clip may lie on this card, and its session's name leads nowhere else.
    private func mayHave(_ key: ClipKey) -> Bool { key.session.isOn(id) && CardLayout.mayBeSession(key.session.folder) && key.number > 0 }

    private func anyClipFile(of key: ClipKey) throws(CardError) -> String? {
        for kind in [ClipPlan.Kind.mark, .detected, .tail, .buffer, .part, .film] {
            if let file = try clipFile(of: key, kind) { return file }
        }
        return nil
    }

    private func clipFile(of key: ClipKey, _ kind: ClipPlan.Kind) throws(CardError) -> String? {
        let clips = "\(path)/\(key.session.folder)/\(CardLayout.clips)"
        guard try files.isFolder(clips) else { return nil }
        for name in try files.list(clips) {
            guard let clip = CardLayout.clip(named: name), clip.kind == kind, clip.isOf(key.number, kind), try files.isFile("\(clips)/\(name)")
            else { continue }
            return "\(clips)/\(name)"
        }
        return nil
    }
}
