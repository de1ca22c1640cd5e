import Crypto
import Foundation
import HomeModel

/// The key of one person, and the pseudonym under which entries speak of them.
struct PersonKey: Sendable, Codable {
    let pseudonym: String
    let person: String
    let key: Data

    init(of person: String) {
        pseudonym = "~" + SymmetricKey(size: .init(bitCount: 64)).withUnsafeBytes { $0.hexadecimal }
        self.person = person
        key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    }

    func seal(_ content: PersonalContent) throws(AuditError) -> PersonalPart {
        guard let clear = try? JSONEncoder().encode(content),
            let box = try? AES.GCM.seal(clear, using: SymmetricKey(data: key), authenticating: Data(pseudonym.utf8)),
            let sealed = box.combined
        else { throw .notSealed }
        return PersonalPart(pseudonym: pseudonym, sealed: sealed)
    }

    func open(_ part: PersonalPart) -> PersonalContent? {
        guard let box = try? AES.GCM.SealedBox(combined: part.sealed),
            let clear = try? AES.GCM.open(
                box, using: SymmetricKey(data: key), authenticating: Data(pseudonym.utf8))
        else { return nil }
        return try? JSONDecoder().decode(PersonalContent.self, from: clear)
    }
}

/// The keys of the people of the log. Who destroys one leaves a pseudonym and the fact, and the note that it was destroyed.
struct PersonKeyring: Sendable {
    /// Only the console can name people who do not exist; beyond so many they get keys that nobody keeps.
    static let maximumKeys = 4096

    private var keys: [String: PersonKey] = [:]
    private var pseudonyms: [String: String] = [:]
    /// Whose keys were destroyed. A pseudonym of an entry with neither a key nor a place here has lost its key.
    private(set) var erased: Set<String>

    init(_ keys: [PersonKey] = [], erased: Set<String> = []) {
        self.erased = erased
        for key in keys { insert(key) }
    }

    var all: [PersonKey] { keys.values.sorted { $0.pseudonym < $1.pseudonym } }

    func pseudonym(of person: String) -> String? { pseudonyms[person] }

    /// Whether the key of this pseudonym is here, or was destroyed. Once the keyring is full some pseudonyms never had a
    /// key that was kept, and nothing can be said.
    func accounts(for pseudonym: String) -> Bool {
        keys[pseudonym] != nil || erased.contains(pseudonym) || keys.count >= Self.maximumKeys
    }

    /// Gives those people keys who have none yet; true when there are new ones to be kept.
    mutating func addKeys(for people: [String]) -> Bool {
        let new = people.filter { pseudonyms[$0] == nil }.prefix(max(0, Self.maximumKeys - keys.count))
        for person in new { insert(PersonKey(of: person)) }
        return !new.isEmpty
    }

    /// Nobody can read any more what was written of them.
    mutating func destroy(_ person: String) {
        guard let pseudonym = pseudonyms.removeValue(forKey: person) else { return }
        keys[pseudonym] = nil
        erased.insert(pseudonym)
    }

    private mutating func insert(_ key: PersonKey) {
        keys[key.pseudonym] = key
        pseudonyms[key.person] = key.pseudonym
    }
}

extension AuditEntry {
    /// Everyone of whom it says something.
    var people: [String] {
        [actingPerson, concerned == actingPerson ? nil : concerned].compactMap { $0 }
    }
}

extension PersonKeyring {
    /// The entry with pseudonyms. What it says belongs to whom it concerns, else to who acted.
    func conceal(_ entry: AuditEntry) throws(AuditError) -> StoredEntry {
        let people = entry.people
        guard let owner = entry.concerned ?? people.first else { return StoredEntry(entry: entry, personal: []) }
        // A device stays to be seen, whoever used it; a thing of a person goes with them.
        let isTheirs = entry.concerned != nil && entry.target != entry.concerned
        var (actor, concerned) = (entry.actor, entry.concerned)
        var parts: [PersonalPart] = []
        for person in people {
            let key = pseudonyms[person].flatMap { keys[$0] } ?? PersonKey(of: person)
            let (isActing, isOwner) = (person == entry.actingPerson, person == owner)
            parts.append(
                try key.seal(
                    PersonalContent(
                        person: person, client: isActing ? entry.client : nil,
                        target: isOwner && isTheirs ? entry.target : nil,
                        metadata: isOwner && !entry.metadata.isEmpty ? entry.metadata : nil)))
            if isActing { actor = String(actor.dropLast(person.count)) + key.pseudonym }
            if person == entry.concerned { concerned = key.pseudonym }
        }
        let target = isTheirs ? nil : entry.concerned == nil ? entry.target : concerned
        return StoredEntry(
            entry: entry.with(actor: actor, client: nil, target: target, concerned: concerned, metadata: [:]),
            personal: parts)
    }

    /// The entry as it was written, as far as the keys are there.
    func reveal(_ stored: StoredEntry) -> AuditEntry {
        var entry = stored.entry
        for part in stored.personal {
            guard let content = keys[part.pseudonym]?.open(part) else { continue }
            let isActing = entry.actor.hasSuffix(part.pseudonym)
            let isTarget = entry.target == part.pseudonym
            entry = entry.with(
                actor: isActing ? String(entry.actor.dropLast(part.pseudonym.count)) + content.person : entry.actor,
                client: isActing ? content.client : entry.client,
                target: isTarget ? content.person : content.target ?? entry.target,
                concerned: entry.concerned == part.pseudonym ? content.person : entry.concerned,
                metadata: content.metadata ?? entry.metadata)
        }
        return entry
    }
}
