import Foundation
import GatewayWire
import HomeModel

/// A draft of a notice to the people whom an incident concerns, which people change before they send it.
struct IncidentNotice {
    /// Those to whom the GDPR applies inform their authority within this time. Source: Article 33.
    private static let reportWithin = Duration.hours(72)

    let body: IncidentNoticeBody

    /// `isLockedDown` says whether the home is locked down now.
    init(of incident: Incident, isLockedDown: Bool, language: String?, timeZone: TimeZone) {
        let texts = IncidentNoticeTexts.nearest(to: language)
        let knownSince = incident.openedAt
        let reportBy = knownSince + Self.reportWithin
        let moment = { (time: Timestamp) in Self.moment(time, in: timeZone) }
        let acts = incident.acts.filter(\.hadEffect).map { "- \(moment($0.time)): \(texts.act($0.containment))" }
        let since = texts.since("\(moment(knownSince)) (\(timeZone.identifier))")
        let advice = texts.advice(after: incident, isLockedDown: isLockedDown)
        let sections = [
            (texts.what, "\(texts.sentence(of: incident))\n\(since)"),
            (texts.data, texts.concerned(by: incident) ?? texts.toComplete),
            (texts.done, acts.isEmpty ? texts.nothingDone : acts.joined(separator: "\n")),
            (texts.advice, advice ?? texts.toComplete),
            (texts.contact, texts.contactLine), (texts.deadline, texts.deadlineText(moment(reportBy))),
        ]
        let text = sections.map { "\($0)\n\($1)\n" }.joined(separator: "\n")
        body = IncidentNoticeBody(language: texts.language, text: text, knownSince: knownSince, reportBy: reportBy)
    }

    /// `2026-11-28 09:15`. The first time of the draft names the time zone.
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
    let describe: @Sendable (IncidentRule) -> String
    let describeKind: @Sendable (IncidentKind) -> String
    /// What a person must describe, with the title that they gave.
    let toDescribe: @Sendable (String?) -> String
    let concerned: @Sendable (IncidentRule) -> String
    let advise: @Sendable (IncidentRule) -> String
    /// Of an incident that a person opened: which data is concerned, and what to do.
    let concernedOfKind: @Sendable (IncidentKind) -> String
    let adviseOfKind: @Sendable (IncidentKind) -> String
    /// Of one without a kind: which data the steps that were taken suggest, and what they mean for the reader.
    let concernedAfter: @Sendable (Containment) -> String?
    let adviseAfter: @Sendable (Containment) -> String?
    let act: @Sendable (Containment) -> String

    /// The language of the request, if there is a text in it; otherwise English.
    static func nearest(to language: String?) -> IncidentNoticeTexts {
        let primary = language?.lowercased().prefix { $0 != "-" && $0 != "_" }
        return [IncidentNoticeTexts.english, .swedish].first { $0.language == primary.map { String($0) } } ?? .english
    }

    /// A title is a note of the person who gave it, such as “My phone was stolen”, and not written for others. It is only a
    /// reminder of what to describe.
    func sentence(of incident: Incident) -> String {
        if let rule = incident.rule { return describe(rule) }
        return incident.kind.map { describeKind($0) } ?? toDescribe(incident.title?.text)
    }

    /// Which data is concerned, as far as it is known: by the rule, by the kind, or by the steps that were taken.
    func concerned(by incident: Incident) -> String? {
        if let rule = incident.rule { return concerned(rule) }
        return incident.kind.map { concernedOfKind($0) }
            ?? Self.joined(incident.takenSteps.compactMap { concernedAfter($0) })
    }

    /// What the reader should do; what follows from the steps that were taken is added. A lockdown that is over asks for
    /// nothing.
    func advice(after incident: Incident, isLockedDown: Bool) -> String? {
        let general = incident.rule.map { advise($0) } ?? incident.kind.map { adviseOfKind($0) }
        let steps = incident.takenSteps.filter { isLockedDown || $0 != .lockdown }
        return Self.joined([general].compactMap(\.self) + steps.compactMap { adviseAfter($0) })
    }

    /// The texts without repetitions, each on a line; nil without any.
    private static func joined(_ texts: [String]) -> String? {
        var lines: [String] = []
        for text in texts where !lines.contains(text) { lines.append(text) }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

extension Incident {
    /// The steps that had an effect, in their order.
    fileprivate var takenSteps: [Containment] { acts.filter(\.hadEffect).map(\.containment) }
}
