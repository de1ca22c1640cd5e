/// Which entries of the service history are meant, newest day first.
package struct ServiceFilter: Hashable, Sendable {
    package static let limitBounds = 1...500

    /// Nil for all of the home.
    package var subject: ServiceSubject?
    /// Only entries after this one in the order of the list.
    package var cursor: ServiceCursor?
    package var limit: Int

    package init(subject: ServiceSubject? = nil, cursor: ServiceCursor? = nil, limit: Int = 100) {
        self.subject = subject
        self.cursor = cursor
        self.limit = limit
    }
}

/// A position in a list of the service history: its day, and the id of the entry, which orders the entries of one day.
package struct ServiceCursor: Hashable, Sendable, LosslessStringConvertible {
    package let day: LocalDate
    package let entry: ServiceEntryID

    package init(day: LocalDate, entry: ServiceEntryID) {
        self.day = day
        self.entry = entry
    }

    /// Nil unless the text is a date, a colon and an id.
    package init?(_ text: String) {
        // The limit keeps the work on a hostile text small.
        guard text.utf8.count <= 80 else { return nil }
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count == 2, let day = LocalDate(String(halves[0])), let entry = ServiceEntryID(String(halves[1]))
        else { return nil }
        self.init(day: day, entry: entry)
    }

    package var description: String { "\(day):\(entry)" }
}
