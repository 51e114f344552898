extension Strings {
    /// On the summary.
    enum Summary {
        static let link = "Link"
        static let nextEnd = "Next end"
        static let holdForNextEnd = "Hold: next end"
        static let score = "Score"
        static let scoreAgain = "Score again"
        static let scoreNow = "Score now"
        static let otherClip = "Other clip"
        static let row = "Row"
        static let take = "Take it"
        static let before = "Before"
        static let next = "Next"
        static let noClip = "No clip"
        static let noClipLinked = "No clip is linked to this arrow"
        static let notScoredYet = "Not scored yet"
        static let onlyThisRun = "This session is over; STOP leads back"
        static let noClipsYet = "This session has no clips."
        static let keepsClip = "The clip it has now"
        static let unlinked = "It shows no arrow yet"
        static let noClipStays = "This arrow has no clip"
        static let notes = "Notes"
        static let clipsOfSession = "Clips of the session"

        // MARK: Figures

        static let end = "End"
        static let total = "Total"
        static let sum = "Sum"
        static let session = "Session"
        static let round = "Round"
        static let average = "Average"
        static let tens = "10s"

        /// What a session may be remembered by.
        static let notePhrases = ["Windy", "Rain", "Sun in the eyes", "Cold", "New string", "New arrows", "Sight moved", "Tired", "Good group",
                                  "Competition"]

        static func end(_ number: Int, of count: Int) -> String { count > 1 ? "End \(number) of \(count)" : "End \(number)" }
        static func end(_ number: Int, of count: Int, at distance: String) -> String { "End \(number) of \(count) at \(distance)" }
        static func points(_ count: Int) -> String { count == 1 ? "1 point" : "\(count) points" }
        static func arrow(_ number: Int, of all: Int) -> String { "Arrow \(number) of \(all)" }
        static func place(_ distance: Length, _ direction: Angle) -> String {
            let millimetres = wholeMillimetres(distance.millimetres)
            return millimetres == 0 ? "Dead centre" : "\(millimetres) mm at \(direction.hour) o’clock"
        }
        static let notPlaced = "Not on the face"
        static func clip(_ number: Int, seconds: Double) -> String {
            seconds > 0 ? "Clip \(number), \(tenths(seconds)) s" : "Clip \(number)"
        }
        /// When a clip begins, from the first one's beginning: `1:05`.
        static func moment(_ seconds: Double) -> String {
            let whole = Int(seconds.clamped(to: 0...359_999).rounded(.down))
            let rest = whole % 60
            return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
        }
        static func whichClip(ofArrow number: Int) -> String { "Which clip shows arrow \(number)?" }
        static func swaps(withArrow number: Int) -> String { "Arrow \(number) has it: they swap" }
        static func swaps(withArrow number: Int, ofEnd end: Int) -> String { "Arrow \(number) of end \(end) has it: they swap" }
        static func linked(_ arrow: Int, _ clip: Int?) -> String { clip.map { "Arrow \(arrow): clip \($0)" } ?? "Arrow \(arrow): no clip" }
        static func roundOver(_ name: String, _ total: Int, of most: Int) -> String { "\(name) is over: \(total) of \(most)" }

        // MARK: The group

        static func meanRadius(_ millimetres: Double) -> String { "Mean radius \(wholeMillimetres(millimetres)) mm" }
        static func spread(_ millimetres: Double) -> String { "Spread \(wholeMillimetres(millimetres)) mm" }
        static func groupCentre(_ group: ArrowGroup) -> String {
            let millimetres = wholeMillimetres(group.offset)
            return millimetres == 0 ? "Centred" : "\(millimetres) mm at \(group.direction.hour) o’clock"
        }

        private static func wholeMillimetres(_ millimetres: Double) -> Int { Int(millimetres.clamped(to: 0...1e6).rounded()) }
    }
}
