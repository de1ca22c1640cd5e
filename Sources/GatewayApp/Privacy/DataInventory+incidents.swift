import HomeModel

extension DataInventory {
    /// Incidents.
    static let incidents: [StoredDataKind] = [
        StoredDataKind(
            "incidents", title: "Incidents and notes about them",
            what: "What went wrong or may have gone wrong: what was noticed and about whom, what people wrote about "
                + "it, and what they did. It is encrypted with a key of the home.",
            purpose: "So that owners and administrators notice an attack, and know later what was done.",
            class: .sensitive, about: .person, logs: .never, storage: .encrypted, since: .database(23),
            kept: .retention([.auditSecurityDays]), readers: .permission(.manageMaintenance),
            places: [.table("incident", columns: "id", "opened_at", "content")]),
        StoredDataKind(
            "incidentsSeen", title: "Who saw which incident",
            what: "Which owner or administrator has seen which incident, and when.",
            purpose: "So that each of them is reminded of an incident until they have seen it.",
            class: .confidential, about: .person, logs: .never, since: .database(23), kept: .untilPersonIsRemoved,
            readers: .person, places: [.table("incident_seen", columns: "incident", "person", "seen_at")]),
    ]
}
