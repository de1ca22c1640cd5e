package import HomeModel

/// `POST /privacy/exports`. The response is the archive.
package struct PersonalExportBody: Codable, Sendable {
    /// The times in the archive: in UTC, or on the clocks of the home with their difference to UTC.
    package enum Times: String, Codable, Sendable, CaseIterable { case utc, home }

    /// The name of the header field of the response with the number of files in the archive.
    package static let filesHeader = "Tomte-Archive-Files"

    /// The person whose data is exported; absent for the caller's own.
    package let person: PersonID?
    /// Whether the archive contains the readings of the household that the person may see; absent for no.
    package let includesReadings: Bool?
    /// Absent for UTC.
    package let times: Times?
    /// The language of the index, if the person has not set one in their preferences.
    package let language: LanguageTag?

    package init(
        person: PersonID?, includesReadings: Bool? = nil, times: Times? = nil, language: LanguageTag? = nil
    ) {
        self.person = person
        self.includesReadings = includesReadings
        self.times = times
        self.language = language
    }
}

/// `GET /privacy/exports`: an export of the caller's data by another person.
package struct PersonalExportNoticeBody: Codable, Sendable {
    /// Grows with each export, unlike the time, which may be that of a wrong clock.
    package let sequence: UInt64
    package let time: Timestamp
    /// The actor as in the audit log: `console`, `console as <person>` or a person's id.
    package let actor: String
    /// The name of the acting person; absent for the console, and for a person who was removed.
    package let name: String?
    package let includesReadings: Bool

    package init(sequence: UInt64, time: Timestamp, actor: String, name: String?, includesReadings: Bool) {
        self.sequence = sequence
        self.time = time
        self.actor = actor
        self.name = name
        self.includesReadings = includesReadings
    }
}
