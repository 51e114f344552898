// SPDX-License-Identifier: GPL-3.0-or-later
//
// Made from the keys of Sources/Core/Words/english.txt, and never written by hand.
// `WRITE_PHRASES=1 swift test --filter PhraseSourceTests` makes it anew.
//
// swift-format-ignore-file

extension Strings {
    package static var mark: String { Language.said("mark") }
    package static var stop: String { Language.said("stop") }
    package static var live: String { Language.said("live") }
    package static var noPictureYet: String { Language.said("no-picture-yet") }
    package static var nothingToSave: String { Language.said("nothing-to-save") }
    package static var nothingKept: String { Language.said("nothing-kept") }
    package static var savingBuffer: String { Language.said("saving-buffer") }
    package static var bufferWaits: String { Language.said("buffer-waits") }
    package static var ago: String { Language.said("ago") }
    package static var delayWord: String { Language.said("delay-word") }
    package static func marks(_ count: Int) -> String { Language.said("marks", count: count) }
    package static func detected(_ count: Int) -> String { Language.said("detected", count: count) }
    package static var unconfirmed: String { Language.said("unconfirmed") }
    package static var delayedPictureIn: String { Language.said("delayed-picture-in") }
    package static func endDone(_ number: some PhraseValue) -> String { Language.said("end-done", ["number": number]) }
    package static func clips(_ count: Int) -> String { Language.said("clips", count: count) }
    package static var holdForTools: String { Language.said("hold-for-tools") }
    package static var moreTools: String { Language.said("more-tools") }
    package static func undo(_ deed: some PhraseValue) -> String { Language.said("undo", ["deed": deed]) }
    package static var nothingToUndo: String { Language.said("nothing-to-undo") }
    package static func undone(_ deed: some PhraseValue) -> String { Language.said("undone", ["deed": deed]) }
    package static var holdWord: String { Language.said("hold-word") }
    package static func redo(_ deed: some PhraseValue) -> String { Language.said("redo", ["deed": deed]) }
    package static func redone(_ deed: some PhraseValue) -> String { Language.said("redone", ["deed": deed]) }
    package static func markSet(_ number: some PhraseValue) -> String { Language.said("mark-set", ["number": number]) }
    package static func arrowPlaced(_ number: some PhraseValue) -> String { Language.said("arrow-placed", ["number": number]) }
    package static var noteChanged: String { Language.said("note-changed") }
    package static func momentSet(_ clip: some PhraseValue) -> String { Language.said("moment-set", ["clip": clip]) }
    package static func clipDeleted(_ clip: some PhraseValue) -> String { Language.said("clip-deleted", ["clip": clip]) }
    package static func clipRestored(_ clip: some PhraseValue) -> String { Language.said("clip-restored", ["clip": clip]) }
    package static func clipSkipped(_ clip: some PhraseValue) -> String { Language.said("clip-skipped", ["clip": clip]) }
    package static func clipLiked(_ clip: some PhraseValue) -> String { Language.said("clip-liked", ["clip": clip]) }
    package static func clipNotLiked(_ clip: some PhraseValue) -> String { Language.said("clip-not-liked", ["clip": clip]) }
    package static func clipTurned(_ clip: some PhraseValue) -> String { Language.said("clip-turned", ["clip": clip]) }
    package static func clipMirrored(_ clip: some PhraseValue) -> String { Language.said("clip-mirrored", ["clip": clip]) }
    package static func modelOf(_ clip: some PhraseValue, name: some PhraseValue) -> String { Language.said("model-of", ["clip": clip, "name": name]) }
    package static func modelOfEverybody(_ clip: some PhraseValue) -> String { Language.said("model-of-everybody", ["clip": clip]) }
    package static func modelEnded(_ clip: some PhraseValue) -> String { Language.said("model-ended", ["clip": clip]) }
    package static var save: String { Language.said("save") }
    package static var dontSave: String { Language.said("dont-save") }
    package static var offerTitle: String { Language.said("offer-title") }
    package static func waiting(_ count: Int) -> String { Language.said("waiting", count: count) }
    package static func lost(_ count: Int) -> String { Language.said("lost", count: count) }
    package static var nextSession: String { Language.said("next-session") }
    package static func offIn(_ seconds: some PhraseValue) -> String { Language.said("off-in", ["seconds": seconds]) }
    package static var letGo: String { Language.said("let-go") }
    package static var switchingOff: String { Language.said("switching-off") }
    package static var leaveTheCard: String { Language.said("leave-the-card") }
    package static var holdOnceMore: String { Language.said("hold-once-more") }
    package static var delayError: String { Language.said("delay-error") }
    package static var frames: String { Language.said("frames") }
    package static var shownFrames: String { Language.said("shown-frames") }
    package static var picture: String { Language.said("picture") }
    package static var tv: String { Language.said("tv") }
    package static var camera: String { Language.said("camera") }
    package static var encoder: String { Language.said("encoder") }
    package static var decoder: String { Language.said("decoder") }
    package static var memory: String { Language.said("memory") }
    package static var power: String { Language.said("power") }
    package static var swipes: String { Language.said("swipes") }
    package static var heard: String { Language.said("heard") }
    package static var card: String { Language.said("card") }
    package static var bufferWord: String { Language.said("buffer-word") }
    package static var cardRoom: String { Language.said("card-room") }
    package static var cardSpeed: String { Language.said("card-speed") }
    package static var noCamera: String { Language.said("no-camera") }
    package static var noCameraAdvice: String { Language.said("no-camera-advice") }
    package static var cameraChanged: String { Language.said("camera-changed") }
    package static var cameraPartMissing: String { Language.said("camera-part-missing") }
    package static var cameraSetupAdvice: String { Language.said("camera-setup-advice") }
    package static var noEncoder: String { Language.said("no-encoder") }
    package static var noEncoderAdvice: String { Language.said("no-encoder-advice") }
    package static var codecFailed: String { Language.said("codec-failed") }
    package static var tooLargePicture: String { Language.said("too-large-picture") }
    package static var noTV: String { Language.said("no-tv") }
    package static var noTVAdvice: String { Language.said("no-tv-advice") }
    package static var noCard: String { Language.said("no-card") }
    package static var otherCard: String { Language.said("other-card") }
    package static func changesWait(_ count: Int) -> String { Language.said("changes-wait", count: count) }
    package static var changesWaitAdvice: String { Language.said("changes-wait-advice") }
    package static func clipsWaitForCard(_ count: Int) -> String { Language.said("clips-wait-for-card", count: count) }
    package static var lockedCard: String { Language.said("locked-card") }
    package static var lockedCardAdvice: String { Language.said("locked-card-advice") }
    package static var fullCard: String { Language.said("full-card") }
    package static var fullCardAdvice: String { Language.said("full-card-advice") }
    package static var failingCard: String { Language.said("failing-card") }
    package static var failingCardAdvice: String { Language.said("failing-card-advice") }
    package static func clipsSaved(_ count: Int) -> String { Language.said("clips-saved", count: count) }
    package static var weakPower: String { Language.said("weak-power") }
    package static var weakPowerAdvice: String { Language.said("weak-power-advice") }
    package static var tooHot: String { Language.said("too-hot") }
    package static var tooHotAdvice: String { Language.said("too-hot-advice") }
    package static func framesLost(_ percent: some PhraseValue) -> String { Language.said("frames-lost", ["percent": percent]) }
    package static var framesLostAdvice: String { Language.said("frames-lost-advice") }
    package static var framesLostAtTheSmallest: String { Language.said("frames-lost-at-the-smallest") }
    package static var safeMode: String { Language.said("safe-mode") }
    package static var safeModeAdvice: String { Language.said("safe-mode-advice") }
    package static var triggerHeld: String { Language.said("trigger-held") }
    package static var triggerHeldAdvice: String { Language.said("trigger-held-advice") }
    package static var dateUnknown: String { Language.said("date-unknown") }
    package static var dateUnknownAdvice: String { Language.said("date-unknown-advice") }
    package static var cutsItself: String { Language.said("cuts-itself") }
    package static var cutsItselfAdvice: String { Language.said("cuts-itself-advice") }
    package static var keepsNothing: String { Language.said("keeps-nothing") }
    package static var keepsNothingAdvice: String { Language.said("keeps-nothing-advice") }
    package static var checkRegion: String { Language.said("check-region") }
    package static var nothingMoves: String { Language.said("nothing-moves") }
    package static var neverRests: String { Language.said("never-rests") }
    package static var ralliesOff: String { Language.said("rallies-off") }
    package static var ralliesOffAdvice: String { Language.said("rallies-off-advice") }
    package static var sessionGoesOn: String { Language.said("session-goes-on") }
    package static var startedAgain: String { Language.said("started-again") }
    package static var sessionNotFound: String { Language.said("session-not-found") }
    package static var newSessionBegan: String { Language.said("new-session-began") }
    package static var splitInTwo: String { Language.said("split-in-two") }
    package static var notSplit: String { Language.said("not-split") }
    package static var lostWithTheRun: String { Language.said("lost-with-the-run") }
    package static var soundMissing: String { Language.said("sound-missing") }
    package static var soundMissingAdvice: String { Language.said("sound-missing-advice") }
    package static var noVoice: String { Language.said("no-voice") }
    package static var voiceOn: String { Language.said("voice-on") }
    package static var voiceOff: String { Language.said("voice-off") }
    package static var voiceSwitch: String { Language.said("voice-switch") }
    package static var switchOffSpoken: String { Language.said("switch-off-spoken") }
    package static var shortMemory: String { Language.said("short-memory") }
    package static var cutShortAdvice: String { Language.said("cut-short-advice") }
    package static func others(_ count: Int) -> String { Language.said("others", count: count) }
    package static func wrongSettings(_ count: Int) -> String { Language.said("wrong-settings", count: count) }
    package static var settingsTaken: String { Language.said("settings-taken") }
    package static var nearlyFullCard: String { Language.said("nearly-full-card") }
    package static var nothingMayGo: String { Language.said("nothing-may-go") }
    package static var roomMade: String { Language.said("room-made") }
    package static var noRoomMade: String { Language.said("no-room-made") }
    package static var protectedWord: String { Language.said("protected-word") }
    package static func protected(_ count: Int) -> String { Language.said("protected", count: count) }
    package static func notProtected(_ count: Int) -> String { Language.said("not-protected", count: count) }
    package static var pictureKept: String { Language.said("picture-kept") }
    package static var pictureNotKept: String { Language.said("picture-not-kept") }
    package static func frame(_ number: some PhraseValue) -> String { Language.said("frame", ["number": number]) }
    package static var now: String { Language.said("now") }
    package static var delayLine: String { Language.said("delay-line") }
    package static var stillRecording: String { Language.said("still-recording") }
    package static var picturesPerSecond: String { Language.said("pictures-per-second") }
    package static var nothingToLookAt: String { Language.said("nothing-to-look-at") }
    package static var partFirst: String { Language.said("part-first") }
    package static var partLast: String { Language.said("part-last") }
    package static var partIsMade: String { Language.said("part-is-made") }
    package static func partMade(_ clip: some PhraseValue) -> String { Language.said("part-made", ["clip": clip]) }
    package static var partNotMade: String { Language.said("part-not-made") }
    package static var shift: String { Language.said("shift") }
    package static var clipNotWritten: String { Language.said("clip-not-written") }
    package static var liked: String { Language.said("liked") }
    package static var firstClip: String { Language.said("first-clip") }
    package static var lastClip: String { Language.said("last-clip") }
    package static var noClips: String { Language.said("no-clips") }
    package static var noClipsYet: String { Language.said("no-clips-yet") }
    package static func cantPlay(_ reason: Message) -> String { Language.said("cant-play", ["reason": reason]) }
    package static func cantRead(_ session: some PhraseValue) -> String { Language.said("cant-read", ["session": session]) }
    package static var goOn: String { Language.said("go-on") }
    package static var goOnInMenu: String { Language.said("go-on-in-menu") }
    package static var newSession: String { Language.said("new-session") }
    package static var sessionEnded: String { Language.said("session-ended") }
    package static func nextEnd(_ number: some PhraseValue) -> String { Language.said("next-end", ["number": number]) }
    package static func practiceEnd(_ number: some PhraseValue) -> String { Language.said("practice-end", ["number": number]) }
    package static var sessions: String { Language.said("sessions") }
    package static var anyDate: String { Language.said("any-date") }
    package static var anyFace: String { Language.said("any-face") }
    package static func tensCount(_ count: Int) -> String { Language.said("tens-count", count: count) }
    package static func innerCount(_ ring: some PhraseValue, count: Int) -> String { Language.said("inner-count", count: count, ["ring": ring]) }
    package static var anyArcher: String { Language.said("any-archer") }
    package static var filterWord: String { Language.said("filter-word") }
    package static var keepWord: String { Language.said("keep-word") }
    package static var holdToDelete: String { Language.said("hold-to-delete") }
    package static var noCardForSessions: String { Language.said("no-card-for-sessions") }
    package static var reading: String { Language.said("reading") }
    package static var nothingFound: String { Language.said("nothing-found") }
    package static var noSessions: String { Language.said("no-sessions") }
    package static var notScored: String { Language.said("not-scored") }
    package static var cardTakesNothing: String { Language.said("card-takes-nothing") }
    package static func ends(_ count: Int) -> String { Language.said("ends", count: count) }
    package static func arrows(_ count: Int) -> String { Language.said("arrows", count: count) }
    package static func shotOnDay(_ shot: some PhraseValue) -> String { Language.said("shot-on-day", ["shot": shot]) }
    package static func shotInWeek(_ shot: some PhraseValue) -> String { Language.said("shot-in-week", ["shot": shot]) }
    package static func sessionCount(_ count: Int) -> String { Language.said("session-count", count: count) }
    package static func selectedCount(_ count: Int) -> String { Language.said("selected-count", count: count) }
    package static func deleteQuestion(_ count: Int) -> String { Language.said("delete-question", count: count) }
    package static func deleted(_ count: Int) -> String { Language.said("deleted", count: count) }
    package static func notDeleted(_ problem: Message) -> String { Language.said("not-deleted", ["problem": problem]) }
    package static func emptyQuestion(_ count: Int) -> String { Language.said("empty-question", count: count) }
    package static var holdToEmpty: String { Language.said("hold-to-empty") }
    package static func emptied(_ count: Int) -> String { Language.said("emptied", count: count) }
    package static var noUndo: String { Language.said("no-undo") }
    package static var menu: String { Language.said("menu") }
    package static func ofClips(_ count: Int) -> String { Language.said("of-clips", count: count) }
    package static func lookedAt(_ what: some PhraseValue) -> String { Language.said("looked-at", ["what": what]) }
    package static var allLookedAt: String { Language.said("all-looked-at") }
    package static func likedCount(_ count: Int) -> String { Language.said("liked-count", count: count) }
    package static func deletedCount(_ count: Int) -> String { Language.said("deleted-count", count: count) }
    package static func skippedCount(_ count: Int) -> String { Language.said("skipped-count", count: count) }
    package static var bestOfTitle: String { Language.said("best-of-title") }
    package static var playBest: String { Language.said("play-best") }
    package static func scoreEnd(_ end: some PhraseValue) -> String { Language.said("score-end", ["end": end]) }
    package static var takeDeletedBack: String { Language.said("take-deleted-back") }
    package static var undoBringsBack: String { Language.said("undo-brings-back") }
    package static var moreClipsCome: String { Language.said("more-clips-come") }
    package static var nothingToReview: String { Language.said("nothing-to-review") }
    package static var reviewExplained: String { Language.said("review-explained") }
    package static var reviewHint: String { Language.said("review-hint") }
    package static var boxTile: String { Language.said("box-tile") }
    package static var boxIsWell: String { Language.said("box-is-well") }
    package static func boxFaults(_ count: Int) -> String { Language.said("box-faults", count: count) }
    package static var archerTile: String { Language.said("archer-tile") }
    package static var sessionsTile: String { Language.said("sessions-tile") }
    package static var delayTile: String { Language.said("delay-tile") }
    package static var nobody: String { Language.said("nobody") }
    package static var onTheCard: String { Language.said("on-the-card") }
    package static func openSessions(_ count: Int) -> String { Language.said("open-sessions", count: count) }
    package static var asFilmed: String { Language.said("as-filmed") }
    package static var mirrored: String { Language.said("mirrored") }
    package static var splitView: String { Language.said("split-view") }
    package static var soundInClips: String { Language.said("sound-in-clips") }
    package static var tonesOn: String { Language.said("tones-on") }
    package static var noSound: String { Language.said("no-sound") }
    package static var cardAndBox: String { Language.said("card-and-box") }
    package static var notScoring: String { Language.said("not-scoring") }
    package static var lineClock: String { Language.said("line-clock") }
    package static var clockGo: String { Language.said("clock-go") }
    package static var clockGoHelp: String { Language.said("clock-go-help") }
    package static var clockEnd: String { Language.said("clock-end") }
    package static var clockEndHelp: String { Language.said("clock-end-help") }
    package static var clockEmergency: String { Language.said("clock-emergency") }
    package static var clockEmergencyHelp: String { Language.said("clock-emergency-help") }
    package static var clockBoth: String { Language.said("clock-both") }
    package static var clockSpeaker: String { Language.said("clock-speaker") }
    package static var clockBuzzer: String { Language.said("clock-buzzer") }
    package static var clockIsOff: String { Language.said("clock-is-off") }
    package static var archers: String { Language.said("archers") }
    package static var shootsNow: String { Language.said("shoots-now") }
    package static var chooseArcherHelp: String { Language.said("choose-archer-help") }
    package static func shootsNowHelp(_ name: some PhraseValue) -> String { Language.said("shoots-now-help", ["name": name]) }
    package static var addArcher: String { Language.said("add-archer") }
    package static var addArcherHelp: String { Language.said("add-archer-help") }
    package static var archerName: String { Language.said("archer-name") }
    package static func archerNameHelp(_ name: some PhraseValue) -> String { Language.said("archer-name-help", ["name": name]) }
    package static func archersRoundHelp(_ name: some PhraseValue) -> String { Language.said("archers-round-help", ["name": name]) }
    package static var everybodysRound: String { Language.said("everybodys-round") }
    package static var leftHanded: String { Language.said("left-handed") }
    package static func leftHandedHelp(_ name: some PhraseValue) -> String { Language.said("left-handed-help", ["name": name]) }
    package static func removeArcher(_ name: some PhraseValue) -> String { Language.said("remove-archer", ["name": name]) }
    package static var removeArcherHelp: String { Language.said("remove-archer-help") }
    package static func removedArcher(_ name: some PhraseValue) -> String { Language.said("removed-archer", ["name": name]) }
    package static var newName: String { Language.said("new-name") }
    package static func nameIsTaken(_ name: some PhraseValue) -> String { Language.said("name-is-taken", ["name": name]) }
    package static var nameHelp: String { Language.said("name-help") }
    package static var chooseFace: String { Language.said("choose-face") }
    package static var chooseRound: String { Language.said("choose-round") }
    package static var usedLast: String { Language.said("used-last") }
    package static func faceOf(_ round: some PhraseValue) -> String { Language.said("face-of", ["round": round]) }
    package static func byRound(_ face: some PhraseValue) -> String { Language.said("by-round", ["face": face]) }
    package static var isChosen: String { Language.said("is-chosen") }
    package static var rings: String { Language.said("rings") }
    package static var shotAt: String { Language.said("shot-at") }
    package static var spots: String { Language.said("spots") }
    package static var shaftWord: String { Language.said("shaft-word") }
    package static var distances: String { Language.said("distances") }
    package static var endsWord: String { Language.said("ends-word") }
    package static var arrowsWord: String { Language.said("arrows-word") }
    package static var mostPoints: String { Language.said("most-points") }
    package static var practiceHelp: String { Language.said("practice-help") }
    package static func ringCount(_ count: Int) -> String { Language.said("ring-count", count: count) }
    package static func spotCount(_ count: Int) -> String { Language.said("spot-count", count: count) }
    package static var aboutTitle: String { Language.said("about-title") }
    package static var on: String { Language.said("on") }
    package static var off: String { Language.said("off") }
    package static var yes: String { Language.said("yes") }
    package static var no: String { Language.said("no") }
    package static var camerasOwn: String { Language.said("cameras-own") }
    package static var customSize: String { Language.said("custom-size") }
    package static var noLimit: String { Language.said("no-limit") }
    package static var never: String { Language.said("never") }
    package static func listening(_ seconds: some PhraseValue) -> String { Language.said("listening", ["seconds": seconds]) }
    package static var nothingLearned: String { Language.said("nothing-learned") }
    package static var keysForgotten: String { Language.said("keys-forgotten") }
    package static var footageForgotten: String { Language.said("footage-forgotten") }
    package static var clipStack: String { Language.said("clip-stack") }
    package static var clipGrid: String { Language.said("clip-grid") }
    package static var clockTitle: String { Language.said("clock-title") }
    package static var clockYear: String { Language.said("clock-year") }
    package static var clockMonth: String { Language.said("clock-month") }
    package static var clockDay: String { Language.said("clock-day") }
    package static var clockHour: String { Language.said("clock-hour") }
    package static var clockMinute: String { Language.said("clock-minute") }
    package static var clockZone: String { Language.said("clock-zone") }
    package static var clockHelp: String { Language.said("clock-help") }
    package static var clockIsSet: String { Language.said("clock-is-set") }
    package static var automatic: String { Language.said("automatic") }
    package static var setByHand: String { Language.said("set-by-hand") }
    package static var locked: String { Language.said("locked") }
    package static var practice: String { Language.said("practice") }
    package static var markedDelayed: String { Language.said("marked-delayed") }
    package static var markedLive: String { Language.said("marked-live") }
    package static var markToMark: String { Language.said("mark-to-mark") }
    package static var aroundMark: String { Language.said("around-mark") }
    package static var rallies: String { Language.said("rallies") }
    package static var asShot: String { Language.said("as-shot") }
    package static var highToLow: String { Language.said("high-to-low") }
    package static var highContrast: String { Language.said("high-contrast") }
    package static var normalContrast: String { Language.said("normal-contrast") }
    package static var reducedMotion: String { Language.said("reduced-motion") }
    package static var fullMotion: String { Language.said("full-motion") }
    package static func framesASecond(_ rate: some PhraseValue) -> String { Language.said("frames-a-second", ["rate": rate]) }
    package static func shutter(_ shutter: some PhraseValue) -> String { Language.said("shutter", ["shutter": shutter]) }
    package static var takeOffer: String { Language.said("take-offer") }
    package static var leaveOffer: String { Language.said("leave-offer") }
    package static var notSaved: String { Language.said("not-saved") }
    package static var cardNotRead: String { Language.said("card-not-read") }
    package static var settingsNotSaved: String { Language.said("settings-not-saved") }
    package static var recordNotWritten: String { Language.said("record-not-written") }
    package static func export(_ what: some PhraseValue) -> String { Language.said("export", ["what": what]) }
    package static var theSession: String { Language.said("the-session") }
    package static var cardsFolder: String { Language.said("cards-folder") }
    package static var noStick: String { Language.said("no-stick") }
    package static var putAStickIn: String { Language.said("put-a-stick-in") }
    package static var stickIsChecked: String { Language.said("stick-is-checked") }
    package static var stickIsFree: String { Language.said("stick-is-free") }
    package static var stickRefused: String { Language.said("stick-refused") }
    package static var pushToExport: String { Language.said("push-to-export") }
    package static var exportBegins: String { Language.said("export-begins") }
    package static var timeNotKnown: String { Language.said("time-not-known") }
    package static var stickMayBePulled: String { Language.said("stick-may-be-pulled") }
    package static var isMade: String { Language.said("is-made") }
    package static var isOnTheCard: String { Language.said("is-on-the-card") }
    package static func exportIsAnother(_ what: some PhraseValue) -> String { Language.said("export-is-another", ["what": what]) }
    package static var stickCanBePulled: String { Language.said("stick-can-be-pulled") }
    package static var isInExport: String { Language.said("is-in-export") }
    package static var exportStopped: String { Language.said("export-stopped") }
    package static var exportRuns: String { Language.said("export-runs") }
    package static var filmsRun: String { Language.said("films-run") }
    package static func filmsImported(_ count: Int) -> String { Language.said("films-imported", count: count) }
    package static var fetchBegins: String { Language.said("fetch-begins") }
    package static func filmsFetched(_ count: Int) -> String { Language.said("films-fetched", count: count) }
    package static var filmsFetchedFrom: String { Language.said("films-fetched-from") }
    package static var filmsAreThere: String { Language.said("films-are-there") }
    package static var filmsAreThereAll: String { Language.said("films-are-there-all") }
    package static var filmsNotFetched: String { Language.said("films-not-fetched") }
    package static var filmsAdvice: String { Language.said("films-advice") }
    package static var drawingIsFull: String { Language.said("drawing-is-full") }
    package static var trailFrames: String { Language.said("trail-frames") }
    package static var stripSame: String { Language.said("strip-same") }
    package static var stripKeep: String { Language.said("strip-keep") }
    package static var stripCrop: String { Language.said("strip-crop") }
    package static var phase: String { Language.said("phase") }
    package static var phaseOfThis: String { Language.said("phase-of-this") }
    package static var phaseMean: String { Language.said("phase-mean") }
    package static var phaseTotal: String { Language.said("phase-total") }
    package static var phaseSpread: String { Language.said("phase-spread") }
    package static var phaseHold: String { Language.said("phase-hold") }
    package static var phaseFlight: String { Language.said("phase-flight") }
    package static var phaseSpeed: String { Language.said("phase-speed") }
    package static var phaseTrend: String { Language.said("phase-trend") }
    package static var phaseByHand: String { Language.said("phase-by-hand") }
    package static var phaseByEar: String { Language.said("phase-by-ear") }
    package static var phasesNoneHere: String { Language.said("phases-none-here") }
    package static var phaseNow: String { Language.said("phase-now") }
    package static func phaseTo(_ name: some PhraseValue) -> String { Language.said("phase-to", ["name": name]) }
    package static func phaseSet(_ name: some PhraseValue) -> String { Language.said("phase-set", ["name": name]) }
    package static var phasesCleared: String { Language.said("phases-cleared") }
}

extension Strings.Fault {
    package static var allWell: String { Language.said("fault.all-well") }
    package static var uptime: String { Language.said("fault.uptime") }
    package static var noCamera: String { Language.said("fault.no-camera") }
    package static var cameraChanged: String { Language.said("fault.camera-changed") }
    package static var cameraPartMissing: String { Language.said("fault.camera-part-missing") }
    package static var notRecording: String { Language.said("fault.not-recording") }
    package static var cardFailing: String { Language.said("fault.card-failing") }
    package static var noCard: String { Language.said("fault.no-card") }
    package static var cardLocked: String { Language.said("fault.card-locked") }
    package static var cardFull: String { Language.said("fault.card-full") }
    package static var picturesLost: String { Language.said("fault.pictures-lost") }
    package static var weakPower: String { Language.said("fault.weak-power") }
    package static var tooHot: String { Language.said("fault.too-hot") }
    package static var noTV: String { Language.said("fault.no-tv") }
    package static var shortMemory: String { Language.said("fault.short-memory") }
    package static var safeMode: String { Language.said("fault.safe-mode") }
    package static var triggerHeld: String { Language.said("fault.trigger-held") }
    package static var dateUnknown: String { Language.said("fault.date-unknown") }
    package static var cutsItself: String { Language.said("fault.cuts-itself") }
    package static var keepsNothing: String { Language.said("fault.keeps-nothing") }
    package static var checkRegion: String { Language.said("fault.check-region") }
    package static var ralliesOff: String { Language.said("fault.rallies-off") }
    package static var settings: String { Language.said("fault.settings") }
}

extension Message {
    package static var nothingRecorded: Message { Message(key: "reason.nothing-recorded") }
    package static var forgotten: Message { Message(key: "reason.forgotten") }
    package static var footageGone: Message { Message(key: "reason.footage-gone") }
    package static func clipNotWritten(_ reason: Message) -> Message { Message(key: "reason.clip-not-written", ["reason": reason]) }
    package static func clipNotMade(_ reason: Message) -> Message { Message(key: "reason.clip-not-made", ["reason": reason]) }
    package static func stillNotMade(_ reason: Message) -> Message { Message(key: "reason.still-not-made", ["reason": reason]) }
    package static var cardAway: Message { Message(key: "reason.card-away") }
    package static var noVideo: Message { Message(key: "reason.no-video") }
    package static var noPicture: Message { Message(key: "reason.no-picture") }
    package static var footageEvicted: Message { Message(key: "reason.footage-evicted") }
    package static var noParameterSets: Message { Message(key: "reason.no-parameter-sets") }
    package static var muxerCopies: Message { Message(key: "reason.muxer-copies") }
    package static var indexHasNoRoom: Message { Message(key: "reason.index-has-no-room") }
    package static var isOfAnotherStream: Message { Message(key: "reason.is-of-another-stream") }
    package static var isReordered: Message { Message(key: "reason.is-reordered") }
    package static func compareTakesTwo(_ session: some PhraseValue) -> Message { Message(key: "reason.compare-takes-two", ["session": session]) }
    package static var nothingInCommon: Message { Message(key: "reason.nothing-in-common") }
    package static var exportCancelled: Message { Message(key: "reason.export-cancelled") }
    package static var stickPulled: Message { Message(key: "reason.stick-pulled") }
    package static var stickMissing: Message { Message(key: "reason.stick-missing") }
    package static var noFilmsOnStick: Message { Message(key: "reason.no-films-on-stick") }
    package static var stickFull: Message { Message(key: "reason.stick-full") }
    package static var stickReadOnly: Message { Message(key: "reason.stick-read-only") }
    package static var stickDamaged: Message { Message(key: "reason.stick-damaged") }
    package static var stickFormat: Message { Message(key: "reason.stick-format") }
    package static var stickIsCard: Message { Message(key: "reason.stick-is-card") }
    package static var stickIsOwn: Message { Message(key: "reason.stick-is-own") }
    package static var fileTooLarge: Message { Message(key: "reason.file-too-large") }
    package static func isFileAndNoFolder(_ name: some PhraseValue) -> Message { Message(key: "reason.is-file-and-no-folder", ["name": name]) }
    package static var isSomebodysOwn: Message { Message(key: "reason.is-somebodys-own") }
    package static var nothingToExport: Message { Message(key: "reason.nothing-to-export") }
    package static var cardAbsent: Message { Message(key: "reason.card-absent") }
    package static var cardReadOnly: Message { Message(key: "reason.card-read-only") }
    package static var cardFull: Message { Message(key: "reason.card-full") }
    package static var isLink: Message { Message(key: "reason.is-link") }
    package static var leadsOut: Message { Message(key: "reason.leads-out") }
    package static var isFolder: Message { Message(key: "reason.is-folder") }
    package static var isNoFolder: Message { Message(key: "reason.is-no-folder") }
    package static var isNoFile: Message { Message(key: "reason.is-no-file") }
    package static var isMissing: Message { Message(key: "reason.is-missing") }
    package static func isLarge(_ bytes: some PhraseValue, most: some PhraseValue) -> Message { Message(key: "reason.is-large", ["bytes": bytes, "most": most]) }
    package static func namesTaken(_ count: Int) -> Message { Message(key: "reason.names-taken", count: count) }
    package static var isRecorded: Message { Message(key: "reason.is-recorded") }
    package static var isRecordedElsewhere: Message { Message(key: "reason.is-recorded-elsewhere") }
    package static var isProtected: Message { Message(key: "reason.is-protected") }
    package static var isOnAnotherCard: Message { Message(key: "reason.is-on-another-card") }
    package static var tooMuchWaits: Message { Message(key: "reason.too-much-waits") }
    package static var noSession: Message { Message(key: "reason.no-session") }
    package static var sessionClosed: Message { Message(key: "reason.session-closed") }
    package static var recordUnreadable: Message { Message(key: "reason.record-unreadable") }
    package static var noFirstLine: Message { Message(key: "reason.no-first-line") }
    package static var clipGivenUp: Message { Message(key: "reason.clip-given-up") }
    package static var noSuchCodec: Message { Message(key: "reason.no-such-codec") }
    package static var gaveNothing: Message { Message(key: "reason.gave-nothing") }
    package static var refusesToStream: Message { Message(key: "reason.refuses-to-stream") }
    package static var damagedPicture: Message { Message(key: "reason.damaged-picture") }
    package static var otherPicture: Message { Message(key: "reason.other-picture") }
    package static var leftOutPicture: Message { Message(key: "reason.left-out-picture") }
    package static func otherFormat(_ given: some PhraseValue, wanted: some PhraseValue) -> Message { Message(key: "reason.other-format", ["given": given, "wanted": wanted]) }
    package static func unitSize(_ samples: some PhraseValue) -> Message { Message(key: "reason.unit-size", ["samples": samples]) }
    package static func noFlag(_ value: some PhraseValue) -> Message { Message(key: "reason.no-flag", ["value": value]) }
    package static func noSize(_ value: some PhraseValue) -> Message { Message(key: "reason.no-size", ["value": value]) }
    package static func noTVMode(_ value: some PhraseValue) -> Message { Message(key: "reason.no-tv-mode", ["value": value]) }
    package static func noFace(_ value: some PhraseValue) -> Message { Message(key: "reason.no-face", ["value": value]) }
    package static var noCustomFace: Message { Message(key: "reason.no-custom-face") }
    package static var noPhrases: Message { Message(key: "reason.no-phrases") }
    package static func manyPhrases(_ count: Int, most: some PhraseValue) -> Message { Message(key: "reason.many-phrases", count: count, ["most": most]) }
    package static var noArchers: Message { Message(key: "reason.no-archers") }
    package static func noArcher(_ value: some PhraseValue) -> Message { Message(key: "reason.no-archer", ["value": value]) }
    package static var noIDs: Message { Message(key: "reason.no-ids") }
    package static func twoArchers(_ name: some PhraseValue) -> Message { Message(key: "reason.two-archers", ["name": name]) }
    package static func manyArchers(_ count: Int, most: some PhraseValue) -> Message { Message(key: "reason.many-archers", count: count, ["most": most]) }
    package static func commaInArchersName(_ value: some PhraseValue) -> Message { Message(key: "reason.comma-in-archers-name", ["value": value]) }
    package static func noKeyMap(_ value: some PhraseValue) -> Message { Message(key: "reason.no-key-map", ["value": value]) }
    package static func noKey(_ value: some PhraseValue) -> Message { Message(key: "reason.no-key", ["value": value]) }
    package static func unknownKey(_ value: some PhraseValue) -> Message { Message(key: "reason.unknown-key", ["value": value]) }
    package static func noChip(_ value: some PhraseValue) -> Message { Message(key: "reason.no-chip", ["value": value]) }
    package static func noLine(_ value: some PhraseValue) -> Message { Message(key: "reason.no-line", ["value": value]) }
    package static var unprintable: Message { Message(key: "reason.unprintable") }
    package static func sideTooShort(_ pixels: some PhraseValue) -> Message { Message(key: "reason.side-too-short", ["pixels": pixels]) }
    package static func sideTooLong(_ pixels: some PhraseValue) -> Message { Message(key: "reason.side-too-long", ["pixels": pixels]) }
    package static var oddSide: Message { Message(key: "reason.odd-side") }
    package static var unknownSetting: Message { Message(key: "reason.unknown-setting") }
    package static func moreLines(_ count: Int) -> Message { Message(key: "reason.more-lines", count: count) }
    package static var isUTF16: Message { Message(key: "reason.is-utf16") }
    package static var belowTable: Message { Message(key: "reason.below-table") }
    package static func nearName(_ name: some PhraseValue) -> Message { Message(key: "reason.near-name", ["name": name]) }
    package static var setTwice: Message { Message(key: "reason.set-twice") }
    package static var belongsOnTheCard: Message { Message(key: "reason.belongs-on-the-card") }
    package static var noSingleValue: Message { Message(key: "reason.no-single-value") }
    package static var noPlainText: Message { Message(key: "reason.no-plain-text") }
    package static func notRead(_ reason: Message) -> Message { Message(key: "reason.not-read", ["reason": reason]) }
    package static var badTable: Message { Message(key: "reason.bad-table") }
    package static var noStatement: Message { Message(key: "reason.no-statement") }
    package static var nameMissing: Message { Message(key: "reason.name-missing") }
    package static var equalsMissing: Message { Message(key: "reason.equals-missing") }
    package static var valueEndless: Message { Message(key: "reason.value-endless") }
    package static var valueMissing: Message { Message(key: "reason.value-missing") }
    package static var quotesMissing: Message { Message(key: "reason.quotes-missing") }
    package static var badQuotes: Message { Message(key: "reason.bad-quotes") }
    package static var noValue: Message { Message(key: "reason.no-value") }
    package static var faceForm: Message { Message(key: "reason.face-form") }
    package static func faceTaken(_ value: some PhraseValue) -> Message { Message(key: "reason.face-taken", ["value": value]) }
    package static var faceNameless: Message { Message(key: "reason.face-nameless") }
    package static func facePart(_ value: some PhraseValue) -> Message { Message(key: "reason.face-part", ["value": value]) }
    package static func faceRing(_ value: some PhraseValue) -> Message { Message(key: "reason.face-ring", ["value": value]) }
    package static func faceSpot(_ value: some PhraseValue) -> Message { Message(key: "reason.face-spot", ["value": value]) }
    package static func faceRingName(_ label: some PhraseValue) -> Message { Message(key: "reason.face-ring-name", ["label": label]) }
    package static var faceSpotName: Message { Message(key: "reason.face-spot-name") }
    package static var faceRingless: Message { Message(key: "reason.face-ringless") }
    package static var faceSpotless: Message { Message(key: "reason.face-spotless") }
    package static func manyRings(_ count: Int, most: some PhraseValue) -> Message { Message(key: "reason.many-rings", count: count, ["most": most]) }
    package static func manySpots(_ count: Int, most: some PhraseValue) -> Message { Message(key: "reason.many-spots", count: count, ["most": most]) }
    package static func faceSpotFar(_ most: some PhraseValue) -> Message { Message(key: "reason.face-spot-far", ["most": most]) }
}

extension Strings.Score {
    package static var ring: String { Language.said("score.ring") }
    package static var hour: String { Language.said("score.hour") }
    package static var fine: String { Language.said("score.fine") }
    package static var turnRing: String { Language.said("score.turn-ring") }
    package static var pushHour: String { Language.said("score.push-hour") }
    package static var pushFine: String { Language.said("score.push-fine") }
    package static var pushRing: String { Language.said("score.push-ring") }
    package static var twoInASpot: String { Language.said("score.two-in-a-spot") }
    package static func allPlaced(_ count: Int) -> String { Language.said("score.all-placed", count: count) }
    package static var ringOnly: String { Language.said("score.ring-only") }
    package static var highToLow: String { Language.said("score.high-to-low") }
    package static func soFar(_ end: some PhraseValue) -> String { Language.said("score.so-far", ["end": end]) }
    package static func lowestCount(_ count: Int) -> String { Language.said("score.lowest-count", count: count) }
}

extension Strings.Summary {
    package static var noClip: String { Language.said("summary.no-clip") }
    package static func selected(_ count: Int) -> String { Language.said("summary.selected", count: count) }
    package static var deleted: String { Language.said("summary.deleted") }
    package static func isDeleted(_ clip: some PhraseValue) -> String { Language.said("summary.is-deleted", ["clip": clip]) }
    package static func isRemoved(_ clip: some PhraseValue) -> String { Language.said("summary.is-removed", ["clip": clip]) }
    package static var noClipLinked: String { Language.said("summary.no-clip-linked") }
    package static var notScoredYet: String { Language.said("summary.not-scored-yet") }
    package static func scoreAgainQuestion(_ end: some PhraseValue) -> String { Language.said("summary.score-again-question", ["end": end]) }
    package static var scoreStays: String { Language.said("summary.score-stays") }
    package static var scoreAgain: String { Language.said("summary.score-again") }
    package static var noClipsYet: String { Language.said("summary.no-clips-yet") }
    package static var keepsClip: String { Language.said("summary.keeps-clip") }
    package static var unlinked: String { Language.said("summary.unlinked") }
    package static var noClipStays: String { Language.said("summary.no-clip-stays") }
    package static var notes: String { Language.said("summary.notes") }
    package static var writeNote: String { Language.said("summary.write-note") }
    package static var clipsOfSession: String { Language.said("summary.clips-of-session") }
    package static var tens: String { Language.said("summary.tens") }
    package static var notPlaced: String { Language.said("summary.not-placed") }
    package static var byRing: String { Language.said("summary.by-ring") }
    package static var centred: String { Language.said("summary.centred") }
    package static var bestSoFar: String { Language.said("summary.best-so-far") }
    package static var pushItsClip: String { Language.said("summary.push-its-clip") }
}

extension Strings.Page {
    package static var scorebook: String { Language.said("page.scorebook") }
    package static var allSessions: String { Language.said("page.all-sessions") }
    package static var wasRecovered: String { Language.said("page.was-recovered") }
    package static var notes: String { Language.said("page.notes") }
    package static var result: String { Language.said("page.result") }
    package static var target: String { Language.said("page.target") }
    package static var toTheClips: String { Language.said("page.to-the-clips") }
    package static var clips: String { Language.said("page.clips") }
    package static var noClips: String { Language.said("page.no-clips") }
    package static var phases: String { Language.said("page.phases") }
    package static var phasesCaption: String { Language.said("page.phases-caption") }
    package static var phasesAsTable: String { Language.said("page.phases-as-table") }
    package static var morePhases: String { Language.said("page.more-phases") }
    package static var holds: String { Language.said("page.holds") }
    package static var holdsCaption: String { Language.said("page.holds-caption") }
    package static var releaseBy: String { Language.said("page.release-by") }
    package static var wholeSession: String { Language.said("page.whole-session") }
    package static var anglesAsTable: String { Language.said("page.angles-as-table") }
    package static var keptPictures: String { Language.said("page.kept-pictures") }
    package static func keptPicture(_ number: some PhraseValue) -> String { Language.said("page.kept-picture", ["number": number]) }
    package static var archer: String { Language.said("page.archer") }
    package static var scorer: String { Language.said("page.scorer") }
    package static func writtenByVIR(_ version: some PhraseValue) -> String { Language.said("page.written-by-vir", ["version": version]) }
    package static var besideThisPage: String { Language.said("page.beside-this-page") }
    package static var scoresAsTable: String { Language.said("page.scores-as-table") }
    package static var targetAsPicture: String { Language.said("page.target-as-picture") }
    package static var everythingForAProgram: String { Language.said("page.everything-for-a-program") }
    package static var scorecard: String { Language.said("page.scorecard") }
    package static var scorecardCaption: String { Language.said("page.scorecard-caption") }
    package static var end: String { Language.said("page.end") }
    package static var arrows: String { Language.said("page.arrows") }
    package static var total: String { Language.said("page.total") }
    package static var running: String { Language.said("page.running") }
    package static var inTheInnerRing: String { Language.said("page.in-the-inner-ring") }
    package static var arrow: String { Language.said("page.arrow") }
    package static var ring: String { Language.said("page.ring") }
    package static var points: String { Language.said("page.points") }
    package static var spot: String { Language.said("page.spot") }
    package static var fromTheCentre: String { Language.said("page.from-the-centre") }
    package static var coordinates: String { Language.said("page.coordinates") }
    package static var clip: String { Language.said("page.clip") }
    package static var noFileName: String { Language.said("page.no-file-name") }
    package static var file: String { Language.said("page.file") }
    package static var mirroredOnTheTV: String { Language.said("page.mirrored-on-the-tv") }
    package static var beginningMissing: String { Language.said("page.beginning-missing") }
    package static var months: String { Language.said("page.months") }
    package static var years: String { Language.said("page.years") }
    package static var noSessionYet: String { Language.said("page.no-session-yet") }
    package static var notScored: String { Language.said("page.not-scored") }
    package static func writtenOnTheCard(_ version: some PhraseValue) -> String { Language.said("page.written-on-the-card", ["version": version]) }
    package static var session: String { Language.said("page.session") }
    package static var round: String { Language.said("page.round") }
    package static var distance: String { Language.said("page.distance") }
    package static var face: String { Language.said("page.face") }
    package static var shaft: String { Language.said("page.shaft") }
    package static var camera: String { Language.said("page.camera") }
    package static var average: String { Language.said("page.average") }
    package static var withoutADate: String { Language.said("page.without-a-date") }
    package static var averageArrow: String { Language.said("page.average-arrow") }
    package static var innerShare: String { Language.said("page.inner-share") }
    package static func percent(_ number: some PhraseValue) -> String { Language.said("page.percent", ["number": number]) }
    package static func groupRemark(_ target: some PhraseValue) -> String { Language.said("page.group-remark", ["target": target]) }
    package static var holdRemark: String { Language.said("page.hold-remark") }
    package static var best: String { Language.said("page.best") }
    package static var last: String { Language.said("page.last") }
    package static var when: String { Language.said("page.when") }
    package static var asTable: String { Language.said("page.as-table") }
    package static var sessionsWord: String { Language.said("page.sessions-word") }
    package static var sessionBefore: String { Language.said("page.session-before") }
    package static var sessionAfter: String { Language.said("page.session-after") }
    package static func sessionsFrom(_ first: some PhraseValue, last: some PhraseValue) -> String { Language.said("page.sessions-from", ["first": first, "last": last]) }
    package static func titleOf(_ name: some PhraseValue) -> String { Language.said("page.title-of", ["name": name]) }
    package static func olderSessions(_ count: Int) -> String { Language.said("page.older-sessions", count: count) }
    package static var notScoredRemark: String { Language.said("page.not-scored-remark") }
    package static var practiceRemark: String { Language.said("page.practice-remark") }
    package static func tooMany(_ most: some PhraseValue) -> String { Language.said("page.too-many", ["most": most]) }
    package static var notFinished: String { Language.said("page.not-finished") }
    package static var noArrows: String { Language.said("page.no-arrows") }
    package static var groupCentre: String { Language.said("page.group-centre") }
    package static var meanRadius: String { Language.said("page.mean-radius") }
    package static var extremeSpread: String { Language.said("page.extreme-spread") }
    package static var deadCentre: String { Language.said("page.dead-centre") }
    package static func possible(_ points: some PhraseValue) -> String { Language.said("page.possible", ["points": points]) }
    package static func misses(_ count: Int) -> String { Language.said("page.misses", count: count) }
    package static func millimetres(_ number: some PhraseValue) -> String { Language.said("page.millimetres", ["number": number]) }
    package static func offset(_ distance: some PhraseValue, hour: some PhraseValue) -> String { Language.said("page.offset", ["distance": distance, "hour": hour]) }
    package static func hour(_ hour: some PhraseValue) -> String { Language.said("page.hour", ["hour": hour]) }
    package static func byTheHour(_ place: some PhraseValue) -> String { Language.said("page.by-the-hour", ["place": place]) }
    package static func caption(_ end: some PhraseValue) -> String { Language.said("page.caption", ["end": end]) }
    package static func detected(_ number: some PhraseValue) -> String { Language.said("page.detected", ["number": number]) }
    package static func tail(_ number: some PhraseValue) -> String { Language.said("page.tail", ["number": number]) }
    package static func buffer(_ number: some PhraseValue) -> String { Language.said("page.buffer", ["number": number]) }
    package static func part(_ number: some PhraseValue) -> String { Language.said("page.part", ["number": number]) }
    package static func film(_ number: some PhraseValue) -> String { Language.said("page.film", ["number": number]) }
    package static var imported: String { Language.said("page.imported") }
    package static var byRing: String { Language.said("page.by-ring") }
    package static func calledByRing(_ count: Int) -> String { Language.said("page.called-by-ring", count: count) }
    package static func placedByHour(_ count: Int) -> String { Language.said("page.placed-by-hour", count: count) }
    package static func beyond(_ count: Int) -> String { Language.said("page.beyond", count: count) }
}

/// Words that the code completes or chooses before anybody sees them: `Strings` and `Message` do.
enum Phrases {
    enum Live {
        static func seconds(_ seconds: some PhraseValue) -> String { Language.said("live.seconds", ["seconds": seconds]) }
        static func marksOf(_ marks: some PhraseValue, arrows: some PhraseValue) -> String { Language.said("live.marks-of", ["marks": marks, "arrows": arrows]) }
        static func buffer(_ span: some PhraseValue) -> String { Language.said("live.buffer", ["span": span]) }
        static func pausedBuffer(_ span: some PhraseValue) -> String { Language.said("live.paused-buffer", ["span": span]) }
        static func bufferSaved(_ seconds: some PhraseValue) -> String { Language.said("live.buffer-saved", ["seconds": seconds]) }
        static var mirroredOn: String { Language.said("live.mirrored.on") }
        static var mirroredOff: String { Language.said("live.mirrored.off") }
        static var splitOn: String { Language.said("live.split.on") }
        static var splitOff: String { Language.said("live.split.off") }
        static var upright: String { Language.said("live.upright") }
        static func turned(_ degrees: some PhraseValue) -> String { Language.said("live.turned", ["degrees": degrees]) }
        static func spanSeconds(_ seconds: some PhraseValue) -> String { Language.said("live.span-seconds", ["seconds": seconds]) }
        static func spanMinutes(_ minutes: some PhraseValue) -> String { Language.said("live.span-minutes", ["minutes": minutes]) }
    }

    enum ModeTrial {
        static var keep: String { Language.said("mode-trial.keep") }
        static func goesOn(_ count: Int) -> String { Language.said("mode-trial.goes-on", count: count) }
        static func kept(_ mode: some PhraseValue) -> String { Language.said("mode-trial.kept", ["mode": mode]) }
    }

    enum Stop {
        static func offerBody(_ seconds: some PhraseValue) -> String { Language.said("stop.offer-body", ["seconds": seconds]) }
        static func offerEnds(_ seconds: some PhraseValue) -> String { Language.said("stop.offer-ends", ["seconds": seconds]) }
        static func onTheCard(_ count: Int) -> String { Language.said("stop.on-the-card", count: count) }
        static func writing(_ written: some PhraseValue, all: some PhraseValue) -> String { Language.said("stop.writing", ["written": written, "all": all]) }
    }

    enum Off {
        static func clipsBeingWritten(_ written: some PhraseValue, all: some PhraseValue) -> String { Language.said("off.clips-being-written", ["written": written, "all": all]) }
        static func notOnACard(_ what: some PhraseValue) -> String { Language.said("off.not-on-a-card", ["what": what]) }
        static func lostThen(_ what: some PhraseValue) -> String { Language.said("off.lost-then", ["what": what]) }
        static var arrows: String { Language.said("off.arrows") }
        static var pictures: String { Language.said("off.pictures") }
        static var decisions: String { Language.said("off.decisions") }
        static func changes(_ count: Int) -> String { Language.said("off.changes", count: count) }
        static var writtenThen: String { Language.said("off.written-then") }
        static var putTheCardIn: String { Language.said("off.put-the-card-in") }
        static var slideTheLock: String { Language.said("off.slide-the-lock") }
        static var makeRoom: String { Language.said("off.make-room") }
        static var putItsCardIn: String { Language.said("off.put-its-card-in") }
        static var useAnotherCard: String { Language.said("off.use-another-card") }
    }

    enum Figures {
        static func swipeCounts(_ peeking: some PhraseValue, blind: some PhraseValue) -> String { Language.said("figures.swipe-counts", ["peeking": peeking, "blind": blind]) }
        static func heardCounts(_ heard: some PhraseValue, taken: some PhraseValue) -> String { Language.said("figures.heard-counts", ["heard": heard, "taken": taken]) }
        static func cardFree(_ free: some PhraseValue) -> String { Language.said("figures.card-free", ["free": free]) }
        static func cardFilm(_ span: some PhraseValue) -> String { Language.said("figures.card-film", ["span": span]) }
        static func cardWritten(_ number: some PhraseValue) -> String { Language.said("figures.card-written", ["number": number]) }
        static func cardSynced(_ milliseconds: some PhraseValue) -> String { Language.said("figures.card-synced", ["milliseconds": milliseconds]) }
        static var cardClean: String { Language.said("figures.card-clean") }
        static var cardMended: String { Language.said("figures.card-mended") }
        static var cardDamaged: String { Language.said("figures.card-damaged") }
        static func cardRepairs(_ count: Int) -> String { Language.said("figures.card-repairs", count: count) }
        static var cardNoRepairs: String { Language.said("figures.card-no-repairs") }
        static func cardFails(_ reason: Message) -> String { Language.said("figures.card-fails", ["reason": reason]) }
        static func milliseconds(_ p50: some PhraseValue, p99: some PhraseValue, max: some PhraseValue) -> String { Language.said("figures.milliseconds", ["p50": p50, "p99": p99, "max": max]) }
        static func frameCounts(_ captured: some PhraseValue, lost: some PhraseValue) -> String { Language.said("figures.frame-counts", ["captured": captured, "lost": lost]) }
        static func shownCounts(_ repeated: some PhraseValue, skipped: some PhraseValue) -> String { Language.said("figures.shown-counts", ["repeated": repeated, "skipped": skipped]) }
        static func perSecond(_ rate: some PhraseValue) -> String { Language.said("figures.per-second", ["rate": rate]) }
        static func megabytes(_ number: some PhraseValue) -> String { Language.said("figures.megabytes", ["number": number]) }
        static var weak: String { Language.said("figures.weak") }
        static var good: String { Language.said("figures.good") }
        static var hasBeenWeak: String { Language.said("figures.has-been-weak") }
        static var slowed: String { Language.said("figures.slowed") }
        static var hasBeenSlowed: String { Language.said("figures.has-been-slowed") }
        static func celsius(_ degrees: some PhraseValue) -> String { Language.said("figures.celsius", ["degrees": degrees]) }
    }

    enum Conditions {
        static func codecFailedAdvice(_ to: some PhraseValue, from: some PhraseValue) -> String { Language.said("conditions.codec-failed-advice", ["to": to, "from": from]) }
        static func tooLargeAdvice(_ stream: some PhraseValue, others: some PhraseValue) -> String { Language.said("conditions.too-large-advice", ["stream": stream, "others": others]) }
        static var or: String { Language.said("conditions.or") }
        static func stream(_ size: some PhraseValue, rate: some PhraseValue) -> String { Language.said("conditions.stream", ["size": size, "rate": rate]) }
        static var putOneIn: String { Language.said("conditions.put-one-in") }
        static func waitForACard(_ count: Int) -> String { Language.said("conditions.wait-for-a-card", count: count) }
        static func shortMemoryAdvice(_ seconds: some PhraseValue) -> String { Language.said("conditions.short-memory-advice", ["seconds": seconds]) }
        static func cutShort(_ clip: some PhraseValue) -> String { Language.said("conditions.cut-short", ["clip": clip]) }
        static func clipLost(_ clip: some PhraseValue) -> String { Language.said("conditions.clip-lost", ["clip": clip]) }
        static func wrongSetting(_ place: some PhraseValue, problem: Message) -> String { Language.said("conditions.wrong-setting", ["place": place, "problem": problem]) }
        static func lineAlone(_ line: some PhraseValue) -> String { Language.said("conditions.line-alone", ["line": line]) }
        static func lineSays(_ place: some PhraseValue, text: some PhraseValue) -> String { Language.said("conditions.line-says", ["place": place, "text": text]) }
        static func wrongLine(_ place: some PhraseValue, text: some PhraseValue, problem: Message) -> String { Language.said("conditions.wrong-line", ["place": place, "text": text, "problem": problem]) }
        static func lineOfFile(_ file: some PhraseValue, line: some PhraseValue) -> String { Language.said("conditions.line-of-file", ["file": file, "line": line]) }
    }

    enum ReasonParts {
        static func lettersMissing(_ letters: some PhraseValue, name: some PhraseValue) -> Message { Message(key: "reason-parts.letters-missing", ["letters": letters, "name": name]) }
        static func clipOf(_ clip: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.clip-of", ["clip": clip, "reason": reason]) }
        static func nothingDrawn(_ session: some PhraseValue, number: some PhraseValue) -> Message { Message(key: "reason-parts.nothing-drawn", ["session": session, "number": number]) }
        static func noRoom(_ needed: some PhraseValue, free: some PhraseValue) -> Message { Message(key: "reason-parts.no-room", ["needed": needed, "free": free]) }
        static func recordUnreadable(_ session: some PhraseValue) -> Message { Message(key: "reason-parts.record-unreadable", ["session": session]) }
        static func noClip(_ session: some PhraseValue, number: some PhraseValue) -> Message { Message(key: "reason-parts.no-clip", ["session": session, "number": number]) }
        static func fileMissing(_ session: some PhraseValue, number: some PhraseValue) -> Message { Message(key: "reason-parts.file-missing", ["session": session, "number": number]) }
        static func cantWrite(_ subject: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.cant-write", ["subject": subject, "reason": reason]) }
        static func cantRead(_ subject: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.cant-read", ["subject": subject, "reason": reason]) }
        static func cantDelete(_ subject: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.cant-delete", ["subject": subject, "reason": reason]) }
        static func cantUse(_ subject: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.cant-use", ["subject": subject, "reason": reason]) }
        static func ofSession(_ session: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.of-session", ["session": session, "reason": reason]) }
        static func codecOf(_ codec: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.codec-of", ["codec": codec, "reason": reason]) }
        static func codecNoAnswer(_ milliseconds: some PhraseValue) -> Message { Message(key: "reason-parts.codec-no-answer", ["milliseconds": milliseconds]) }
        static func codecOutOfOrder(_ number: some PhraseValue, newest: some PhraseValue) -> Message { Message(key: "reason-parts.codec-out-of-order", ["number": number, "newest": newest]) }
        static var unitSeconds: Message { Message(key: "reason-parts.unit-seconds") }
        static var unitMinutes: Message { Message(key: "reason-parts.unit-minutes") }
        static var unitMetres: Message { Message(key: "reason-parts.unit-metres") }
        static var unitDegrees: Message { Message(key: "reason-parts.unit-degrees") }
        static var unitPercent: Message { Message(key: "reason-parts.unit-percent") }
        static var unitFramesASecond: Message { Message(key: "reason-parts.unit-frames-a-second") }
        static var unitMillimetres: Message { Message(key: "reason-parts.unit-millimetres") }
        static var unitPixels: Message { Message(key: "reason-parts.unit-pixels") }
        static var unitMegabytes: Message { Message(key: "reason-parts.unit-megabytes") }
        static func ofSetting(_ setting: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.of-setting", ["setting": setting, "reason": reason]) }
        static func noNumber(_ value: some PhraseValue, wanted: some PhraseValue) -> Message { Message(key: "reason-parts.no-number", ["value": value, "wanted": wanted]) }
        static func outOfRange(_ value: some PhraseValue, wanted: some PhraseValue) -> Message { Message(key: "reason-parts.out-of-range", ["value": value, "wanted": wanted]) }
        static func take(_ least: some PhraseValue, most: some PhraseValue, unit: some PhraseValue) -> Message { Message(key: "reason-parts.take", ["least": least, "most": most, "unit": unit]) }
        static func notOneOfNumbers(_ value: some PhraseValue, numbers: some PhraseValue, unit: some PhraseValue) -> Message { Message(key: "reason-parts.not-one-of-numbers", ["value": value, "numbers": numbers, "unit": unit]) }
        static func notOneOf(_ value: some PhraseValue, words: some PhraseValue) -> Message { Message(key: "reason-parts.not-one-of", ["value": value, "words": words]) }
        static func noSpeeds(_ value: some PhraseValue, span: some PhraseValue) -> Message { Message(key: "reason-parts.no-speeds", ["value": value, "span": span]) }
        static func noRegion(_ value: some PhraseValue) -> Message { Message(key: "reason-parts.no-region", ["value": value]) }
        static func empty(_ words: some PhraseValue) -> Message { Message(key: "reason-parts.empty", ["words": words]) }
        static func lineBreak(_ value: some PhraseValue) -> Message { Message(key: "reason-parts.line-break", ["value": value]) }
        static func notFromACard(_ value: some PhraseValue, setting: some PhraseValue) -> Message { Message(key: "reason-parts.not-from-a-card", ["value": value, "setting": setting]) }
        static func noShutter(_ value: some PhraseValue, least: some PhraseValue, most: some PhraseValue) -> Message { Message(key: "reason-parts.no-shutter", ["value": value, "least": least, "most": most]) }
        static func unknownFace(_ value: some PhraseValue) -> Message { Message(key: "reason-parts.unknown-face", ["value": value]) }
        static func unknownFaceNear(_ value: some PhraseValue, words: some PhraseValue) -> Message { Message(key: "reason-parts.unknown-face-near", ["value": value, "words": words]) }
        static func unknownRound(_ value: some PhraseValue, words: some PhraseValue) -> Message { Message(key: "reason-parts.unknown-round", ["value": value, "words": words]) }
        static func noPhrase(_ most: some PhraseValue, value: some PhraseValue) -> Message { Message(key: "reason-parts.no-phrase", ["most": most, "value": value]) }
        static func unknownArcher(_ value: some PhraseValue, words: some PhraseValue) -> Message { Message(key: "reason-parts.unknown-archer", ["value": value, "words": words]) }
        static func unknownArcherOfNone(_ value: some PhraseValue) -> Message { Message(key: "reason-parts.unknown-archer-of-none", ["value": value]) }
        static func noArchersName(_ most: some PhraseValue, value: some PhraseValue) -> Message { Message(key: "reason-parts.no-archers-name", ["most": most, "value": value]) }
        static func archersShaft(_ name: some PhraseValue, value: some PhraseValue, least: some PhraseValue, most: some PhraseValue) -> Message { Message(key: "reason-parts.archers-shaft", ["name": name, "value": value, "least": least, "most": most]) }
        static func archersWord(_ name: some PhraseValue, value: some PhraseValue) -> Message { Message(key: "reason-parts.archers-word", ["name": name, "value": value]) }
        static func noControl(_ key: some PhraseValue, value: some PhraseValue, words: some PhraseValue) -> Message { Message(key: "reason-parts.no-control", ["key": key, "value": value, "words": words]) }
        static func sizeOf(_ size: some PhraseValue, reason: Message) -> Message { Message(key: "reason-parts.size-of", ["size": size, "reason": reason]) }
        static func sizeTooManyMacroblocks(_ most: some PhraseValue, count: Int) -> Message { Message(key: "reason-parts.size-too-many-macroblocks", count: count, ["most": most]) }
        static func unknownSettingNear(_ setting: some PhraseValue) -> Message { Message(key: "reason-parts.unknown-setting-near", ["setting": setting]) }
        static func takenAs(_ given: some PhraseValue, meant: some PhraseValue) -> Message { Message(key: "reason-parts.taken-as", ["given": given, "meant": meant]) }
        static func faceID(_ value: some PhraseValue, most: some PhraseValue) -> Message { Message(key: "reason-parts.face-id", ["value": value, "most": most]) }
        static func faceLength(_ what: some PhraseValue, value: some PhraseValue) -> Message { Message(key: "reason-parts.face-length", ["what": what, "value": value]) }
        static func faceColour(_ value: some PhraseValue, words: some PhraseValue) -> Message { Message(key: "reason-parts.face-colour", ["value": value, "words": words]) }
        static func faceRingSize(_ label: some PhraseValue, size: some PhraseValue, most: some PhraseValue) -> Message { Message(key: "reason-parts.face-ring-size", ["label": label, "size": size, "most": most]) }
        static func faceRingPoints(_ label: some PhraseValue, points: some PhraseValue) -> Message { Message(key: "reason-parts.face-ring-points", ["label": label, "points": points]) }
        static func faceRingOrder(_ outer: some PhraseValue, inner: some PhraseValue) -> Message { Message(key: "reason-parts.face-ring-order", ["outer": outer, "inner": inner]) }
        static func faceRingWorth(_ outer: some PhraseValue, inner: some PhraseValue) -> Message { Message(key: "reason-parts.face-ring-worth", ["outer": outer, "inner": inner]) }
        static func faceShaft(_ value: some PhraseValue, least: some PhraseValue, most: some PhraseValue) -> Message { Message(key: "reason-parts.face-shaft", ["value": value, "least": least, "most": most]) }
    }

    enum Room {
        static func willBeDeleted(_ session: some PhraseValue) -> String { Language.said("room.will-be-deleted", ["session": session]) }
        static func goesNext(_ session: some PhraseValue) -> String { Language.said("room.goes-next", ["session": session]) }
        static func madeDetail(_ session: some PhraseValue, free: some PhraseValue) -> String { Language.said("room.made-detail", ["session": session, "free": free]) }
    }

    enum Replay {
        static func seconds(_ seconds: some PhraseValue) -> String { Language.said("replay.seconds", ["seconds": seconds]) }
        static func age(_ span: some PhraseValue) -> String { Language.said("replay.age", ["span": span]) }
        static func shot(_ number: some PhraseValue, all: some PhraseValue) -> String { Language.said("replay.shot", ["number": number, "all": all]) }
        static func lastShot(_ age: some PhraseValue) -> String { Language.said("replay.last-shot", ["age": age]) }
        static var heard: String { Language.said("replay.heard") }
        static var anyControl: String { Language.said("replay.any-control") }
        static func arrow(_ number: some PhraseValue, score: some PhraseValue) -> String { Language.said("replay.arrow", ["number": number, "score": score]) }
        static func zoom(_ factor: some PhraseValue) -> String { Language.said("replay.zoom", ["factor": factor]) }
        static func frames(_ count: Int) -> String { Language.said("replay.frames", count: count) }
    }

    enum Trim {
        static func ends(_ time: some PhraseValue) -> String { Language.said("trim.ends", ["time": time]) }
    }

    enum Compare {
        static func mix(_ other: some PhraseValue, this: some PhraseValue) -> String { Language.said("compare.mix", ["other": other, "this": this]) }
        static func percent(_ percent: some PhraseValue) -> String { Language.said("compare.percent", ["percent": percent]) }
        static func bothHold(_ speed: some PhraseValue) -> String { Language.said("compare.both-hold", ["speed": speed]) }
        static func delayed(_ seconds: some PhraseValue) -> String { Language.said("compare.delayed", ["seconds": seconds]) }
    }

    enum Clip {
        static func numbered(_ number: some PhraseValue) -> String { Language.said("clip.numbered", ["number": number]) }
        static func detected(_ number: some PhraseValue) -> String { Language.said("clip.detected", ["number": number]) }
        static var notMarked: String { Language.said("clip.not-marked") }
        static func buffer(_ number: some PhraseValue) -> String { Language.said("clip.buffer", ["number": number]) }
        static func part(_ number: some PhraseValue) -> String { Language.said("clip.part", ["number": number]) }
        static func film(_ number: some PhraseValue) -> String { Language.said("clip.film", ["number": number]) }
        static func speed(_ speed: some PhraseValue) -> String { Language.said("clip.speed", ["speed": speed]) }
    }

    enum Carousel {
        static func place(_ place: some PhraseValue, count: Int) -> String { Language.said("carousel.place", count: count, ["place": place]) }
    }

    enum Session {
        static func roundGoesOn(_ round: some PhraseValue, end: some PhraseValue) -> String { Language.said("session.round-goes-on", ["round": round, "end": end]) }
        static func roundLeft(_ round: some PhraseValue, end: some PhraseValue, ends: some PhraseValue) -> String { Language.said("session.round-left", ["round": round, "end": end, "ends": ends]) }
        static func practiceLeft(_ marks: some PhraseValue) -> String { Language.said("session.practice-left", ["marks": marks]) }
        static func practiceLeftSince(_ moment: some PhraseValue, marks: some PhraseValue) -> String { Language.said("session.practice-left-since", ["moment": moment, "marks": marks]) }
    }

    enum History {
        static func clipsGoToo(_ count: Int) -> String { Language.said("history.clips-go-too", count: count) }
        static func goesOnWith(_ session: some PhraseValue) -> String { Language.said("history.goes-on-with", ["session": session]) }
        static func storage(_ used: some PhraseValue, percent: some PhraseValue, free: some PhraseValue) -> String { Language.said("history.storage", ["used": used, "percent": percent, "free": free]) }
        static func gigabytes(_ number: some PhraseValue) -> String { Language.said("history.gigabytes", ["number": number]) }
        static func megabytes(_ number: some PhraseValue) -> String { Language.said("history.megabytes", ["number": number]) }
        static func kilobytes(_ number: some PhraseValue) -> String { Language.said("history.kilobytes", ["number": number]) }
    }

    enum ScoreParts {
        static func arrow(_ number: some PhraseValue, all: some PhraseValue) -> String { Language.said("score-parts.arrow", ["number": number, "all": all]) }
        static var practice: String { Language.said("score-parts.practice") }
        static var countsAgain: String { Language.said("score-parts.counts-again") }
        static func roundAfter(_ count: Int) -> String { Language.said("score-parts.round-after", count: count) }
        static func sessionAfter(_ count: Int) -> String { Language.said("score-parts.session-after", count: count) }
        static func arrows(_ shaft: some PhraseValue) -> String { Language.said("score-parts.arrows", ["shaft": shaft]) }
        static var inTheCentre: String { Language.said("score-parts.in-the-centre") }
        static func millimetresOut(_ number: some PhraseValue) -> String { Language.said("score-parts.millimetres-out", ["number": number]) }
        static func centimetresOut(_ number: some PhraseValue) -> String { Language.said("score-parts.centimetres-out", ["number": number]) }
        static func oClock(_ hour: some PhraseValue) -> String { Language.said("score-parts.o-clock", ["hour": hour]) }
    }

    enum Round {
        static func of(_ most: some PhraseValue) -> String { Language.said("round.of", ["most": most]) }
        static var bestEnd: String { Language.said("round.best-end") }
        static var bestArrow: String { Language.said("round.best-arrow") }
        static var worstArrow: String { Language.said("round.worst-arrow") }
        static func placed(_ count: Int) -> String { Language.said("round.placed", count: count) }
    }

    enum Spoken {
        static var miss: String { Language.said("spoken.miss") }
        static func total(_ points: some PhraseValue) -> String { Language.said("spoken.total", ["points": points]) }
        static func round(_ points: some PhraseValue) -> String { Language.said("spoken.round", ["points": points]) }
        static func place(_ what: some PhraseValue, number: some PhraseValue, all: some PhraseValue) -> String { Language.said("spoken.place", ["what": what, "number": number, "all": all]) }
        static func clip(_ number: some PhraseValue, all: some PhraseValue) -> String { Language.said("spoken.clip", ["number": number, "all": all]) }
        static func points(_ count: Int) -> String { Language.said("spoken.points", count: count) }
        static var placed: String { Language.said("spoken.placed") }
        static func does(_ deed: some PhraseValue, control: some PhraseValue) -> String { Language.said("spoken.does", ["deed": deed, "control": control]) }
        static func or(_ one: some PhraseValue, other: some PhraseValue) -> String { Language.said("spoken.or", ["one": one, "other": other]) }
        static var turn: String { Language.said("spoken.turn") }
        static var push: String { Language.said("spoken.push") }
        static func hold(_ control: some PhraseValue) -> String { Language.said("spoken.hold", ["control": control]) }
        static var knob: String { Language.said("spoken.knob") }
        static var left: String { Language.said("spoken.left") }
        static var right: String { Language.said("spoken.right") }
        static var up: String { Language.said("spoken.up") }
        static var down: String { Language.said("spoken.down") }
        static func holdOn(_ deed: some PhraseValue) -> String { Language.said("spoken.hold-on", ["deed": deed]) }
        static var refused: String { Language.said("spoken.refused") }
        static var idle: String { Language.said("spoken.idle") }
        static var playing: String { Language.said("spoken.playing") }
        static var paused: String { Language.said("spoken.paused") }
        static var selected: String { Language.said("spoken.selected") }
        static var notSelected: String { Language.said("spoken.not-selected") }
        static var notLiked: String { Language.said("spoken.not-liked") }
        static var set: String { Language.said("spoken.set") }
        static var notSet: String { Language.said("spoken.not-set") }
        static var summary: String { Language.said("spoken.summary") }
        static var report: String { Language.said("spoken.report") }
        static func at(_ left: some PhraseValue, top: some PhraseValue) -> String { Language.said("spoken.at", ["left": left, "top": top]) }
        static func wide(_ width: some PhraseValue) -> String { Language.said("spoken.wide", ["width": width]) }
        static var hyphen: String { Language.said("spoken.hyphen") }
        static var apostrophe: String { Language.said("spoken.apostrophe") }
        static var space: String { Language.said("spoken.space") }
    }

    enum Review {
        static func deletedStay(_ count: Int) -> String { Language.said("review.deleted-stay", count: count) }
        static func withRoom(_ words: some PhraseValue, room: some PhraseValue) -> String { Language.said("review.with-room", ["words": words, "room": room]) }
        static var atStop: String { Language.said("review.at-stop") }
        static var notAtStop: String { Language.said("review.not-at-stop") }
    }

    enum Menu {
        static var target: String { Language.said("menu.target") }
        static var review: String { Language.said("menu.review") }
        static var delayAndClips: String { Language.said("menu.delay-and-clips") }
        static var picture: String { Language.said("menu.picture") }
        static var sound: String { Language.said("menu.sound") }
        static var more: String { Language.said("menu.more") }
    }

    enum Archers {
        static func everybodysRoundHelp(_ round: some PhraseValue) -> String { Language.said("archers.everybodys-round-help", ["round": round]) }
    }

    enum Choice {
        static func needs(_ round: some PhraseValue, face: some PhraseValue) -> String { Language.said("choice.needs", ["round": round, "face": face]) }
        static func needsOther(_ round: some PhraseValue, face: some PhraseValue) -> String { Language.said("choice.needs-other", ["round": round, "face": face]) }
        static func ofArcher(_ archer: some PhraseValue, words: some PhraseValue) -> String { Language.said("choice.of-archer", ["archer": archer, "words": words]) }
        static func ringSpan(_ first: some PhraseValue, last: some PhraseValue) -> String { Language.said("choice.ring-span", ["first": first, "last": last]) }
        static func endsOf(_ ends: some PhraseValue, arrows: some PhraseValue) -> String { Language.said("choice.ends-of", ["ends": ends, "arrows": arrows]) }
        static var waOutdoors: String { Language.said("choice.wa-outdoors") }
        static var waIndoors: String { Language.said("choice.wa-indoors") }
        static var waField: String { Language.said("choice.wa-field") }
        static var nfaa: String { Language.said("choice.nfaa") }
        static var vegas: String { Language.said("choice.vegas") }
        static var british: String { Language.said("choice.british") }
        static var own: String { Language.said("choice.own") }
        static var waRounds: String { Language.said("choice.wa-rounds") }
        static var american: String { Language.said("choice.american") }
    }

    enum Settings {
        static func camera(_ number: some PhraseValue, camera: some PhraseValue) -> String { Language.said("settings.camera", ["number": number, "camera": camera]) }
        static func cameraPlaced(_ camera: some PhraseValue, place: some PhraseValue) -> String { Language.said("settings.camera-placed", ["camera": camera, "place": place]) }
        static var cameraOnBoard: String { Language.said("settings.camera-on-board") }
        static var cameraOnUSB: String { Language.said("settings.camera-on-usb") }
        static func cameraOnUSBPort(_ port: some PhraseValue) -> String { Language.said("settings.camera-on-usb-port", ["port": port]) }
        static func size(_ width: some PhraseValue, height: some PhraseValue) -> String { Language.said("settings.size", ["width": width, "height": height]) }
        static func listening(_ control: some PhraseValue) -> String { Language.said("settings.listening", ["control": control]) }
        static func learned(_ key: some PhraseValue, control: some PhraseValue) -> String { Language.said("settings.learned", ["key": key, "control": control]) }
        static var review: String { Language.said("settings.review") }
        static var score: String { Language.said("settings.score") }
        static var live: String { Language.said("settings.live") }
        static func minutes(_ minutes: some PhraseValue) -> String { Language.said("settings.minutes", ["minutes": minutes]) }
        static func metres(_ metres: some PhraseValue) -> String { Language.said("settings.metres", ["metres": metres]) }
        static var suggest: String { Language.said("settings.suggest") }
        static var scores: String { Language.said("settings.scores") }
        static var sayAll: String { Language.said("settings.say-all") }
        static var keepAll: String { Language.said("settings.keep-all") }
        static var keepMarked: String { Language.said("settings.keep-marked") }
        static var keepNothing: String { Language.said("settings.keep-nothing") }
        static var mark: String { Language.said("settings.mark") }
        static func percent(_ percent: some PhraseValue) -> String { Language.said("settings.percent", ["percent": percent]) }
        static var hdmi: String { Language.said("settings.hdmi") }
        static var headphones: String { Language.said("settings.headphones") }
        static func shaft(_ shaft: some PhraseValue) -> String { Language.said("settings.shaft", ["shaft": shaft]) }
        static var learnKeyRow: String { Language.said("settings.learn-key-row") }
        static var forgetKeysRow: String { Language.said("settings.forget-keys-row") }
        static var forgetFootageRow: String { Language.said("settings.forget-footage-row") }
        static func forgetAsks(_ count: Int) -> String { Language.said("settings.forget-asks", count: count) }
        static var reviewUnjudgedRow: String { Language.said("settings.review-unjudged-row") }
        static var hearingRow: String { Language.said("settings.hearing-row") }
        static var clockRow: String { Language.said("settings.clock-row") }
        static var aboutRow: String { Language.said("settings.about-row") }
        static var switchOffRow: String { Language.said("settings.switch-off-row") }
        static var allSettingsRow: String { Language.said("settings.all-settings-row") }
        static func available(_ span: some PhraseValue) -> String { Language.said("settings.available", ["span": span]) }
        static var noneLearned: String { Language.said("settings.none-learned") }
        static func keysLearned(_ count: Int) -> String { Language.said("settings.keys-learned", count: count) }
        static var knobPush: String { Language.said("settings.knob-push") }
        static func longestSeconds(_ seconds: some PhraseValue) -> String { Language.said("settings.longest-seconds", ["seconds": seconds]) }
        static func degrees(_ degrees: some PhraseValue) -> String { Language.said("settings.degrees", ["degrees": degrees]) }
        static func hertz(_ number: some PhraseValue) -> String { Language.said("settings.hertz", ["number": number]) }
        static var continuous: String { Language.said("settings.continuous") }
        static var once: String { Language.said("settings.once") }
    }

    enum SummaryParts {
        static func clipDeleted(_ clip: some PhraseValue) -> String { Language.said("summary-parts.clip-deleted", ["clip": clip]) }
        static var elevens: String { Language.said("summary-parts.elevens") }
        static func arrow(_ number: some PhraseValue, all: some PhraseValue) -> String { Language.said("summary-parts.arrow", ["number": number, "all": all]) }
        static func byHour(_ hour: some PhraseValue) -> String { Language.said("summary-parts.by-hour", ["hour": hour]) }
        static func whichClip(_ number: some PhraseValue) -> String { Language.said("summary-parts.which-clip", ["number": number]) }
        static func swaps(_ number: some PhraseValue) -> String { Language.said("summary-parts.swaps", ["number": number]) }
        static func endOf(_ number: some PhraseValue, count: Int) -> String { Language.said("summary-parts.end-of", count: count, ["number": number]) }
        static var deadCentre: String { Language.said("summary-parts.dead-centre") }
        static func place(_ millimetres: some PhraseValue, hour: some PhraseValue) -> String { Language.said("summary-parts.place", ["millimetres": millimetres, "hour": hour]) }
        static func clip(_ clip: some PhraseValue, seconds: some PhraseValue) -> String { Language.said("summary-parts.clip", ["clip": clip, "seconds": seconds]) }
        static func linked(_ arrow: some PhraseValue, clip: some PhraseValue) -> String { Language.said("summary-parts.linked", ["arrow": arrow, "clip": clip]) }
        static func linkedToNone(_ arrow: some PhraseValue) -> String { Language.said("summary-parts.linked-to-none", ["arrow": arrow]) }
        static func bestSince(_ number: some PhraseValue) -> String { Language.said("summary-parts.best-since", ["number": number]) }
        static func bestSincePractice(_ number: some PhraseValue) -> String { Language.said("summary-parts.best-since-practice", ["number": number]) }
        static func averagesOfRound(_ points: some PhraseValue, whole: some PhraseValue) -> String { Language.said("summary-parts.averages-of-round", ["points": points, "whole": whole]) }
        static func averagesOfSession(_ points: some PhraseValue, whole: some PhraseValue) -> String { Language.said("summary-parts.averages-of-session", ["points": points, "whole": whole]) }
        static func lowest(_ number: some PhraseValue, score: some PhraseValue) -> String { Language.said("summary-parts.lowest", ["number": number, "score": score]) }
        static func lowestClip(_ lowest: some PhraseValue) -> String { Language.said("summary-parts.lowest-clip", ["lowest": lowest]) }
        static func allAlike(_ score: some PhraseValue) -> String { Language.said("summary-parts.all-alike", ["score": score]) }
        static func endsBetween(_ most: some PhraseValue, least: some PhraseValue) -> String { Language.said("summary-parts.ends-between", ["most": most, "least": least]) }
        static func fewPlaced(_ placed: some PhraseValue, all: some PhraseValue) -> String { Language.said("summary-parts.few-placed", ["placed": placed, "all": all]) }
        static func sightUp(_ distance: some PhraseValue) -> String { Language.said("summary-parts.sight-up", ["distance": distance]) }
        static func sightDown(_ distance: some PhraseValue) -> String { Language.said("summary-parts.sight-down", ["distance": distance]) }
        static func sightLeft(_ distance: some PhraseValue) -> String { Language.said("summary-parts.sight-left", ["distance": distance]) }
        static func sightRight(_ distance: some PhraseValue) -> String { Language.said("summary-parts.sight-right", ["distance": distance]) }
        static func sightUpLeft(_ vertical: some PhraseValue, side: some PhraseValue) -> String { Language.said("summary-parts.sight-up-left", ["vertical": vertical, "side": side]) }
        static func sightUpRight(_ vertical: some PhraseValue, side: some PhraseValue) -> String { Language.said("summary-parts.sight-up-right", ["vertical": vertical, "side": side]) }
        static func sightDownLeft(_ vertical: some PhraseValue, side: some PhraseValue) -> String { Language.said("summary-parts.sight-down-left", ["vertical": vertical, "side": side]) }
        static func sightDownRight(_ vertical: some PhraseValue, side: some PhraseValue) -> String { Language.said("summary-parts.sight-down-right", ["vertical": vertical, "side": side]) }
        static func high(_ distance: some PhraseValue) -> String { Language.said("summary-parts.high", ["distance": distance]) }
        static func low(_ distance: some PhraseValue) -> String { Language.said("summary-parts.low", ["distance": distance]) }
        static func left(_ distance: some PhraseValue) -> String { Language.said("summary-parts.left", ["distance": distance]) }
        static func right(_ distance: some PhraseValue) -> String { Language.said("summary-parts.right", ["distance": distance]) }
        static func millimetres(_ number: some PhraseValue) -> String { Language.said("summary-parts.millimetres", ["number": number]) }
        static func centimetres(_ number: some PhraseValue) -> String { Language.said("summary-parts.centimetres", ["number": number]) }
        static func group(_ size: some PhraseValue) -> String { Language.said("summary-parts.group", ["size": size]) }
        static func groupByHour(_ size: some PhraseValue) -> String { Language.said("summary-parts.group-by-hour", ["size": size]) }
        static func spotsOnOne(_ count: Int) -> String { Language.said("summary-parts.spots-on-one", count: count) }
        static func thisEnd(_ size: some PhraseValue, placed: some PhraseValue, all: some PhraseValue) -> String { Language.said("summary-parts.this-end", ["size": size, "placed": placed, "all": all]) }
        static func thisEndByHour(_ size: some PhraseValue, placed: some PhraseValue, all: some PhraseValue) -> String { Language.said("summary-parts.this-end-by-hour", ["size": size, "placed": placed, "all": all]) }
        static func scopePlaced(_ scope: some PhraseValue, placed: some PhraseValue) -> String { Language.said("summary-parts.scope-placed", ["scope": scope, "placed": placed]) }
        static func count(_ label: some PhraseValue, count: Int) -> String { Language.said("summary-parts.count", count: count, ["label": label]) }
        static func averageOf(_ points: some PhraseValue) -> String { Language.said("summary-parts.average-of", ["points": points]) }
        static func swapsOfEnd(_ end: some PhraseValue, number: some PhraseValue) -> String { Language.said("summary-parts.swaps-of-end", ["end": end, "number": number]) }
    }

    enum Region {
        static var title: String { Language.said("region.title") }
        static var help: String { Language.said("region.help") }
        static var isSet: String { Language.said("region.is-set") }
        static var isFound: String { Language.said("region.is-found") }
        static var whole: String { Language.said("region.whole") }
        static var use: String { Language.said("region.use") }
    }

    enum Hearing {
        static var title: String { Language.said("hearing.title") }
        static var isOff: String { Language.said("hearing.is-off") }
        static var whistles: String { Language.said("hearing.whistles") }
        static var noSound: String { Language.said("hearing.no-sound") }
        static func learns(_ count: Int) -> String { Language.said("hearing.learns", count: count) }
        static var disagrees: String { Language.said("hearing.disagrees") }
        static func knows(_ count: Int) -> String { Language.said("hearing.knows", count: count) }
        static func test(_ count: Int) -> String { Language.said("hearing.test", count: count) }
        static var gate: String { Language.said("hearing.gate") }
        static var taken: String { Language.said("hearing.taken") }
        static var suggested: String { Language.said("hearing.suggested") }
        static var letGo: String { Language.said("hearing.let-go") }
        static var missed: String { Language.said("hearing.missed") }
        static var offerSuggestions: String { Language.said("hearing.offer-suggestions") }
        static var offerSuggestionsAdvice: String { Language.said("hearing.offer-suggestions-advice") }
        static var offerWitness: String { Language.said("hearing.offer-witness") }
        static var offerWitnessAdvice: String { Language.said("hearing.offer-witness-advice") }
        static var offerMarks: String { Language.said("hearing.offer-marks") }
        static var offerMarksAdvice: String { Language.said("hearing.offer-marks-advice") }
        static var offerNearer: String { Language.said("hearing.offer-nearer") }
        static var offerNearerAdvice: String { Language.said("hearing.offer-nearer-advice") }
    }

    enum About {
        static var life: String { Language.said("about.life") }
        static var nothingLeaves: String { Language.said("about.nothing-leaves") }
        static var memory: String { Language.said("about.memory") }
        static var memoryAndRest: String { Language.said("about.memory-and-rest") }
        static var memoryOnly: String { Language.said("about.memory-only") }
        static var memoryAndRallies: String { Language.said("about.memory-and-rallies") }
        static var card: String { Language.said("about.card") }
        static var sound: String { Language.said("about.sound") }
        static var listening: String { Language.said("about.listening") }
        static func version(_ version: some PhraseValue) -> String { Language.said("about.version", ["version": version]) }
    }

    enum Note {
        static var windy: String { Language.said("note.windy") }
        static var rain: String { Language.said("note.rain") }
        static var sunInTheEyes: String { Language.said("note.sun-in-the-eyes") }
        static var cold: String { Language.said("note.cold") }
        static var newString: String { Language.said("note.new-string") }
        static var newArrows: String { Language.said("note.new-arrows") }
        static var sightMoved: String { Language.said("note.sight-moved") }
        static var tired: String { Language.said("note.tired") }
        static var goodGroup: String { Language.said("note.good-group") }
        static var competition: String { Language.said("note.competition") }
    }

    enum Overload {
        static func stream(_ width: some PhraseValue, height: some PhraseValue, rate: some PhraseValue) -> String { Language.said("overload.stream", ["width": width, "height": height, "rate": rate]) }
        static func question(_ stream: some PhraseValue) -> String { Language.said("overload.question", ["stream": stream]) }
        static func shorterQuestion(_ stream: some PhraseValue) -> String { Language.said("overload.shorter-question", ["stream": stream]) }
        static func shortestQuestion(_ width: some PhraseValue, height: some PhraseValue, rate: some PhraseValue) -> String { Language.said("overload.shortest-question", ["width": width, "height": height, "rate": rate]) }
    }

    enum Export {
        static var session: String { Language.said("export.session") }
        static var file: String { Language.said("export.file") }
        static var anybody: String { Language.said("export.anybody") }
        static func slow(_ speed: some PhraseValue, times: some PhraseValue) -> String { Language.said("export.slow", ["speed": speed, "times": times]) }
        static var bestOf: String { Language.said("export.best-of") }
        static func bestOfSize(_ clips: some PhraseValue, span: some PhraseValue) -> String { Language.said("export.best-of-size", ["clips": clips, "span": span]) }
        static var drawings: String { Language.said("export.drawings") }
        static func drawnFreeze(_ clips: some PhraseValue, seconds: some PhraseValue) -> String { Language.said("export.drawn-freeze", ["clips": clips, "seconds": seconds]) }
        static var still: String { Language.said("export.still") }
        static var strip: String { Language.said("export.strip") }
        static var titledBestOf: String { Language.said("export.titled-best-of") }
        static var compare: String { Language.said("export.compare") }
        static func cantBeJoined(_ clip: some PhraseValue) -> String { Language.said("export.cant-be-joined", ["clip": clip]) }
        static var stick: String { Language.said("export.stick") }
        static func stickNamed(_ label: some PhraseValue) -> String { Language.said("export.stick-named", ["label": label]) }
        static func fileOf(_ number: some PhraseValue, count: Int) -> String { Language.said("export.file-of", count: count, ["number": number]) }
        static func bytesOf(_ done: some PhraseValue, all: some PhraseValue) -> String { Language.said("export.bytes-of", ["done": done, "all": all]) }
        static func timeLeft(_ span: some PhraseValue) -> String { Language.said("export.time-left", ["span": span]) }
        static func files(_ count: Int) -> String { Language.said("export.files", count: count) }
        static func done(_ files: some PhraseValue, place: some PhraseValue) -> String { Language.said("export.done", ["files": files, "place": place]) }
        static func new(_ count: Int) -> String { Language.said("export.new", count: count) }
        static func replaced(_ count: Int) -> String { Language.said("export.replaced", count: count) }
        static func kept(_ count: Int) -> String { Language.said("export.kept", count: count) }
        static var onTheCard: String { Language.said("export.on-the-card") }
        static var onStick: String { Language.said("export.on-stick") }
        static func onStickNamed(_ label: some PhraseValue) -> String { Language.said("export.on-stick-named", ["label": label]) }
        static func before(_ files: some PhraseValue) -> String { Language.said("export.before", ["files": files]) }
    }

    enum Film {
        static func refused(_ name: some PhraseValue) -> String { Language.said("film.refused", ["name": name]) }
        static func refusedMore(_ name: some PhraseValue, count: Int) -> String { Language.said("film.refused-more", count: count, ["name": name]) }
        static var laptop: String { Language.said("film.laptop") }
        static var again: String { Language.said("film.again") }
        static var shorter: String { Language.said("film.shorter") }
        static var recode: String { Language.said("film.recode") }
        static var room: String { Language.said("film.room") }
        static var keep: String { Language.said("film.keep") }
        static var card: String { Language.said("film.card") }
    }

    enum Date {
        static func moment(_ weekday: some PhraseValue, day: some PhraseValue, month: some PhraseValue, year: some PhraseValue, time: some PhraseValue) -> String { Language.said("date.moment", ["weekday": weekday, "day": day, "month": month, "year": year, "time": time]) }
        static func month(_ month: some PhraseValue, year: some PhraseValue) -> String { Language.said("date.month", ["month": month, "year": year]) }
        static func day(_ day: some PhraseValue, month: some PhraseValue) -> String { Language.said("date.day", ["day": day, "month": month]) }
        static var mon: String { Language.said("date.mon") }
        static var tue: String { Language.said("date.tue") }
        static var wed: String { Language.said("date.wed") }
        static var thu: String { Language.said("date.thu") }
        static var fri: String { Language.said("date.fri") }
        static var sat: String { Language.said("date.sat") }
        static var sun: String { Language.said("date.sun") }
        static var jan: String { Language.said("date.jan") }
        static var feb: String { Language.said("date.feb") }
        static var mar: String { Language.said("date.mar") }
        static var apr: String { Language.said("date.apr") }
        static var may: String { Language.said("date.may") }
        static var jun: String { Language.said("date.jun") }
        static var jul: String { Language.said("date.jul") }
        static var aug: String { Language.said("date.aug") }
        static var sep: String { Language.said("date.sep") }
        static var oct: String { Language.said("date.oct") }
        static var nov: String { Language.said("date.nov") }
        static var dec: String { Language.said("date.dec") }
    }

    enum CardHelp {
        static var title: String { Language.said("card-help.title") }
        static var about: String { Language.said("card-help.about") }
        static var drive: String { Language.said("card-help.drive") }
        static var index: String { Language.said("card-help.index") }
        static var sessions: String { Language.said("card-help.sessions") }
        static var settings: String { Language.said("card-help.settings") }
        static var rest: String { Language.said("card-help.rest") }
        static var copying: String { Language.said("card-help.copying") }
        static var keys: String { Language.said("card-help.keys") }
        static var mark: String { Language.said("card-help.mark") }
        static var stop: String { Language.said("card-help.stop") }
        static var knob: String { Language.said("card-help.knob") }
        static var arrows: String { Language.said("card-help.arrows") }
        static var voice: String { Language.said("card-help.voice") }
        static var trouble: String { Language.said("card-help.trouble") }
        static var input: String { Language.said("card-help.input") }
        static var modes: String { Language.said("card-help.modes") }
        static var socket: String { Language.said("card-help.socket") }
        static var log: String { Language.said("card-help.log") }
        static var power: String { Language.said("card-help.power") }
        static var unplug: String { Language.said("card-help.unplug") }
        static var link: String { Language.said("card-help.link") }
    }

    enum PageParts {
        static func sessionNumber(_ number: some PhraseValue) -> String { Language.said("page-parts.session-number", ["number": number]) }
        static func sessionAfter(_ number: some PhraseValue, day: some PhraseValue) -> String { Language.said("page-parts.session-after", ["number": number, "day": day]) }
        static func title(_ heading: some PhraseValue, what: some PhraseValue) -> String { Language.said("page-parts.title", ["heading": heading, "what": what]) }
        static func pointsOfSession(_ total: some PhraseValue) -> String { Language.said("page-parts.points-of-session", ["total": total]) }
        static func arrowsOf(_ arrows: some PhraseValue, planned: some PhraseValue) -> String { Language.said("page-parts.arrows-of", ["arrows": arrows, "planned": planned]) }
        static func centimetres(_ number: some PhraseValue) -> String { Language.said("page-parts.centimetres", ["number": number]) }
        static func offsetCentimetres(_ number: some PhraseValue, hour: some PhraseValue) -> String { Language.said("page-parts.offset-centimetres", ["number": number, "hour": hour]) }
        static func endAt(_ end: some PhraseValue, distance: some PhraseValue) -> String { Language.said("page-parts.end-at", ["end": end, "distance": distance]) }
        static func clipNumber(_ number: some PhraseValue) -> String { Language.said("page-parts.clip-number", ["number": number]) }
        static func arrowNumber(_ number: some PhraseValue) -> String { Language.said("page-parts.arrow-number", ["number": number]) }
        static func arrowOfEnd(_ number: some PhraseValue, end: some PhraseValue) -> String { Language.said("page-parts.arrow-of-end", ["number": number, "end": end]) }
        static func arrowOfPractice(_ number: some PhraseValue, end: some PhraseValue) -> String { Language.said("page-parts.arrow-of-practice", ["number": number, "end": end]) }
        static func and(_ clips: some PhraseValue, last: some PhraseValue) -> String { Language.said("page-parts.and", ["clips": clips, "last": last]) }
        static func clipsLost(_ count: Int, clips: some PhraseValue) -> String { Language.said("page-parts.clips-lost", count: count, ["clips": clips]) }
        static func deleted(_ clips: some PhraseValue) -> String { Language.said("page-parts.deleted", ["clips": clips]) }
        static func clipDeleted(_ clip: some PhraseValue) -> String { Language.said("page-parts.clip-deleted", ["clip": clip]) }
        static func arrowsMissed(_ count: Int, numbers: some PhraseValue) -> String { Language.said("page-parts.arrows-missed", count: count, ["numbers": numbers]) }
        static func countMissed(_ count: Int) -> String { Language.said("page-parts.count-missed", count: count) }
        static func picture(_ face: some PhraseValue, arrows: some PhraseValue) -> String { Language.said("page-parts.picture", ["face": face, "arrows": arrows]) }
    }

    enum Draw {
        static var always: String { Language.said("draw.always") }
        static var wordElbowUp: String { Language.said("draw.word.elbow-up") }
        static var wordElbowDown: String { Language.said("draw.word.elbow-down") }
        static var wordShoulderDown: String { Language.said("draw.word.shoulder-down") }
        static var wordHeadStill: String { Language.said("draw.word.head-still") }
        static var wordWait: String { Language.said("draw.word.wait") }
        static var wordGood: String { Language.said("draw.word.good") }
        static var wordHere: String { Language.said("draw.word.here") }
        static func drawn(_ what: some PhraseValue) -> String { Language.said("draw.drawn", ["what": what]) }
        static func erased(_ what: some PhraseValue) -> String { Language.said("draw.erased", ["what": what]) }
        static func moved(_ what: some PhraseValue) -> String { Language.said("draw.moved", ["what": what]) }
        static func kept(_ what: some PhraseValue) -> String { Language.said("draw.kept", ["what": what]) }
        static func notKept(_ what: some PhraseValue) -> String { Language.said("draw.not-kept", ["what": what]) }
        static var linesOn: String { Language.said("draw.lines-on") }
        static var linesOff: String { Language.said("draw.lines-off") }
        static func pointOf(_ what: some PhraseValue) -> String { Language.said("draw.point-of", ["what": what]) }
        static func point(_ what: some PhraseValue, number: some PhraseValue, count: Int) -> String { Language.said("draw.point", count: count, ["what": what, "number": number]) }
    }

    enum Movement {
        static var on: String { Language.said("movement.on") }
        static var off: String { Language.said("movement.off") }
    }

    enum Trail {
        static var darkest: String { Language.said("trail.darkest") }
        static var lightest: String { Language.said("trail.lightest") }
    }

    enum Strip {
        static func step(_ seconds: some PhraseValue) -> String { Language.said("strip.step", ["seconds": seconds]) }
        static func offset(_ seconds: some PhraseValue) -> String { Language.said("strip.offset", ["seconds": seconds]) }
    }

    enum Phase {
        static var raise: String { Language.said("phase.raise") }
        static var draw: String { Language.said("phase.draw") }
        static var anchor: String { Language.said("phase.anchor") }
        static var release: String { Language.said("phase.release") }
    }

    enum Stopwatch {
        static func under(_ name: some PhraseValue, seconds: some PhraseValue, spread: some PhraseValue) -> String { Language.said("stopwatch.under", ["name": name, "seconds": seconds, "spread": spread]) }
        static func hold(_ seconds: some PhraseValue) -> String { Language.said("stopwatch.hold", ["seconds": seconds]) }
        static func speed(_ speed: some PhraseValue, uncertainty: some PhraseValue) -> String { Language.said("stopwatch.speed", ["speed": speed, "uncertainty": uncertainty]) }
        static func trend(_ seconds: some PhraseValue) -> String { Language.said("stopwatch.trend", ["seconds": seconds]) }
        static func over(_ name: some PhraseValue, seconds: some PhraseValue, spread: some PhraseValue) -> String { Language.said("stopwatch.over", ["name": name, "seconds": seconds, "spread": spread]) }
    }
}
