// SPDX-License-Identifier: GPL-3.0-or-later

import Core

/// The words in the templates themselves, as `{{words.scorebook}}`, in the current language.
struct PageWords {
    let language = Strings.Page.language
    let scorebook = Strings.Page.scorebook
    let allSessions = Strings.Page.allSessions
    let wasRecovered = Strings.Page.wasRecovered
    let notes = Strings.Page.notes
    let result = Strings.Page.result
    let target = Strings.Page.target
    let toTheClips = Strings.Page.toTheClips
    let clips = Strings.Page.clips
    let noClips = Strings.Page.noClips
    let liked = Strings.liked
    let phases = Strings.Page.phases
    let phasesCaption = Strings.Page.phasesCaption
    let phasesAsTable = Strings.Page.phasesAsTable
    let morePhases = Strings.Page.morePhases
    let holds = Strings.Page.holds
    let holdsCaption = Strings.Page.holdsCaption
    let anglesAsTable = Strings.Page.anglesAsTable
    let keptPictures = Strings.Page.keptPictures
    let archer = Strings.Page.archer
    let scorer = Strings.Page.scorer
    let writtenByVIR = Strings.Page.writtenByVIR(ProgramVersion.text)
    let besideThisPage = Strings.Page.besideThisPage
    let scoresAsTable = Strings.Page.scoresAsTable
    let targetAsPicture = Strings.Page.targetAsPicture
    let everythingForAProgram = Strings.Page.everythingForAProgram
    let scorecard = Strings.Page.scorecard
    let scorecardCaption = Strings.Page.scorecardCaption
    let end = Strings.Page.end
    let arrows = Strings.Page.arrows
    let total = Strings.Page.total
    let running = Strings.Page.running
    let inTheInnerRing = Strings.Page.inTheInnerRing
    let arrow = Strings.Page.arrow
    let ring = Strings.Page.ring
    let points = Strings.Page.points
    let spot = Strings.Page.spot
    let fromTheCentre = Strings.Page.fromTheCentre
    let coordinates = Strings.Page.coordinates
    let clip = Strings.Page.clip
    let noFileName = Strings.Page.noFileName
    let file = Strings.Page.file
    let mirroredOnTheTV = Strings.Page.mirroredOnTheTV
    let beginningMissing = Strings.Page.beginningMissing
    let when = Strings.Page.when
    let asTable = Strings.Page.asTable
    let sessionsWord = Strings.Page.sessionsWord
    let sessionBefore = Strings.Page.sessionBefore
    let sessionAfter = Strings.Page.sessionAfter
    let noSessionYet = Strings.Page.noSessionYet
    let notScored = Strings.Page.notScored
    let writtenOnTheCard = Strings.Page.writtenOnTheCard(ProgramVersion.text)
}
