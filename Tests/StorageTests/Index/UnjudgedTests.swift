// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing

@testable import Core
@testable import Storage

/// The undecided clips of a whole card.
@Suite struct UnjudgedTests {
    /// Returns a card with this number of sessions of three clips: in every third session all are judged, in the others the second is liked
    /// or deleted.
    private func card(sessions: Int) throws -> Card {
        let card = Practice.card(on: CrashDisk())
        try card.prepare()
        for number in 1...sessions {
            let session = try card.openSession(Samples.header(number))
            for clip in 1...3 {
                try session.append(.marked(Samples.mark(clip)))
                try session.writeClip(clip)
                if clip == 2 || number % 3 == 0 {
                    try session.append(.judged(clip: clip, ClipJudgement(isDeleted: number % 2 == 0, isLiked: number % 2 == 1)))
                }
            }
            try session.close(.stopped)
        }
        return card
    }

    private func all(_ card: Card, limit: Int) throws -> (clips: [ClipKey], pages: [UnjudgedClips]) {
        var pages: [UnjudgedClips] = []
        repeat {
            let page = try card.unjudgedClips(after: pages.last?.clips.last?.key, limit: limit)
            guard !page.clips.isEmpty else { break }
            pages.append(page)
        } while pages.count < 1000
        return (pages.flatMap(\.clips).map(\.key), pages)
    }

    @Test("A-12 each comes once, the newest session first, whatever the pages' size", arguments: [1, 3, 20, 50])
    func eachComesOnce(limit: Int) throws {
        let card = try card(sessions: 9)
        let (clips, pages) = try all(card, limit: limit)
        #expect(clips.count == 12 && Set(clips).count == 12)
        #expect(clips.map(\.number) == Array(repeating: [1, 3], count: 6).flatMap { $0 })
        #expect(clips.map(\.session.folder) == clips.map(\.session.folder).sorted(by: >))
        #expect(pages.allSatisfy { $0.clips.count <= limit } && pages.first?.isFirst == true && pages.dropFirst().allSatisfy { !$0.isFirst })
        #expect(pages.last?.left == 0)
        if limit < 12 { #expect(pages[0].left == 12 - pages[0].clips.count) }
    }

    @Test("A-12 what is decided between two pages neither repeats a clip nor loses one")
    func decidingMeanwhile() throws {
        let card = try card(sessions: 9)
        let first = try card.unjudgedClips(after: nil, limit: 3)
        for clip in first.clips {
            let session = try #require(try card.resumeSession(named: clip.key.session.folder))
            try session.append(.judged(clip: clip.key.number, ClipJudgement(isLiked: true)))
            try session.close(.stopped)
        }
        var rest: [ClipKey] = []
        var last = first.clips.last?.key
        while case let page = try card.unjudgedClips(after: last, limit: 4), !page.clips.isEmpty {
            rest += page.clips.map(\.key)
            last = page.clips.last?.key
        }
        let seen = first.clips.map(\.key) + rest
        #expect(seen.count == 12 && Set(seen).count == 12)
        #expect(try all(card, limit: 50).clips.count == 9, "from the beginning, what was decided is left out")
    }

    @Test("A-12 a thousand clips in pages of fifty: only the page's sessions are read")
    func aThousand() throws {
        let card = Practice.card(on: CrashDisk())
        try card.prepare()
        for number in 1...5 {
            let session = try card.openSession(Samples.header(number))
            for clip in 1...200 {
                try session.append(.marked(Samples.mark(clip)))
                try session.writeClip(clip)
            }
            try session.close(.stopped)
        }
        let (clips, pages) = try all(card, limit: 50)
        #expect(clips.count == 1000 && Set(clips).count == 1000 && pages.count == 20)
    }
}
