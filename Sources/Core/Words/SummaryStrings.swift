extension Strings {
    /// On the summary.
    package enum Summary {
        package static let link = "Link"
        package static let nextEnd = "Next end"
        package static let holdForNextEnd = "Hold: next end"
        package static let score = "Score"
        package static let scoreAgain = "Score again"
        package static let scoreNow = "Score now"
        package static let otherClip = "Other clip"
        package static let row = "Row"
        package static let take = "Take it"
        package static let before = "Before"
        package static let next = "Next"
        package static let noClip = "No clip"
        package static let noClipLinked = "No clip is linked to this arrow"
        package static let notScoredYet = "Not scored yet"
        package static let onlyThisRun = "This session is over; STOP leads back"
        package static let noClipsYet = "This session has no clips."
        package static let keepsClip = "The clip it has now"
        package static let unlinked = "It shows no arrow yet"
        package static let noClipStays = "This arrow has no clip"
        package static let notes = "Notes"
        package static let clipsOfSession = "Clips of the session"

        // MARK: Figures

        package static let end = "End"
        package static let total = "Total"
        package static let sum = "Sum"
        package static let session = "Session"
        package static let round = "Round"
        package static let average = "Average"
        package static let tens = "10s"

        /// What a session may be remembered by.
        package static let notePhrases = ["Windy", "Rain", "Sun in the eyes", "Cold", "New string", "New arrows", "Sight moved", "Tired", "Good group",
                                  "Competition"]

        package static func end(_ number: Int, of count: Int) -> String { count > 1 ? "End \(number) of \(count)" : "End \(number)" }
        package static func end(_ number: Int, of count: Int, at distance: String) -> String { "End \(number) of \(count) at \(distance)" }
        package static func points(_ count: Int) -> String { count == 1 ? "1 point" : "\(count) points" }
        package static func arrow(_ number: Int, of all: Int) -> String { "Arrow \(number) of \(all)" }
        package static func place(_ distance: Length, _ direction: Angle) -> String {
            let millimetres = wholeMillimetres(distance.millimetres)
            return millimetres == 0 ? "Dead centre" : "\(millimetres) mm at \(direction.hour) o’clock"
        }
        package static let notPlaced = "Not on the face"
        package static func clip(_ number: Int, seconds: Double) -> String {
            seconds > 0 ? "Clip \(number), \(tenths(seconds)) s" : "Clip \(number)"
        }
        /// When a clip begins, from the first one's beginning: `1:05`.
        package static func moment(_ seconds: Double) -> String {
            let whole = Int(seconds.clamped(to: 0...359_999).rounded(.down))
            let rest = whole % 60
            return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
        }
        package static func whichClip(ofArrow number: Int) -> String { "Which clip shows arrow \(number)?" }
        package static func swaps(withArrow number: Int) -> String { "Arrow \(number) has it: they swap" }
        package static func swaps(withArrow number: Int, ofEnd end: Int) -> String { "Arrow \(number) of end \(end) has it: they swap" }
        package static func linked(_ arrow: Int, _ clip: Int?) -> String { clip.map { "Arrow \(arrow): clip \($0)" } ?? "Arrow \(arrow): no clip" }
        package static func roundOver(_ name: String, _ total: Int, of most: Int) -> String { "\(name) is over: \(total) of \(most)" }

        // MARK: The group

        package static func meanRadius(_ millimetres: Double) -> String { "Mean radius \(wholeMillimetres(millimetres)) mm" }
        package static func spread(_ millimetres: Double) -> String { "Spread \(wholeMillimetres(millimetres)) mm" }
        package static func groupCentre(_ group: ArrowGroup) -> String {
            let millimetres = wholeMillimetres(group.offset)
            return millimetres == 0 ? "Centred" : "\(millimetres) mm at \(group.direction.hour) o’clock"
        }

        private static func wholeMillimetres(_ millimetres: Double) -> Int { Int(millimetres.clamped(to: 0...1e6).rounded()) }
    }
}
