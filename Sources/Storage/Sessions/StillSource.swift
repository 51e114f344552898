import Core

/// A file that a clip's still can be read from.
public enum StillSource: Hashable, Sendable {
    /// A picture that was made of it.
    case picture(path: String)
    /// The clip itself.
    case clip(path: String)
}

extension Card {
    /// The files that a clip's still can be read from, best first; none where the session or the clip isn't there.
    public func stillSources(of key: ClipKey) throws(CardError) -> [StillSource] {
        try attempt { () throws(CardError) in
            let folder = "\(path)/\(key.session)"
            guard CardLayout.sessionNumber(inName: key.session) != nil, key.number > 0,
                  try files.isFolder(folder) else { return [] }
            var sources: [StillSource] = []
            let still = "\(folder)/\(CardLayout.stillFile(number: key.number))"
            if try files.isFile(still) { sources.append(.picture(path: still)) }
            let clips = "\(folder)/\(CardLayout.clips)"
            guard try files.isFolder(clips) else { return sources }
            for name in try files.list(clips) {
                guard let clip = CardLayout.clip(named: name), clip.number == key.number, !clip.isBuffer,
                      try files.isFile("\(clips)/\(name)") else { continue }
                sources.append(.clip(path: "\(clips)/\(name)"))
            }
            return sources
        }
    }
}
