import Crypto
import Foundation
import HomeModel

/// The encryption key of one person, and the pseudonym that replaces the person in the entries.
struct PersonKey: Sendable, Codable {
    let pseudonym: String
    let person: String
    let key: Data

    /// `pseudonym` is that of a person whose key was destroyed; by default a new one.
    init(of person: String, pseudonym: String? = nil) {
        self.pseudonym =
            pseudonym
            ?? AuditEntry.pseudonymMark + SymmetricKey(size: .init(bitCount: 64)).withUnsafeBytes { $0.hexadecimal }
        self.person = person
        key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    }

    func seal(_ content: PersonalContent) throws(AuditError) -> PersonalPart {
        guard let clear = try? JSONEncoder().encode(content),
            let box = try? AES.GCM.seal(clear, using: SymmetricKey(data: key), authenticating: Data(pseudonym.utf8)),
            let sealed = box.combined
        else { throw .encryptionFailed }
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

/// The keys of the people in the log. After a key is destroyed, the log still has the pseudonym, the facts and the
/// record of the erasure.
struct PersonKeyring: Sendable {
    /// Only the console can name people who do not exist. Beyond this number, the data of a person is encrypted with a
    /// key that is not kept.
    static let maximumKeys = 4096

    private var keys: [String: PersonKey] = [:]
    private var pseudonyms: [String: String] = [:]
    /// Pseudonyms whose keys were destroyed. An entry with a pseudonym that is neither here nor in `keys` has lost its
    /// key.
    private(set) var erased: Set<String>
    /// The pseudonyms of erased people by the keyed hashes of their ids: an entry about such a person that comes later,
    /// such as the outcome of a command, gets the same pseudonym and never a new key.
    private(set) var erasedPeople: [String: String]
    /// Hashes the ids of erased people.
    private let hashKey: SymmetricKey

    init(
        _ keys: [PersonKey] = [], erased: Set<String> = [], erasedPeople: [String: String] = [:],
        hashKey: SymmetricKey = SymmetricKey(size: .bits256)
    ) {
        self.erased = erased
        self.erasedPeople = erasedPeople
        self.hashKey = hashKey
        for key in keys { insert(key) }
    }

    var all: [PersonKey] { keys.values.sorted { $0.pseudonym < $1.pseudonym } }

    func pseudonym(of person: String) -> String? { pseudonyms[person] }

    /// Whether the key of this pseudonym exists or was destroyed. Once the keyring is full this is always true, because
    /// keys of some pseudonyms were never kept.
    func hasRecord(for pseudonym: String) -> Bool {
        keys[pseudonym] != nil || erased.contains(pseudonym) || keys.count >= Self.maximumKeys
    }

    /// Creates keys for the people who have none yet. Returns true when new keys have to be saved.
    mutating func addKeys(for people: [String]) -> Bool {
        let new = people.filter { pseudonyms[$0] == nil && erasedPseudonym(of: $0) == nil }
            .prefix(max(0, Self.maximumKeys - keys.count))
        for person in new { insert(PersonKey(of: person)) }
        return !new.isEmpty
    }

    /// Deletes the key of a person, so that the person's data can never be decrypted again.
    mutating func destroy(_ person: String) {
        guard let pseudonym = pseudonyms.removeValue(forKey: person) else { return }
        keys[pseudonym] = nil
        erased.insert(pseudonym)
        erasedPeople[hash(of: person)] = pseudonym
    }

    /// The key for new data of the person. For an erased person, and beyond the limit, it is not kept.
    func key(for person: String) -> PersonKey {
        pseudonyms[person].flatMap { keys[$0] } ?? PersonKey(of: person, pseudonym: erasedPseudonym(of: person))
    }

    /// Only for new entries. Queries must not use it: it would tell which pseudonym a name belonged to.
    private func erasedPseudonym(of person: String) -> String? {
        erasedPeople.isEmpty ? nil : erasedPeople[hash(of: person)]
    }

    private func hash(of person: String) -> String {
        Array(HMAC<SHA256>.authenticationCode(for: Array(person.utf8), using: hashKey)).hexadecimal
    }

    private mutating func insert(_ key: PersonKey) {
        keys[key.pseudonym] = key
        pseudonyms[key.person] = key.pseudonym
    }
}

extension AuditEntry {
    /// The people to whom the entry refers by their ids, and not by the pseudonym of an erased person.
    var people: [String] {
        [actingPerson, concerned == actingPerson ? nil : concerned].compactMap(\.self)
            .filter { !$0.hasPrefix(Self.pseudonymMark) }
    }
}

extension PersonKeyring {
    /// Replaces people by pseudonyms and encrypts their data. Target and metadata are encrypted for the concerned
    /// person, or for the acting person if no person is concerned or the target is the client at which the person acts.
    func conceal(_ entry: AuditEntry) throws(AuditError) -> StoredEntry {
        let people = entry.people
        let concernedPerson = entry.concerned.flatMap { people.contains($0) ? $0 : nil }
        let isOwnClient = entry.client != nil && entry.client?.rawValue == entry.target
        let holder = isOwnClient ? people.first { $0 == entry.actingPerson } : nil
        guard let owner = holder ?? concernedPerson ?? people.first else {
            return StoredEntry(entry: entry, personal: [])
        }
        // A device stays readable as the target, whichever person used it. A target that belongs to a person is
        // encrypted with the data of that person.
        let isTheirs = concernedPerson != nil && entry.target != entry.concerned
        var (actor, concerned) = (entry.actor, entry.concerned)
        var parts: [PersonalPart] = []
        for person in people {
            let key = key(for: person)
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
        let target = isTheirs ? nil : concernedPerson == nil ? entry.target : concerned
        return StoredEntry(
            entry: entry.with(actor: actor, client: nil, target: target, concerned: concerned, metadata: [:]),
            personal: parts)
    }

    /// Whether data of a person in the entry cannot be read any more, because the person was erased.
    func isErased(_ stored: StoredEntry) -> Bool { stored.personal.contains { erased.contains($0.pseudonym) } }

    /// Restores the original entry, as far as the keys exist.
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
