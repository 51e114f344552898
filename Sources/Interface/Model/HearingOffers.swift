// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The box's proposals about hearing. It proposes each thing once in its life, as a chip: nobody has to answer. The settings remember that.
enum HearingOffers {
    /// The marks after which it is worth hearing shots: as many as the ear needs to learn one.
    static let marks = LearnedShot.fewest
    /// Suggestions that nobody took, after which somebody else may shoot nearby.
    static let letGo = 3
    /// The last suggestions by which the ear is judged, and how many of them may be wrong (docs/hearing.md, "Proposals").
    static let (judged, wrong) = (20, 1)
    /// The marks that are enough to learn a shot (docs/hearing.md, rule 3). If they don't agree, the microphone hears too little of the bow.
    static let enough = 9
}

extension HeardShots {
    /// The shots of which it is settled that a mark took them, or that nobody did, the oldest first.
    fileprivate func settled(at now: Timestamp, delay: Duration) -> [DetectedShot] {
        all.filter { $0.timestamp + delay + Self.patience < now }
    }
}

extension Context {
    /// Proposes what is due.
    mutating func offerHearing(at now: Timestamp) {
        for offer in Strings.HearingOffer.allCases where !settings.madeOffers.contains(offer.rawValue) && isDue(offer, at: now) {
            var changed = settings
            changed.madeOffers.append(offer.rawValue)
            // Nothing but the file follows this setting.
            _ = preferences.change(to: changed, at: now)
            conditions.note(Notice(kind: .word, title: Strings.title(of: offer), detail: Strings.advice(on: offer)))
        }
    }

    private func isDue(_ offer: Strings.HearingOffer, at now: Timestamp) -> Bool {
        guard switchingOff.ending == nil else { return false }
        switch offer {
        case .suggestions:
            // While no sound is wanted, a microphone is only seen in the list of devices, and `sound-marks` is what opens it.
            let hasMicrophone = settings.recordsSound ? !conditions.isSoundMissing : conditions.isMicrophoneThere
            guard settings.soundMarks == .off, settings.scores, hasMicrophone else { return false }
            return sessions.all.flatMap(\.marksOfThisRun).count { !$0.isAutomatic } >= HearingOffers.marks
        case .witness:
            guard settings.soundMarks == .suggest, !settings.hasMovementWitness, heardShots.all.count >= HearingOffers.letGo else { return false }
            return letGo(of: settledShots(at: now)) >= HearingOffers.letGo
        case .marks:
            guard settings.soundMarks == .suggest, heardShots.all.count >= HearingOffers.judged else { return false }
            let last = settledShots(at: now).suffix(HearingOffers.judged)
            return last.count == HearingOffers.judged && letGo(of: Array(last)) <= HearingOffers.wrong
        case .nearer:
            let lesson = heardShots.lesson
            return settings.soundMarks != .off && lesson.gate == nil && lesson.marks >= HearingOffers.enough
        }
    }

    private func settledShots(at now: Timestamp) -> [DetectedShot] {
        heardShots.settled(at: now, delay: .seconds(settings.delaySeconds)).filter { believes($0.timestamp) }
    }

    private func letGo(of shots: [DetectedShot]) -> Int {
        let taken = takenShots
        return shots.count { !taken.contains($0.timestamp) }
    }
}
