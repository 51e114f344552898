import Core

extension Box {
    /// The run before ended by itself within this session: it goes on, once the card has said that it has it.
    func expect(_ left: RunTrace.Session) {
        headers[session] = left.header
        isExpectingSession = true
        handle(.sessionExpected(firstNumber: left.nextNumber))
    }

    /// The card has what the run before left open, or doesn't.
    func take(_ continued: ContinuedSession?, as number: Int) {
        isExpectingSession = false
        headers[number] = nil
        if let continued {
            folders[number] = continued.name
            headers[number] = continued.record.header
            if session == number { isSessionOpen = true } else { parts.card.post(.close(.run(number))) }
        }
        handle(.sessionContinued(continued, session: number))
        leaveTrace()
    }

    /// Says which session is open, for the run after this one, should this one end by itself.
    func leaveTrace() {
        let header = isSessionOpen || isExpectingSession ? headers[session] : nil
        parts.trace.note(header.map { RunTrace.Session(header: $0, nextNumber: appliance.nextNumber) })
    }
}
