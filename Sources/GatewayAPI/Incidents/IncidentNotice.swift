import Foundation
import GatewayWire
import HomeModel

/// A draft of a notice to the people whom an incident concerns, which people change before they send it.
struct IncidentNotice {
    /// Those to whom the GDPR applies inform their authority within this time. Source: Article 33.
    private static let reportWithin = Duration.hours(72)

    let body: IncidentNoticeBody

    init(of incident: Incident, language: String?, timeZone: TimeZone) {
        let texts = IncidentNoticeTexts.nearest(to: language)
        let knownSince = incident.openedAt
        let reportBy = knownSince + Self.reportWithin
        let moment = { (time: Timestamp) in Self.moment(time, in: timeZone) }
        let acts = incident.acts.filter(\.hadEffect).map { "- \(moment($0.time)): \(texts.act($0.containment))" }
        let sections = [
            (texts.what, "\(texts.sentence(of: incident))\n\(texts.since(moment(knownSince)))"),
            (texts.data, incident.rule.map { texts.concerned(by: $0) } ?? texts.toComplete),
            (texts.done, acts.isEmpty ? texts.nothingDone : acts.joined(separator: "\n")),
            (texts.advice, incident.rule.map { texts.advice(after: $0) } ?? texts.toComplete),
            (texts.contact, texts.contactLine), (texts.deadline, texts.deadlineText(moment(reportBy))),
        ]
        let text = sections.map { "\($0)\n\($1)\n" }.joined(separator: "\n")
        body = IncidentNoticeBody(language: texts.language, text: text, knownSince: knownSince, reportBy: reportBy)
    }

    /// `2026-11-28 09:15`
    private static func moment(_ time: Timestamp, in zone: TimeZone) -> String {
        String(time.rfc3339(in: zone).prefix(16)).replacing("T", with: " ")
    }
}

/// The texts of a draft in one language.
struct IncidentNoticeTexts: Sendable {
    let language: String
    let what, data, done, advice, contact, deadline: String
    let toComplete, nothingDone, contactLine: String
    let since: @Sendable (String) -> String
    let deadlineText: @Sendable (String) -> String
    let describe: @Sendable (IncidentRule?) -> String
    let concerned: @Sendable (IncidentRule) -> String
    let advise: @Sendable (IncidentRule) -> String
    let act: @Sendable (Containment) -> String

    /// The language of the request, if there is a text in it; otherwise English.
    static func nearest(to language: String?) -> IncidentNoticeTexts {
        let primary = language?.lowercased().prefix { $0 != "-" && $0 != "_" }
        return [IncidentNoticeTexts.english, .swedish].first { $0.language == primary.map { String($0) } } ?? .english
    }

    /// A title that a person gave is in the language of that person.
    func sentence(of incident: Incident) -> String { incident.title?.text ?? describe(incident.rule) }
    func concerned(by rule: IncidentRule) -> String { concerned(rule) }
    func advice(after rule: IncidentRule) -> String { advise(rule) }
}
