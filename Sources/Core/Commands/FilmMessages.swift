// SPDX-License-Identifier: GPL-3.0-or-later

/// A command to the importer of films from elsewhere.
public enum FilmCommand: Hashable, Sendable {
    /// The card that is in was made ready, or somebody chose what is kept: import the films in its folder `IMPORT` that it doesn't have yet.
    /// A film that is just being imported is given up, and begun anew if it is still wanted.
    /// - Parameter keepsNothing: true if no footage is written. Films that wait are refused then.
    case look(keepsNothing: Bool)
}

/// A report of the importer. A card whose films are all imported already gives no report.
public enum FilmNews: Hashable, Sendable {
    /// A film is being imported; reported at its beginning, and twice a second at most.
    case progress(FilmProgress)
    /// A film is on the card now, as a clip at this place.
    case imported(name: String, place: String)
    /// A film isn't imported, and why.
    case refused(RefusedFilm)
    /// No film is left that can be imported now: the number of new ones, and those that were refused.
    case ended(imported: Int, refused: [RefusedFilm])
}

/// The progress of the import.
public struct FilmProgress: Hashable, Sendable {
    /// The film's own name.
    public var name: String
    /// The number of films that are settled before it, and the number of all films in the folder.
    public var done: Int
    public var films: Int
    /// The finished share of this film, 0…1.
    public var share: Double

    public init(name: String, done: Int, films: Int, share: Double) {
        (self.name, self.done, self.films, self.share) = (name, done, films, share)
    }

    /// The finished share of all films, 0…1.
    public var whole: Double { films > 0 ? ((Double(done) + share) / Double(films)).clamped(to: 0...1) : 0 }
}

/// The thing that a person can do about a film that isn't imported.
public enum FilmAdvice: String, Hashable, Sendable, Codable {
    /// It is a good film that a box can't decode in time: `vir card import` encodes it on a laptop.
    case laptop
    /// It is damaged, or no film: copy it again.
    case again
    /// It is too long or too large for any machine: cut it on the phone.
    case shorter
    /// It is coded in a way that VIR doesn't read: export it from the phone as H.264.
    case recode
    /// The card has no room for it: make some.
    case room
    /// Nothing is kept: choose another `keep`.
    case keep
    /// The card didn't take it, and the film isn't at fault: it is tried again at the next start, and once the card is back.
    case card
}

/// The reason why a film isn't imported.
public struct FilmVerdict: Hashable, Sendable, Codable {
    public var advice: FilmAdvice
    /// One line in English, for the log and the notes: `longestReason` characters at most, whatever the film or libav says.
    public let reason: String

    /// The most characters of a reason.
    public static let longestReason = 200

    public init(_ advice: FilmAdvice, reason: String) { (self.advice, self.reason) = (advice, reason.onOneLine.shortened(to: Self.longestReason)) }

    /// Anybody may have edited the notes.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try fields.decode(FilmAdvice.self, forKey: .advice), reason: try fields.decode(String.self, forKey: .reason))
    }
}

/// A film that isn't imported.
public struct RefusedFilm: Hashable, Sendable {
    /// The film's own name.
    public var name: String
    public var verdict: FilmVerdict

    public init(name: String, _ verdict: FilmVerdict) { (self.name, self.verdict) = (name, verdict) }
}
