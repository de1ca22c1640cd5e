/// A use of personal data that needs a consent. It is off until the consent is given.
///
/// Both consents are of the home and not of a person, so an owner answers for everyone in it:
///
/// | consent | why it is of the home |
/// |---|---|
/// | `crashReports` | a report is about the program, and contains nothing about a person |
/// | `presenceHistory` | a sensor reports that a person is in a room, and not who it is |
///
/// A later use that concerns one person, such as sharing where that person is, is answered by that person alone.
package enum ConsentID: String, Sendable, Codable, CaseIterable { case crashReports, presenceHistory }

extension ConsentID {
    /// The version of the present text. A changed text gets the next number, and an owner is asked again.
    package var textVersion: Int { 1 }

    /// The day on which the present text was written, like `2026-11-27`.
    package var textDate: String { "2026-11-27" }

    /// The name of the consent in English.
    package var title: String {
        switch self {
        case .crashReports: "Crash reports"
        case .presenceHistory: "History of presence"
        }
    }

    /// The present text in English. The page has it in each of its languages, by the id and the version.
    package var text: String {
        switch self {
        case .crashReports:
            """
            When the gateway crashes, it may keep a report about it: the version, how long it ran, where in the \
            program it happened, and its last log lines without names, ids and addresses. Reports stay on the gateway \
            for at most 90 days. Nothing is sent: a person who wants to hand on a report downloads it. If you \
            withdraw the consent, all reports are deleted.
            """
        case .presenceHistory:
            """
            Sensors of motion and presence record when people were in which room. Without this consent that history \
            is deleted after at most 7 days, which is enough to look up what happened last week. With it, the history \
            is kept as long as other measurements, such as temperatures. It does not say who was there. It stays on \
            the gateway. If you withdraw the consent, everything older than those 7 days is deleted, and so is the \
            copy of the database that was made before an upgrade. Measurements that are protected from deletion stay. \
            The security log, which shows who did what, is not affected.
            """
        }
    }
}
