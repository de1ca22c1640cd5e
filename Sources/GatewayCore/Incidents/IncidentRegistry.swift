import Concurrency
package import HomeModel
package import HomeStore

/// The incidents of the home, in memory and on the disk.
package actor IncidentRegistry {
    /// The limit of stored incidents. Beyond it, the oldest closed one is removed; while all are open, none is opened.
    static let mostIncidents = 500

    /// What a signal led to.
    enum Reception: Hashable {
        case opened(Incident)
        case extended
        /// The rule has opened its incidents of the day, or the home has too many.
        case limited
    }

    package nonisolated let rules: IncidentRules
    private let store: IncidentStore
    private var byID: [IncidentID: Incident]
    private var seen: [IncidentID: Set<PersonID>]
    /// Those that the disk has not stored yet.
    private var unsaved: Set<IncidentID> = []
    /// Removed in memory and not on the disk yet.
    private var dropped: [IncidentID] = []
    private let writes = AsyncLock()
    /// The pseudonyms of people who were erased since the start. A signal, a note or an act may have been on its way.
    private var pseudonyms: [PersonID: String] = [:]
    /// How many incidents each rule did not open because of its limit, since the start.
    package private(set) var limited: [IncidentRule: Int] = [:]
    /// The stored incidents that could not be read at the start.
    package nonisolated let unreadableCount: Int

    package init(loading store: IncidentStore, rules: IncidentRules = .standard) async throws(StorageError) {
        let loaded = try await store.load()
        byID = Dictionary(loaded.incidents.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        unreadableCount = loaded.unreadable
        seen = try await store.loadSeen()
        self.store = store
        self.rules = rules
    }

    /// All incidents: open ones first, then the newest.
    package var all: [Incident] {
        byID.values.sorted { left, right in
            if left.isOpen != right.isOpen { return left.isOpen }
            return (right.openedAt, left.id) < (left.openedAt, right.id)
        }
    }

    package subscript(id: IncidentID) -> Incident? { byID[id] }

    /// Whether the person has opened the incident on the page or in a terminal.
    package func isSeen(_ id: IncidentID, by person: PersonID) -> Bool { seen[id]?.contains(person) ?? false }

    /// The number of open incidents that the person has not seen.
    package func unseenCount(of person: PersonID) -> Int {
        byID.values.count { $0.isOpen && !isSeen($0.id, by: person) }
    }

    package var openCount: Int { byID.values.count { $0.isOpen } }

    package var unsavedCount: Int { unsaved.count }

    /// Opens an incident for the signal, or adds it to an open one. It counts even if the disk cannot store it now.
    func receive(_ signal: IncidentSignal, at now: Timestamp) async -> Reception {
        let reception = admit(signal.replacing(pseudonyms), at: now)
        await saveUnsaved()
        return reception
    }

    private func admit(_ signal: IncidentSignal, at now: Timestamp) -> Reception {
        switch IncidentAdmission(of: signal, among: byID.values, rules: rules, now: now) {
        case .extends(let id):
            byID[id]?.add(signal.evidence)
            unsaved.insert(id)
            return .extended
        case .opens where makeRoom():
            let incident = Incident(
                id: .random(), rule: signal.rule, title: nil, subject: signal.subject, openedAt: now,
                openedBy: "gateway", evidence: [signal.evidence])
            byID[incident.id] = incident
            unsaved.insert(incident.id)
            return .opened(incident)
        case .opens, .limited:
            limited[signal.rule, default: 0] += 1
            return .limited
        }
    }

    /// Adds an incident that a person opened. Returns false when the home has too many open incidents.
    func add(_ incident: Incident) async throws(StorageError) -> Bool {
        try await writes.withLock { () async throws(StorageError) -> Bool in
            guard makeRoom() else { return false }
            let incident = incident.replacing(pseudonyms)
            try await store.save(incident)
            byID[incident.id] = incident
            return true
        }
    }

    /// Changes an incident, one change after another. Returns nil, and stores nothing, when there is no such incident or
    /// `edit` returns false.
    func change(
        _ id: IncidentID, by edit: @Sendable (inout Incident) -> Bool
    ) async throws(StorageError) -> Incident? {
        try await writes.withLock { () async throws(StorageError) -> Incident? in
            guard var incident = byID[id], edit(&incident) else { return nil }
            incident = incident.replacing(pseudonyms)
            try await store.save(incident)
            // Evidence may have come meanwhile.
            guard var latest = byID[id], edit(&latest) else { return nil }
            latest = latest.replacing(pseudonyms)
            byID[id] = latest
            if latest != incident { unsaved.insert(id) }
            return latest
        }
    }

    /// Lists an act that was done elsewhere in each open incident to which it belongs. What the disk cannot store is left out.
    func record(_ act: IncidentAct) async {
        for incident in byID.values where incident.includes(act) {
            _ = try? await change(incident.id) { incident in
                guard incident.includes(act) else { return false }
                incident.acts.append(act)
                return true
            }
        }
    }

    func recordSeen(_ id: IncidentID, by person: PersonID, at time: Timestamp) async throws(StorageError) {
        guard byID[id] != nil, !isSeen(id, by: person), pseudonyms[person] == nil else { return }
        try await store.saveSeen(id, by: person, at: time)
        if byID[id] != nil { seen[id, default: []].insert(person) }
    }

    /// Removes the notes of an erased person, and puts the pseudonym in the place of the person. The disk follows in a
    /// step of the erasure.
    func replace(_ person: PersonID, by pseudonym: String) async {
        await writes.withLock {
            pseudonyms[person] = pseudonym
            for id in byID.keys where byID[id]?.names(person) ?? false {
                byID[id]?.erase(person, pseudonym: pseudonym)
                unsaved.insert(id)
            }
            for id in seen.keys { seen[id]?.remove(person) }
        }
        await saveUnsaved()
    }

    /// Removes incidents that were closed before `cutoff`.
    func removeClosed(before cutoff: Timestamp) async throws(StorageError) {
        let expired = byID.values.filter { $0.closing.map { $0.time < cutoff } ?? false }.map(\.id)
        guard !expired.isEmpty else { return }
        try await store.remove(expired)
        for id in expired { drop(id) }
    }

    /// Stores what the disk could not store before. A failure is repeated at the next call.
    func saveUnsaved() async {
        guard !unsaved.isEmpty else { return }
        await writes.withLock {
            for id in unsaved {
                guard let incident = byID[id] else {
                    unsaved.remove(id)
                    continue
                }
                guard (try? await store.save(incident)) != nil else { return }
                // Evidence that came meanwhile is still to be stored.
                if byID[id] == incident { unsaved.remove(id) }
            }
        }
    }

    /// Makes room for one more incident. Returns false when every incident is open.
    private func makeRoom() -> Bool {
        guard byID.count >= Self.mostIncidents else { return true }
        let closed = byID.values.filter { !$0.isOpen }
        guard let oldest = closed.min(by: { $0.openedAt < $1.openedAt }) else { return false }
        drop(oldest.id)
        dropped.append(oldest.id)
        return true
    }

    private func drop(_ id: IncidentID) {
        byID[id] = nil
        seen[id] = nil
        unsaved.remove(id)
    }

    /// Removes from the disk the incidents that had to make room.
    func removeDropped() async {
        let ids = dropped
        guard !ids.isEmpty, (try? await store.remove(ids)) != nil else { return }
        dropped.removeAll { ids.contains($0) }
    }
}

extension Incident {
    /// The incident without erased people.
    fileprivate func replacing(_ pseudonyms: [PersonID: String]) -> Incident {
        var incident = self
        for (person, pseudonym) in pseudonyms where incident.names(person) {
            incident.erase(person, pseudonym: pseudonym)
        }
        return incident
    }
}

extension IncidentSignal {
    fileprivate func replacing(_ pseudonyms: [PersonID: String]) -> IncidentSignal {
        guard let person = subject.person.flatMap({ PersonID($0) }), let pseudonym = pseudonyms[person] else {
            return self
        }
        var subject = subject
        subject.person = pseudonym
        return IncidentSignal(rule: rule, subject: subject, evidence: evidence)
    }
}
